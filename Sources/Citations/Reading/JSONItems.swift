/// The works of a JSON text one by one, so that no long answer is in memory: of the named lists, the outermost list, or one a line.
struct JSONItems<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    private let bytes: Bytes
    private let lists: Set<String>
    private var at: Int
    /// The brackets that are open, and whether each is a list of works.
    private var open: [(bracket: UInt8, isOfWorks: Bool)] = []
    /// The last text outside of values: the name of a list.
    private var name = ""

    init(_ bytes: Bytes, lists: Set<String>) {
        (self.bytes, self.lists, at) = (bytes, lists, bytes.startIndex)
        hasLists = lists.contains { name in Self.holds(bytes, Array("\"\(name)\"".utf8)) }
    }

    private let hasLists: Bool

    var isWhole: Bool { open.isEmpty && at >= bytes.endIndex }

    mutating func next() -> Bytes.SubSequence? {
        while at < bytes.endIndex {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "\""): name = text()
            case UInt8(ascii: "["):
                let isOuter = open.isEmpty && !hasLists
                open.append((byte, isOuter || lists.contains(name)))
                at += 1
            case UInt8(ascii: "{") where open.last?.isOfWorks == true || open.isEmpty && !hasLists:
                return object()
            case UInt8(ascii: "{"):
                open.append((byte, false))
                at += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if open.popLast() == nil { return nil }
                at += 1
            default: at += 1
            }
        }
        return nil
    }

    private mutating func text() -> String {
        let start = at + 1
        at = start
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        let end = min(at, bytes.endIndex)
        at = min(at + 1, bytes.endIndex)
        return end - start <= 40 ? String(decoding: bytes[start..<max(start, end)], as: UTF8.self) : ""
    }

    private mutating func object() -> Bytes.SubSequence? {
        let start = at
        var depth = 0
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                _ = text()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            at += 1
            if depth == 0 { return bytes[start..<at] }
        }
        open.append((UInt8(ascii: "{"), false))
        return nil
    }

    /// Whether a list of this name is near the start.
    private static func holds(_ bytes: Bytes, _ name: [UInt8]) -> Bool {
        let start = bytes.prefix(200_000)
        guard start.count >= name.count else { return false }
        return (start.startIndex...(start.endIndex - name.count)).contains { place in
            guard start[place] == UInt8(ascii: "\""), start[place..<(place + name.count)].elementsEqual(name) else { return false }
            let rest = start[(place + name.count)...].drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
            return rest.first == UInt8(ascii: "[")
        }
    }
}
