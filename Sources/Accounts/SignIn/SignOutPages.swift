import GRDB
import Hummingbird
import Web

struct SignOutPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.post("sign-out", use: signOut)
    }

    func signOut(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let person = visitor.person as? SignedInPerson {
            try await accounts.database.write { db in
                try person.session.stopViewing(db, by: person.actor(visitor))
                try Session.filter(key: person.session.id).deleteAll(db)
                try accounts.audit("sign-out", person.account, visitor, db, isActor: true)
            }
        }
        return accounts.signedOut()
    }
}
