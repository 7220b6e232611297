import Accounts
import Admin
import GRDB

/// A published result in the seed: `{ author: bellini, run: bellini-2026 }`.
struct SeededProfile: SeedExtra {
    static let path = "profiles"
    static let comparesValues = true
    static let known = ["author", "run"]
    static let schema = SeedSchema.map([("author", .key(of: Author.self), true), ("run", .key(of: Run.self), true)])

    private let author: Int64
    private let run: Int64
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("author"), let author = node.record(of: Author.self),
            let run = mapping.required("run")?.record(of: Run.self)
        else { return nil }
        (self.author, self.run, key) = (author, run, node.scalar() ?? "")
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let shown = try Int64.fetchOne(db, sql: "SELECT runID FROM citationProfile WHERE authorID = ?", arguments: [author])
        guard let shown else { return .new }
        return shown == run ? .same : .changed(["run"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        try AuthorProfile.set(run, of: author, db)
        let name = try Author.fetch(db, id: author)?.name ?? key
        try AuditEntry.write(db, "citations.authors.publish", by: actor, on: (Author.name, author, name))
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        try Row.fetchAll(db, sql: "SELECT authorID, runID FROM citationProfile ORDER BY authorID").compactMap { row in
            guard let author = try export.key(of: row["authorID"], Author.self), let run = try export.key(of: row["runID"], Run.self)
            else { return nil }
            return .map([("author", .text(author)), ("run", .text(run))])
        }
    }
}
