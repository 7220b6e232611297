import Accounts
import Crypto
import Foundation
import GRDB

/// What the newest application wrote besides records, by entry and row, for its undo; tables `seedEntry` and `seedRow`.
/// Temporary triggers note each row that an entry touches as it was before; of what it became only a digest is kept.
struct SeedJournal {
    /// More rows of one entry, such as the invented answers of a demonstration, are not kept.
    static let mostRows = 2_000
    /// What only grows, and what has an undo of its own.
    private static let unwatched: Set<String> = [
        "audit", "auditErasure", "act", "revision", "job", "jobReceiver", "heartbeat", "crash", "session", "siteIdentity",
        "seedApplication", "seedMemory", "seedUndo", "seedEntry", "seedRow",
    ]

    private let db: Database
    private let tables: [String: SeedTable]

    init(_ db: Database, _ modules: [any Module.Type]) throws {
        self.db = db
        let others = Set(modules.flatMap { module in module.resources.map { $0.table } + module.derivedTables })
        tables = try SeedTable.all(db).filter { !Self.unwatched.contains($0.key) && !others.contains($0.key) }
        try db.execute(sql: "CREATE TEMP TABLE seedWriting (entry INTEGER NOT NULL)")
        for table in tables.values { try db.execute(sql: table.watching) }
    }

    func watch(_ list: String, _ name: String, _ write: () throws -> Void) throws {
        let entry = try add(list, name, isWhole: true)
        try db.execute(sql: "INSERT INTO seedWriting (entry) VALUES (?)", arguments: [entry])
        defer { try? db.execute(sql: "DELETE FROM seedWriting") }
        try write()
        try close(entry)
    }

    /// Notes an entry that cannot be taken back.
    func note(_ list: String, _ name: String) throws { _ = try add(list, name, isWhole: false) }

    func end() throws {
        for table in tables.values { try db.execute(sql: table.unwatching) }
        try db.execute(sql: "DROP TABLE temp.seedWriting")
    }

    static func forget(_ db: Database) throws { try db.execute(sql: "DELETE FROM seedRow; DELETE FROM seedEntry") }

    /// The files of pictures that an undo brings back.
    static func pictures(_ db: Database) throws -> Set<String> {
        let sql = "SELECT trim(json_extract(before, '$.file'), char(39)) FROM seedRow WHERE tableName = ? AND before IS NOT NULL"
        return try String.fetchSet(db, sql: sql, arguments: [Picture.databaseTableName])
    }

    static func digest(_ row: String?) -> String? { row.map { SHA256.hash(data: Data($0.utf8)).prefix(16).hexadecimal } }

    private func add(_ list: String, _ name: String, isWhole: Bool) throws -> Int64 {
        try db.execute(sql: "INSERT INTO seedEntry (list, name, isWhole) VALUES (?, ?, ?)", arguments: [list, name, isWhole])
        return db.lastInsertedRowID
    }

    private func close(_ entry: Int64) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM seedRow WHERE entry = ?", arguments: [entry]) ?? 0
        guard count <= Self.mostRows else {
            try db.execute(sql: "DELETE FROM seedRow WHERE entry = ?", arguments: [entry])
            return try db.execute(sql: "UPDATE seedEntry SET isWhole = 0 WHERE id = ?", arguments: [entry])
        }
        let first = "SELECT min(id) AS id, tableName, place, before FROM seedRow WHERE entry = ? GROUP BY tableName, place"
        let rows = try Row.fetchAll(db, sql: first, arguments: [entry])
        try db.execute(
            sql: "DELETE FROM seedRow WHERE entry = ? AND id NOT IN (SELECT id FROM (\(first)))", arguments: [entry, entry])
        for row in rows {
            let (id, before): (Int64, String?) = (row["id"], row["before"])
            let now = try tables[row["tableName"]]?.row(row["place"], db)
            if now == before {
                try db.execute(sql: "DELETE FROM seedRow WHERE id = ?", arguments: [id])
            } else {
                try db.execute(sql: "UPDATE seedRow SET after = ? WHERE id = ?", arguments: [Self.digest(now), id])
            }
        }
    }
}
