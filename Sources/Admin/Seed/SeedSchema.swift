import Foundation
import Web

/// How the schema of the seed file (JSON Schema, draft 2020-12) describes a value: its type and the rules for it.
public struct SeedSchema: Sendable {
    let type: String
    let rules: [String: any Sendable]
    /// The fields of a mapping, in their order, and whether they may be left out.
    private(set) var fields: [(name: String, schema: SeedSchema, isRequired: Bool)] = []

    public init(_ type: String, _ rules: [String: any Sendable] = [:]) { (self.type, self.rules) = (type, rules) }

    static func object<R>(_ fields: [Field<R>]) -> SeedSchema {
        var schema = SeedSchema("object")
        schema.fields = fields.map { ($0.name, $0.kind.schema, $0.kind.isRequired && !$0.kind.hasDefault) }
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
        if type == "object" { describe(&json, words, texts) }
        return json
    }

    private func describe(_ json: inout JSON, _ words: Words, _ texts: String) {
        json["properties"] = .object(
            fields.map { field in
                var property = field.schema.json(words, "\(texts).\(field.name)")
                // Null takes a value away.
                if !field.isRequired, field.schema.rules["enum"] == nil {
                    property["type"] = .list([.text(field.schema.type), .text("null")])
                }
                property["title"] = .text(words.label(of: field.name, texts))
                if let help = words.optional("\(texts).help.\(field.name)") { property["description"] = .text(help) }
                return (field.name, property)
            })
        json["required"] = .list(fields.filter(\.isRequired).map { .text($0.name) })
        json["additionalProperties"] = .flag(false)
    }
}
