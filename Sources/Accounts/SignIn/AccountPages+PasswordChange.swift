import GRDB
import Hummingbird
import Web

extension AccountPages {
    /// Changes the password, signs out all other devices and renews this session's token.
    func changePassword(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        switch try await beginAttempt(person) {
        case .wait(let seconds, _):
            var page = try await ownPage(request, person, passwordError: waiting(seconds, person.visitor), status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        case .allowed(let attempt):
            let isRight = try await isRight(form.exact("password"), of: person.account, attempt: attempt)
            let problem = PasswordRules(settings).problem(
                form.exact("newPassword"), again: form.exact("newPasswordAgain"), names: [person.account.key, person.account.name])
            guard isRight, problem == nil else { return try await refuse(isRight, attempt, problem, request, person) }
            let token = try await store(try await passwords.hash(form.exact("newPassword")), person)
            var response = Response.redirect(to: "/admin/account")
            SessionCookie(settings).set(token, in: &response)
            return response
        }
    }

    /// Wrong current passwords count as sign-in attempts, so that an unlocked device does not allow guessing.
    func beginAttempt(_ person: SignedIn) async throws -> Attempts.Verdict {
        try await database.write { [settings] db in
            let verdict = try Attempts.begin(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
            if case .wait(_, isNews: true) = verdict { try audit("sign-in.limited", person.account, person.visitor, db, isActor: true) }
            return verdict
        }
    }

    private func refuse(
        _ isRight: Bool, _ attempt: Int64, _ problem: PasswordRules.Problem?, _ request: Request, _ person: SignedIn
    ) async throws -> Response {
        try await database.write { db in
            guard !isRight else { return try Attempts.withdraw(attempt, db) }
            try audit("password.refused", person.account, person.visitor, db, isActor: true)
        }
        let words = pages.words(for: person.visitor)
        return try await ownPage(
            request, person, passwordError: isRight ? nil : words("accounts.password.wrong"), newPasswordError: problem.map { words($0) },
            status: .unprocessableContent)
    }

    private func store(_ hash: String, _ person: SignedIn) async throws -> Token {
        let words = pages.words(for: person.visitor)
        return try await database.write { [settings] db in
            // Only if the checked password is still current: a link may have changed it to lock out an intruder.
            let changed = try Account.filter(key: person.accountID)
                .filter(Account.Columns.passwordHash == person.account.passwordHash)
                .updateAll(db, Account.Columns.passwordHash.set(to: hash))
            guard changed == 1 else { throw HTTPError(.conflict) }
            try Attempts.succeed(
                person.account.key, from: person.visitor.client.network, at: settings.noted(settings.now(), of: person.accountID, db), db)
            let others = try person.session.endOthers(db)
            try Factors.endTrust(person.accountID, db)
            try OneTimeLink.all().of(person.accountID).deleteAll(db)
            try audit("password.change", person.account, person.visitor, db, isActor: true, detail: ["sessions": String(others)])
            try person.session.setFlash(db, Flash(words("accounts.password.changed")))
            return try person.session.rotate(db)
        }
    }
}
