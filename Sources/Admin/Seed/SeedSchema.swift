import Foundation
import Web

/// The JSON Schema (draft 2020-12) of a seed value: its type and rules.
public struct SeedSchema: Sendable {
    let type: String
    let also: [String]
    let rules: [String: any Sendable]
    /// A note for the description: text `api.notes.<note>`.
    let note: String?
    private(set) var isNullable = false
    private(set) var fields: [(name: String, schema: SeedSchema, isRequired: Bool)] = []
    private var takesNull = false
    private(set) var isChild = false
    /// Whether its members have no labels; see `map`.
    private(set) var isPlain = false

    public init(_ type: String, _ rules: [String: any Sendable] = [:], also: [String] = [], note: String? = nil) {
        (self.type, self.also, self.rules, self.note) = (type, also, rules, note)
    }

    static func key(of table: String) -> SeedSchema { SeedSchema("string", [recordRule: table]) }

    public static func key<R: Resource>(of type: R.Type) -> SeedSchema { key(of: R.table) }

    private static let recordRule = "x-record"

    /// One of these words, where numbers, yes and no need no quotes.
    public static func words(_ choices: [String]) -> SeedSchema {
        SeedSchema("string", ["enum": choices, wordsRule: true], also: ["integer", "boolean"])
    }

    private static let wordsRule = "x-words"

    static func object<R>(_ fields: [Field<R>]) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { ($0.name, $0.kind.schema, $0.kind.isRequired && !$0.kind.hasDefault) }
        let older = fields.compactMap { ($0.kind as? TranslationsFieldType)?.older }.first ?? []
        schema.fields += older.map { ($0.name, SeedSchema("string", ["deprecated": true]), false) }
        schema.takesNull = true
        return schema
    }

    static func packed<R>(_ fields: [Field<R>], blank: R, isChild: Bool = false) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { field in
            (field.name, field.kind.packedSchema, field.kind.isRequired && (field.isOfTheClock || field.pack(blank).isBlank))
        }
        schema.isChild = isChild
        return schema
    }

    /// Returns a mapping of names that are not record fields and have no labels.
    public static func map(
        _ members: [(name: String, schema: SeedSchema, isRequired: Bool)], also: [String] = [], note: String? = nil
    ) -> SeedSchema {
        var schema = SeedSchema("object", also: also, note: note)
        schema.fields = members
        schema.isPlain = true
        return schema
    }

    var orNull: SeedSchema {
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// Without titles and notes.
    var json: JSON { json(nil, "") }

    /// Without `words` titles and notes are left out. `keys` are of the seed file's schema; nil for the schema of the API.
    func json(_ words: Words?, _ texts: String, seed keys: SeedSchemaKeys? = nil) -> JSON {
        var json: JSON = .object([("type", .text(type))])
        for (key, value) in rules.sorted(by: { $0.key < $1.key }) {
            switch value {
            case let schema as SeedSchema: json[key] = schema.json(words, texts, seed: keys)
            case let table as String where key == Self.recordRule: if let keys { keys.complete(&json, with: table) }
            case let text as String: json[key] = .text(text)
            case let texts as [String]: json[key] = .list(texts.map(JSON.text) + (rules[Self.wordsRule] == nil ? [] : texts.plain))
            case _ where key == Self.wordsRule: break
            case let flag as Bool: json[key] = .flag(flag)
            case let number as Int: json[key] = .number(number)
            default: json[key] = .text("\(value)")
            }
        }
        for other in also { json.take(other) }
        if keys != nil, type == "array" || type == "object", !also.contains("string") { json.takeInclude() }
        if isNullable { json.take("null") }
        guard let words else { return json }
        if let note { json["description"] = .text(words("api.notes.\(note)")) }
        if type == "object" { describe(&json, words, texts, keys) }
        return json
    }

    /// A valid example. References use the number of the address examples.
    var example: JSON {
        if rules["x-resource"] != nil { return .number(12) }
        if let texts = (rules["examples"] ?? rules["enum"]) as? [String], let first = texts.first { return .text(first) }
        switch type {
        case "integer", "number": return .number(rules["minimum"] as? Int ?? 1)
        case "boolean": return .flag(true)
        case "array": return .list((rules["items"] as? SeedSchema).map { [$0.example] } ?? [])
        case "object": return .object(fields.filter(\.isRequired).map { ($0.name, $0.schema.example) })
        default: return .text(rules["format"] as? String == "date-time" ? "2026-09-21T08:00:00Z" : "…")
        }
    }

    private func describe(_ json: inout JSON, _ words: Words, _ texts: String, _ keys: SeedSchemaKeys?) {
        guard rules["additionalProperties"] == nil else { return }
        json["properties"] = .object(
            fields.map { field in
                var property = field.schema.json(words, "\(texts).\(field.name)", seed: keys)
                if takesNull || keys != nil, !field.isRequired { property.take("null") }
                guard !isPlain else { return (field.name, property) }
                property["title"] = .text(words.label(of: field.name, texts))
                if let help = words.optional("\(texts).help.\(field.name)") {
                    property["description"] = .text([help, property["description"]?.text].compactMap { $0 }.joined(separator: " "))
                }
                return (field.name, property)
            } + (isChild ? [("id", .object([("type", .list([.text("integer"), .text("null")]))]))] : []))
        json["required"] = .list(fields.filter(\.isRequired).map { .text($0.name) })
        json["additionalProperties"] = .flag(false)
    }
}

/// The keys that a site has, by table, which editors complete; empty for the schema of any site.
public struct SeedSchemaKeys: Sendable {
    var known: [String: [String]] = [:]

    public init() {}

    /// Suggests the known keys; others stay right, because the file may define them.
    func complete(_ json: inout JSON, with table: String) {
        json["x-record"] = .text(table)
        guard let known = known[table], !known.isEmpty else { return }
        json["anyOf"] = .list([.object([("enum", .list(known.map(JSON.text)))]), .object([])])
    }
}

extension JSON {
    mutating func take(_ type: String) {
        let types = self["type"].map { $0.list ?? [$0] } ?? []
        guard !types.isEmpty, !types.contains(where: { $0.text == type }) else { return }
        self["type"] = .list(types + [.text(type)])
        if type == "null", let choices = self["enum"]?.list { self["enum"] = .list(choices + [.null]) }
    }

    /// Allows `!include path` of a file, a pattern or a folder, which validators see as the path.
    mutating func takeInclude() {
        take("string")
        self["pattern"] = .text("(\\.ya?ml|/)$")
    }
}

extension [String] {
    /// The words as YAML reads them without quotes, where that is no text.
    fileprivate var plain: [JSON] {
        compactMap { (word: String) -> JSON? in
            if word == "yes" || word == "no" { return .flag(word == "yes") }
            return Int(word, in: .whole).map { JSON.number($0) }
        }
    }
}
