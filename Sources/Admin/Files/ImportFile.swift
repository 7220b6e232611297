import Accounts
import Foundation
import GRDB

/// An uploaded file; stored so that the steps work without script and after a restart; table `importFile`.
struct ImportFile: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "importFile"

    enum State: String, Codable, Sendable { case waiting, working, done }

    private(set) var id: Int64?
    let accountID: Int64
    let kind: String
    let scopeID: Int64?
    let name: String
    let at: Date
    var content: Data
    var mapping: String
    var state = State.waiting
    var counts: String?
    /// The text key of the reason why the last attempt failed.
    var problem: String?
    var actID: Int64?

    static let limit = 5
    static let hours = 24.0

    init(_ name: String, _ content: [UInt8], _ mapping: ImportMapping, on kind: String, scope scopeID: Int64?, by accountID: Int64) {
        (self.name, self.content, self.kind, self.scopeID, self.accountID) = (name, Data(content), kind, scopeID, accountID)
        (self.mapping, at) = (Jobs.json(mapping), .now)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    var chosen: ImportMapping? { try? JSONDecoder().decode(ImportMapping.self, from: Data(mapping.utf8)) }
    var outcome: ImportCounts? { counts.flatMap { try? JSONDecoder().decode(ImportCounts.self, from: Data($0.utf8)) } }

    mutating func add(_ db: Database) throws {
        try insert(db)
        try db.execute(
            sql: """
                DELETE FROM importFile WHERE accountID = ? AND state <> 'working' AND id NOT IN (
                  SELECT id FROM importFile WHERE accountID = ? ORDER BY id DESC LIMIT \(Self.limit))
                """, arguments: [accountID, accountID])
    }

    func job(_ db: Database) throws -> Int64? {
        let sql = "SELECT id FROM job WHERE kind = ? AND state IN ('waiting', 'running') AND payload ->> 'file' = ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [ImportJob.name, String(id ?? 0)])
    }

    func isLive(_ db: Database) throws -> Bool { try job(db) != nil }

    static func removeOld(_ db: Database, now: Date) throws -> Int {
        try db.execute(sql: "DELETE FROM importFile WHERE at < ?", arguments: [now - hours * 3_600])
        return db.changesCount
    }
}

struct ImportCounts: Codable, Sendable, Equatable {
    var new = 0
    var changed = 0
    var same = 0
    var left = 0
    var refused = 0
    /// Distinguishes two trials with the same numbers but other records.
    var mark = ""

    var written: Int { new + changed }
}
