import Accounts
import Foundation
import GRDB
import Web

/// A record as it stood after one act on it. Written with the change, in its transaction; never changed afterwards.
public struct Revision: Decodable, Sendable, FetchableRecord, TableRecord {
    public static let databaseTableName = "revision"

    public let id: Int64?
    /// The resource's name, `house.products`.
    public let kind: String
    public let recordID: Int64
    /// The version that the act made.
    public let version: Int
    /// `create`, `update`, `revert`, `publish`, `unpublish`, `delete`, `restore`; `found` for a record older than its history.
    public let act: String
    /// UTC.
    public let at: Date
    public let accountID: Int64?
    public let actor: String
    /// The larger act it was a part of, see `UndoableOperation`.
    public let actID: Int64?
    public let scopeID: Int64?
    public let title: String
    /// Every field as `Kind.pack` gives it, as a JSON object.
    public let fields: String

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let kind = Column(CodingKeys.kind)
        public static let recordID = Column(CodingKeys.recordID)
        public static let actID = Column(CodingKeys.actID)
        public static let at = Column(CodingKeys.at)
        public static let accountID = Column(CodingKeys.accountID)
        public static let version = Column(CodingKeys.version)
    }

    static func of(_ kind: String, _ recordID: Int64) -> QueryInterfaceRequest<Revision> {
        filter(Columns.kind == kind && Columns.recordID == recordID).order(Columns.id)
    }

    /// The one before it of the same record, nil for the first.
    func previous(_ db: Database) throws -> Revision? {
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? AND id < ? ORDER BY id DESC LIMIT 1"
        return try Self.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID, id])
    }

    /// The last one of a record.
    static func newest(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Revision? {
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? ORDER BY id DESC LIMIT 1"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    /// The number of the last one, where nothing else of it is needed.
    static func newestID(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Int64? {
        let sql = "SELECT max(id) FROM revision WHERE kind = ? AND recordID = ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    /// Whether a record has a history.
    static func exists(of kind: String, _ recordID: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM revision WHERE kind = ? AND recordID = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID]) ?? false
    }

    /// Every field, as a JSON object.
    var packed: JSON { get throws { try JSON(parsing: fields.utf8) } }
}

extension Resource {
    /// Every field as it goes into histories, working copies and files.
    var packed: JSON { .object(Self.fields.map { ($0.name, $0.pack(self)) }) }

    /// Takes over the fields that `packed` holds.
    /// - Returns: the names of those whose value can no longer be read.
    @discardableResult
    mutating func unpack(_ packed: JSON) -> [String] {
        Self.fields.filter { field in packed[field.name].map { !field.unpack(&self, $0) } ?? false }.map(\.name)
    }

    /// Writes what was done to the record into the audit log and its history.
    /// - Parameter before: the record as it was, for one that has no history yet.
    func record(_ act: String, _ db: Database, by actor: Actor, detail: [String: String] = [:], before: Self? = nil) throws {
        try audit(act, db, by: actor, detail: detail)
        if let before, try !Revision.exists(of: Self.name, stamp.id ?? 0, db) {
            try before.revise("found", db, by: .system(""), at: before.stamp.updatedAt)
        }
        try revise(act, db, by: actor, at: db.transactionDate)
        try Webhooks.note(act, on: self, db)
    }

    private func revise(_ act: String, _ db: Database, by actor: Actor, at date: Date) throws {
        let sql = """
            INSERT INTO revision (kind, recordID, version, act, at, accountID, actor, actID, scopeID, title, fields)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        // As with the entries of the audit log, a statement of its own: a history grows with every save.
        try db.cachedStatement(sql: sql).execute(arguments: [
            Self.name, stamp.id ?? 0, stamp.version, act, date.stored, actor.accountID, actor.name, actor.actID, stamp.scopeID, titleText,
            packed.compact,
        ])
    }
}
