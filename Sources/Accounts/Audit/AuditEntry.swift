import Foundation
import GRDB
import Web

/// An entry of the audit log, written in the transaction of the change and immutable.
public struct AuditEntry: Decodable, Sendable, FetchableRecord, TableRecord {
    public static let databaseTableName = "audit"

    public let id: Int64
    public let at: Date
    public let accountID: Int64?
    public let actor: String
    public let address: String
    public let requestID: String
    /// Such as `product.create`; its text has the key `audit.<action>`.
    public let action: String
    public let objectKind: String?
    public let objectID: Int64?
    public let objectTitle: String?
    public let scopeID: Int64?
    /// A JSON object of changed fields and their values.
    public let detail: String
    /// 32 zero bytes for the first entry.
    public let previousHash: Data
    public let hash: Data

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let at = Column(CodingKeys.at)
        public static let accountID = Column(CodingKeys.accountID)
        public static let actor = Column(CodingKeys.actor)
        public static let action = Column(CodingKeys.action)
        public static let objectKind = Column(CodingKeys.objectKind)
        public static let objectID = Column(CodingKeys.objectID)
        public static let objectTitle = Column(CodingKeys.objectTitle)
        public static let scopeID = Column(CodingKeys.scopeID)
        public static let detail = Column(CodingKeys.detail)
    }

    /// Adds an entry in the transaction of the change. `detail` must not contain passwords, tokens, health data or personal texts. `day`
    /// replaces the time where it must stay unknown; the request is omitted too, because logs know its time.
    public static func write(
        _ db: Database, _ action: String, by actor: Actor, on object: (kind: String, id: Int64, title: String)? = nil,
        scope: Int64? = nil, detail: [String: String] = [:], day: Date? = nil
    ) throws {
        let last = try AuditChain.head(db)
        try AuditChain.linked(
            id: (last?.id ?? 0) + 1, at: day ?? db.transactionDate, accountID: actor.accountID, actor: actor.name.oneLine,
            address: actor.address.oneLine, requestID: day == nil ? actor.requestID.oneLine : "", action: action, objectKind: object?.kind,
            objectID: object?.id, objectTitle: object?.title.oneLine, scopeID: scope, detail: json(detail), after: last?.hash
        ).add(db)
    }

    /// Plain SQL: every save writes an entry, and GRDB's `Encodable` is slower than SQLite itself.
    private func add(_ db: Database) throws {
        let sql = """
            INSERT INTO audit (id, at, accountID, actor, address, requestID, action, objectKind, objectID, objectTitle, scopeID, detail,
              previousHash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            id, at.stored, accountID, actor, address, requestID, action, objectKind, objectID, objectTitle, scopeID, detail, previousHash,
            hash,
        ])
    }

    /// The first entry that breaks the chain, or nil. A truncated end goes unnoticed: compare `AuditChain.head` with an external copy.
    public static func verify(_ db: Database) throws -> Int64? { try AuditChain.firstBroken(db) }

    private static func json(_ detail: [String: String]) -> String {
        let members = detail.sorted { $0.key < $1.key }.map { $0.key.quotedForJSON + ":" + $0.value.quotedForJSON }
        return "{" + members.joined(separator: ",") + "}"
    }
}

extension String {
    /// Shows control characters as symbols, so that an entry stays on one line.
    fileprivate var oneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
    }
}
