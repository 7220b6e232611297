import Foundation
import GRDB
import Web

/// A reference to one record: a menu for few records, a name search for many or if `isTyped`.
public struct ReferenceFieldType: FieldType, Referring, Using {
    let target: Target
    public let isRequired: Bool
    let isTyped: Bool
    let mayCreate: Bool
    /// The pairs with all records, if this is one of several that a list is filtered by.
    var all: ReferencesFieldType.Links?
    public var template: String { "fields/one" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Int64?? {
        do {
            return try value(entry, errors: &errors)
        } catch {
            errors.add(entry.name, entry.refusal("choice"))
            return nil
        }
    }

    private func value(_ entry: Entry, errors: inout FieldErrors) throws -> Int64?? {
        let form = entry.form ?? Form()
        let find = form[entry.name + ".find"]
        // A ticked suggestion comes first, then a typed name, then the chosen value.
        let pick = form[entry.name + ".pick"]
        let chosen = pick.isEmpty ? (find.isEmpty ? entry.typed : "") : pick
        if !chosen.isEmpty {
            if let id = Int64(recordID: chosen), try target.existing([id], entry.context).contains(id) { return .some(id) }
            errors.add(entry.name, entry.refusal("gone"))
            return nil
        }
        guard !find.isEmpty else {
            if isRequired { errors.add(entry.name, entry.refusal("unchosen")) }
            return isRequired ? nil : .some(nil)
        }
        let matches = try target.matching(find, entry.context)
        if let exact = matches.first, exact.isExact { return .some(exact.id) }
        if mayCreate, form[entry.name + ".create"] == "yes" { return try create(find, entry, &errors) }
        errors.add(entry.name, entry.refusal(matches.isEmpty ? "noMatch" : "whichOne", ["name": find]))
        return nil
    }

    private func create(_ title: String, _ entry: Entry, _ errors: inout FieldErrors) throws -> Int64?? {
        guard target.mayBeCreated(entry.context) else {
            errors.add(entry.name, entry.refusal("mayNotCreate", ["name": title]))
            return nil
        }
        if let refusal = target.refusal(title, entry.context) {
            errors.add(entry.name, refusal)
            return nil
        }
        var references: [String: Int64] = [:]
        for part in target.asked() {
            let typed = entry.form?["\(entry.name).\(part.name)"] ?? ""
            guard !typed.isEmpty else { continue }
            guard let found = try part.target.matching(typed, entry.context).first, found.isExact else {
                errors.add(entry.name, entry.refusal("noMatch", ["name": typed]))
                return nil
            }
            references[part.name] = found.id
        }
        if let picture = target.picture(), let typed = entry.form?["\(entry.name).\(picture)"], !typed.isEmpty {
            guard let id = Int64(recordID: typed), try PictureFieldType.picture(id, entry) != nil else {
                errors.add(entry.name, entry.refusal("gone"))
                return nil
            }
            references[picture] = id
        }
        return .some(try target.create(title, references, entry.context))
    }

    public func view(_ value: Int64?, _ entry: Entry) throws -> Values {
        let form = entry.form
        let chosen = form == nil ? value : Int64(recordID: form?[entry.name + ".pick"] ?? "") ?? Int64(recordID: entry.typed)
        if try !isTyped && target.count(entry.context, upTo: menuLimit + 1) <= menuLimit {
            return try menu(chosen, entry)
        }
        let titles = try target.titles([chosen].compactMap { $0 }, entry.context)
        let found = form?[entry.name + ".find"] ?? chosen.flatMap { titles[$0] } ?? ""
        var values: Values = [
            "small": false, "options": false, "value": form == nil ? "" : form?[entry.name] ?? "", "found": found,
            "choices": target.address + "/choices",
            "suggestions": false, "create": false, "list": try list(of: target, entry),
        ]
        let isCreating = form?[entry.name + ".create"] == "yes"
        let isAsked = form != nil && (entry.context.errors[entry.name] != nil || isCreating) && !found.isEmpty
        if mayCreate, target.mayBeCreated(entry.context) { values["create"] = try creation(found, isAsked, isCreating, entry) }
        if isAsked {
            let matches = try target.matching(found, entry.context)
            if !matches.isEmpty { values["suggestions"] = matches.map { ["value": String($0.id), "label": $0.label] as Values } }
        }
        return values
    }

    /// Hidden until a name is typed that is not there; the page's script shows it when that name is chosen to be created.
    private func creation(_ title: String, _ isAsked: Bool, _ isChecked: Bool, _ entry: Entry) throws -> Values {
        let asked = try target.asked().map { part -> Values in
            let name = "\(entry.name).\(part.name)"
            return [
                "id": "\(entry.id)-\(part.name)", "name": name, "label": entry.words.label(of: part.name, part.texts),
                "value": entry.form?[name] ?? "", "list": try list(of: part.target, entry),
            ]
        }
        return [
            "name": entry.name + ".create", "label": entry.words("admin.create", ["name": title]), "checked": isChecked,
            "pattern": entry.words("admin.create", ["name": "%"]), "isOpen": isAsked, "asked": asked,
            "picture": try target.picture().map { try drawings($0, title, entry) } ?? false,
        ]
    }

    /// The drawings that are offered for what is created; one that was taken has become a picture.
    private func drawings(_ picture: String, _ title: String, _ entry: Entry) throws -> Values {
        let name = "\(entry.name).\(picture)"
        let taken = try Int64(recordID: entry.form?[name] ?? "").flatMap { try PictureFieldType.picture($0, entry) }
        let language = entry.words.language
        let found = title.isEmpty ? [] : entry.context.symbols.matching(title, language, limit: SymbolChoice.most)
        let items = found.map { ["symbol": $0.name, "label": $0.label(language)] as Values }
        return [
            "name": name, "value": taken?.id.map(String.init) ?? "", "thumb": taken?.address(.thumb) ?? false, "items": items,
            "source": entry.name + ".find", "hasItems": taken != nil || !items.isEmpty,
        ]
    }

    private func menu(_ chosen: Int64?, _ entry: Entry) throws -> Values {
        var options = try target.options(entry.context, limit: menuLimit)
        if let chosen, !options.contains(where: { $0.id == chosen }), let title = try target.titles([chosen], entry.context)[chosen] {
            options.append((chosen, title))
        }
        var drawn = options.map { ["value": String($0.id), "label": $0.label, "selected": $0.id == chosen] as Values }
        // Otherwise the browser would preselect the first option.
        if !isRequired || chosen == nil {
            drawn.insert(["value": "", "label": entry.words("field.none"), "selected": chosen == nil], at: 0)
        }
        return [
            "small": true, "options": drawn, "value": chosen.map(String.init) ?? "", "suggestions": false, "create": false, "list": false,
        ]
    }

    private func list(of target: Target, _ entry: Entry) throws -> any Sendable {
        let id = "list-" + target.table
        if entry.context.suggestions.lists[id] == nil {
            let options = try target.options(entry.context, limit: 501)
            entry.context.suggestions.lists[id] = options.count > 500 ? [] : options.map(\.label)
        }
        return entry.context.suggestions.lists[id]?.isEmpty == false ? id : false
    }

    public func text(_ value: Int64?, _ words: Words, _ zone: TimeZone) -> String { value.map(String.init) ?? "" }
    public func store(_ value: Int64?) -> DatabaseValue { value?.databaseValue ?? .null }
    public func load(_ stored: DatabaseValue) -> Int64?? { .some(Int64.fromDatabaseValue(stored)) }
    public func parse(_ node: SeedNode) -> Int64?? { node.reference(to: target).map { .some($0) } }
    public func write(_ value: Int64?, _ export: SeedExport) throws -> SeedValue? {
        try value.flatMap { try export.key(of: $0, in: target) }.map { .text($0) }
    }
    public var schema: SeedSchema { .key(of: target.table) }
    public var packedSchema: SeedSchema {
        let id = SeedSchema("integer", ["x-resource": target.apiPath], note: "id")
        return isRequired ? id : id.orNull
    }

    func users(of target: String, in table: String, column: String) -> [String] {
        target == self.target.table ? ["SELECT id FROM \(table) WHERE \(column) = :id"] : []
    }
}

/// References to any number of records, through a table of pairs.
public struct ReferencesFieldType: FieldType, Referring, Using {
    let target: Target
    let links: Links
    public let isRequired: Bool
    public var isColumn: Bool { false }
    public var template: String { "fields/many" }

    /// A table of pairs: the record's id and the other's.
    public struct Links: Sendable {
        let table, owner, other: String
        public init(_ table: String, owner: String, other: String) { (self.table, self.owner, self.other) = (table, owner, other) }
    }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> [Int64]? {
        do {
            let chosen = ((entry.form?.all(entry.name) ?? []) + [entry.form?[entry.name + ".pick"] ?? ""]).filter { !$0.isEmpty }
            var ids = chosen.compactMap { Int64(recordID: $0) }
            guard ids.count == chosen.count else {
                errors.add(entry.name, entry.refusal("gone"))
                return nil
            }
            let find = entry.form?[entry.name + ".find"] ?? ""
            if !find.isEmpty {
                guard let exact = try target.matching(find, entry.context).first, exact.isExact else {
                    errors.add(entry.name, entry.refusal("noMatch", ["name": find]))
                    return nil
                }
                ids.append(exact.id)
            }
            let existing = try target.existing(ids, entry.context)
            guard ids.allSatisfy(existing.contains) else {
                errors.add(entry.name, entry.refusal("gone"))
                return nil
            }
            if ids.isEmpty, isRequired {
                errors.add(entry.name, entry.refusal("noneChosen"))
                return nil
            }
            var seen: Set<Int64> = []
            return ids.filter { seen.insert($0).inserted }
        } catch {
            errors.add(entry.name, entry.refusal("choice"))
            return nil
        }
    }

    public func view(_ value: [Int64], _ entry: Entry) throws -> Values {
        let chosen = entry.form == nil ? value : entry.form?.all(entry.name).compactMap { Int64(recordID: $0) } ?? []
        let isLarge = try target.count(entry.context, upTo: menuLimit + 1) > menuLimit
        var options = isLarge ? [] : try target.options(entry.context, limit: menuLimit)
        let missing = chosen.filter { id in !options.contains { $0.id == id } }
        let titles = try target.titles(missing, entry.context)
        options += missing.compactMap { id in titles[id].map { (id, $0) } }
        let drawn = options.map { option -> Values in
            ["value": String(option.id), "label": option.label, "checked": chosen.contains(option.id), "id": "\(entry.id)-\(option.id)"]
        }
        let found = entry.form?[entry.name + ".find"] ?? ""
        var suggestions: any Sendable = false
        if isLarge, !found.isEmpty, entry.context.errors[entry.name] != nil {
            let matches = try target.matching(found, entry.context)
            if !matches.isEmpty { suggestions = matches.map { ["value": String($0.id), "label": $0.label] as Values } }
        }
        return [
            "options": drawn, "chosen": drawn, "large": isLarge, "hasOptions": !drawn.isEmpty, "found": found,
            "choices": target.address + "/choices",
            "suggestions": suggestions,
        ]
    }

    public func text(_ value: [Int64], _ words: Words, _ zone: TimeZone) -> String { value.map(String.init).joined(separator: ", ") }

    public func fetch(_ db: Database, owner: Int64) throws -> [Int64]? {
        let sql = "SELECT \(links.other) FROM \(links.table) WHERE \(links.owner) = ? ORDER BY rowid"
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [owner])
    }

    public func save(_ value: [Int64], _ db: Database, owner: Int64) throws {
        guard try fetch(db, owner: owner) != value else { return }
        try db.cachedStatement(sql: "DELETE FROM \(links.table) WHERE \(links.owner) = ?").execute(arguments: [owner])
        let insert = try db.cachedStatement(sql: "INSERT INTO \(links.table) (\(links.owner), \(links.other)) VALUES (?, ?)")
        for id in value { try insert.execute(arguments: [owner, id]) }
    }

    public func pack(_ value: [Int64]) -> JSON { .list(value.map { .number(Int($0)) }) }
    public func unpack(_ packed: JSON) -> [Int64]? { packed.list?.compactMap { $0.number.map(Int64.init) } }
    public func parse(_ node: SeedNode) -> [Int64]? {
        guard let items = node.list() else { return nil }
        if items.isEmpty, isRequired { node.refuse("noneChosen") }
        var ids: [Int64] = []
        for item in items {
            guard let id = item.called(node.name).reference(to: target) else { continue }
            if ids.contains(id) { item.refuse("twice") } else { ids.append(id) }
        }
        return ids
    }
    public func isSame(_ a: [Int64], _ b: [Int64]) -> Bool { a == b }
    public func write(_ value: [Int64], _ export: SeedExport) throws -> SeedValue? {
        value.isEmpty ? nil : .list(try value.compactMap { try export.key(of: $0, in: target) }.map { .text($0) })
    }
    public var schema: SeedSchema {
        SeedSchema("array", ["items": SeedSchema.key(of: target.table), "uniqueItems": true, "minItems": isRequired ? 1 : 0])
    }
    public var packedSchema: SeedSchema {
        let items = SeedSchema("integer", ["x-resource": target.apiPath])
        return SeedSchema("array", ["items": items, "uniqueItems": true, "minItems": isRequired ? 1 : 0], note: "ids")
    }

    func users(of target: String, in table: String, column: String) -> [String] {
        target == self.target.table ? ["SELECT \(links.owner) FROM \(links.table) WHERE \(links.other) = :id"] : []
    }
}

extension Field {
    /// A reference to one record; `create` allows adding a new name on the page. `all` are pairs with this record and further ones to
    /// filter by; the other is NULL for a record without any.
    public static func one<R: Resource>(
        _ name: String, _ property: WritableKeyPath<Record, Int64?> & Sendable, _ type: R.Type, required: Bool = false, typed: Bool = false,
        create: Bool = false, among all: ReferencesFieldType.Links? = nil
    ) -> Field {
        Field(name, property, ReferenceFieldType(target: Target(type), isRequired: required, isTyped: typed, mayCreate: create, all: all))
    }

    public static func many<R: Resource>(
        _ name: String, _ property: WritableKeyPath<Record, [Int64]> & Sendable, _ type: R.Type, through links: ReferencesFieldType.Links,
        required: Bool = false
    ) -> Field {
        Field(name, property, ReferencesFieldType(target: Target(type), links: links, isRequired: required))
    }
}
