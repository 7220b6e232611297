import Accounts
import GRDB

/// What `--only` and `--without-people` leave out of an export.
extension SeedExporting {
    func takes(_ section: String) -> Bool { asked.section == nil || asked.section == section }

    func requireKnownPart() throws {
        guard let section = asked.section else { return }
        let sections = ["site", "roles", "accounts", "pictures"] + seed.modules.map { $0.name }
        guard sections.contains(section) else { throw failure(section, among: sections) }
        guard let part = asked.part else { return }
        let module = seed.modules.first { $0.name == section }
        let parts = try module.map { try listNames($0) + houses(of: $0).flatMap { try keys($0) } } ?? []
        guard parts.contains(part) else { throw failure(part, among: parts) }
    }

    private func failure(_ text: String, among known: [String]) -> SeedFailure {
        SeedFailure(description: SeedSentences.unknownPart(text, among: known).localized(seed.messages))
    }

    func listNames(_ module: any Module.Type) -> [String] {
        module.resources.filter { $0.scope == nil }.map { $0.path } + module.seedLists.map { $0.path }
    }

    private func houses(of module: any Module.Type) -> [any Resource.Type] {
        module.resources.filter { type in type.scope == nil && module.resources.contains { $0.scope?.table == type.table } }
    }

    private func keys(_ type: any Resource.Type) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT key FROM \(type.table) WHERE \(RowCondition.notTrashed(in: type.table)) ORDER BY id")
    }

    func noteLeftOut() throws {
        if let section = asked.section {
            var names = (["site", "roles", "accounts", "pictures"] + seed.modules.map { $0.name }).filter { $0 != section }
            if let part = asked.part, let module = seed.modules.first(where: { $0.name == section }) {
                let keys = try houses(of: module).flatMap { try self.keys($0) }
                if listNames(module).contains(part) {
                    names += listNames(module).filter { $0 != part }.map { "\(section).\($0)" }
                } else {
                    names += keys.filter { $0 != part }.map { "\(section)/\($0)" }
                }
            }
            state.note("asked", ["lists": names.joined(separator: ", ")])
        }
        let lists = seed.listsOfPeople.filter { takes(String($0.prefix { $0 != "." })) }
        if !state.leftOutTables.isEmpty, !lists.isEmpty { state.note("asked", ["lists": lists.joined(separator: ", ")]) }
    }

    var comment: String {
        let what = asked.section == nil ? "A whole site" : "A part of a site"
        let whole = "# \(what), as `portico seed --export` wrote it; `portico seed` sets one up from it.\n"
        let people =
            state.leftOutTables.isEmpty
            ? "# Keep it safe: it holds people, with their passwords as scrypt hashes (passwordHash). PINs are left out.\n"
            : "# People are left out: \(seed.listsOfPeople.joined(separator: ", ")).\n"
        return whole + people + "# What is in the trash is not here, nor are sessions, the audit log and the dates of changes.\n"
    }
}
