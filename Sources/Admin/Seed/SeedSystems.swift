import GRDB

struct SeedSystems {
    private(set) var lists: [any SeedRecordList] = []

    init(_ root: SeedMapping?, _ modules: [any Module.Type], _ scopes: SeedScopes) throws {
        for module in modules {
            let paths = module.resources.filter { $0.scope == nil }.map { $0.path } + module.seedLists.map { $0.path }
            try open(module, root?[module.name].flatMap { SeedMapping($0, known: paths) }, scopes)
        }
    }

    private mutating func open(_ module: any Module.Type, _ mapping: SeedMapping?, _ scopes: SeedScopes) throws {
        var contents: [Contents] = []
        for type in module.resources {
            if type.scope == nil {
                contents += try open(type, mapping?[type.path], module, scopes)
            } else {
                for part in contents where type.scope?.table == part.table {
                    if let node = part.mapping[type.path] { try lists.append(make(type, node, (part.id, part.key))) }
                }
            }
        }
        for type in module.seedLists {
            if let node = mapping?[type.path] { lists.append(Self.list(type, node, module, nil)) }
        }
        for type in module.seedExtras {
            for part in contents {
                if let node = part.mapping[type.path] { lists.append(Self.list(type, node, module, (part.id, part.key))) }
            }
        }
    }

    private mutating func open(
        _ type: any Resource.Type, _ node: SeedNode?, _ module: any Module.Type, _ scopes: SeedScopes
    ) throws -> [Contents] {
        let scope = module.resources.lazy.compactMap { $0.scope }.first { $0.table == type.table }
        if let scope { try scopes.addStored(scope) }
        guard let node else { return [] }
        let list = try make(type, node, nil)
        lists.append(list)
        guard let scope else {
            for part in list.contents { part.contents.note(SeedSentences.unknown("key", "contents", among: [])) }
            return []
        }
        for record in list.ids { scopes.add(record.key, record.id, scope) }
        let paths =
            module.resources.filter { $0.scope?.table == type.table }.map { $0.path }
            + module.seedExtras.map { $0.path }
        return list.contents.compactMap { part in
            SeedMapping(part.contents, known: paths).map { Contents(table: type.table, id: part.id, key: part.key, mapping: $0) }
        }
    }

    private func make(_ type: any Resource.Type, _ node: SeedNode, _ scope: (id: Int64, key: String)?) throws -> any SeedRecordList {
        func make<R: Resource>(_ type: R.Type) throws -> any SeedRecordList { try SeedRecords<R>(node, scope: scope) }
        return try make(type)
    }

    private static func list(
        _ type: any SeedExtra.Type, _ node: SeedNode, _ module: any Module.Type, _ scope: (id: Int64, key: String)?
    ) -> any SeedRecordList {
        func make<E: SeedExtra>(_ type: E.Type) -> any SeedRecordList { SeedExtraList<E>(node, system: module.name, scope: scope) }
        return make(type)
    }

    private struct Contents {
        let table: String
        let id: Int64
        let key: String
        let mapping: SeedMapping
    }
}

protocol SeedRecordList: SeedList {
    func read() throws
    var ids: [(key: String, id: Int64)] { get }
    var contents: [(id: Int64, key: String, contents: SeedNode)] { get }
    var secrets: Set<String> { get }
    /// The keys of new records without a key in the file, whose names may be new names of old records.
    var unkeyedAdditions: [(key: String, node: SeedNode)] { get }
    func noteSite() throws
}

extension SeedRecordList {
    var secrets: Set<String> { [] }
    var unkeyedAdditions: [(key: String, node: SeedNode)] { [] }
    func noteSite() throws {}
}

final class SeedScopes {
    let reader: SeedReader
    private var ids: [String: [(key: String, id: Int64)]] = [:]

    init(_ reader: SeedReader) { self.reader = reader }

    func add(_ key: String, _ id: Int64, _ scope: Scope) {
        ids[scope.kind, default: []].removeAll { $0.key == key }
        ids[scope.kind, default: []].append((key, id))
    }

    func addStored(_ scope: Scope) throws {
        for row in try Row.fetchAll(reader.db, sql: "SELECT key, id FROM \(scope.table) WHERE \(scope.notTrashed) ORDER BY id") {
            add(row["key"], row["id"], scope)
        }
    }

    func key(_ id: Int64, _ kind: String?) -> String? {
        (kind.map { ids[$0] ?? [] } ?? ids.values.flatMap { $0 }).first { $0.id == id }?.key
    }

    func id(_ key: String, _ kind: String?, _ node: SeedNode) -> Int64? {
        let all = kind.map { ids[$0] ?? [] } ?? ids.values.flatMap { $0 }
        if let found = all.first(where: { $0.key == key }) { return found.id }
        if !reader.file.isIncomplete { node.unknown(kind ?? ids.keys.sorted().joined(separator: " or "), key, among: all.map(\.key)) }
        return nil
    }
}
