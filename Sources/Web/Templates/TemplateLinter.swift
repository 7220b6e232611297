/// Checks line by line that each section of a template is closed by its own name. A tag must not span lines.
struct TemplateLinter {
    private(set) var left: [String] = []

    mutating func read(_ line: ArraySlice<UInt8>) -> [String] {
        var problems: [String] = []
        var rest = line
        while let open = rest.firstPair(of: UInt8(ascii: "{")) {
            let tag = rest[(open + 2)...]
            guard let close = tag.firstPair(of: UInt8(ascii: "}")) else { return problems + ["a tag is not closed"] }
            problems += read(tag: String(decoding: tag[..<close], as: UTF8.self))
            rest = tag[(close + 2)...]
        }
        return problems
    }

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

extension ArraySlice<UInt8> {
    /// The first place with the byte twice. A general search for `{{` took a tenth of every start.
    func firstPair(of byte: UInt8) -> Int? {
        var index = startIndex
        while index + 1 < endIndex {
            if self[index] == byte, self[index + 1] == byte { return index }
            index += 1
        }
        return nil
    }
}
