import Accounts
import Foundation
import GRDB
import Web

/// The state of a record after one action, written in the transaction of the change and never modified.
public struct Revision: Decodable, Sendable, FetchableRecord, TableRecord {
    public static let databaseTableName = "revision"

    public let id: Int64?
    /// The resource name, such as `house.products`.
    public let kind: String
    public let recordID: Int64
    public let version: Int
    /// `create`, `update`, `revert`, `publish`, `unpublish`, `delete`, `restore`; `found` for a record older than its history.
    public let act: String
    /// In UTC.
    public let at: Date
    public let accountID: Int64?
    public let actor: String
    /// The bulk act that it belongs to; see `UndoableOperation`.
    public let actID: Int64?
    public let scopeID: Int64?
    public let title: String
    /// All fields from `Kind.pack` as a JSON object.
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

    func previous(_ db: Database) throws -> Revision? {
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? AND id < ? ORDER BY id DESC LIMIT 1"
        return try Self.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID, id])
    }

    static func newest(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Revision? {
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? ORDER BY id DESC LIMIT 1"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    static func newestID(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Int64? {
        let sql = "SELECT max(id) FROM revision WHERE kind = ? AND recordID = ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    static func exists(of kind: String, _ recordID: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM revision WHERE kind = ? AND recordID = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID]) ?? false
    }

    var packed: JSON { get throws { try JSON(parsing: fields.utf8) } }
}

extension Resource {
    var packed: JSON { .object(Self.fields.map { ($0.name, $0.pack(self)) }) }

    /// Applies the fields of `packed` and returns the names of those with unreadable values.
    @discardableResult
    mutating func unpack(_ packed: JSON) -> [String] {
        Self.fields.filter { field in packed[field.name].map { !field.unpack(&self, $0) } ?? false }.map(\.name)
    }

    /// Writes the action to the audit log and the history. `before` is the earlier state, for a record without a history.
    func record(_ act: String, _ db: Database, by actor: Actor, detail: [String: String] = [:], before: Self? = nil) throws {
        try audit(act, db, by: actor, detail: detail)
        if let before, try !Revision.exists(of: Self.name, stamp.id ?? 0, db) {
            try before.revise("found", db, by: .system(""), at: before.stamp.updatedAt)
        }
        try revise(act, db, by: actor, at: db.transactionDate)
        try Webhooks.note(act, on: self, db)
    }

    /// Adds the state as it is to the history where it differs from the newest revision, so that an undo brings exactly it back.
    func reviseIfChanged(_ db: Database) throws {
        guard let newest = try Revision.newest(Self.name, stamp.id ?? 0, db), newest.fields != packed.compact else { return }
        try revise("found", db, by: .system(""), at: stamp.updatedAt)
    }

    private func revise(_ act: String, _ db: Database, by actor: Actor, at date: Date) throws {
        let sql = """
            INSERT INTO revision (kind, recordID, version, act, at, accountID, actor, actID, scopeID, title, fields)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        // A separate cached statement, as for the audit log: every save adds to the history.
        try db.cachedStatement(sql: sql).execute(arguments: [
            Self.name, stamp.id ?? 0, stamp.version, act, date.stored, actor.accountID, actor.name, actor.actID, stamp.scopeID, titleText,
            packed.compact,
        ])
    }
}
