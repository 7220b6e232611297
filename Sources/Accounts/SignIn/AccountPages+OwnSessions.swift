import GRDB
import Hummingbird
import Web

extension AccountPages {
    func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.get("id").flatMap({ Int64(recordID: $0) }) else { throw HTTPError(.notFound) }
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
}
