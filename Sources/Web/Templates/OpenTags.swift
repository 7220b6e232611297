/// Reads the tags of a template line by line and sees that each section is closed, and by its own name; a tag stands on one line.
struct OpenTags {
    /// Sections, blocks and parents that are open, `#rows`, the innermost last.
    private(set) var left: [String] = []

    /// What is wrong with the tags of a line.
    mutating func read(_ line: [UInt8]) -> [String] {
        var problems: [String] = []
        var rest = line[...]
        while let open = rest.firstRange(of: Self.opening) {
            guard let close = rest[open.upperBound...].firstRange(of: Self.closing) else { return problems + ["a tag is not closed"] }
            problems += read(tag: String(decoding: rest[open.upperBound..<close.lowerBound], as: UTF8.self))
            rest = rest[close.upperBound...]
        }
        return problems
    }

    private static let opening = Array("{{".utf8)
    private static let closing = Array("}}".utf8)

    private mutating func read(tag: String) -> [String] {
        switch tag.first {
        case "#", "^", "$", "<": left.append(tag)
        case "/":
            guard let open = left.popLast() else { return ["{{\(tag)}} closes nothing"] }
            if open.dropFirst() != tag.dropFirst() { return ["{{\(tag)}} closes {{\(open)}}"] }
        case "=": return ["the marks of tags cannot be changed here"]
        case nil: return ["a tag without a name"]
        default: break
        }
        return []
    }
}
