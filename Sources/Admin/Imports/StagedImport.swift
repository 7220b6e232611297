import Accounts
import Crypto
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

/// A source on its way in, kept until it is accepted, removed or a day old; table `stagedImport`.
struct StagedImport: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "stagedImport"

    enum State: String, Codable, Sendable {
        case choosing
        case checking
        case checked
        case working
        case done, undone

        var isUnderway: Bool { self == .checking || self == .working }
    }

    private(set) var id: Int64?
    let accountID: Int64
    /// The resource, such as `house.products`.
    let kind: String
    let scopeID: Int64?
    let name: String
    /// The module's format that reads it; empty for a table.
    let reader: String
    /// Of the words and numbers in the source, and of the sentences about its items: the language of the person.
    var language: Language
    let at: Date
    let size: Int
    let digest: Data
    /// What the source holds, as it is read now.
    var total: Int
    var mapping: String
    /// The columns with their first values, as JSON.
    var preview: String
    var state = State.choosing
    /// Increases with each check, so that an older one stops.
    var round = 0
    var counts = Jobs.json(ImportCounts())
    /// Why the last attempt failed: a text key, or a `LocalizedMessage` as JSON.
    var problem: String?
    var actID: Int64?
    var idempotencyKey: String?

    static let limit = 5
    /// Bytes of all sources together.
    static let allBytes = 500 << 20
    static let hours = 24.0
    /// Days for which a finished import is listed.
    static let days = 30.0
    /// The items that a request checks; more are checked by a job.
    static let checkedInRequest = 2_000
    /// The pictures that a request decodes; more are decoded by a job.
    static let picturesInRequest = 12

    init(
        _ name: String, _ content: [UInt8], _ found: FoundTable, on kind: String, scope scopeID: Int64?, by accountID: Int64,
        _ language: Language, reader: String = "", key: String? = nil
    ) {
        self.reader = reader
        (self.name, self.kind, self.scopeID, self.accountID, self.language) = (name, kind, scopeID, accountID, language)
        (size, digest, total) = (content.count, Self.digest(of: content), found.total)
        (mapping, preview, at, idempotencyKey) = (Jobs.json(found.mapping), Jobs.json(found.preview), .now, key)
    }

    /// A source that is accepted at once, so that its bytes are not kept.
    init(
        atOnce name: String, size: Int, _ found: FoundTable, on kind: String, by accountID: Int64, _ language: Language, reader: String
    ) {
        (self.reader, self.name, self.kind, scopeID, self.accountID, self.language) = (reader, name, kind, nil, accountID, language)
        (self.size, digest, total) = (size, Data(), found.total)
        (mapping, preview, at, state) = (Jobs.json(found.mapping), Jobs.json(found.preview), .now, .working)
    }

    static func digest(of content: [UInt8]) -> Data { Data(SHA256.hash(data: content)) }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    var number: Int64 { id ?? 0 }
    var address: String { ImportPages.address + "/\(number)" }
    /// Its name where others may see it.
    var shownName: String { chosen.isPrivate == true ? "#\(number)" : name }
    var chosen: ImportMapping { (try? JSONDecoder().decode(ImportMapping.self, from: Data(mapping.utf8))) ?? ImportMapping() }
    var look: ImportPreview { (try? JSONDecoder().decode(ImportPreview.self, from: Data(preview.utf8))) ?? ImportPreview() }
    var outcome: ImportCounts { (try? JSONDecoder().decode(ImportCounts.self, from: Data(counts.utf8))) ?? ImportCounts() }
    /// The name by which a later file of the same origin is known: without its ending and without numbers, which are often dates.
    var source: String {
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        return (stem.isEmpty ? name : stem).folded.filter { $0.isLetter }
    }

    /// Stores the import with its source. Throws `ImportRefusal` if too much is on its way in.
    mutating func add(_ content: [UInt8], _ db: Database) throws {
        let others = "state IN ('choosing', 'checked') AND accountID = ?"
        try db.execute(
            sql: """
                DELETE FROM stagedImport WHERE \(others) AND id NOT IN (
                  SELECT id FROM stagedImport WHERE \(others) ORDER BY id DESC LIMIT \(Self.limit - 1))
                """, arguments: [accountID, accountID])
        let held = try Int.fetchOne(db, sql: "SELECT coalesce(sum(size), 0) FROM stagedImport WHERE state NOT IN ('done', 'undone')") ?? 0
        guard held + size <= Self.allBytes else { throw ImportRefusal("full") }
        try insert(db)
        for (index, start) in stride(from: 0, to: content.count, by: 1 << 20).enumerated() {
            let part = Data(content[start..<min(start + 1 << 20, content.count)])
            let sql = "INSERT INTO stagedPart (importID, number, bytes) VALUES (?, ?, ?)"
            try db.execute(sql: sql, arguments: [id, index, part])
        }
    }

    func content(_ db: Database) throws -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(size)
        let sql = "SELECT bytes FROM stagedPart WHERE importID = ? ORDER BY number"
        let parts = try Row.fetchCursor(db, sql: sql, arguments: [id])
        while let part = try parts.next() { content += try part.withUnsafeData(atIndex: 0) { [UInt8]($0 ?? Data()) } }
        return content
    }

    func job(_ db: Database) throws -> Int64? {
        let sql = "SELECT id FROM job WHERE kind = ? AND state IN ('waiting', 'running') AND payload ->> 'import' = ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [ImportJob.name, String(number)])
    }

    /// Deletes unaccepted imports of yesterday, and finished ones after a month.
    static func removeOld(_ db: Database, now: Date) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM stagedImport WHERE state NOT IN ('done', 'undone') AND at < ?
                """, arguments: [now - hours * 3_600])
        var count = db.changesCount
        try db.execute(sql: "DELETE FROM stagedImport WHERE at < ?", arguments: [now - days * 86_400])
        count += db.changesCount
        // A finished import keeps its counts, but not the data of its items.
        let sql = "DELETE FROM stagedItem WHERE importID IN (SELECT id FROM stagedImport WHERE at < ?)"
        try db.execute(sql: sql, arguments: [now - hours * 3_600])
        return count
    }
}

extension StagedImport {
    /// Returns the account's import, if it may still change the list; throws 404 otherwise.
    static func find(_ id: Int64, of accountID: Int64, _ grants: Grants, _ admin: AdminContext, _ db: Database) throws -> Self {
        guard let staged = try current(id, db), staged.accountID == accountID, let type = admin.importable(staged.kind),
            grants.may(type.editing, in: staged.scopeID)
        else { throw HTTPError(.notFound) }
        return staged
    }

    /// Returns the import as it is: the work of a stopped program or a cancelled job is over.
    static func current(_ id: Int64, _ db: Database) throws -> Self? {
        guard var staged = try fetchOne(db, key: id) else { return nil }
        if staged.state.isUnderway, try staged.job(db) == nil {
            (staged.state, staged.problem) = (staged.state == .working ? .checked : .choosing, "files.refused.stopped")
        }
        return staged
    }
}

extension AdminContext {
    func importable(_ kind: String) -> (any Resource.Type)? {
        resources.all.first { $0.name == kind && site.systems.contains($0.system) }
    }
}

struct ImportCounts: Codable, Sendable, Equatable {
    var new = 0
    var changed = 0
    var same = 0
    var left = 0
    var unclear = 0
    var refused = 0
    /// Distinguishes two checks with the same numbers but other records.
    var mark = ""
    /// The items that need a look; nil in what was stored before.
    var problems: Int?
    /// The records of an earlier file of this source that are no longer in it, and the titles of the first ones.
    var gone: Int?
    var goneTitles: [String]?

    var written: Int { new + changed }
    var total: Int { new + changed + same + left + unclear + refused }
}
