import Admin
import Foundation

/// JSON Schemas of the web service.
enum Shape {
    static let text = JSON.type("string")
    static let flag = JSON.type("boolean")
    static let decimal = JSON.type("number")
    static let id = JSON.whole(1, 1 << 53 - 1)
    static let count = JSON.whole(0, 1 << 53 - 1)
    static let moment = JSON.values(["type": .text("string"), "format": .text("date-time")])

    /// A text that is sent, in characters as Unicode counts them.
    static func text(_ range: ClosedRange<Int>) -> JSON {
        var json = JSON.values(["type": .text("string"), "maxLength": .number(range.upperBound)])
        if range.lowerBound > 0 { json["minLength"] = .number(range.lowerBound) }
        return json
    }

    static func choice(_ choices: [String]) -> JSON { .values(["type": .text("string"), "enum": .list(choices.map(JSON.text))]) }

    static func list(_ items: JSON, _ range: ClosedRange<Int>? = nil, isSet: Bool = false) -> JSON {
        var json = JSON.values(["type": .text("array"), "items": items])
        if let range {
            json["minItems"] = .number(range.lowerBound)
            json["maxItems"] = .number(range.upperBound)
        }
        if isSet { json["uniqueItems"] = .flag(true) }
        return json
    }

    static func orNull(_ schema: JSON) -> JSON { .values(["anyOf": .list([schema, .type("null")])]) }

    /// - Parameter optional: members that may be missing, and then as well be null.
    static func object(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = []) -> JSON {
        let required = members.map(\.key).filter { !optional.contains($0) }
        var json: JSON = .object([
            ("type", .text("object")),
            ("properties", .object(members.map { ($0.key, optional.contains($0.key) ? orNull($0.value) : $0.value) })),
        ])
        if !required.isEmpty { json["required"] = .list(required.map(JSON.text)) }
        json["additionalProperties"] = .flag(false)
        return json
    }
}

extension JSON {
    /// An object with its members in this order.
    static func values(_ members: KeyValuePairs<String, JSON>) -> JSON { .object(members.map { ($0.key, $0.value) }) }

    static func id(_ id: Int64) -> JSON { .number(Int(id)) }
    static func optional(_ number: Int?) -> JSON { number.map(JSON.number) ?? .null }
    static func optional(_ number: Double?) -> JSON { number.map(JSON.decimal) ?? .null }
    static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }
    static func moment(_ date: Date?) -> JSON { date.map { .text(MomentKind.iso($0)) } ?? .null }

    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}
