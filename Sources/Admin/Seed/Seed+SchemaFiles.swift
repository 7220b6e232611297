import Accounts
import Foundation
import Web

extension Seed {
    /// Returns the seed file's schema for editors, `seed/schema.json`.
    public func schema() -> String {
        var root: JSON = .object([
            ("$schema", .text(Self.draft)), ("title", .text("Portico: seed file")),
            ("description", .text("Settings, accounts, pictures and records of a site. Any value may be '!include path'.")),
            ("type", .text("object")),
        ])
        var properties: [(key: String, value: JSON)] = [
            ("site", included(site)), ("roles", included(.list(of: ownRole))), ("accounts", included(.list(of: account))),
            ("pictures", .reference("pictures")),
        ]
        var parts: [(key: String, value: JSON)] = [
            ("include", include), ("key", key), ("was", was), ("pictures", included(.list(of: picture))),
        ]
        for module in modules {
            var lists: [(key: String, value: JSON)] = []
            for type in module.resources where type.scope == nil {
                let scoped = module.resources.filter { $0.scope?.table == type.table }
                let contents = "\(module.name)-\(type.path)-contents"
                lists.append((type.path, included(.list(of: record(type, contents: scoped.isEmpty ? nil : contents)))))
                if !scoped.isEmpty {
                    let extras = module.seedExtras.map { type in
                        (key: type.path, value: included(.list(of: type.schema.json(words, module.name))))
                    }
                    let records = scoped.map { (key: $0.path, value: included(.list(of: record($0, contents: nil)))) }
                    parts.append((contents, included(.mapping(records + extras))))
                }
            }
            for type in module.seedLists {
                let name = "\(module.name)-\(type.path)"
                lists.append((type.path, .reference(name)))
                parts.append((name, included(.list(of: type.schema.json(words, module.name)))))
            }
            properties.append((module.name, included(.mapping(lists))))
        }
        root["properties"] = .object(properties)
        root["additionalProperties"] = .flag(false)
        root["$defs"] = .object(parts)
        return root.written() + "\n"
    }

    /// Returns the schemas of included files by name; each refers to `schema.json` beside it.
    public func includedSchemas() -> [(file: String, text: String)] {
        var names = ["pictures"]
        for module in modules {
            for type in module.resources where module.resources.contains(where: { $0.scope?.table == type.table }) {
                names.append("\(module.name)-\(type.path)-contents")
            }
            names += module.seedLists.map { "\(module.name)-\($0.path)" }
        }
        return names.map { name in
            let schema: JSON = .object([("$schema", .text(Self.draft)), ("$ref", .text("schema.json#/$defs/\(name)"))])
            return ("schema-\(name).json", schema.written() + "\n")
        }
    }

    private static let draft = "https://json-schema.org/draft/2020-12/schema"

    private func record(_ type: any Resource.Type, contents: String?) -> JSON {
        func object<R: Resource>(_ type: R.Type) -> JSON { SeedSchema.object(R.fields).json(words, R.name) }
        var json = object(type)
        guard case .object(var properties)? = json["properties"] else { return json }
        properties.insert(("key", .reference("key")), at: 0)
        properties.insert(("was", .reference("was")), at: 1)
        if type.audience?.owner != nil {
            properties.insert(("owner", .described("string", "Key of the account whose it is; without one it is nobody's.")), at: 2)
        }
        if let contents { properties.append(("contents", .reference(contents))) }
        json["properties"] = .object(properties)
        json["title"] = .text(words("\(type.name).one"))
        return json
    }

    private var include: JSON {
        .object([
            ("type", .text("string")), ("pattern", .text("\\.ya?ml$")),
            ("description", .text("!include path: the value stands in that file, relative to the folder of seed.yaml.")),
        ])
    }

    private var key: JSON {
        .object([
            ("type", .text("string")), ("pattern", .text("^[a-z0-9][a-z0-9_-]{0,79}$")), ("title", .text("Key")),
            ("description", .text("Names the record in this file; made from its title when it is left out. Kept for good.")),
        ])
    }

    private var was: JSON {
        .object([
            ("type", .text("string")), ("pattern", .text("^[a-z0-9][a-z0-9_-]{0,79}$")), ("title", .text("Former key")),
            ("description", .text("The key that the record had on the site: it is renamed to its new key.")),
        ])
    }

    private var site: JSON {
        .mapping([
            ("name", .text(1...200)), ("language", language),
            ("languages", .object([("type", .text("array")), ("items", language), ("uniqueItems", .flag(true))])),
            ("zone", .described("string", "A time zone such as Europe/Rome.")),
            ("systems", .object([("type", .text("array")), ("items", .choice(modules.map { $0.name }))])),
            ("tiles", .described("string", "Address of map tiles, https://…/{z}/{x}/{y}.png; empty for maps without a background.")),
            ("historyDays", .number(SiteSettings.historyDaysRange, "Days that histories are kept; 0 is for ever.")),
            ("trashDays", .number(SiteSettings.trashDaysRange, "Days after which the trash is emptied; 0 keeps it for ever.")),
            ("backups", SeedSchema.object(BackupPages.fields).json(words, BackupPages.texts)),
        ])
    }

    private var ownRole: JSON {
        .mapping(
            [
                ("key", ownRoleKey), ("title", .text(1...CustomRole.longestTitle)), ("scope", .choice(scopeKinds)),
                ("confined", .described("boolean", "Whether it reaches only the part that a system sets aside for such roles.")),
                ("may", .object([("type", .text("array")), ("items", .choice(permissions)), ("uniqueItems", .flag(true))])),
            ], required: ["key"])
    }

    private var ownRoleKey: JSON {
        .object([
            ("type", .text("string")), ("pattern", .text("^own-[a-z0-9-]{1,80}$")),
            ("description", .text("A role of the site's own, from the list 'roles'.")),
        ])
    }

    private var account: JSON {
        let role = JSON.mapping(
            [
                ("role", .object([("anyOf", .list([.choice(accounts.roles.map(\.name)), ownRoleKey]))])),
                ("in", .described("string", "The key of a house; everywhere when it is left out.")),
            ],
            required: ["role"])
        return .mapping(
            [
                (
                    "key",
                    .object([
                        ("type", .text("string")), ("pattern", .text("^[a-z0-9][a-z0-9._-]{1,63}$")), ("title", .text("Sign-in name")),
                    ])
                ),
                ("name", .text(1...200)),
                ("password", .described("string", "Set when the account is made and never again. At least 15 characters.")),
                ("passwordHash", .described("string", "The hash of a password, as an export writes it.")),
                (
                    "demo",
                    .described("boolean", "A demonstration account: it may have the demonstration password and goes with all others.")
                ),
                ("active", .described("boolean", "Whether its owner may come in; true when it is left out.")), ("language", language),
                ("country", .choice(Country.codes)),
                ("roles", .object([("type", .text("array")), ("items", role)])),
            ], required: ["key", "name"])
    }

    private var picture: JSON {
        .mapping(
            [
                ("key", .reference("key")), ("file", .described("string", "Where it lies, relative to the folder of seed.yaml.")),
                ("alt", .text(0...500, "What it shows, for those who do not see it.")), ("credit", .text(0...200, "Who made it.")),
                ("licence", .text(0...200, "The terms it may be used on.")),
                ("in", .described("string", "The key of the house it belongs to; all may use it when it is left out.")),
            ], required: ["file"])
    }

    private var language: JSON { .choice(Language.allCases.map(\.rawValue)) }

    private func included(_ value: JSON) -> JSON { .object([("anyOf", .list([value, .reference("include")]))]) }
}

extension JSON {
    fileprivate static func list(of items: JSON) -> JSON { .object([("type", .text("array")), ("items", items)]) }
    fileprivate static func reference(_ name: String) -> JSON { .object([("$ref", .text("#/$defs/\(name)"))]) }
    fileprivate static func choice(_ values: [String]) -> JSON {
        .object([("type", .text("string")), ("enum", .list(values.map(JSON.text)))])
    }
    fileprivate static func described(_ type: String, _ text: String) -> JSON {
        .object([("type", .text(type)), ("description", .text(text))])
    }

    fileprivate static func number(_ range: ClosedRange<Int>, _ text: String) -> JSON {
        .object([
            ("type", .text("integer")), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
            ("description", .text(text)),
        ])
    }

    fileprivate static func text(_ length: ClosedRange<Int>, _ description: String? = nil) -> JSON {
        var json: JSON = .object([
            ("type", .text("string")), ("minLength", .number(length.lowerBound)), ("maxLength", .number(length.upperBound)),
        ])
        if let description { json["description"] = .text(description) }
        return json
    }

    fileprivate static func mapping(_ properties: [(key: String, value: JSON)], required: [String] = []) -> JSON {
        .object([
            ("type", .text("object")), ("properties", .object(properties)), ("required", .list(required.map(JSON.text))),
            ("additionalProperties", .flag(false)),
        ])
    }
}
