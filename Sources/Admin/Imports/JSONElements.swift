import Formats

/// The elements of a JSON list one after the other, so that a long list is never in memory as values.
struct JSONElements: Sendable {
    private let text: [UInt8]
    private var at = 0
    private var isAtEnd = false

    /// Throws `ImportRefusal` for a text that is no list.
    init(_ text: [UInt8]) throws {
        self.text = text
        skipSpaces()
        guard at < text.count, text[at] == UInt8(ascii: "[") else {
            _ = try Self.read(text[...])
            throw ImportRefusal("noList")
        }
        at += 1
        skipSpaces()
        if at < text.count, text[at] == UInt8(ascii: "]") { try end() }
    }

    mutating func next() throws -> JSON? {
        guard !isAtEnd else { return nil }
        let start = at
        let close = try closing()
        let element = try Self.read(text[start..<close])
        at = close
        if text[close] == UInt8(ascii: "]") { try end() } else { at += 1 }
        return element
    }

    /// The names of all elements in the order of their first use. Throws `ImportRefusal` where an element is no object.
    static func names(_ text: [UInt8]) throws -> [String] {
        var elements = try JSONElements(text)
        var (names, known, number): ([String], Set<String>, Int) = ([], [], 0)
        while let element = try elements.next() {
            number += 1
            guard case .object(let pairs) = element else { throw ImportRefusal("noObject", ["row": String(number)]) }
            for (name, _) in pairs where known.insert(name).inserted {
                names.append(name)
                guard names.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
            }
        }
        return names
    }

    private func closing() throws -> Int {
        var (index, depth, isQuoted) = (at, 0, false)
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case _ where isQuoted: break
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ",") where depth == 0, UInt8(ascii: "]") where depth == 0: return index
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
        }
        throw ImportRefusal("json")
    }

    private mutating func end() throws {
        at += 1
        skipSpaces()
        guard at == text.count else { throw ImportRefusal("json") }
        isAtEnd = true
    }

    private mutating func skipSpaces() {
        while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    }

    private static func read(_ text: ArraySlice<UInt8>) throws -> JSON {
        do { return try JSONReader.read(Array(text)) } catch { throw ImportRefusal("json") }
    }
}
