import GRDB
import Hummingbird
import Web

struct PasswordChangePages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("admin/account/password", use: changePassword)
    }

    /// Changes the password, signs out all other devices and renews this session's token.
    func changePassword(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        switch try await accounts.beginAttempt(person) {
        case .wait(let seconds, _):
            var page = try await OwnAccountPages(accounts: accounts).ownPage(
                request, person, passwordError: accounts.waiting(seconds, person.visitor), status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        case .allowed(let attempt):
            let isRight = try await accounts.isRight(form.exact("password"), of: person.account, attempt: attempt)
            let problem = PasswordRules(accounts.settings).problem(
                form.exact("newPassword"), again: form.exact("newPasswordAgain"), names: [person.account.key, person.account.name])
            guard isRight, problem == nil else { return try await refuse(isRight, attempt, problem, request, person) }
            let token = try await store(try await accounts.passwords.hash(form.exact("newPassword")), person)
            var response = Response.redirect(to: "/admin/account")
            SessionCookie(accounts.settings).set(token, in: &response)
            return response
        }
    }

    private func refuse(
        _ isRight: Bool, _ attempt: Int64, _ problem: PasswordRules.Problem?, _ request: Request, _ person: SignedIn
    ) async throws -> Response {
        try await accounts.database.write { db in
            guard !isRight else { return try Attempts.withdraw(attempt, db) }
            try accounts.audit("password.refused", person.account, person.visitor, db, isActor: true)
        }
        let words = accounts.pages.words(for: person.visitor)
        return try await OwnAccountPages(accounts: accounts).ownPage(
            request, person, passwordError: isRight ? nil : words("accounts.password.wrong"), newPasswordError: problem.map { words($0) },
            status: .unprocessableContent)
    }

    private func store(_ hash: String, _ person: SignedIn) async throws -> Token {
        let words = accounts.pages.words(for: person.visitor)
        return try await accounts.database.write { db in
            // Only if the checked password is still current: a link may have changed it to lock out an intruder.
            let changed = try Account.filter(key: person.accountID)
                .filter(Account.Columns.passwordHash == person.account.passwordHash)
                .updateAll(db, Account.Columns.passwordHash.set(to: hash))
            guard changed == 1 else { throw HTTPError(.conflict) }
            try Attempts.succeed(
                person.account.key, from: person.visitor.client.network,
                at: accounts.settings.noted(accounts.settings.now(), of: person.accountID, db), db)
            let others = try person.session.endOthers(db)
            try Factors.endTrust(person.accountID, db)
            try OneTimeLink.all().of(person.accountID).deleteAll(db)
            try accounts.audit("password.change", person.account, person.visitor, db, isActor: true, detail: ["sessions": String(others)])
            try accounts.post(.passwordChanged, person.account, db)
            try person.session.setFlash(db, Flash(words("accounts.password.changed")))
            return try person.session.rotate(db)
        }
    }
}
