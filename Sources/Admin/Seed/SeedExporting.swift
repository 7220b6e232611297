import Accounts
import Foundation
import GRDB
import Web

extension Seed {
    /// Exports a site as `seed.yaml`, a file per house, pictures and editor schemas, and returns sentences about what was left out.
    /// Importing into an empty database and exporting again gives the same bytes. `folder` is created, or must be empty.
    /// `withoutPeople` leaves out accounts, other lists of people, and what belongs to them; `only` leaves out all but a part and the
    /// pictures that it shows.
    @discardableResult
    public func export(
        _ database: any DatabaseReader, pictures: PictureStore, to folder: String, only: String? = nil, withoutPeople: Bool = false
    ) async throws -> [String] {
        let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard present.isEmpty else { throw SeedFailure(description: messages("seed.notEmpty", ["folder": folder])) }
        let exported = try await database.read { db in
            let state = SeedExportState(db, messages: messages, without: withoutPeople ? tablesOfPeople : [])
            // Repeats while records are left out, because earlier ones may refer to them.
            while true {
                let count = state.leftOut
                var exporting = SeedExporting(state, seed: self, only: SeedScopePart(only))
                let exported = try exporting.written()
                if state.leftOut == count { return exported }
                state.notes = []
                state.shelved = []
                state.clips = []
                state.shown = []
            }
        }
        // Readable by the owner only: it contains password hashes.
        let manager = FileManager.default
        for folder in [folder, folder + "/seed", folder + "/seed/pictures"] {
            do {
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw unwritable(folder)
            }
        }
        for (path, text) in exported.files { try write(Data(text.utf8), to: "\(folder)/\(path)") }
        for (path, file) in exported.pictures {
            try manager.copyItem(atPath: pictures.master(file), toPath: "\(folder)/\(path)")
        }
        for (path, shelf, file) in exported.shelved {
            try manager.copyItem(atPath: try pictures.store(for: shelf).master(file), toPath: "\(folder)/\(path)")
        }
        if !exported.clips.isEmpty {
            try manager.createDirectory(
                atPath: folder + "/seed/clips", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        for (path, bytes) in exported.clips { try write(bytes, to: "\(folder)/\(path)") }
        return exported.notes
    }

    private func unwritable(_ path: String) -> SeedFailure { SeedFailure(description: messages("seed.unwritable", ["file": path])) }

    private func write(_ bytes: Data, to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600]) else {
            throw unwritable(path)
        }
    }
}

struct SeedExported: Sendable {
    var files: [(path: String, text: String)] = []
    var pictures: [(path: String, file: String)] = []
    var shelved: [(path: String, shelf: PictureCollection, file: String)] = []
    var clips: [(path: String, bytes: Data)] = []
    var notes: [String] = []
}

struct SeedExporting {
    let seed: Seed
    let db: Database
    let state: SeedExportState
    private var exported = SeedExported()
    private var names: Set<String> = ["pictures.yaml"]
    private var schemas: Set<String> = []
    let asked: SeedScopePart

    init(_ state: SeedExportState, seed: Seed, only asked: SeedScopePart) {
        (db, self.seed, self.state, self.asked) = (state.db, seed, state, asked)
        names.formUnion(seed.modules.flatMap { module in module.seedLists.map { "\(module.name)-\($0.path).yaml" } })
    }

    mutating func written() throws -> SeedExported {
        try requireKnownPart()
        var root: [(String, SeedValue)] = try takes("site") ? [("site", site())] : []
        var systems: [(String, SeedValue)] = []
        for module in seed.modules where takes(module.name) {
            let lists = try lists(of: module)
            if !lists.isEmpty { systems.append((module.name, .map(lists))) }
        }
        try noteLeftOut()
        let roles = try takes("roles") ? seed.exportedRoles(db) : []
        if !roles.isEmpty { root.append(("roles", .list(roles))) }
        let accounts = try takes("accounts") && state.leftOutTables.isEmpty ? self.accounts() : []
        if !accounts.isEmpty { root.append(("accounts", .list(accounts))) }
        let pictures = try pictures()
        if !pictures.isEmpty {
            add("seed/pictures.yaml", .list(pictures), schema: "schema-pictures.json")
            root.append(("pictures", .include("seed/pictures.yaml")))
        }
        let file = comment + SeedYAMLText.document(fitted(.map(root + systems), "", in: "seed.yaml"))
        exported.files.append(("seed.yaml", "# yaml-language-server: $schema=seed/schema.json\n" + file))
        exported.files.append(("seed/schema.json", seed.schema()))
        exported.files += seed.includedSchemas().filter { schemas.contains($0.file) }.map { ("seed/" + $0.file, $0.text) }
        exported.notes = state.notes
        exported.shelved = state.shelved
        exported.clips = state.clips
        return exported
    }

    private mutating func add(_ path: String, _ value: SeedValue, schema: String) {
        schemas.insert(schema)
        exported.files.append((path, "# yaml-language-server: $schema=\(schema)\n" + SeedYAMLText.document(fitted(value, "", in: path))))
    }

    /// Without what no text of a seed may hold; older databases have such texts, and not all are fields.
    private func fitted(_ value: SeedValue, _ key: String, in place: String) -> SeedValue {
        switch value {
        case .text(let text):
            let fitted = TextRule.fitted(text, as: TextRule.use(of: key))
            if fitted != text { state.noteChange(of: key, in: place) }
            return .text(fitted)
        case .list(let values): return .list(values.map { fitted($0, key, in: place) })
        case .map(let pairs): return .map(pairs.map { ($0.0, fitted($0.1, $0.0, in: place)) })
        case .number, .flag, .include: return value
        }
    }

    private mutating func lists(of module: any Module.Type) throws -> [(String, SeedValue)] {
        var lists: [(String, SeedValue)] = []
        let isList = asked.part.map { part in listNames(module).contains(part) } ?? false
        for type in module.resources where type.scope == nil && (!isList || type.path == asked.part) {
            let scoped = module.resources.filter { $0.scope?.table == type.table }
            var records = try records(type, scopeID: nil)
            if let part = asked.part, !isList {
                guard !scoped.isEmpty else { continue }
                records.removeAll { $0.key != part }
            }
            let values = try records.map { record -> SeedValue in
                var contents = try scoped.compactMap { type -> (String, SeedValue)? in
                    let records = try self.records(type, scopeID: record.id)
                    return records.isEmpty ? nil : (type.path, .list(records.map { .map($0.pairs) }))
                }
                if !scoped.isEmpty {
                    for type in module.seedExtras where state.takes(type, of: module) {
                        let values = try type.exported(scopeID: record.id, SeedExport(state: state), db)
                        if !values.isEmpty { contents.append((type.path, .list(values))) }
                    }
                }
                guard !contents.isEmpty else { return .map(record.pairs) }
                let path = "seed/" + name(record.key, module, type)
                add(path, .map(contents), schema: "schema-\(module.name)-\(type.path)-contents.json")
                return .map(record.pairs + [("contents", .include(path))])
            }
            if !values.isEmpty { lists.append((type.path, .list(values))) }
        }
        for type in module.seedLists where state.takes(type, of: module) && (asked.part == nil || type.path == asked.part) {
            let values = try type.exported(scopeID: 0, SeedExport(state: state), db)
            guard !values.isEmpty else { continue }
            let name = "\(module.name)-\(type.path)"
            add("seed/\(name).yaml", .list(values), schema: "schema-\(name).json")
            lists.append((type.path, .include("seed/\(name).yaml")))
        }
        return lists
    }

    private mutating func name(_ key: String, _ module: any Module.Type, _ type: any Resource.Type) -> String {
        let name = ["\(key).yaml", "\(module.name)-\(type.path)-\(key).yaml"].first { !names.contains($0) } ?? "\(names.count)-\(key).yaml"
        names.insert(name)
        return name
    }

    private func records(_ type: any Resource.Type, scopeID: Int64?) throws -> [(id: Int64, key: String, pairs: [(String, SeedValue)])] {
        if state.leftOutTables.contains(type.table) { return [] }
        func records<R: Resource>(_ type: R.Type) throws -> [(id: Int64, key: String, pairs: [(String, SeedValue)])] {
            try R.fetchAll(db, where: "\(R.notTrashed) AND (\(R.scopeCondition))", [scopeID]).compactMap { record in
                let (id, key) = (record.stamp.id ?? 0, record.stamp.key)
                state.current = "\(R.name) '\(key)'"
                guard let pairs = try SeedExport(state: state).pairs(of: record, R.fields) else {
                    try state.leaveOut(id, of: R.table)
                    return nil
                }
                let owner = try record.stamp.ownerID.flatMap { try state.keys(Account.databaseTableName)[$0] }
                return (id, key, [("key", .text(key))] + (owner.map { [("owner", .text($0))] } ?? []) + pairs)
            }
        }
        return try records(type)
    }

    private func site() throws -> SeedValue {
        let site = try SiteSettings.load(db)
        let tiles: [(String, SeedValue)] = site.tiles.isEmpty ? [] : [("tiles", .text(site.tiles))]
        let known = seed.modules.map { $0.name }
        let languages: [(String, SeedValue)] =
            site.languages.isEmpty ? [] : [("languages", .list(site.languages.map { .text($0.rawValue) }))]
        let plan = site.backups
        let backups: [(String, SeedValue)] = [
            ("on", .flag(plan.isOn)), ("hour", .number(String(plan.hour))), ("days", .number(String(plan.days))),
            ("weeks", .number(String(plan.weeks))),
        ]
        return .map(
            [("name", .text(site.name)), ("language", .text(site.language.rawValue))] + languages + [
                ("zone", .text(site.zone.identifier)),
                ("systems", .list(site.systems.filter(known.contains).map(SeedValue.text))),
                ("historyDays", .number(String(site.historyDays))), ("trashDays", .number(String(site.trashDays))),
                ("backups", .map(backups)),
            ] + tiles)
    }

    private func accounts() throws -> [SeedValue] {
        try Account.all().notDeleted().order(Account.Columns.id).fetchAll(db).map { account in
            var pairs: [(String, SeedValue)] = [("key", .text(account.key)), ("name", .text(account.name))]
            if let hash = account.passwordHash { pairs.append(("passwordHash", .text(hash))) }
            if account.isDemo { pairs.append(("demo", .flag(true))) }
            if !account.isActive { pairs.append(("active", .flag(false))) }
            if let language = account.language { pairs.append(("language", .text(language.rawValue))) }
            if let country = account.country { pairs.append(("country", .text(country))) }
            let roles = try RoleAssignment.of(account.id ?? 0).fetchAll(db).compactMap { try role($0, of: account) }
            if !roles.isEmpty { pairs.append(("roles", .list(roles))) }
            return .map(pairs)
        }
    }

    private func role(_ assignment: RoleAssignment, of account: Account) throws -> SeedValue? {
        let known = try seed.accounts.roles + CustomRole.roles(db)
        guard let role = known.first(where: { $0.name == assignment.role }) else {
            state.note("role", ["account": account.key, "role": assignment.role])
            return nil
        }
        guard let scopeID = assignment.scopeID else { return .map([("role", .text(role.name))]) }
        guard let key = try scopeKey(scopeID, kind: role.scope) else {
            state.note("roleInTrash", ["account": account.key, "role": role.name])
            return nil
        }
        return .map([("role", .text(role.name)), ("in", .text(key))])
    }

    private func scopeKey(_ id: Int64, kind: String?) throws -> String? {
        let scope = seed.modules.lazy.flatMap { $0.resources }.compactMap { $0.scope }.first { kind == nil || $0.kind == kind }
        return try scope.flatMap { try state.keys($0.table)[id] }
    }

    private mutating func pictures() throws -> [SeedValue] {
        let faces = try state.leftOutTables.isEmpty ? [] : seed.picturesOfPeople(db)
        // A part brings the pictures that it shows.
        let isPart = asked.section != nil && asked.section != "pictures"
        return try Picture.filter(Picture.Columns.deletedAt == nil && !faces.contains(Picture.Columns.id)).order(Picture.Columns.id)
            .fetchAll(db).filter { !isPart || state.shown.contains($0.id ?? 0) }.map { picture in
                let path = "seed/pictures/\(picture.key).webp"
                exported.pictures.append((path, picture.file))
                var pairs: [(String, SeedValue)] = [("key", .text(picture.key)), ("file", .text(path))]
                if !picture.alt.isEmpty { pairs.append(("alt", .text(picture.alt))) }
                if !picture.credit.isEmpty { pairs.append(("credit", .text(picture.credit))) }
                if !picture.licence.isEmpty { pairs.append(("licence", .text(picture.licence))) }
                if let id = picture.scopeID, let key = try scopeKey(id, kind: nil) { pairs.append(("in", .text(key))) }
                return .map(pairs)
            }
    }
}
