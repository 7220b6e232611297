import GRDB
import Hummingbird
import Web

extension AccountPages {
    func signOut(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let person = visitor.person as? SignedInPerson {
            try await database.write { db in
                try person.session.stopViewing(db, by: person.actor(visitor))
                try Session.filter(key: person.session.id).deleteAll(db)
                try audit("sign-out", person.account, visitor, db, isActor: true)
            }
        }
        return signedOut()
    }

    /// Clears caches and script storage on shared computers. Not "cookies": the language stays; the session's is cleared apart.
    func signedOut() -> Response {
        var response = Response.redirect(to: "/sign-in")
        SessionCookie(settings).clear(in: &response)
        response.headers[.init("Clear-Site-Data")!] = #""cache", "storage""#
        return response
    }
}
