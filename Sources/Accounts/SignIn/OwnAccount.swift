import Foundation
import GRDB
import Hummingbird
import Web

// The page of one's own account: password and devices.

extension AccountPages {
    func showOwn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await ownPage(request, person)
    }

    /// Changes the password. Every other device is signed out, this one gets a new token: whoever knew the old password is out.
    func changePassword(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let verdict = try await database.write { [settings] db in
            let verdict = try Attempts.begin(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
            if case .wait(_, isNews: true) = verdict { try audit("sign-in.limited", person.account, person.visitor, db, isActor: true) }
            return verdict
        }
        guard case .allowed(let attempt) = verdict else {
            guard case .wait(let seconds, _) = verdict else { return try await ownPage(request, person) }
            var page = try await ownPage(request, person, passwordError: waiting(seconds, person.visitor), status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        }
        let words = pages.words(for: person.visitor)
        let isRight = try await isRight(form.exact("password"), of: person.account, attempt: attempt)
        let problem = PasswordRules(settings).problem(
            form.exact("newPassword"), again: form.exact("newPasswordAgain"), names: [person.account.key, person.account.name])
        guard isRight, problem == nil else {
            try await database.write { db in
                if isRight { try Attempts.withdraw(attempt, db) } else { try audit("password.refused", person.account, person.visitor, db, isActor: true) }
            }
            return try await ownPage(
                request, person, passwordError: isRight ? nil : words("accounts.password.wrong"), newPasswordError: problem.map { words($0) },
                status: .unprocessableContent)
        }
        let hash = try await passwords.hash(form.exact("newPassword"))
        let token = try await database.write { [settings] db in
            // Only over the password that was checked: a link may have changed it meanwhile, to keep out whoever knows the old one.
            let changed = try Account.filter(key: person.accountID)
                .filter(Account.Columns.passwordHash == person.account.passwordHash)
                .updateAll(db, Account.Columns.passwordHash.set(to: hash))
            guard changed == 1 else { throw HTTPError(.conflict) }
            try Attempts.succeed(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
            let others = try person.session.endOthers(db)
            try OneTimeLink.all().of(person.accountID).deleteAll(db)
            try audit("password.change", person.account, person.visitor, db, isActor: true, detail: ["sessions": String(others)])
            try person.session.setFlash(db, Flash(words("accounts.password.changed")))
            return try person.session.rotate(db)
        }
        var response = Response.redirect(to: "/admin/account")
        SessionCookie(settings).set(token, in: &response)
        return response
    }

    /// Ends one session of one's own; somebody else's is not there.
    func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.get("id").flatMap({ Int64($0) }) else { throw HTTPError(.notFound) }
        let words = pages.words(for: person.visitor)
        let isEnded = try await database.write { db in
            guard try Session.all().of(person.accountID).filter(key: id).deleteAll(db) > 0 else { return false }
            try audit("session.end", person.account, person.visitor, db, isActor: true)
            if id != person.session.id { try person.session.setFlash(db, Flash(words("accounts.mine.ended", count: 1))) }
            return true
        }
        guard isEnded else { throw HTTPError(.notFound) }
        return id == person.session.id ? signedOut() : .redirect(to: "/admin/account")
    }

    func endOtherSessions(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            let count = try person.session.endOthers(db)
            guard count > 0 else { return }
            try audit("session.end-others", person.account, person.visitor, db, isActor: true, detail: ["sessions": String(count)])
            try person.session.setFlash(db, Flash(words("accounts.mine.ended", count: count)))
        }
        return .redirect(to: "/admin/account")
    }

    private func ownPage(
        _ request: Request, _ person: SignedIn, passwordError: String? = nil, newPasswordError: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let sessions = try await database.read { [settings] db in
            try Session.all().of(person.accountID).live(settings).order(Session.Columns.seenAt.desc).fetchAll(db)
        }
        let words = pages.words(for: person.visitor)
        let (now, language) = (settings.now(), person.language)
        var values = try await desk(person, request)
        values["title"] = words("accounts.mine.title")
        values["displayName"] = person.account.name
        values["name"] = person.account.key
        values["passwordError"] = passwordError ?? false
        values["newPasswordError"] = newPasswordError ?? false
        values["sessions"] = sessions.map { session -> [String: Any] in
            [
                "id": session.id ?? 0, "device": session.device.isEmpty ? words("accounts.mine.unknown-device") : session.device,
                "address": session.address, "started": language.saidMoment(session.createdAt, now: now, in: settings.zone),
                "seen": language.saidMoment(session.seenAt, now: now, in: settings.zone), "current": session.id == person.session.id,
            ]
        }
        return try pages.page("accounts/mine", values, for: person.visitor, request: request, status: status)
    }
}
