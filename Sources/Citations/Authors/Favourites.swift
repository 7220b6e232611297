import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// A person's private list of authors; table `citationFavourite`.
struct Favourites: Sendable {
    let admin: AdminContext

    static func all(of person: some RightsHolder, _ db: Database) throws -> Set<Int64> {
        let sql = """
            SELECT f.authorID FROM citationFavourite f JOIN citationAuthor a ON a.id = f.authorID AND \(Author.notTrashed("a"))
            WHERE accountID = ? AND \(Author.rows(Citations.seeingAuthors, person.grants, as: "a"))
            """
        return try Int64.fetchSet(db.cachedStatement(sql: sql), arguments: [person.actor.accountID])
    }

    static func set(_ author: Int64, to isKept: Bool, of person: some RightsHolder, _ db: Database) throws {
        guard let found = try Author.fetch(db, id: author), found.stamp.deletedAt == nil,
            try Author.isOpen(author, Citations.seeingAuthors, person.grants, db)
        else { throw HTTPError(.notFound) }
        let sql =
            isKept
            ? "INSERT OR IGNORE INTO citationFavourite (accountID, authorID) VALUES (?, ?)"
            : "DELETE FROM citationFavourite WHERE accountID = ? AND authorID = ?"
        try db.execute(sql: sql, arguments: [person.actor.accountID, author])
    }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.post("authors/{id}/favourite", use: choose)
    }

    @Sendable private func choose(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Citations.seeing, in: nil), let author = person.parameters.recordID("id") else {
            throw HTTPError(.notFound)
        }
        _ = try await admin.database.read { db in try Author.find(db, person.grants, Citations.seeingAuthors, author) }
        let form = try await Form.read(request)
        guard ["keep", "drop"].contains(form["act"]) else { throw HTTPError(.unprocessableContent) }
        try await admin.database.write { db in
            try Self.set(author, to: form["act"] == "keep", of: person, db)
        }
        return .redirect(to: Overview.address + "#a\(author)")
    }
}
