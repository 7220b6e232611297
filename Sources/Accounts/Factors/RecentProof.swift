import Foundation
import GRDB
import Hummingbird
import Web

/// Asks people who have not typed their password for a while to do so, before acts of power over others and over the ways in: a device left
/// unlocked must not be enough. A form that was sent is answered with the question, and goes on with all that was typed after the password.
public struct RecentProof: RouterMiddleware {
    public typealias Context = SignedIn

    /// The name of the password's field, beside those of the form that waits.
    static let field = "recentPassword"

    private let accounts: AccountPages
    private let page: String
    private let holdsForms: Bool
    /// The forms that need it; nil for all.
    private var isNeeded: (@Sendable (Form) -> Bool)?

    /// - Parameter next: the page to begin anew from; nil where a form that was sent waits and goes on.
    public init(_ accounts: AccountPages, next: String? = nil) {
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
        // Whoever takes the form judges its texts, and says at the field what is wrong.
        var form = try await Form.read(request, judgesText: false)
        if let isNeeded, !isNeeded(form) { return try await next(request.carrying(form), context) }
        // A form that a page sends again after an error holds no password either: it asks once more.
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
        return try await FactorPages(accounts: accounts).proofPage(
            request, person, action: request.uri.description, field: Self.field, held: held, error: error, status: status)
    }
}

extension SignedIn {
    /// Whether an act of power would ask for the password now.
    public var needsProof: Bool { !session.isProved(at: .now) }
}

extension Request {
    /// Whether it brings a form as a page sends it, and no script's JSON.
    fileprivate var isForm: Bool {
        guard method == .post else { return false }
        guard let type = headers[.contentType] else { return false }
        return type.hasPrefix("application/x-www-form-urlencoded") || type.hasPrefix("multipart/form-data")
    }

    /// The same request with another form as its body; for forms without files.
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
    /// Its values as `application/x-www-form-urlencoded`.
    fileprivate var encoded: String {
        values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { name.encodedForQuery + "=" + $0.encodedForQuery } }
            .joined(separator: "&")
    }
}
