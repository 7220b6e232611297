import Accounts
import Foundation
import GRDB
import Web

struct PersonChoices: Sendable {
    let roles: [Role]
    let places: [NamedOption]
    let countries: [NamedOption]

    init(_ admin: AdminContext, _ words: Words, _ db: Database) throws {
        roles = try admin.roles(db)
        places = try admin.allScopes(db)
        countries = Country.sortedByName(words).map { NamedOption(value: $0.code, label: $0.name) }
    }
}

/// Not a `ChildrenFieldType`, because the choices depend on the site's systems and houses.
struct RolesFieldType: FieldType {
    let choices: PersonChoices
    var isColumn: Bool { false }
    var template: String { "fields/children" }

    func read(_ entry: Entry, errors: inout FieldErrors) -> [RoleRow]? {
        guard let form = entry.form else { return nil }
        let count = errors.all.count
        var rows: [RoleRow] = []
        for index in ChildRows(form, entry.name).indices {
            let prefix = "\(entry.name).\(index)."
            var row = RoleRow()
            for field in fields(entry.words) {
                field.read(&row, Entry(name: prefix + field.name, form: form, context: entry.context, texts: texts(entry)), &errors)
            }
            guard !row.role.isEmpty else { continue }
            // No place is offered, and a sent place must not become "everywhere".
            if choices.places.isEmpty, !["", RoleRow.everywhere].contains(form[prefix + "place"]) {
                errors.add(prefix + "role", entry.words("admin.people.refused.placeMissing"))
            }
            if let reason = misplaced(row) { errors.add(prefix + "place", entry.words("admin.people.refused.\(reason)")) }
            rows.append(row)
        }
        if rows.count > 50 { errors.add(entry.name, entry.refusal("tooMany", ["limit": "50"])) }
        return errors.all.count == count ? rows : nil
    }

    /// A house role must name its house; without one it would apply to all.
    private func misplaced(_ row: RoleRow) -> String? {
        guard let role = choices.roles.first(where: { $0.name == row.role }) else { return nil }
        if role.scope == nil { return row.scopeID == nil ? nil : "placeOfSite" }
        return row.place.isEmpty && !choices.places.isEmpty ? "placeMissing" : nil
    }

    private func fields(_ words: Words) -> [Field<RoleRow>] {
        let roles = choices.roles.map { NamedOption(value: $0.name, label: words.role($0.name, of: choices.roles)) }
        let everywhere = NamedOption(value: RoleRow.everywhere, label: words("admin.people.everywhere"))
        let role = Field<RoleRow>("role", \.role, NamedOptionFieldType(options: roles))
        return choices.places.isEmpty
            ? [role] : [role, Field("place", \.place, NamedOptionFieldType(options: [everywhere] + choices.places))]
    }

    private func texts(_ entry: Entry) -> String { PersonDraft.texts + ".roles" }

    func view(_ value: [RoleRow], _ entry: Entry) throws -> Values {
        let indices = entry.form.map { ChildRows($0, entry.name).indices } ?? Array(value.indices)
        let fields = fields(entry.words)
        let items = try indices.enumerated().map { position, index -> Values in
            let prefix = "\(entry.name).\(index)"
            let row = entry.form == nil ? value[index] : RoleRow()
            let number = String(position + 1)
            return [
                "number": number, "index": String(index), "prefix": prefix, "id": entry.id + "-\(index)",
                "label": entry.words("admin.people.roles.item", ["number": number]),
                "hidden": [["name": prefix + ".id", "value": ""] as Values], "first": position == 0, "last": position == indices.count - 1,
                "fold": false,
                "fields": try fields.map { field in
                    try field.templateValues(row, prefix: prefix + ".", context: entry.context, form: entry.form, texts: texts(entry))
                },
            ]
        }
        return [
            "items": items, "hasItems": !items.isEmpty, "compact": true, "addLabel": entry.words("admin.people.roles.add"),
            "emptyText": entry.words("admin.people.roles.none"), "mayAdd": items.count < 50,
        ]
    }

    func text(_ value: [RoleRow], _ words: Words, _ zone: TimeZone) -> String {
        value.map { row in
            let place = choices.places.first { $0.value == row.place }?.label ?? row.scopeID.map { "#\($0)" }
            return words.role(row.role, of: choices.roles) + (place.map { ", " + $0 } ?? "")
        }.joined(separator: "\n")
    }

    func pack(_ value: [RoleRow]) -> JSON { .list(value.map { .object([("role", .text($0.role)), ("place", .text($0.place))]) }) }
    func unpack(_ packed: JSON) -> [RoleRow]? {
        packed.list?.map { RoleRow(role: $0["role"]?.text ?? "", place: $0["place"]?.text ?? "") }
    }

    func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        for (index, row) in (unpack(packed) ?? []).enumerated() {
            (form["\(name).\(index).id"], form["\(name).\(index).role"], form["\(name).\(index).place"]) = ("", row.role, row.place)
        }
    }

    func parse(_ node: SeedNode) -> [RoleRow]? { nil }
    func write(_ value: [RoleRow], _ export: SeedExport) -> SeedValue? { nil }
    var schema: SeedSchema { SeedSchema("array") }
}

extension Words {
    func role(_ name: String, of roles: [Role]) -> String {
        roles.first { $0.name == name }?.title ?? optional("roles.\(name)") ?? name
    }
}
