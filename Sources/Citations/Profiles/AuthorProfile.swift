import Accounts
import Admin
import GRDB
import Registry

/// The public result of a consenting author; table `citationProfile`.
enum AuthorProfile {
    static func address(_ author: Int64) -> String { "/citations/authors/\(author)" }

    static func run(of author: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT p.runID FROM citationProfile p JOIN citationRun r ON r.id = p.runID AND r.author = p.authorID AND \(Run.notTrashed("r"))
            JOIN citationAuthor a ON a.id = p.authorID AND \(Author.notTrashed("a")) WHERE p.authorID = ?
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [author])
    }

    static func all(_ db: Database) throws -> [(author: Int64, name: String)] {
        let sql = """
            SELECT a.id, a.name FROM citationProfile p JOIN citationAuthor a ON a.id = p.authorID AND \(Author.notTrashed("a"))
            JOIN citationRun r ON r.id = p.runID AND r.author = a.id AND \(Run.notTrashed("r"))
            JOIN citationOutcome o ON o.runID = r.id AND o.computedAt IS NOT NULL ORDER BY a.folded, a.id LIMIT 500
            """
        return try Row.fetchAll(db, sql: sql).map { ($0["id"], $0["name"]) }
    }

    static func set(_ run: Int64?, of author: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM citationProfile WHERE authorID = ?", arguments: [author])
        guard let run else { return }
        try db.execute(sql: "INSERT INTO citationProfile (authorID, runID) VALUES (?, ?)", arguments: [author, run])
    }
}

extension Citations: PersonPages {
    public static func personPages(of person: Int64, _ db: Database) throws -> [PageLink] {
        let authors = try Int64.fetchSet(
            db, sql: "SELECT id FROM citationAuthor WHERE person = ? AND \(Author.notTrashed)", arguments: [person])
        return try AuthorProfile.all(db).filter { authors.contains($0.author) }.map {
            PageLink("citations.profile.link", address: AuthorProfile.address($0.author), icon: icon)
        }
    }
}
