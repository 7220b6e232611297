import Foundation
import GRDB
import Hummingbird
import Web

/// Requires a recent password for sensitive changes, against unlocked devices. A sent form waits and continues afterwards.
public struct RecentProof: RouterMiddleware {
    public typealias Context = SignedIn

    static let field = "recentPassword"

    private let accounts: AccountContext
    private let page: String
    private let holdsForms: Bool
    /// Which forms need the proof; nil for all.
    private var isNeeded: (@Sendable (Form) -> Bool)?

    /// `next` is the page to restart from; nil when the sent form waits and continues.
    public init(_ accounts: AccountContext, next: String? = nil) {
        (self.accounts, holdsForms) = (accounts, next == nil)
        page = FactorPages.address + "/proof" + (next.map { "?next=" + $0.encodedForQuery } ?? "")
    }

    /// The same for some forms only; others go on without it.
    public func `where`(_ isNeeded: @escaping @Sendable (Form) -> Bool) -> RecentProof {
        var proof = self
        proof.isNeeded = isNeeded
        return proof
    }

    public func handle(_ request: Request, context: SignedIn, next: (Request, SignedIn) async throws -> Response) async throws -> Response {
        guard !context.session.isProved(at: accounts.settings.now()) else { return try await next(request, context) }
        guard holdsForms, request.isForm else { return .redirect(to: page) }
        // The handler judges the texts and reports mistakes at their fields.
        var form = try await Form.read(request, judgesText: false)
        if let isNeeded, !isNeeded(form) { return try await next(request.carrying(form), context) }
        // A form resent after an error has no password, so it asks again.
        guard !form.exact(Self.field).isEmpty else {
            form.remove(Self.field)
            return try await ask(form, request, context, status: .forbidden)
        }
        let password = form.exact(Self.field)
        form.remove(Self.field)
        let words = accounts.pages.words(for: context.visitor)
        switch try await accounts.prove(password, context) {
        case .right:
            let response = try await next(request.carrying(form), context)
            return try await accounts.withNewToken(response, context)
        case .wrong:
            return try await ask(form, request, context, error: words("accounts.password.wrong"), status: .unprocessableContent)
        case .wait(let seconds):
            let error = accounts.waiting(seconds, context.visitor)
            var response = try await ask(form, request, context, error: error, status: .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }

    private func ask(
        _ form: Form, _ request: Request, _ person: SignedIn, error: String? = nil, status: HTTPResponse.Status
    ) async throws -> Response {
        let held = form.values.sorted { $0.key < $1.key }.flatMap { name, values in
            values.map { ["name": name, "value": $0] as Values }
        }
        return try await FactorProofPages(factors: FactorPages(accounts: accounts)).proofPage(
            request, person, action: request.uri.description, field: Self.field, held: held, error: error, status: status)
    }
}

extension SignedIn {
    /// Whether an act of power would ask for the password now.
    public var needsProof: Bool { !session.isProved(at: .now) }
}

extension Request {
    fileprivate var isForm: Bool {
        guard method == .post else { return false }
        guard let type = headers[.contentType] else { return false }
        return type.hasPrefix("application/x-www-form-urlencoded") || type.hasPrefix("multipart/form-data")
    }

    fileprivate func carrying(_ form: Form) -> Request {
        let body = ByteBuffer(string: form.encoded)
        var head = head
        head.headerFields[.contentType] = "application/x-www-form-urlencoded"
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.transferEncoding] = nil
        return Request(head: head, body: RequestBody(buffer: body))
    }
}

extension Form {
    fileprivate var encoded: String {
        values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { name.encodedForQuery + "=" + $0.encodedForQuery } }
            .joined(separator: "&")
    }
}
