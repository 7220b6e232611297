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

/// A JSON value that keeps the order of its keys, so that what is written is the same every time.
indirect enum JSON: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSON])
    case object([(key: String, value: JSON)])

    subscript(key: String) -> JSON? {
        get { if case .object(let pairs) = self { pairs.first { $0.key == key }?.value } else { nil } }
        set {
            guard case .object(var pairs) = self, let newValue else { return }
            if let index = pairs.firstIndex(where: { $0.key == key }) {
                pairs[index].value = newValue
            } else {
                pairs.append((key, newValue))
            }
            self = .object(pairs)
        }
    }

    /// Indented by two spaces.
    func written(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return String(number)
        case .flag(let flag): return flag ? "true" : "false"
        case .list(let items) where items.isEmpty: return "[]"
        case .object(let pairs) where pairs.isEmpty: return "{}"
        case .list(let items): return "[\n" + items.map { inner + $0.written(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let pairs):
            return "{\n" + pairs.map { "\(inner)\(Self.quoted($0.key)): \($0.value.written(inner))" }.joined(separator: ",\n")
                + "\n\(indent)}"
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    quoted +=
                        "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}
