import Hummingbird

/// Parses `a=1&b=two+words` (WHATWG URL, 5.1). An invalid percent sign stays as it is, so typed text never fails.
struct URLEncodedForm: Sendable {
    private let limits: Form.Limits
    private var bytes: [UInt8] = []

    var isLong: Bool { bytes.count > 64 << 10 }

    init(limits: Form.Limits) { self.limits = limits }

    mutating func feed(_ chunk: some Collection<UInt8>) throws {
        guard bytes.count + chunk.count <= limits.textBytes else { throw FormRefusal.tooLarge }
        bytes.append(contentsOf: chunk)
    }

    func finish() throws -> Form {
        var form = Form()
        var count = 0
        for (name, value) in Self.pairs(bytes) {
            count += 1
            guard count <= limits.fields else { throw FormRefusal.tooLarge }
            guard name.utf8.count <= limits.nameBytes else { throw FormRefusal.broken("a field's name is too long") }
            form.append(value, to: name)
        }
        return form
    }

    static func pairs(_ bytes: some Collection<UInt8>) -> some Sequence<(String, String)> {
        bytes.split(separator: UInt8(ascii: "&")).lazy.compactMap { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = TypedText.clean(decode(pair[..<equals]))
            guard !name.isEmpty else { return nil }
            return (name, TypedText.clean(decode(pair[equals...].dropFirst())))
        }
    }

    private static func decode(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "+") {
                bytes.append(0x20)
            } else if byte == UInt8(ascii: "%"), let high = hexValue(text, at: index + 1), let low = hexValue(text, at: index + 2) {
                bytes.append(high << 4 | low)
                index += 2
            } else {
                bytes.append(byte)
            }
            index += 1
        }
        return bytes
    }

    private static func hexValue(_ text: [UInt8], at index: Int) -> UInt8? {
        guard index < text.count else { return nil }
        let byte = text[index]
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return byte - UInt8(ascii: "0") }
        let letter = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - UInt8(ascii: "a") + 10 : nil
    }
}
