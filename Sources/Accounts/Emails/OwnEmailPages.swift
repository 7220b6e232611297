import GRDB
import Hummingbird
import Web

struct OwnEmailPages: Sendable {
    let accounts: AccountContext

    struct Typed: Sendable {
        var address: String
        var error: String?
        var passwordError: String?
    }

    private enum Refusal: String, Error { case closed, tooMany }

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("admin/account/email", use: save)
    }

    func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let words = accounts.pages.words(for: person.visitor)
        var typed = Typed(address: form["email"])
        guard typed.address.isEmpty || MailAddress.isValid(typed.address) else {
            typed.error = words("accounts.email.malformed")
            return try await page(typed, request, person, .unprocessableContent)
        }
        switch try await accounts.prove(form.exact("emailPassword"), person) {
        case .wrong:
            typed.passwordError = words("accounts.password.wrong")
            return try await page(typed, request, person, .unprocessableContent)
        case .wait(let seconds):
            typed.passwordError = accounts.waiting(seconds, person.visitor)
            var page = try await page(typed, request, person, .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        case .right: break
        }
        do {
            try await accounts.database.write { [address = typed.address] db in
                let done = try keep(address, person, db)
                try person.session.setFlash(db, Flash(words("accounts.email.\(done)", ["address": address])))
            }
        } catch let refusal as Refusal {
            typed.error = words("accounts.email.\(refusal.rawValue)")
            return try await page(typed, request, person, .unprocessableContent)
        }
        return try await accounts.withNewToken(.redirect(to: "/admin/account"), person)
    }

    private func page(_ typed: Typed, _ request: Request, _ person: SignedIn, _ status: HTTPResponse.Status) async throws -> Response {
        try await OwnAccountPages(accounts: accounts).ownPage(request, person, email: typed, status: status)
    }

    /// Writes the address, or asks it to be confirmed. Returns the text key of what happened.
    private func keep(_ address: String, _ person: SignedIn, _ db: Database) throws -> String {
        let (id, now) = (person.accountID, accounts.settings.now())
        let before = try AccountEmail.of(id, db)
        let confirmed = try AccountEmail.confirmed(id, db)
        if address.isEmpty {
            if let confirmed { try accounts.post(.addressChanged, person.account, to: confirmed, values: ["address": ""], db) }
            try AccountEmail.end(id, db)
            try accounts.audit("account.email-removed", person.account, person.visitor, db, isActor: true)
            return "removed"
        }
        if let confirmed, confirmed.lowercased() == address.lowercased() {
            try EmailLink.end(id, db)
            return "unchanged"
        }
        let isOpen = try accounts.mailbox.isOpen(db)
        guard isOpen || confirmed == nil else { throw Refusal.closed }
        if confirmed == nil, before?.address != address {
            try AccountEmail.end(id, db, keepsLinks: true)
            try AccountEmail(accountID: id, address: address, confirmedAt: nil).insert(db)
        }
        try accounts.audit("account.email-asked", person.account, person.visitor, db, isActor: true)
        guard isOpen else { return "stored" }
        guard let link = try EmailLink.make(for: address, of: id, at: now, db) else { throw Refusal.tooMany }
        try accounts.post(.confirmation, person.account, to: address, link: link, db)
        return "sent"
    }
}
