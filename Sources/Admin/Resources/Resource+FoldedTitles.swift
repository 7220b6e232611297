import GRDB
import Web

extension Resource {
    /// The records with outdated sort or search columns, except twins; the order and spacing of words are ignored.
    static func needsReindex(_ db: Database) throws -> [Int64] {
        let twins = try Set(twins(db).map(\.id))
        var found: [Int64] = []
        try eachFolded(db) { record, folded, words in
            let isSame = Set(words.split(separator: " ")) == Set(record.searchWords().split(separator: " "))
            let id = record.stamp.id ?? 0
            if !isSame || (folded != record.titleText.folded && !twins.contains(id)) { found.append(id) }
        }
        return found
    }

    static func reindex(_ db: Database) throws {
        for id in try needsReindex(db) {
            guard let record = try fetch(db, id: id) else { continue }
            try db.execute(sql: "UPDATE \(table) SET words = ? WHERE id = ?", arguments: [record.searchWords(), id])
            try db.execute(sql: "UPDATE OR IGNORE \(table) SET folded = ? WHERE id = ?", arguments: [record.titleText.folded, id])
        }
    }

    /// Records with titles that look the same in a scope, from older versions; only a person can tell whether they are duplicates.
    static func twins(_ db: Database) throws -> [(id: Int64, title: String)] {
        let areUnique = try db.indexes(on: table).contains { $0.name == table + "_title" && $0.isUnique }
        guard areUnique else { return [] }
        var twins: [(id: Int64, title: String)] = []
        let isOfScope = scope.map { " AND \($0.column) IS ?" } ?? ""
        try eachFolded(db) { record, folded, _ in
            let wanted = record.titleText.folded
            guard folded != wanted, record.stamp.deletedAt == nil, let id = record.stamp.id else { return }
            let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE folded = ? AND id <> ? AND \(notTrashed)\(isOfScope))"
            let arguments: StatementArguments = scope == nil ? [wanted, id] : [wanted, id, record.stamp.scopeID]
            if try Bool.fetchOne(db, sql: sql, arguments: arguments) == true { twins.append((id, record.titleText)) }
        }
        return twins
    }

    private static func eachFolded(_ db: Database, _ look: (Self, String, String) throws -> Void) throws {
        let columns = (stampColumns + ownColumns.map { $0.column } + ["folded", "words"]).joined(separator: ", ")
        let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table)")
        while let row = try rows.next() { try look(make(row), row[row.count - 2], row[row.count - 1]) }
    }
}

enum Folding {
    private static let key = "folding"
    /// Raised whenever `String.folded` changes its result.
    private static let version = "2"

    /// Folds rows written by an older program; call it when all tables exist.
    static func follow(_ db: Database, _ resources: [any Resource.Type]) throws {
        guard try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key]) != version else { return }
        for type in resources { try type.reindex(db) }
        try db.execute(
            sql: "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [key, version])
    }
}
