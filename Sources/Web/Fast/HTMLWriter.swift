/// Writes long HTML, such as lists, into one block of memory. Markup must be a literal; everything else is escaped.
/// Without it: a template with a section for the rows.
public struct HTMLWriter: ~Copyable {
    /// Written bytes, then free room: growing an array piece by piece doubles the time.
    private var bytes: [UInt8]
    private var count = 0

    public init(capacity: Int = 1_024) { bytes = Array(repeating: 0, count: capacity) }

    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        guard let begin = piece.baseAddress else { return }
        let end = count + piece.count
        if end > bytes.count { bytes += Array(repeating: 0, count: max(end - bytes.count, bytes.count)) }
        bytes.withUnsafeMutableBytes { ($0.baseAddress! + count).copyMemory(from: begin, byteCount: piece.count) }
        count = end
    }

    public mutating func markup(_ literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    public mutating func raw(_ html: String) {
        var html = html
        html.withUTF8 { append($0) }
    }

    /// Appends escaped text. The page isolates text that could reorder or cover other text.
    public mutating func text(_ text: String) {
        var text = text
        let needsSanitizing = ShownText.needsSanitizing(text)
        if needsSanitizing { markup("\u{0E}") }
        text.withUTF8 { $0.escaped { append($0) } }
        if needsSanitizing { markup("\u{0F}") }
    }

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

    public var html: String { String(decoding: bytes[..<count], as: UTF8.self) }

    consuming func written() -> ArraySlice<UInt8> { bytes[..<count] }
}

extension String {
    /// Escapes the five special characters of HTML text and attributes by bytes.
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
