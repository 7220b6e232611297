import Accounts
import Foundation
import GRDB
import Web

struct AuditReading {
    private let words: Words
    private let kinds: [String: any Resource.Type]
    private let places: [Int64: String]

    init(_ admin: AdminContext, _ db: Database, _ words: Words) throws {
        self.words = words
        kinds = Dictionary(admin.resources.all.map { ($0.name, $0) }) { $1 }
        places = Dictionary(try admin.allScopes(db).map { (Int64(recordID: $0.value) ?? 0, $0.label) }) { $1 }
    }

    func who(_ entry: AuditEntry) -> String { entry.actor.isEmpty ? words("admin.audit.nobody") : entry.actor }

    func act(_ entry: AuditEntry) -> String { AuditActs.sentence(entry.action, words) }

    func kind(_ name: String) -> String {
        kinds[name].map { words("\($0.name).one") } ?? words.optional("admin.audit.kinds.\(name)") ?? name
    }

    func object(_ entry: AuditEntry) -> String {
        guard let name = entry.objectKind else { return "" }
        return [entry.objectTitle, "(\(kind(name).lowercased()))"].compactMap { $0 }.joined(separator: " ")
    }

    func place(_ entry: AuditEntry) -> String { entry.scopeID.map { places[$0] ?? "#\($0)" } ?? "" }

    func detail(_ entry: AuditEntry) -> String {
        guard let detail = try? JSONDecoder().decode([String: String].self, from: Data(entry.detail.utf8)) else { return entry.detail }
        return detail.sorted { $0.key < $1.key }.map { name, value in
            "\(label(name, entry)): \(localized(value, of: name))"
        }.joined(separator: "; ")
    }

    private func localized(_ value: String, of name: String) -> String {
        switch name {
        case "permission": permission(value)
        // The seed file writes role keys; forms write titles, which stay.
        case "roles": value.components(separatedBy: ", ").map { words.optional("roles.\($0)") ?? $0 }.joined(separator: ", ")
        default: words.optional("admin.audit.values.\(name).\(value)") ?? value
        }
    }

    private func permission(_ name: String) -> String {
        let parts = name.split(separator: ".").map(String.init)
        guard let type = kinds[parts.dropLast().joined(separator: ".")] else { return words.optional("permissions.\(name)") ?? name }
        return words("permissions.\(parts.last ?? "")", ["things": words("\(type.name).many").lowercased()])
    }

    private func label(_ name: String, _ entry: AuditEntry) -> String {
        let ofKind = entry.objectKind.flatMap { kind in
            kinds[kind] == nil ? nil : words.optional("\(kind).fields.\(name)") ?? words.optional("admin.fields.\(name)")
        }
        return ofKind ?? words.optional("admin.audit.details.\(name)") ?? words.optional("admin.people.fields.\(name)")
            ?? words.optional("admin.site.fields.\(name)") ?? name
    }

    func addresses(of entries: [AuditEntry], _ person: SignedIn, _ db: Database) throws -> [String: String] {
        var addresses: [String: String] = [:]
        for (kind, entries) in Dictionary(grouping: entries.filter { $0.objectID != nil }, by: { $0.objectKind ?? "" }) {
            guard let place = place(of: kind) else { continue }
            let seen = entries.filter { person.grants.may(place.seeing, in: $0.scopeID) }
            let ids = Set(seen.compactMap(\.objectID)).map(String.init).joined(separator: ",")
            let rows =
                "id IN (\(ids)) AND \(RowCondition.notTrashed(in: place.table)) AND \(kinds[kind]?.rows(place.seeing, person.grants) ?? "1")"
            for id in try Int64.fetchAll(db, sql: "SELECT id FROM \(place.table) WHERE \(rows)") {
                addresses["\(kind) \(id)"] = "\(place.address)/\(id)"
            }
        }
        return addresses
    }

    private func place(of kind: String) -> (table: String, address: String, seeing: Permission)? {
        switch kind {
        case "account": ("account", PeoplePages.address, "admin.people.edit")
        case "picture": ("picture", "/admin/media", "media.edit")
        default: kinds[kind].map { ($0.table, $0.address, $0.seeing) }
        }
    }
}
