import Accounts
import Foundation
import GRDB

/// Takes back what an application wrote besides records: each entry wholly, unless people have changed or used it since.
struct SeedRestoring {
    private(set) var restored = 0
    private(set) var kept: [String] = []
    /// The lists that hold entries which cannot be taken back.
    private(set) var others: [String] = []

    private struct Change {
        let table: SeedTable
        let place: String
        /// Nil for a row that the application added.
        let before: String?
        /// The digest of what it became; nil for a row that the application deleted.
        let after: String?
        var name: String { "\(table.name) \(place)" }
    }

    private struct Reference {
        let table: String
        let columns: [String]
        /// Empty for the primary key.
        let targets: [String]
    }

    private let db: Database
    private let tables: [String: SeedTable]
    private let references: [String: [Reference]]

    init(_ db: Database, _ modules: [any Module.Type]) throws {
        self.db = db
        tables = try SeedTable.all(db)
        references = try Self.references(db, except: Set(modules.flatMap { $0.derivedTables }))
    }

    var isEmpty: Bool { restored == 0 && kept.isEmpty && others.isEmpty }

    mutating func restore() throws {
        let touched = try String.fetchAll(db, sql: "SELECT DISTINCT tableName FROM seedRow")
        // Entries may point to each other.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for entry in try Row.fetchAll(db, sql: "SELECT id, list, name, isWhole FROM seedEntry ORDER BY id DESC") {
            let (list, name): (String, String) = (entry["list"], entry["name"])
            guard entry["isWhole"] else {
                if !others.contains(list) { others.insert(list, at: 0) }
                continue
            }
            if try restore(entry["id"]) { restored += 1 } else { kept.insert("\(list) \(name)", at: 0) }
        }
        try db.execute(sql: "PRAGMA defer_foreign_keys = OFF")
        // SQLite does not report changes of tables without rowid.
        for table in touched where tables[table] != nil { try db.notifyChanges(in: Table(table)) }
        try SeedJournal.forget(db)
    }

    private func restore(_ entry: Int64) throws -> Bool {
        var isDone = false
        try db.inSavepoint {
            isDone = try takeBack(entry)
            return isDone ? .commit : .rollback
        }
        return isDone
    }

    private func takeBack(_ entry: Int64) throws -> Bool {
        let sql = "SELECT tableName, place, before, after FROM seedRow WHERE entry = ? ORDER BY id"
        var changes: [Change] = []
        for row in try Row.fetchAll(db, sql: sql, arguments: [entry]) {
            guard let table = tables[row["tableName"]] else { return false }
            let change = Change(table: table, place: row["place"], before: row["before"], after: row["after"])
            guard try SeedJournal.digest(table.row(change.place, db)) == change.after else { return false }
            changes.append(change)
        }
        let own = Set(changes.map(\.name))
        var left = changes.filter { $0.before == nil }.reversed() + changes.filter { $0.before != nil }
        while !left.isEmpty {
            // A published version, for one, protects its questions until it is a draft again or gone.
            let refused = try left.filter { try !takesBack($0, own) }
            guard refused.count < left.count else { return false }
            left = refused
        }
        return try Set(changes.filter { $0.before != nil }.map(\.table.name)).allSatisfy { table in
            try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\(table.quotedDatabaseIdentifier))") == nil
        }
    }

    /// Takes one row back; false if the database refuses it now.
    private func takesBack(_ change: Change, _ own: Set<String>) throws -> Bool {
        var isDone = true
        do {
            try db.inSavepoint {
                if let before = change.before { try bringBack(change, before) } else { isDone = try remove(change, own) }
                return isDone ? .commit : .rollback
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
        return isDone
    }

    /// Removes an added row; false if others point to it. A picture goes to the trash, because records there may show it.
    private func remove(_ change: Change, _ own: Set<String>) throws -> Bool {
        let table = change.table.name.quotedDatabaseIdentifier
        if change.table.name == Picture.databaseTableName {
            let sql = "UPDATE \(table) SET deletedAt = ?, updatedAt = ?, version = version + 1 WHERE \(change.place)"
            try db.execute(sql: sql, arguments: [db.transactionDate, db.transactionDate])
            return true
        }
        for reference in references[change.table.name] ?? [] {
            guard let child = tables[reference.table] else { continue }
            let columns = { (names: [String]) in names.map(\.quotedDatabaseIdentifier).joined(separator: ", ") }
            let targets = columns(reference.targets.isEmpty ? change.table.keys : reference.targets)
            let name = reference.table.quotedDatabaseIdentifier
            let sql = """
                SELECT \(child.place(of: name)) FROM \(name)
                WHERE (\(columns(reference.columns))) IN (SELECT \(targets) FROM \(table) WHERE \(change.place))
                """
            guard try String.fetchAll(db, sql: sql).allSatisfy({ own.contains("\(reference.table) \($0)") }) else { return false }
        }
        try db.execute(sql: "DELETE FROM \(table) WHERE \(change.place)")
        return true
    }

    /// Writes the values of before. `version` counts on, so that no form of the time between is taken for a fresh one.
    private func bringBack(_ change: Change, _ before: String) throws {
        let table = change.table
        let stamps: Set<String> = table.hasStamp ? ["version", "updatedAt"] : []
        let old = try values(before).filter { table.columns.contains($0.column) }
        let names = { (columns: [String]) in columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ") }
        guard let there = try table.row(change.place, db) else {
            let sql = "INSERT INTO \(table.name.quotedDatabaseIdentifier) (\(names(old.map(\.column))))"
            return try db.execute(sql: "\(sql) VALUES (\(old.map(\.value).joined(separator: ", ")))")
        }
        let now = Dictionary(try values(there).map { ($0.column, $0.value) }) { $1 }
        let changed = old.filter { now[$0.column] != $0.value && !stamps.contains($0.column) }
        guard !changed.isEmpty else { return }
        var set = changed.map { "\($0.column.quotedDatabaseIdentifier) = \($0.value)" }
        if table.hasStamp { set += ["version = version + 1", "updatedAt = :now"] }
        let sql = "UPDATE \(table.name.quotedDatabaseIdentifier) SET \(set.joined(separator: ", ")) WHERE \(change.place)"
        try db.execute(sql: sql, arguments: table.hasStamp ? ["now": db.transactionDate] : StatementArguments())
    }

    private func values(_ row: String) throws -> [(column: String, value: String)] {
        try Row.fetchAll(db, sql: "SELECT key, value FROM json_each(?)", arguments: [row]).map { ($0["key"], $0["value"]) }
    }

    private static func references(_ db: Database, except workedOut: Set<String>) throws -> [String: [Reference]] {
        let sql = """
            SELECT child.name AS child, link.id AS number, link."table" AS parent, link."from" AS columnName, link."to" AS target
            FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name) AS link
            WHERE child.type = 'table' ORDER BY child.name, link.id, link.seq
            """
        let rows = Dictionary(grouping: try Row.fetchAll(db, sql: sql)) { row in
            "\(row["child"] as String) \(row["number"] as Int)"
        }
        var found: [String: [Reference]] = [:]
        for parts in rows.values where !workedOut.contains(parts[0]["child"]) {
            let targets = parts.compactMap { $0["target"] as String? }
            found[parts[0]["parent"] as String, default: []].append(
                Reference(table: parts[0]["child"], columns: parts.map { $0["columnName"] }, targets: targets))
        }
        return found
    }
}
