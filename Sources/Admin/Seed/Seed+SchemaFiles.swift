import Accounts
import Foundation
import Web

extension Seed {
    /// Returns the seed file's schema for editors, `seed/schema.json`. With the keys of a site, editors complete them.
    public func schema(keys: SeedSchemaKeys = SeedSchemaKeys()) -> String {
        var root: JSON = .object([
            ("$schema", .text(Self.draft)), ("title", .text("Portico: seed file")),
            ("description", .text(words("seed.fields.file"))),
            ("type", .text("object")),
        ])
        root["properties"] = .object(sections.map { ($0, JSON.reference($0).orNull) })
        root["additionalProperties"] = .flag(false)
        root["$defs"] = .object(parts(keys))
        return root.written() + "\n"
    }

    public func includedSchemas() -> [(file: String, text: String)] {
        let names = parts(SeedSchemaKeys()).map(\.key)
        return names.filter { !["key", "was"].contains($0) && !$0.hasSuffix(Self.item) }.map { name in
            let whole = JSON.object([("$ref", .text("schema.json#/$defs/\(name)"))])
            var schema: JSON = .object([("$schema", .text(Self.draft))])
            if names.contains(name + Self.item) {
                // A file may also hold a single record of a list.
                schema["if"] = .object([("type", .text("object")), ("not", .object([("required", .list([.text("records")]))]))])
                schema["then"] = .object([("$ref", .text("schema.json#/$defs/\(name)\(Self.item)"))])
                schema["else"] = whole
            } else {
                schema["$ref"] = whole["$ref"]
            }
            return ("schema-\(name).json", schema.written() + "\n")
        }
    }

    private var sections: [String] { ["site", "roles", "accounts", "pictures"] + modules.map { $0.name } }

    private static let item = "-item"

    /// The definitions: each section, each list, and each list's record.
    func parts(_ keys: SeedSchemaKeys) -> [(key: String, value: JSON)] {
        var parts: [(key: String, value: JSON)] = [("key", key), ("was", was), ("site", site(keys))]
        func add(_ name: String, _ record: JSON, isOrdered: Bool = false) {
            var record = record
            record.takeInclude()
            let list = JSON.list(of: .reference(name + Self.item))
            parts += [(name, isOrdered ? list.orOrdered(words("seed.fields.order")) : list), (name + Self.item, record)]
        }
        add("roles", ownRole)
        add("accounts", account)
        add("pictures", picture)
        for module in modules {
            var lists: [(key: String, value: JSON)] = []
            func list(_ path: String) -> (key: String, value: JSON) { (path, .reference("\(module.name)-\(path)")) }
            for type in module.resources {
                let scoped = type.scope == nil ? module.resources.filter { $0.scope?.table == type.table } : []
                let contents = "\(module.name)-\(type.path)-contents"
                add("\(module.name)-\(type.path)", record(type, contents: scoped.isEmpty ? nil : contents, keys), isOrdered: type.isOrdered)
                if type.scope == nil { lists.append(list(type.path)) }
                if !scoped.isEmpty {
                    parts.append((contents, .mapping((scoped.map { $0.path } + module.seedExtras.map { $0.path }).map(list))))
                }
            }
            for type in module.seedLists + module.seedExtras {
                add("\(module.name)-\(type.path)", type.schema.json(words, module.name, seed: keys))
            }
            lists += module.seedLists.map { list($0.path) }
            parts.append((module.name, .mapping(lists)))
        }
        return parts
    }

    private static let draft = "https://json-schema.org/draft/2020-12/schema"

    private func record(_ type: any Resource.Type, contents: String?, _ keys: SeedSchemaKeys) -> JSON {
        func object<R: Resource>(_ type: R.Type) -> JSON { SeedSchema.object(R.fields).json(words, R.name, seed: keys) }
        var json = object(type)
        guard case .object(var properties)? = json["properties"] else { return json }
        properties.insert(("key", .reference("key")), at: 0)
        properties.insert(("was", .reference("was")), at: 1)
        if type.audience?.owner != nil {
            var owner = JSON.described("string", words("seed.fields.owner"))
            keys.complete(&owner, with: Account.databaseTableName)
            owner.take("null")
            properties.insert(("owner", owner), at: 2)
        }
        if let contents { properties.append(("contents", .reference(contents).orNull)) }
        json["properties"] = .object(properties)
        json["title"] = .text(words("\(type.name).one"))
        return json
    }

    private var key: JSON {
        .object([
            ("type", .list([.text("string"), .text("null")])), ("pattern", .text("^[a-z0-9][a-z0-9_-]{0,79}$")),
            ("title", .text(words("seed.fields.keyTitle"))),
            ("description", .text(words("seed.fields.key"))),
        ])
    }

    private var was: JSON {
        .object([
            ("type", .list([.text("string"), .text("null")])), ("pattern", .text("^[a-z0-9][a-z0-9_-]{0,79}$")),
            ("title", .text(words("seed.fields.wasTitle"))),
            ("description", .text(words("seed.fields.was"))),
        ])
    }

    private func site(_ keys: SeedSchemaKeys) -> JSON {
        .mapping([
            ("name", .text(1...200)), ("language", language),
            ("languages", .list(of: language)),
            ("zone", .described("string", words("seed.fields.zone"))),
            ("systems", .list(of: .choice(modules.map { $0.name }))),
            ("tiles", .described("string", words("seed.fields.tiles"))),
            ("historyDays", .number(SiteSettings.historyDaysRange, words("seed.fields.historyDays"))),
            ("trashDays", .number(SiteSettings.trashDaysRange, words("seed.fields.trashDays"))),
            ("backups", SeedSchema.object(BackupPages.fields).json(words, BackupPages.texts, seed: keys)),
        ])
    }

    private var ownRole: JSON {
        .mapping(
            [
                ("key", ownRoleKey), ("title", .text(1...CustomRole.longestTitle)), ("scope", .choice(scopeKinds)),
                ("confined", .described("boolean", words("seed.fields.confined"))),
                ("may", .list(of: .choice(permissions))),
            ], required: ["key"])
    }

    private var ownRoleKey: JSON {
        .object([
            ("type", .text("string")), ("pattern", .text("^own-[a-z0-9-]{1,80}$")),
            ("description", .text(words("seed.fields.ownRole"))),
        ])
    }

    private var account: JSON {
        let role = JSON.mapping(
            [
                ("role", .object([("anyOf", .list([.choice(accounts.roles.map(\.name)), ownRoleKey]))])),
                ("in", .described("string", words("seed.fields.in"))),
            ],
            required: ["role"])
        return .mapping(
            [
                (
                    "key",
                    .object([
                        ("type", .text("string")), ("pattern", .text("^[a-z0-9][a-z0-9._-]{1,63}$")),
                        ("title", .text(words("admin.people.fields.key"))),
                    ])
                ),
                ("name", .text(1...200)),
                ("password", .described("string", words("seed.fields.password"))),
                ("passwordHash", .described("string", words("seed.fields.passwordHash"))),
                (
                    "demo",
                    .described("boolean", words("seed.fields.demo"))
                ),
                ("active", .described("boolean", words("seed.fields.active"))), ("language", language),
                ("country", .choice(Country.codes)),
                ("roles", .list(of: role)),
            ], required: ["key", "name"])
    }

    private var picture: JSON {
        .mapping(
            [
                ("key", .reference("key")), ("file", .described("string", words("seed.fields.path"))),
                ("alt", .text(0...500, words("seed.fields.alt"))), ("credit", .text(0...200, words("seed.fields.credit"))),
                ("licence", .text(0...200, words("seed.fields.licence"))),
                ("in", .described("string", words("seed.fields.pictureIn"))),
            ], required: ["file"])
    }

    private var language: JSON { .choice(Language.described.map(\.rawValue)) }

}

extension Resource {
    fileprivate static var isOrdered: Bool { field("ordering") != nil }
}

extension JSON {
    /// A list, also as `{ order: file, records: […] }`.
    fileprivate func orOrdered(_ description: String) -> JSON {
        var list = self
        list.take("object")
        let order: JSON = .object([
            ("type", .list([.text("string"), .text("null")])), ("enum", .list([.text("file"), .null])), ("description", .text(description)),
        ])
        var records = self
        records.take("null")
        list["properties"] = .object([("order", order), ("records", records)])
        list["required"] = .list([.text("records")])
        list["additionalProperties"] = .flag(false)
        return list
    }

    fileprivate static func list(of items: JSON) -> JSON {
        var list: JSON = .object([("type", .text("array")), ("items", items)])
        list.takeInclude()
        return list
    }

    fileprivate var orNull: JSON { .object([("anyOf", .list([self, .object([("type", .text("null"))])]))]) }

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
        let members = properties.map { name, value -> (key: String, value: JSON) in
            guard !required.contains(name) else { return (name, value) }
            if value["$ref"] != nil { return (name, name == "key" ? value : value.orNull) }
            var value = value
            value.take("null")
            return (name, value)
        }
        var mapping: JSON = .object([
            ("type", .text("object")), ("properties", .object(members)), ("required", .list(required.map(JSON.text))),
            ("additionalProperties", .flag(false)),
        ])
        mapping.takeInclude()
        return mapping
    }
}
