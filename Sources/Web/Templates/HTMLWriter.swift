/// Writes HTML piece by piece into one stretch of memory.
///
/// For the few places that are written here and not by a template because they are long: a list of a hundred rows has seven thousand
/// pieces. Markup can only be a literal of our own sources; whatever else comes in is a text, and is escaped.
public struct HTMLWriter: ~Copyable {
    /// What has been written, and then room: an array that grows piece by piece takes as long for it as for the writing.
    private var bytes: [UInt8]
    private var count = 0

    /// - Parameter capacity: about how many bytes will be written.
    public init(capacity: Int = 1_024) { bytes = Array(repeating: 0, count: capacity) }

    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        guard let begin = piece.baseAddress else { return }
        let end = count + piece.count
        if end > bytes.count { bytes += Array(repeating: 0, count: max(end - bytes.count, bytes.count)) }
        bytes.withUnsafeMutableBytes { ($0.baseAddress! + count).copyMemory(from: begin, byteCount: piece.count) }
        count = end
    }

    /// Tags and what else stands in the source as it goes out.
    public mutating func markup(_ literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Markup that was made before, such as a text escaped once for all rows.
    public mutating func made(_ html: String) {
        var html = html
        html.withUTF8 { append($0) }
    }

    /// A text or the value of an attribute, escaped; what could turn or cover others is isolated when the page is drawn.
    public mutating func text(_ text: String) {
        var text = text
        let isUnsettled = ShownText.isUnsettled(text)
        if isUnsettled { markup("\u{0E}") }
        text.withUTF8 { $0.escaped { append($0) } }
        if isUnsettled { markup("\u{0F}") }
    }

    /// A number as programs write it.
    public mutating func number(_ number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var begin = digits.count
            var rest = number.magnitude
            repeat {
                begin -= 1
                digits[begin] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                begin -= 1
                digits[begin] = UInt8(ascii: "-")
            }
            append(UnsafeBufferPointer(rebasing: digits[begin...]))
        }
    }

    /// What has been written, as a text. Long stretches are put into a page by `RawFragments`, which need none.
    public var html: String { String(decoding: bytes[..<count], as: UTF8.self) }

    /// What has been written.
    consuming func written() -> ArraySlice<UInt8> { bytes[..<count] }
}

extension String {
    /// The text with the five characters that have a meaning in HTML text and attributes replaced, judged by bytes.
    public func escapedForHTML() -> String {
        guard utf8.contains(where: \.hasMeaningInHTML) else { return self }
        var text = self
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 32)
        text.withUTF8 { $0.escaped { bytes.append(contentsOf: $0) } }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Hands on the text in pieces, references in place of the characters that have a meaning.
    fileprivate func escaped(to write: (UnsafeBufferPointer<UInt8>) -> Void) {
        var begin = startIndex
        for index in indices where self[index].hasMeaningInHTML {
            write(UnsafeBufferPointer(rebasing: self[begin..<index]))
            begin = index + 1
            let reference: StaticString =
                switch self[index] {
                case UInt8(ascii: "&"): "&amp;"
                case UInt8(ascii: "<"): "&lt;"
                case UInt8(ascii: ">"): "&gt;"
                case UInt8(ascii: "\""): "&#34;"
                default: "&#39;"
                }
            write(UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount))
        }
        write(UnsafeBufferPointer(rebasing: self[begin...]))
    }
}

extension UInt8 {
    fileprivate var hasMeaningInHTML: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
