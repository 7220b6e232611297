import Admin

extension JSON {
    static func image(_ picture: Int64?) -> JSON { picture.map { .text("/media/\($0)") } ?? .null }

    static func items(_ items: [JSON]) -> JSON { values(["items": .list(items)]) }
}

extension Shape {
    static let cents = orNull("integer")
    static let image = orNull("string")
    static let named = object(["id": whole, "name": text])

    static func items(_ items: JSON) -> JSON { object(["items": list(items)]) }
}
