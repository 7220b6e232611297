public enum Shape {
    public static let text = JSON.type("string")
    public static let flag = JSON.type("boolean")
    public static let whole = JSON.type("integer")
    public static let decimal = JSON.type("number")
    /// Record numbers, limited to the integers that every JSON program can hold.
    public static let id = JSON.whole(1, 1 << 53 - 1)
    public static let count = JSON.whole(0, 1 << 53 - 1)
    public static let moment = JSON.values(["type": .text("string"), "format": .text("date-time")])

    /// A text with its length in Unicode scalars.
    public static func text(_ range: ClosedRange<Int>) -> JSON {
        var json = JSON.values(["type": .text("string"), "maxLength": .number(range.upperBound)])
        if range.lowerBound > 0 { json["minLength"] = .number(range.lowerBound) }
        return json
    }

    public static func choice(_ choices: [String]) -> JSON { .values(["type": .text("string"), "enum": .list(choices.map(JSON.text))]) }

    public static func list(_ items: JSON, _ range: ClosedRange<Int>? = nil, isSet: Bool = false) -> JSON {
        var json = JSON.values(["type": .text("array"), "items": items])
        if let range {
            json["minItems"] = .number(range.lowerBound)
            json["maxItems"] = .number(range.upperBound)
        }
        if isSet { json["uniqueItems"] = .flag(true) }
        return json
    }

    public static func orNull(_ type: String) -> JSON { .values(["type": .list([.text(type), .text("null")])]) }
    public static func orNull(_ schema: JSON) -> JSON { .values(["anyOf": .list([schema, .type("null")])]) }

    /// An object; `optional` members may be missing, `isOpen` allows others.
    public static func object(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = [], isOpen: Bool = false) -> JSON {
        let required = members.map(\.key).filter { !optional.contains($0) }
        var json = JSON.values(["type": .text("object"), "properties": .values(members)])
        if !required.isEmpty { json["required"] = .list(required.map(JSON.text)) }
        if !isOpen { json["additionalProperties"] = .flag(false) }
        return json
    }

    /// A request object, whose optional members may also be null.
    public static func sent(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = [], isOpen: Bool = false) -> JSON {
        var (json, properties) = (object(members, optional: optional, isOpen: isOpen), JSON.values(members))
        for name in optional { properties[name] = properties[name]?.orNull }
        json["properties"] = properties
        return json
    }

    public static func page(_ items: JSON) -> JSON { object(["items": list(items), "next": orNull(text)]) }
}

extension JSON {
    fileprivate var orNull: JSON {
        guard let type = self["type"]?.text else { return self }
        var json = self
        json["type"] = .list([.text(type), .text("null")])
        if let choices = self["enum"]?.list { json["enum"] = .list(choices + [.null]) }
        return json
    }
}
