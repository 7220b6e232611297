import GRDB
import Hummingbird
import Web

/// A link for another password by mail. The answer is the same for every name and address, known or not.
struct ForgottenPasswordPages: Sendable {
    let accounts: AccountContext
    private static let address = "/sign-in/forgotten"

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.get("sign-in/forgotten", use: show)
        // Each request is a job, and the visitor is unknown.
        routes.group("sign-in/forgotten").add(middleware: RateLimit(limit: 10, per: .seconds(900))).post("", use: ask)
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page(request, visitor, isSent: Form(query: request.uri.query ?? "").has("sent"))
    }

    /// Expects `who`, a sign-in name or a mail address.
    func ask(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let who = try await Form.read(request, limits: .small)["who"]
        guard !who.isEmpty, who.utf8.count <= 254 else {
            return try await page(request, visitor, who: String(who.prefix(254)), isMissing: true, status: .unprocessableContent)
        }
        let isOpen = try await accounts.database.write { db in
            guard try accounts.mailbox.isOpen(db) else { return false }
            try accounts.mailbox.seek(who, visitor.language, db)
            return true
        }
        return isOpen ? .redirect(to: Self.address + "?sent") : try await page(request, visitor)
    }

    private func page(
        _ request: Request, _ visitor: Visitor, who: String = "", isMissing: Bool = false, isSent: Bool = false,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let isOpen = try await accounts.database.read { db in try accounts.mailbox.isOpen(db) }
        let values: Values = [
            "title": accounts.pages.words(for: visitor)("forgotten.heading"), "who": who, "isMissing": isMissing,
            "isSent": isOpen && isSent, "asks": isOpen && !isSent, "isClosed": !isOpen,
        ]
        var page = try accounts.pages.page("accounts/sign-in/forgotten", values, for: visitor, request: request, status: status)
        page.headers[.cacheControl] = "no-store"
        return page
    }
}
