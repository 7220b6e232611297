import Accounts
import GRDB

struct SearchView: Sendable {
    struct Part: Sendable {
        let kind: SearchKind
        let scopes: Scopes
        let rows: String
    }

    let parts: [Part]

    init(_ admin: AdminContext, _ person: SignedIn, _ db: Database) throws {
        let living = Set(try admin.scopes(person, db).map(\.id))
        let systems = Set(admin.modulesOn.map { $0.name })
        parts = SearchKind.all(admin.resources.all).compactMap { kind in
            if let system = kind.system, !systems.contains(system) { return nil }
            guard let scopes = Self.scopes(kind, person.grants, living) else { return nil }
            return Part(kind: kind, scopes: scopes, rows: kind.rows(person.grants))
        }
    }

    private static func scopes(_ kind: SearchKind, _ grants: Grants, _ living: Set<Int64>) -> Scopes? {
        switch (kind.reach, grants.scopes(for: kind.seeing)) {
        case (.site, .all), (.shared, .all): .all
        case (.site, .only): nil
        case (.scoped, .all): living.isEmpty ? nil : .only(living)
        case (.scoped, .only(let ids)): ids.isDisjoint(with: living) ? nil : .only(ids.intersection(living))
        // Shared records count as house 0.
        case (.shared, .only(let ids)): ids.isEmpty ? nil : .only(ids.union([0]))
        }
    }

    func condition(only kind: String? = nil) -> String {
        let parts = parts.filter { kind == nil || $0.kind.name == kind }
        let whole = plain(parts.filter { $0.rows == "1" })
        let some = parts.filter { $0.rows != "1" }.flatMap { part in
            plain([part]).map { "(\($0) AND rowid >> 32 IN (SELECT r.id FROM \(part.kind.table) r WHERE \(part.rows)))" }
        }
        let conditions = whole + some
        return conditions.isEmpty ? "0" : "(\(conditions.joined(separator: " OR ")))"
    }

    private func plain(_ parts: [Part]) -> [String] {
        let everywhere = parts.filter { $0.scopes == .all }.map(\.kind.number)
        var conditions = everywhere.isEmpty ? [] : ["((rowid >> 20) & 4095) IN (\(list(everywhere)))"]
        let limited = parts.compactMap { part in
            if case .only(let ids) = part.scopes { (list(ids.sorted()), part.kind.number) } else { nil }
        }
        for (scopes, kinds) in Dictionary(grouping: limited, by: \.0).sorted(by: { $0.key < $1.key }) {
            conditions.append("(((rowid >> 20) & 4095) IN (\(list(kinds.map(\.1)))) AND (rowid & 1048575) IN (\(scopes)))")
        }
        return conditions
    }

    private func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ",") }
}
