import Foundation
import Web

/// The JSON Schema (draft 2020-12) of a seed value: its type and rules.
public struct SeedSchema: Sendable {
    let type: String
    let rules: [String: any Sendable]
    /// A note for the description: text `api.notes.<note>`.
    let note: String?
    private(set) var isNullable = false
    private(set) var fields: [(name: String, schema: SeedSchema, isRequired: Bool)] = []
    private var takesNull = false
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

    static func packed<R>(_ fields: [Field<R>], blank: R, isChild: Bool = false) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { field in
            (field.name, field.kind.packedSchema, field.kind.isRequired && (field.isOfTheClock || field.pack(blank).isBlank))
        }
        schema.isChild = isChild
        return schema
    }

    /// Returns a mapping of names that are not record fields and have no labels.
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

    /// Without titles and notes.
    var json: JSON { json(nil, "") }

    func json(_ words: Words?, _ texts: String) -> JSON {
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
        guard let words else { return json }
        if let note { json["description"] = .text(words("api.notes.\(note)")) }
        if type == "object" { describe(&json, words, texts) }
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

    private func describe(_ json: inout JSON, _ words: Words, _ texts: String) {
        json["properties"] = .object(
            fields.map { field in
                var property = field.schema.json(words, "\(texts).\(field.name)")
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
