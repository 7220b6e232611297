/// Finds `[[key]]` and `{{>partial}}` by bytes; regular expressions cost half a second per start. Without it: two of them.
struct PlaceholderScanner {
    let open: [UInt8]
    let close: [UInt8]
    let isName: @Sendable (UInt8) -> Bool

    init(_ open: String, _ close: String, isName: @escaping @Sendable (UInt8) -> Bool) {
        (self.open, self.close, self.isName) = (Array(open.utf8), Array(close.utf8), isName)
    }

    static let texts = PlaceholderScanner("[[", "]]") {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    static let places = PlaceholderScanner("{", "}") { $0.isASCIILetter || $0.isASCIIDigit }
    static let variables = PlaceholderScanner("{{", "}}") { $0.isASCIILetter }
    /// `{{>fields/text}}`: an included template; `{{<page}}`: one whose blocks are filled.
    static let partials = [PlaceholderScanner("{{>", "}}", isName: isFileName), PlaceholderScanner("{{<", "}}", isName: isFileName)]

    /// `{{>*partial}}`: an included template whose name is known only when the page is drawn.
    static let chosenPartials = PlaceholderScanner("{{>*", "}}", isName: isFileName)

    private static let isFileName: @Sendable (UInt8) -> Bool = { $0 > 0x20 && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "*") }

    func names(in text: String) -> [String] { names(in: Array(text.utf8)[...]) }

    func names(in bytes: ArraySlice<UInt8>) -> [String] { placeholders(in: bytes).map(\.name) }

    func replaced(in text: String, with replacement: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var end = 0
        for mark in placeholders(in: bytes[...]) {
            result += bytes[end..<mark.place.lowerBound]
            result += replacement(mark.name).utf8
            end = mark.place.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    private func placeholders(in bytes: ArraySlice<UInt8>) -> [(name: String, place: Range<Int>)] {
        var marks: [(name: String, place: Range<Int>)] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == open[0], let (name, end) = mark(bytes, at: index) {
                marks.append((name, index..<end))
                index = end
            } else {
                index += 1
            }
        }
        return marks
    }

    private func mark(_ bytes: ArraySlice<UInt8>, at start: Int) -> (name: String, end: Int)? {
        guard bytes[start...].starts(with: open) else { return nil }
        var first = start + open.count
        while first < bytes.endIndex, bytes[first] == 0x20 { first += 1 }
        guard let end = bytes[first...].firstIndex(where: { !isName($0) }), end > first, !bytes[first].isASCIIDigit else { return nil }
        var last = end
        while last < bytes.endIndex, bytes[last] == 0x20 { last += 1 }
        guard bytes[last...].starts(with: close) else { return nil }
        return (String(decoding: bytes[first..<end], as: UTF8.self), last + close.count)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
