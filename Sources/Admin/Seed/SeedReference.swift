import Foundation
import Web

/// The reference of the seed file: what each list takes, made from the same fields as the forms.
public struct SeedReference: Sendable {
    public struct List: Sendable {
        public let name: String
        public let title: String
        /// Where it is in the file, such as `house: houses: - contents: products:`.
        public let place: String
        public let fields: [Field]
        public let example: String
    }

    public struct Field: Sendable {
        public let name: String
        public let label: String
        public let kind: String
        public let limits: String
        public let isRequired: Bool
        public let text: String
        public let example: String
    }

    public let lists: [List]
    private let words: Words

    public init(_ seed: Seed, _ words: Words) {
        self.words = words
        let parts = seed.writing(words).parts(SeedSchemaKeys())
        let names = Dictionary(seed.modules.flatMap { $0.resources }.map { ($0.table, $0.name) }) { first, _ in first }
        lists = seed.places.compactMap { part, name, place, title in
            let item = parts.first { $0.key == part + "-item" }?.value ?? parts.first { $0.key == part }?.value
            guard case .object(let members)? = item?["properties"] else { return nil }
            let required = Set((item?["required"]?.list ?? []).compactMap(\.text))
            let fields = members.map { Field($0.key, $0.value, isRequired: required.contains($0.key), words, names) }
            let shown = fields.filter { $0.isRequired || $0.name == "key" }
            let example = shown.map { "\($0.name): \($0.example)" }.joined(separator: ", ")
            return List(
                name: name, title: title.flatMap { words.optional($0) } ?? name, place: place, fields: fields, example: "- { \(example) }")
        }
    }

    /// The lists with this name: `house.products`, or `products` if one system has it.
    public func find(_ name: String) -> [List] {
        let exact = lists.filter { $0.name == name }
        return exact.isEmpty ? lists.filter { $0.name.split(separator: ".").last.map(String.init) == name } : exact
    }

    public var text: String {
        let width = lists.map(\.name.count).max() ?? 0
        let lines = lists.map { list in
            list.title == list.name
                ? "  " + list.name : "  " + list.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + list.title
        }
        return ([words("seed.help.lists")] + lines + ["", words("seed.help.more")]).joined(separator: "\n")
    }

    public func text(of list: List) -> String {
        var lines = ["\(list.name): \(list.title)", "\(words("seed.help.where")): \(list.place)", ""]
        for field in list.fields {
            let facts = [field.kind, field.limits, field.isRequired ? words("seed.help.required") : ""].filter { !$0.isEmpty }
            lines.append("  \(field.name)  (\(facts.joined(separator: "; ")))")
            let said = [field.label, field.text].filter { !$0.isEmpty && $0 != field.name }.joined(separator: ". ")
            if !said.isEmpty { lines.append("      " + said) }
            lines.append("      \(words("seed.help.example")): \(field.name): \(field.example)")
        }
        if list.fields.contains(where: { $0.name == "ordering" }) { lines += ["", words("seed.help.order")] }
        return (lines + ["", "\(words("seed.help.example")):", "  " + list.example]).joined(separator: "\n")
    }

    public func unknown(_ name: String) -> String {
        let suggestion = nearest(
            to: name, among: lists.map(\.name) + lists.compactMap { $0.name.split(separator: ".").last.map(String.init) })
        return words("seed.help.unknown", ["name": name])
            + (suggestion.map { words("seed.didYouMean", ["text": $0]) } ?? ".\n" + text)
    }
}

extension SeedReference.Field {
    init(_ name: String, _ schema: JSON, isRequired: Bool, _ words: Words, _ names: [String: String]) {
        (self.name, self.isRequired) = (name, isRequired)
        label = schema["title"]?.text ?? ""
        // Keys are defined once; contents are the lists of a house, which have a reference of their own.
        let schema = schema["$ref"] != nil ? Self.key : schema["anyOf"] != nil && schema["type"] == nil ? Self.contents : schema
        let isCommon = ["key", "was", "translations"].contains(name)
        text = isCommon ? words("seed.help.\(name)") : schema["description"]?.text ?? ""
        kind = Self.kind(schema, words, names)
        limits = Self.limits(schema, words)
        example = Self.example(schema)
    }

    private static let key = JSON.object([("type", .text("string")), ("x-key", .flag(true)), ("maxLength", .number(80))])

    private static let contents = JSON.object([("type", .text("object"))])

    private static func types(_ schema: JSON) -> [String] { schema["type"]?.list?.compactMap(\.text) ?? [schema["type"]?.text ?? "string"] }

    private static func kind(_ schema: JSON, _ words: Words, _ names: [String: String]) -> String {
        if let table = schema["x-record"]?.text { return words("seed.help.record", ["name": names[table] ?? table]) }
        let kind = types(schema).first ?? "string"
        if kind == "number", types(schema).contains("string") { return words("seed.help.kinds.money") }
        if schema["pattern"]?.text?.contains(SeedMoment.pattern) == true { return words("seed.help.kinds.moment") }
        if schema["pattern"]?.text == DayFieldType.pattern { return words("seed.help.kinds.day") }
        guard kind == "array", let items = schema["items"] else { return words("seed.help.kinds.\(kind)") }
        return words("seed.help.kinds.array") + " (" + self.kind(items, words, names) + ")"
    }

    private static func limits(_ schema: JSON, _ words: Words) -> String {
        if let choices = schema["enum"]?.list?.compactMap(\.text) {
            return words("seed.help.choices", ["names": choices.joined(separator: ", ")])
        }
        if let most = schema["maxItems"]?.number { return words("seed.help.most", ["limit": String(most)]) }
        if let least = schema["minimum"]?.number, let most = schema["maximum"]?.number {
            return words("seed.help.range", ["from": String(least), "to": String(most)])
        }
        return schema["maxLength"]?.number.map { words("seed.help.atMost", ["limit": String($0)]) } ?? ""
    }

    private static func example(_ schema: JSON) -> String {
        if schema["x-key"] != nil { return "pane" }
        if let example = (schema["examples"] ?? schema["enum"])?.list?.compactMap(\.text).first { return quoted(example) }
        switch types(schema).first {
        case "integer": return String(schema["minimum"]?.number ?? 1)
        case "number": return types(schema).contains("string") ? "1.60" : "42.35120"
        case "boolean": return "true"
        case "array":
            let items = schema["items"].map(example) ?? "…"
            return "[" + Array(repeating: items, count: schema["minItems"]?.number ?? 1).joined(separator: ", ") + "]"
        case "object":
            guard case .object(let members)? = schema["properties"] else { return "{ }" }
            let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
            let shown = members.filter { required.contains($0.key) || required.isEmpty && $0.key == members.first?.key }
            return "{ " + shown.map { "\($0.key): \(example($0.value))" }.joined(separator: ", ") + " }"
        default: return schema["x-record"] != nil ? "pane" : "Pane"
        }
    }

    private static func quoted(_ text: String) -> String { PlainWord(text) == nil && !text.contains(": ") ? text : "\"\(text)\"" }
}

extension Seed {
    /// The lists of the file with their definition in the schema, name, place and title's text key.
    fileprivate var places: [(part: String, name: String, place: String, title: String?)] {
        var places: [(part: String, name: String, place: String, title: String?)] = [
            ("site", "site", "site:", "seed.help.titles.site"), ("roles", "roles", "roles:", "seed.help.titles.roles"),
            ("accounts", "accounts", "accounts:", "seed.help.titles.accounts"),
            ("pictures", "pictures", "pictures:", "seed.help.titles.pictures"),
        ]
        for module in modules {
            let scopes = module.resources.filter { type in module.resources.contains { $0.scope?.table == type.table } }
            let contents = scopes.first.map { "\(module.name): \($0.path): - contents: " } ?? ""
            for type in module.resources {
                let place = type.scope == nil ? "\(module.name): \(type.path):" : "\(contents)\(type.path):"
                places.append(("\(module.name)-\(type.path)", type.name, place, "\(type.name).many"))
            }
            for type in module.seedLists {
                places.append(("\(module.name)-\(type.path)", "\(module.name).\(type.path)", "\(module.name): \(type.path):", nil))
            }
            for type in module.seedExtras {
                places.append(("\(module.name)-\(type.path)", "\(module.name).\(type.path)", "\(contents)\(type.path):", nil))
            }
        }
        return places
    }
}
