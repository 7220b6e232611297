import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// Targets of links in messages. Opening a link changes nothing, because mail scanners follow links; every act needs a button.
struct MailLinkPages: Sendable {
    let admin: AdminContext

    static let confirmations = "/campus/letters/confirmations"
    static let leaving = "/campus/letters/leaving"

    func addRoutes(to campus: RouterGroup<Visitor>) {
        let letters = campus.group("letters").add(middleware: RateLimit(limit: 60, per: .seconds(60)))
        letters.get("confirmations/{token}", use: showConfirmation)
        letters.post("confirmations/{token}", use: confirm)
        letters.get("leaving/{token}", use: showLeaving)
        letters.post("leaving/{token}", use: leave)
    }

    @Sendable func showConfirmation(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = Self.token(visitor)
        let subscription = try await admin.database.read { db in try token.flatMap { try MailChannel.waiting($0, at: .now, db) } }
        guard let subscription, let token else { return try await page("expired", request, visitor, status: .gone) }
        return try await page("confirm", request, visitor, action: "\(Self.confirmations)/\(token.text)", address: subscription.address)
    }

    @Sendable func confirm(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = Self.token(visitor)
        let isDone = try await admin.database.write { db in try token.map { try MailChannel.confirm($0, at: .now, db) } ?? false }
        return try await page(isDone ? "confirmed" : "expired", request, visitor, status: isDone ? .ok : .gone)
    }

    @Sendable func showLeaving(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = Self.token(visitor) else { throw HTTPError(.notFound) }
        return try await page("leave", request, visitor, action: "\(Self.leaving)/\(token.text)")
    }

    /// From a person, or a mail program (`List-Unsubscribe=One-Click`, RFC 8058). Does not reveal whether the address was known.
    @Sendable func leave(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = Self.token(visitor) else { throw HTTPError(.notFound) }
        try await admin.database.write { try MailChannel.leave(token.text, $0) }
        return try await page("left", request, visitor)
    }

    private static func token(_ visitor: Visitor) -> Token? { visitor.parameters.get("token").flatMap { Token(sent: $0) } }

    private func page(
        _ state: String, _ request: Request, _ visitor: Visitor, action: String? = nil, address: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let values: Values = [
            "title": words("campus.letters.\(state).title"), "text": words("campus.letters.\(state).text", ["address": address]),
            "action": action ?? false, "button": action == nil ? "" : words("campus.letters.\(state).button"),
        ]
        var response = try await CampusFrame.page("campus/notifications/mail-link", values, request, visitor, admin, status: status)
        response.markSecret()
        return response
    }
}
