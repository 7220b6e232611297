import Accounts
import Foundation
import GRDB
import Web

/// A whole seed file read against a database: every list with what differs. Nothing is written before `write`.
final class SeedReading {
    private let reader: SeedReader
    private let site: SeedSite
    private let pictures: SeedPictures
    private let accounts: SeedAccounts
    private var lists: [any ReadableList] = []

    /// Reads everything and notes every mistake.
    /// - Parameter taken: what the store made of the picture files, if that is known already.
    init(
        _ file: SeedFile, _ db: Database, seed: Seed, taken: [String: Result<StoredPicture, PictureRefusal>] = [:]
    ) throws {
        reader = try SeedReader(file, db, words: seed.words)
        let names = seed.modules.map { $0.name }
        let root = SeedMapping(reader.root, known: ["site", "accounts", "pictures"] + names)
        site = SeedSite(root?["site"], reader: reader, systems: names)
        let scopes = SeedScopes(reader)
        // First all keys, then all values: so that anything may point to anything.
        for module in seed.modules {
            let mapping = root?[module.name].flatMap { SeedMapping($0, known: module.resources.filter { $0.scope == nil }.map { $0.path }) }
            var contents: [SeedContents] = []
            for type in module.resources {
                if type.scope == nil {
                    try open(type, mapping?[type.path], module, scopes, &contents)
                } else {
                    for part in contents where type.scope?.table == part.table {
                        if let node = part.mapping[type.path] { try lists.append(make(type, node, (part.id, part.key))) }
                    }
                }
            }
        }
        pictures = try SeedPictures(root?["pictures"], scopes: scopes)
        pictures.read(taken)
        accounts = try SeedAccounts(root?["accounts"], scopes: scopes, settings: seed.accounts)
        for list in lists { try list.read() }
    }

    /// A list of records that belong to nobody, perhaps with others in them.
    private func open(
        _ type: any Resource.Type, _ node: SeedNode?, _ module: any Module.Type, _ scopes: SeedScopes, _ contents: inout [SeedContents]
    ) throws {
        let scope = module.resources.lazy.compactMap { $0.scope }.first { $0.table == type.table }
        if let scope { try scopes.addStored(scope) }
        guard let node else { return }
        let list = try make(type, node, nil)
        lists.append(list)
        for draft in list.keyedIDs { if let scope { scopes.add(draft.key, draft.id, scope) } }
        let paths = module.resources.filter { $0.scope?.table == type.table }.map { $0.path }
        for part in list.contents {
            guard scope != nil else {
                part.contents.note(SeedSentences.unknown("key", "contents", among: []))
                continue
            }
            if let mapping = SeedMapping(part.contents, known: paths) {
                contents.append(SeedContents(table: type.table, id: part.id, key: part.key, mapping: mapping))
            }
        }
    }

    private func make(_ type: any Resource.Type, _ node: SeedNode, _ scope: (id: Int64, key: String)?) throws -> any ReadableList {
        func make<R: Resource>(_ type: R.Type) throws -> any ReadableList { try SeedRecords<R>(node, scope: scope) }
        return try make(type)
    }

    // MARK: What came of it

    /// - Throws: `SeedRefused` when anything was wrong.
    func plan() throws -> SeedPlan {
        try reader.finish()
        var all: [any SeedList] = [site, accounts, pictures]
        all += lists
        return SeedPlan(parts: all.map(\.part).filter { $0.added.count + $0.changed.count + $0.left > 0 })
    }

    /// The picture files that the store must take before `write`.
    func files(onlyKnown: Bool) -> [String] { pictures.files(onlyKnown: onlyKnown) }
    var passwords: Set<String> { accounts.passwords }

    func write(_ writing: SeedWriting) throws {
        // Records may point to later ones; the foreign keys are checked when everything is there.
        try writing.db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        try site.write(writing)
        try pictures.write(writing)
        for list in lists { try list.write(writing) }
        try accounts.write(writing)
    }
}

/// What writing needs.
struct SeedWriting {
    let db: Database
    let actor: Actor
    let words: Words
    /// Password hashes by password.
    let hashes: [String: String]
}

/// What one house holds in the file.
private struct SeedContents {
    let table: String
    let id: Int64
    let key: String
    let mapping: SeedMapping
}

private protocol ReadableList: SeedList {
    func read() throws
    var contents: [(id: Int64, key: String, contents: SeedNode)] { get }
    var keyedIDs: [(key: String, id: Int64)] { get }
}

extension SeedRecords: ReadableList {}

/// The houses (or other scopes) by their keys: those of the file and those of the database.
final class SeedScopes {
    let reader: SeedReader
    private var ids: [String: [(key: String, id: Int64)]] = [:]

    init(_ reader: SeedReader) { self.reader = reader }

    func add(_ key: String, _ id: Int64, _ scope: Scope) {
        ids[scope.kind, default: []].removeAll { $0.key == key }
        ids[scope.kind, default: []].append((key, id))
    }

    func addStored(_ scope: Scope) throws {
        for row in try Row.fetchAll(reader.db, sql: "SELECT key, id FROM \(scope.table) WHERE deletedAt IS NULL ORDER BY id") {
            add(row[0], row[1], scope)
        }
    }

    /// - Parameter kind: nil takes any kind.
    func id(_ key: String, _ kind: String?, _ node: SeedNode) -> Int64? {
        let all = kind.map { ids[$0] ?? [] } ?? ids.values.flatMap { $0 }
        if let found = all.first(where: { $0.key == key }) { return found.id }
        if !reader.file.isIncomplete { node.unknown(kind ?? ids.keys.sorted().joined(separator: " or "), key, among: all.map(\.key)) }
        return nil
    }
}
