import Accounts
import Foundation
import GRDB
import Web

enum WriteRefusal: Error {
    case changedMeanwhile
    case titleTaken
}

extension Resource {
    // Cached: in generic code the key paths would be created at each call, which costs more than the rest.
    static var ownColumns: [Field<Self>] { fields.filter { $0.kind.isColumn } }
    private static var otherFields: [Field<Self>] { fields.filter { !$0.kind.isColumn } }

    static var stampColumns: [String] {
        ["id", "key", "version", "createdAt", "updatedAt", "deletedAt"] + [scope?.column, audience?.owner].compactMap { $0 }
    }

    /// Returns the whole record, also from the trash.
    public static func fetch(_ db: Database, id: Int64) throws -> Self? {
        let columns = (stampColumns + ownColumns.map { $0.column }).joined(separator: ", ")
        guard
            var record = try Row.fetchOne(db.cachedStatement(sql: "SELECT \(columns) FROM \(table) WHERE id = ?"), arguments: [id]).map(
                make)
        else { return nil }
        for field in otherFields { try field.fetch(&record, db, id) }
        return record
    }

    /// The name by which people know the record: its title, unless that is a code.
    func name(_ db: Database) throws -> String {
        guard let id, Self.recordName(Self.table) != nil else { return titleText }
        return try Target(Self.self).titles([id], seenBy: nil, db)[id] ?? titleText
    }

    static func fetchAll(_ db: Database, where condition: String = "1", _ arguments: StatementArguments = []) throws -> [Self] {
        let ids = try Int64.fetchAll(db, sql: "SELECT id FROM \(table) WHERE \(condition) ORDER BY id", arguments: arguments)
        return try ids.compactMap { try fetch(db, id: $0) }
    }

    static func make(_ row: Row) -> Self {
        var record = Self()
        record.stamp.id = row[0]
        record.stamp.key = row[1]
        record.stamp.version = row[2]
        record.stamp.createdAt = row[3]
        record.stamp.updatedAt = row[4]
        record.stamp.deletedAt = row[5]
        if scope != nil { record.stamp.scopeID = row[6] }
        if let owner = audience?.owner { record.stamp.ownerID = row[owner] }
        for (index, field) in ownColumns.enumerated() { field.load(&record, row[stampColumns.count + index]) }
        return record
    }
}

extension Resource {
    public mutating func insert(_ db: Database, by actor: Actor) throws {
        stamp.ownerID = stamp.ownerID ?? actor.accountID
        try insertRow(db)
        try record("create", db, by: actor)
    }

    /// Writes only the row and its parts, without version, history, log or events, for a transaction that is rolled back.
    mutating func writeRow(_ db: Database) throws {
        guard let id = stamp.id else { return try insertRow(db) }
        let values = columnValues(stamp.updatedAt.databaseValue)
        let sql = "UPDATE \(Self.table) SET \(values.names.map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ?"
        try Self.refusing { try db.execute(sql: sql, arguments: StatementArguments(values.values + [id.databaseValue])) }
        for field in Self.otherFields { try field.save(self, db, id) }
    }

    private mutating func insertRow(_ db: Database) throws {
        if stamp.key.isEmpty { stamp.key = try freeKey(db) }
        let now = try db.transactionDate
        (stamp.createdAt, stamp.updatedAt, stamp.version) = (now, now, 1)
        try moveToEnd(db)
        let date = now.stored
        let values = columnValues(date)
        // Appended one by one: joining and repeating strings takes as long as three small statements.
        var (names, marks) = ("key, createdAt", "?, ?")
        for name in values.names {
            names += ", " + name
            marks += ", ?"
        }
        let sql = "INSERT INTO \(Self.table) (\(names)) VALUES (\(marks))"
        try Self.refusing {
            try db.cachedStatement(sql: sql).execute(
                arguments: StatementArguments([stamp.key.databaseValue, date] + values.values))
        }
        let id = db.lastInsertedRowID
        stamp.id = id
        for field in Self.otherFields where field.pack(self).list?.isEmpty != true { try saveParts(field, db, id) }
    }

    /// Saves over the version of `stamp`; throws `changedMeanwhile` if there is a newer one. `act` is the name in history and log.
    public mutating func update(
        _ db: Database, by actor: Actor, words: Words, zone: TimeZone, as act: String = "update", detail: [String: String] = [:]
    ) throws {
        guard let id = stamp.id, let before = try Self.fetch(db, id: id) else { throw WriteRefusal.changedMeanwhile }
        let now = try db.transactionDate
        let expected = stamp.version
        // A version from outside may be any number, and adding to it could overflow.
        guard expected == before.stamp.version else { throw WriteRefusal.changedMeanwhile }
        stamp.version += 1
        stamp.updatedAt = now
        // A record with a duplicate title can still be saved under its unchanged title.
        let values = columnValues(now.stored, keepsFolded: before.titleText == titleText)
        let sql = "UPDATE \(Self.table) SET \(values.names.map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ? AND version = ?"
        try Self.refusing {
            try db.cachedStatement(sql: sql).execute(
                arguments: StatementArguments(values.values + [id.databaseValue, expected.databaseValue]))
        }
        guard db.changesCount == 1 else { throw WriteRefusal.changedMeanwhile }
        for field in Self.otherFields { try saveParts(field, db, id) }
        let changes = try Self.changes(before, self, db, words: words, zone: zone)
        try record(act, db, by: actor, detail: changes.merging(detail) { $1 }, before: before)
    }

    /// New parts get numbers, which histories and programs refer to.
    private mutating func saveParts(_ field: Field<Self>, _ db: Database, _ id: Int64) throws {
        try field.save(self, db, id)
        if field.kind is any Composite { try field.fetch(&self, db, id) }
    }

    public mutating func move(toTrash: Bool, _ db: Database, by actor: Actor) throws {
        stamp.deletedAt = toTrash ? try db.transactionDate : nil
        stamp.version += 1
        let sql = "UPDATE \(Self.table) SET deletedAt = ?, version = ? WHERE id = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [stamp.deletedAt, stamp.version, id])
        try record(toTrash ? "delete" : "restore", db, by: actor)
    }

    /// Does nothing for resources without a `published` flag.
    mutating func setPublished(_ isPublished: Bool, _ db: Database, by actor: Actor, detail: [String: String] = [:]) throws {
        guard let field = Listing<Self>.publication else { return }
        let before = self
        field.load(&self, isPublished.databaseValue)
        stamp.version += 1
        stamp.updatedAt = try db.transactionDate
        let sql = "UPDATE \(Self.table) SET \(field.column) = ?, version = ?, updatedAt = ? WHERE id = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [isPublished, stamp.version, stamp.updatedAt, id])
        try record(isPublished ? "publish" : "unpublish", db, by: actor, detail: detail, before: before)
    }

    private func columnValues(
        _ updatedAt: DatabaseValue, keepsFolded: Bool = false
    ) -> (names: [String], values: [DatabaseValue]) {
        let columns = Self.ownColumns
        var names = ["version", "updatedAt", "deletedAt", "words"]
        var values: [DatabaseValue] = [
            stamp.version.databaseValue, updatedAt, stamp.deletedAt?.databaseValue ?? .null, searchWords(columns).databaseValue,
        ]
        if !keepsFolded {
            names.append("folded")
            values.append(titleText.folded.databaseValue)
        }
        if let scope = Self.scope {
            names.append(scope.column)
            values.append(stamp.scopeID?.databaseValue ?? .null)
        }
        if let owner = Self.audience?.owner {
            names.append(owner)
            values.append(stamp.ownerID?.databaseValue ?? .null)
        }
        for field in columns {
            names.append(field.column)
            values.append(field.store(self))
        }
        return (names, values)
    }

    func searchWords(_ columns: [Field<Self>] = Self.ownColumns) -> String {
        let texts = columns.filter { $0.kind is TextFieldType || $0.kind is LongTextFieldType }.map { $0.plain(self) }
        let translated = columns.first { $0.kind is TranslationsFieldType }.map { TranslationsFieldType.words($0.pack(self)) } ?? []
        return (texts + translated).joined(separator: " ").folded
    }

    private static func refusing(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw WriteRefusal.titleTaken
        }
    }

    private mutating func moveToEnd(_ db: Database) throws {
        guard let field = Self.field("ordering"), Int.fromDatabaseValue(field.store(self)) == 0 else { return }
        let last = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT max(ordering) FROM \(Self.table) WHERE \(Self.notTrashed) AND (\(Self.scopeCondition))"),
            arguments: [stamp.scopeID])
        field.load(&self, ((last ?? 0) + 10).databaseValue)
    }

    private func freeKey(_ db: Database) throws -> String {
        let base = titleText.slug
        // By index; all numbers of a key are read only if it is taken, which takes time in proportion to the records.
        if try Self.isKeyFree(base, scope: stamp.scopeID, db) { return base }
        let sql = "SELECT key FROM \(Self.table) WHERE (\(Self.scopeCondition)) AND (key = ? OR key GLOB ? || '-[0-9]*')"
        let taken = try String.fetchSet(db, sql: sql, arguments: [stamp.scopeID, base, base])
        return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
    }

    /// For erasing, which leaves no revision; other actions use `record`.
    func audit(_ act: String, _ db: Database, by actor: Actor, detail: [String: String] = [:]) throws {
        let object = (kind: Self.name, id: stamp.id ?? 0, title: titleText)
        try AuditEntry.write(db, "\(Self.name).\(act)", by: actor, on: object, scope: stamp.scopeID, detail: detail)
    }
}

extension String {
    /// `Caffè d'orzo` → `caffe-d-orzo`: lower-case ASCII letters, digits and hyphens.
    var slug: String {
        let parts = folded.utf8.split { !((0x30...0x39).contains($0) || (0x61...0x7A).contains($0)) }
        let slug = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(60)
        return slug.isEmpty ? "x" : String(slug)
    }
}

extension Resource {
    static func isKeyFree(_ key: String, scope scopeID: Int64?, _ db: Database) throws -> Bool {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM \(table) WHERE \"key\" = ? AND (\(scopeCondition)))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [key, scopeID]) ?? false
    }
}
