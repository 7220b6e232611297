import Admin
import Foundation

// How answers are written, and their JSON Schemas.

extension JSON {
    /// An object with its members in this order.
    static func values(_ members: KeyValuePairs<String, JSON>) -> JSON { .object(members.map { ($0.key, $0.value) }) }

    static func id(_ id: Int64) -> JSON { .number(Int(id)) }

    static func optional(_ number: Int?) -> JSON { number.map(JSON.number) ?? .null }

    static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

    /// Where a picture is: `/media/9`.
    static func image(_ picture: Int64?) -> JSON { picture.map { .text("/media/\($0)") } ?? .null }

    static func moment(_ date: Date?) -> JSON { date.map { .text(MomentKind.iso($0)) } ?? .null }

    /// Some things in a list of their own.
    static func items(_ items: [JSON]) -> JSON { values(["items": .list(items)]) }
}

/// JSON Schemas.
enum Shape {
    static let text = JSON.type("string")
    static let whole = JSON.type("integer")
    static let decimal = JSON.type("number")
    static let flag = JSON.type("boolean")
    static let moment = JSON.values(["type": .text("string"), "format": .text("date-time")])
    static let id = JSON.whole(1, 1 << 53 - 1)
    static let cents = orNull("integer")
    static let image = orNull("string")
    static let named = object(["id": whole, "name": text])

    static func orNull(_ type: String) -> JSON { .values(["type": .list([.text(type), .text("null")])]) }

    static func choice(_ choices: [String]) -> JSON { .values(["type": .text("string"), "enum": .list(choices.map(JSON.text))]) }

    static func limited(_ most: Int) -> JSON { .values(["type": .text("string"), "maxLength": .number(most)]) }

    static func list(_ items: JSON) -> JSON { .values(["type": .text("array"), "items": items]) }

    /// - Parameter optional: names that may be missing.
    static func object(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = [], isOpen: Bool = false) -> JSON {
        let required = members.map(\.key).filter { !optional.contains($0) }
        var json = JSON.values(["type": .text("object"), "properties": .values(members)])
        if !required.isEmpty { json["required"] = .list(required.map(JSON.text)) }
        if !isOpen { json["additionalProperties"] = .flag(false) }
        return json
    }

    /// What programs send: a member that may be missing may as well be null, which says the same.
    static func sent(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = [], isOpen: Bool = false) -> JSON {
        var json = object(members, optional: optional, isOpen: isOpen)
        var properties = JSON.values(members)
        for name in optional { properties[name] = properties[name]?.orNull }
        json["properties"] = properties
        return json
    }

    static func items(_ items: JSON) -> JSON { object(["items": list(items)]) }

    static func nullable(_ object: JSON) -> JSON { .values(["anyOf": .list([object, .type("null")])]) }
}

extension JSON {
    /// The schema of values that this one describes, and of null.
    fileprivate var orNull: JSON {
        guard let type = self["type"]?.text else { return self }
        var json = self
        json["type"] = .list([.text(type), .text("null")])
        if let choices = self["enum"]?.list { json["enum"] = .list(choices + [.null]) }
        return json
    }
}
