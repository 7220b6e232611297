import GRDB
import Hummingbird
import Web

struct OwnSessionPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("admin/account/sessions/{id}/ending", use: endSession)
        routes.post("admin/account/sessions/endings", use: endOtherSessions)
    }

    func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = accounts.pages.words(for: person.visitor)
        let isEnded = try await accounts.database.write { db in
            guard try Session.all().of(person.accountID).filter(key: id).deleteAll(db) > 0 else { return false }
            try accounts.audit("session.end", person.account, person.visitor, db, isActor: true)
            if id != person.session.id { try person.session.setFlash(db, Flash(words("accounts.mine.ended", count: 1))) }
            return true
        }
        guard isEnded else { throw HTTPError(.notFound) }
        return id == person.session.id ? accounts.signedOut() : .redirect(to: "/admin/account")
    }

    func endOtherSessions(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = accounts.pages.words(for: person.visitor)
        try await accounts.database.write { db in
            let count = try person.session.endOthers(db)
            guard count > 0 else { return }
            try accounts.audit("session.end-others", person.account, person.visitor, db, isActor: true, detail: ["sessions": String(count)])
            try person.session.setFlash(db, Flash(words("accounts.mine.ended", count: count)))
        }
        return .redirect(to: "/admin/account")
    }
}
