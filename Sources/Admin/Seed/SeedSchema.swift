import Foundation
import Web

/// How the schema of the seed file (JSON Schema, draft 2020-12) describes a value: its type and the rules for it.
public struct SeedSchema: Sendable {
    let type: String
    let rules: [String: any Sendable]
    /// Says more than the type does: text `api.notes.<note>`.
    let note: String?
    /// Whether null is a value like others.
    private(set) var isNullable = false
    /// The fields of a mapping, in their order, and whether they may be left out.
    private(set) var fields: [(name: String, schema: SeedSchema, isRequired: Bool)] = []
    /// Whether null takes any value away that is not required, as in the seed file.
    private var takesNull = false
    /// Whether it is a part of a record, which has an id.
    private(set) var isChild = false
    /// Whether its members have no labels; see `map`.
    private(set) var isPlain = false

    public init(_ type: String, _ rules: [String: any Sendable] = [:], note: String? = nil) {
        (self.type, self.rules, self.note) = (type, rules, note)
    }

    static func object<R>(_ fields: [Field<R>]) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { ($0.name, $0.kind.schema, $0.kind.isRequired && !$0.kind.hasDefault) }
        schema.takesNull = true
        return schema
    }

    /// What `pack` gives for these fields.
    /// - Parameter blank: a new record; what it has already may be left out.
    static func packed<R>(_ fields: [Field<R>], blank: R, isChild: Bool = false) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { field in
            (field.name, field.kind.packedSchema, field.kind.isRequired && (field.isOfTheClock || field.pack(blank).isBlank))
        }
        schema.isChild = isChild
        return schema
    }

    /// A mapping of a few names that are no fields of a record and have no labels.
    public static func map(_ members: [(name: String, schema: SeedSchema, isRequired: Bool)], note: String? = nil) -> SeedSchema {
        var schema = SeedSchema("object", note: note)
        schema.fields = members
        schema.isPlain = true
        return schema
    }

    var orNull: SeedSchema {
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// As JSON.
    /// - Parameter texts: where the texts of its fields lie, `house.recipes`.
    func json(_ words: Words, _ texts: String) -> JSON {
        var json: JSON = .object([("type", .text(type))])
        for (key, value) in rules.sorted(by: { $0.key < $1.key }) {
            switch value {
            case let schema as SeedSchema: json[key] = schema.json(words, texts)
            case let text as String: json[key] = .text(text)
            case let texts as [String]: json[key] = .list(texts.map(JSON.text))
            case let flag as Bool: json[key] = .flag(flag)
            case let number as Int: json[key] = .number(number)
            default: json[key] = .text("\(value)")
            }
        }
        if isNullable { json["type"] = .list([.text(type), .text("null")]) }
        if let note { json["description"] = .text(words("api.notes.\(note)")) }
        if type == "object" { describe(&json, words, texts) }
        return json
    }

    /// A value that it allows, for somebody to begin with. Other records have the number that the examples of addresses have.
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

    private func describe(_ json: inout JSON, _ words: Words, _ texts: String) {
        json["properties"] = .object(
            fields.map { field in
                var property = field.schema.json(words, "\(texts).\(field.name)")
                // Null takes a value away.
                if takesNull, !field.isRequired, field.schema.rules["enum"] == nil {
                    property["type"] = .list([.text(field.schema.type), .text("null")])
                }
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
