import Web

/// The fields of a revision as raw JSON bytes, so that comparing many revisions parses little.
struct PackedFields {
    private let bytes: [UInt8]
    private let places: [String: Range<Int>]

    init(_ json: String) {
        let bytes = Array(json.utf8)
        var places: [String: Range<Int>] = [:]
        var (depth, start, index, name) = (0, 0, 0, "")
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let open = index + 1
                index = Self.endOfText(bytes, from: open)
                if depth == 1, start == 0 { name = String(decoding: bytes[open..<index], as: UTF8.self) }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0, start > 0 { places[name] = start..<index }
            case UInt8(ascii: ":") where depth == 1 && start == 0: start = index + 1
            case UInt8(ascii: ",") where depth == 1:
                if start > 0 { places[name] = start..<index }
                start = 0
            default: break
            }
            index += 1
        }
        (self.bytes, self.places) = (bytes, places)
    }

    private static func endOfText(_ bytes: [UInt8], from open: Int) -> Int {
        var index = open
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index, bytes.count)
    }

    subscript(name: String) -> JSON? { places[name].flatMap { try? JSON(parsing: bytes[$0]) } }

    /// Whether the bytes are equal; a field that only one revision has counts as equal.
    func isSame(_ name: String, as other: PackedFields) -> Bool {
        guard let mine = places[name], let theirs = other.places[name] else { return true }
        return bytes[mine].elementsEqual(other.bytes[theirs])
    }
}
