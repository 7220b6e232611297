import Accounts
import Foundation
import GRDB
import Web

/// Reads a seed file without writing; ids of new records are assigned in advance, so that records can refer to later ones.
final class SeedReader {
    let db: Database
    let file: SeedFile
    let words: Words
    let site: SiteSettings
    var zone: TimeZone
    let ledger: SeedLedger
    var mistakes: SeedMistakes
    /// What is surely not meant, but allowed.
    var warnings = SeedMistakes()
    var scopeID: Int64?
    var names: [String: Set<String>] = [:]
    var shelved: [String: Set<String>] = [:]
    /// The stored files by path; empty if not stored yet.
    var taken: [String: Result<StoredPicture, PictureRefusal>] = [:]
    private var failure: (any Error)?
    private var ids: [Place: [String: Int64]] = [:]
    private var keysOfSite: [Place: [String: Int64]] = [:]
    private var newest: [String: Int64] = [:]
    private var pictures: [String: (id: Int64, scopeID: Int64?)] = [:]
    private(set) lazy var spelling: SeedExport = {
        let state = SeedExportState(db)
        trying {
            for (place, keys) in ids { for (key, id) in keys { try state.learn(key, id, of: place.table) } }
            for (key, picture) in pictures { try state.learn(key, picture.id, of: Picture.databaseTableName) }
        }
        return SeedExport(state: state)
    }()

    private struct Place: Hashable {
        let table: String
        let scopeID: Int64?
    }

    init(_ file: SeedFile, _ db: Database, words: Words, options: SeedOptions) throws {
        (self.db, self.file, self.words) = (db, file, words)
        ledger = try SeedLedger(options, db)
        site = try SiteSettings.load(db)
        zone = site.zone
        mistakes = file.mistakes
    }

    var root: SeedNode { SeedNode(item: file.root, name: "the file", reader: self) }

    var context: FormContext {
        FormContext(db: db, words: words, zone: zone, scopeID: scopeID, actor: .system("seed.yaml"), tiles: site.tiles)
    }

    func trying(_ work: () throws -> Void) {
        do { try work() } catch { failure = failure ?? error }
    }

    func finish() throws {
        if let failure { throw failure }
        let all = mistakes.all(file.files, in: words)
        if !all.isEmpty { throw SeedRefused(mistakes: all) }
    }

    func spelled<R>(_ field: Field<R>, of record: R) -> SeedValue? {
        var value: SeedValue?
        trying { value = try field.write(record, spelling) }
        return value
    }

    func text(_ place: SeedPlace) -> String { "\(file.files[place.file]):\(place.line)" }
}

extension SeedReader {
    /// The id of the next new row: SQLite takes the highest plus one, and there is no other writer.
    func newID(in table: String) throws -> Int64 {
        let last = try newest[table] ?? Int64.fetchOne(db, sql: "SELECT max(id) FROM \(table)") ?? 0
        newest[table] = last + 1
        return last + 1
    }

    func register(_ key: String, _ id: Int64, in table: String, scopeID: Int64?) {
        ids[Place(table: table, scopeID: scopeID), default: [:]][key] = id
    }

    func registerPicture(_ key: String, _ id: Int64, scopeID: Int64?) { pictures[key] = (id, scopeID) }

    func reference(_ key: String, to target: Target, _ node: SeedNode) -> Int64? {
        reference(key, in: target.table, target.scopeColumn, node)
    }

    func account(_ node: SeedNode) -> Int64? { node.text().flatMap { reference($0, in: Account.databaseTableName, nil, node) } }

    private func reference(_ key: String, in table: String, _ scopeColumn: String?, _ node: SeedNode) -> Int64? {
        let scopeID = scopeColumn == nil ? nil : scopeID
        let registered = ids[Place(table: table, scopeID: scopeID)] ?? [:]
        if let id = registered[key] { return id }
        let stored = stored(Place(table: table, scopeID: scopeID), scopeColumn)
        if let id = stored[key] { return id }
        // A missing record may be in a file that could not be read.
        if !file.isIncomplete {
            node.unknown(table.spelledOut, key, among: Set(registered.keys).union(stored.keys).sorted())
        }
        return nil
    }

    private func stored(_ place: Place, _ scopeColumn: String?) -> [String: Int64] {
        if let keys = keysOfSite[place] { return keys }
        let isOfScope = scopeColumn.map { "\($0) IS ?" } ?? "1 OR ?"
        var keys: [String: Int64] = [:]
        trying {
            let sql = "SELECT key, id FROM \(place.table) WHERE \(RowCondition.notTrashed(in: place.table)) AND (\(isOfScope))"
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [place.scopeID])
            keys = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
        }
        keysOfSite[place] = keys
        return keys
    }

    func picture(_ key: String, _ node: SeedNode) -> Int64? {
        var found = pictures[key]
        if found == nil {
            trying {
                let sql = "SELECT id, scopeID FROM picture WHERE key = ? AND \(Picture.notTrashed)"
                found = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]).map { ($0[0], $0[1]) }
            }
        }
        guard let found else {
            if !file.isIncomplete { node.unknown("picture", key, among: pictures.keys.sorted()) }
            return nil
        }
        guard found.scopeID == nil || found.scopeID == scopeID else {
            node.refuse("otherScope", ["scope": "scope"])
            return nil
        }
        return found.id
    }
}

extension String {
    fileprivate var spelledOut: String { replacing(#/[A-Z]/#) { " " + $0.output.lowercased() } }
}
