/// Writes HTML piece by piece into one stretch of memory.
///
/// For the few places that are written here and not by a template because they are long: a list of a hundred rows has seven thousand
/// pieces. Markup can only be a literal of our own sources; whatever else comes in is a text, and is escaped.
public struct HTMLWriter: ~Copyable {
    private var bytes: [UInt8] = []

    /// - Parameter capacity: about how many bytes will be written.
    public init(capacity: Int = 1_024) { bytes.reserveCapacity(capacity) }

    /// Tags and what else stands in the source as it goes out.
    public mutating func markup(_ literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Markup that was made before, such as a text escaped once for all rows.
    public mutating func made(_ html: String) {
        var html = html
        html.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// A text or the value of an attribute, escaped.
    public mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { bytes.appendEscaped($0) }
    }

    /// A number as programs write it.
    public mutating func number(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let begin = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[begin...].reverse()
    }

    /// What has been written, as a text. Long stretches are put into a page by `Insets`, which need none.
    public var html: String { String(decoding: bytes, as: UTF8.self) }

    /// What has been written.
    consuming func written() -> [UInt8] { bytes }
}

extension String {
    /// The text with the five characters that have a meaning in HTML text and attributes replaced, judged by bytes.
    public func escapedForHTML() -> String {
        guard utf8.contains(where: \.hasMeaningInHTML) else { return self }
        var text = self
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 32)
        text.withUTF8 { bytes.appendEscaped($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var begin = text.startIndex
        for index in text.indices where text[index].hasMeaningInHTML {
            append(contentsOf: UnsafeBufferPointer(rebasing: text[begin..<index]))
            begin = index + 1
            let reference: StaticString =
                switch text[index] {
                case UInt8(ascii: "&"): "&amp;"
                case UInt8(ascii: "<"): "&lt;"
                case UInt8(ascii: ">"): "&gt;"
                case UInt8(ascii: "\""): "&#34;"
                default: "&#39;"
                }
            append(contentsOf: UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount))
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[begin...]))
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
