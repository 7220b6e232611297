import Hummingbird

public protocol ErrorFrame: Sendable {
    /// Returns nil to use the common page.
    func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response?
    /// Whether the frame also replaces pages that explain a refusal in their own words.
    var framesExplained: Bool { get }
}

extension ErrorFrame {
    public var framesExplained: Bool { true }
}

/// Turns errors into pages, or a `Problem` under `/api`. The log gets the cause, and unsaved input is shown again.
public struct ErrorPages: RouterMiddleware {
    public typealias Context = Visitor

    private let pages: Pages
    private let frames: [Substring: any ErrorFrame]
    private let storage: @Sendable (any Error) -> HTTPResponse.Status?
    private let person: @Sendable (Request) async -> (any VisitorIdentity)?

    /// Takes frames by first part of the path, statuses of storage errors and a look-up of the person for unknown addresses.
    public init(
        pages: Pages, frames: [Substring: any ErrorFrame] = [:],
        storage: @escaping @Sendable (any Error) -> HTTPResponse.Status? = { _ in nil },
        person: @escaping @Sendable (Request) async -> (any VisitorIdentity)? = { _ in nil }
    ) {
        (self.pages, self.frames, self.storage, self.person) = (pages, frames, storage, person)
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let sent = request.method == .post ? SentForm() : nil
        do {
            let response = try await SentForm.$current.withValue(sent) { try await next(request, context) }
            guard response.status.code >= 400, response.body.contentLength == 0 else { return response }
            return await page(response.status, response.headers, request, context, sent)
        } catch let error as any HTTPResponseError {
            // What a replica leaves to the primary is no fault.
            if error.status.code >= 500, !(error is ReplicaRefusal) { log(error, request, context) }
            if let foreign = error as? ForeignAddress {
                let line =
                    "\(request.method.rawValue) \(request.uri.path.escapedForLog(limit: 300)) \(foreign.status.code): \(foreign.logged)"
                context.logger.warning("\(line)")
            }
            guard error.status.code >= 400 else { return try error.response(from: request, context: context) }
            let headers = (error as? Problem)?.headers ?? (error as? HTTPError)?.headers ?? (error as? ReplicaRefusal)?.headers ?? [:]
            return await page(
                error.status, headers, request, context, sent, problem: error as? Problem, explained: error as? any ExplainedRefusal)
        } catch is CancellationError {
            // The server is stopping or the visitor has left: not an error.
            return await page(.serviceUnavailable, [:], request, context, sent)
        } catch {
            log(error, request, context)
            guard let status = storage(error) else { return await page(.internalServerError, [:], request, context, sent) }
            let isFull = status.code == 507
            return await page(
                status, [.retryAfter: isFull ? "60" : "5"], request, context, sent, texts: isFull ? nil : "web.error.unwritable")
        }
    }

    private func log(_ error: any Error, _ request: Request, _ visitor: Visitor) {
        let cause = String(reflecting: error).escapedForLog(limit: 4_000)
        visitor.logger.error("\(request.method.rawValue) \(request.uri.path.escapedForLog(limit: 300)): \(cause)")
    }

    private func page(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ request: Request, _ visitor: Visitor, _ sent: SentForm?,
        problem: Problem? = nil, explained: (any ExplainedRefusal)? = nil, texts own: String? = nil
    ) async -> Response {
        var visitor = visitor
        var person = visitor.notes.person
        if person == nil { person = await self.person(request) }
        if let person {
            visitor.person = person
            visitor.language = person.language ?? visitor.language
        }
        let words = pages.words(for: visitor)
        let texts = Self.known.contains(status.code) ? status.code : status.code < 500 ? 400 : 500
        let below = explained?.texts ?? own ?? "web.error.\(texts)"
        let heading = words(below + ".heading")
        let foreign = explained as? ForeignAddress
        var response: Response
        if request.uri.path == "/api" || request.uri.path.hasPrefix("/api/") {
            response = (problem ?? Problem(status)).response(words, fallback: below, foreign, requestID: visitor.id)
        } else {
            let fields = fields(status, request, sent, explained as? InvalidText, words)
            let values: Values = [
                "fields": fields ?? [], "isKept": fields != nil, "action": request.uri.description, "hadFiles": sent?.hadFiles ?? false,
                "isUnfit": explained is InvalidText,
                "status": status.code, "heading": heading, "title": heading, "text": words(below + ".text", explained?.values ?? [:]),
                "requestID": visitor.id, "home": explained?.home ?? "/", "homeText": words(explained?.homeText ?? "error.home"),
            ]
            do {
                // The frames of systems know their own refusals, not those at the door.
                let framed =
                    fields == nil && foreign == nil ? try await framed(status, request, visitor, isExplained: explained != nil) : nil
                response = try framed ?? pages.page("error", values, for: visitor, request: request, status: status)
            } catch {
                // The template itself is broken: send a minimal answer.
                log(error, request, visitor)
                let plain: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
                response = Response(status: status, headers: plain, body: .init(byteBuffer: ByteBuffer(string: heading)))
            }
        }
        response.headers[.cacheControl] = "no-store"
        for field in headers where ![.contentType, .contentLength, .cacheControl].contains(field.name) { response.headers.append(field) }
        return response
    }

    private func fields(
        _ status: HTTPResponse.Status, _ request: Request, _ sent: SentForm?, _ unfit: InvalidText?, _ words: Words
    ) -> [Values]? {
        guard request.wantsPage, status.code >= 500 || unfit != nil, let fields = sent?.fields else { return nil }
        return unfit.flatMap { unfit in sent?.form.map { unfit.fields(of: $0, words) } } ?? fields.map { $0.merging(["why": false]) { $1 } }
    }

    private func framed(
        _ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor, isExplained: Bool
    ) async throws -> Response? {
        guard let part = request.uri.path.split(separator: "/").first, let frame = frames[part] else { return nil }
        guard frame.framesExplained || !isExplained else { return nil }
        do {
            return try await frame.errorPage(status, request, visitor)
        } catch {
            // The cause may break the frame too: use the simpler common page.
            log(error, request, visitor)
            return nil
        }
    }

    /// Statuses with their own texts; others use those of 400 and 500.
    private static let known: Set<Int> = [400, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 507]
}
