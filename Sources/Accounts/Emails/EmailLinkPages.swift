import Foundation
import GRDB
import Hummingbird
import Web

/// The link in a message that confirms an address. A press confirms it: programs that look into mail open links.
struct EmailLinkPages: Sendable {
    let accounts: AccountContext

    static func address(_ token: Token) -> String { "/sign-in/addresses/" + token.text }

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.get("sign-in/addresses/{token}", use: show)
        routes.post("sign-in/addresses/{token}", use: confirm)
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = self.token(visitor), let found = try await accounts.database.read({ try find(token, $0) }) else {
            return try page("expired", visitor, status: .gone)
        }
        return try page("ask", visitor, ["address": found.link.address, "name": found.account.name], action: Self.address(token))
    }

    func confirm(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = self.token(visitor) else { return try page("expired", visitor, status: .gone) }
        let address = try await accounts.database.write { db -> String? in
            guard let (link, account) = try find(token, db) else { return nil }
            let before = try AccountEmail.confirmed(link.accountID, db)
            try AccountEmail.end(link.accountID, db)
            try AccountEmail(accountID: link.accountID, address: link.address, confirmedAt: accounts.settings.now()).insert(db)
            try accounts.audit("account.email-confirmed", account, visitor, db)
            if let before, before.lowercased() != link.address.lowercased() {
                try accounts.post(.addressChanged, account, to: before, values: ["address": link.address], db)
            }
            return link.address
        }
        guard let address else { return try page("expired", visitor, status: .gone) }
        return try page("done", visitor, ["address": address])
    }

    private func token(_ visitor: Visitor) -> Token? { visitor.parameters.get("token").flatMap { Token(sent: $0) } }

    private func find(_ token: Token, _ db: Database) throws -> (link: EmailLink, account: Account)? {
        guard let link = try EmailLink.find(token, at: accounts.settings.now(), db),
            let account = try Account.fetchOne(db, key: link.accountID), account.mayComeIn
        else { return nil }
        return (link, account)
    }

    private func page(
        _ state: String, _ visitor: Visitor, _ values: [String: String] = [:], action: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = accounts.pages.words(for: visitor)
        let heading = words("accounts.email.link.\(state).heading")
        var page = try accounts.pages.page(
            "accounts/emails/link",
            [
                "title": heading, "heading": heading, "text": words("accounts.email.link.\(state).text", values), "action": action ?? false,
                "isDone": state == "done",
            ], for: visitor, request: nil, status: status)
        page.markSecret()
        page.headers[.init("Referrer-Policy")!] = "no-referrer"
        return page
    }
}
