import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// One full-text index over the records of all systems; it stores words and row numbers, not texts. Triggers generated from the resources
/// update it in each write's transaction. They are not in migrations: at startup they are compared with the required ones, and after a
/// change (a new resource, order or table) the index is rebuilt.
public enum SearchIndex {
    /// Updates triggers and index for these resources; call it after the migrations.
    public static func prepare(_ db: Database, for resources: [any Resource.Type]) throws {
        // Computing the required triggers would take a twentieth of startup.
        let signature = signature(resources)
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'search_*'")
        if try Int32.fetchOne(db, sql: "PRAGMA user_version") == signature, count == 3 * (resources.count + SearchKind.own.count) { return }
        try compare(db, SearchKind.all(resources))
        try Folding.follow(db, resources)
        try db.execute(sql: "PRAGMA user_version = \(signature)")
    }

    /// A hash of program and resources: the same hash needs the same triggers.
    private static func signature(_ resources: [any Resource.Type]) -> Int32 {
        var sum = SHA256()
        for part in [FileTime.program?.mark ?? ""] + resources.map({ $0.name }) { sum.update(data: Data((part + "\n").utf8)) }
        return sum.finalize().prefix(4).reduce(0) { $0 << 8 | Int32($1) }
    }

    private static func compare(_ db: Database, _ kinds: [SearchKind]) throws {
        let wanted = Dictionary(kinds.flatMap(triggers)) { $1 }
        let sql = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'search_*'"
        let present = Dictionary(try Row.fetchAll(db, sql: sql).map { ($0[0] as String, $0[1] as String) }) { $1 }
        guard present != wanted else { return }
        for name in present.keys { try db.execute(sql: "DROP TRIGGER \(name)") }
        for sql in wanted.values { try db.execute(sql: sql) }
        try refill(db, kinds)
    }

    static func refill(_ db: Database, _ kinds: [SearchKind]) throws {
        try db.execute(sql: "INSERT INTO searchWords (searchWords) VALUES ('delete-all')")
        for kind in kinds { try db.execute(sql: "INSERT INTO searchWords (rowid, words) \(rows(kind))") }
        try db.execute(sql: "INSERT INTO searchWords (searchWords) VALUES ('optimize')")
    }

    static func rows(_ kind: SearchKind) -> String {
        "SELECT \(kind.rowid.of("r")), \(kind.words.of("r")) FROM \(kind.table) r WHERE \(RowCondition.notTrashed(in: kind.table)("r"))"
    }

    private static func triggers(_ kind: SearchKind) -> [(String, String)] {
        let (table, name) = (kind.table, "search_\(kind.table)")
        let (old, new) = ("\(kind.rowid.of("old")), \(kind.words.of("old"))", "\(kind.rowid.of("new")), \(kind.words.of("new"))")
        let out = "INSERT INTO searchWords (searchWords, rowid, words) SELECT 'delete', \(old) WHERE old.deletedAt IS NULL;"
        let put = "INSERT INTO searchWords (rowid, words) SELECT \(new) WHERE new.deletedAt IS NULL;"
        let isSame = [kind.words, kind.scope, "{r}.deletedAt IS NULL", "{r}.id"].map { "(\($0.of("old"))) IS (\($0.of("new")))" }
        let made: [(String, String)] = [
            ("insert", "AFTER INSERT ON \(table) BEGIN \(put) END"),
            ("delete", "AFTER DELETE ON \(table) BEGIN \(out) END"),
            ("update", "AFTER UPDATE ON \(table) WHEN NOT (\(isSame.joined(separator: " AND "))) BEGIN \(out) \(put) END"),
        ]
        return made.map { ("\(name)_\($0)", "CREATE TRIGGER \(name)_\($0) \($1)") }
    }
}
