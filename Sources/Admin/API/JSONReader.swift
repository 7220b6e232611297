import Foundation
import Web

/// Reads untrusted JSON by RFC 8259. Ambiguous input (repeated names, broken UTF-8, lone surrogates) and excess are refused.
public struct JSONReader {
    public struct Limits: Sendable {
        public var bytes = 16 << 20
        /// Values of all kinds, including object names.
        public var values = 500_000
        public var depth = 32
        /// Whether the last value of a repeated name is taken instead of refusing it; some programs write such files.
        public var takesTwins = false

        public init() {}

        public static let standard = Limits()

        /// For files that other programs wrote.
        public static let file: Limits = {
            var limits = Limits()
            (limits.depth, limits.takesTwins) = (100, true)
            return limits
        }()
    }

    public enum Mistake: Error, Equatable {
        /// The byte offset of the error.
        case syntax(at: Int)
        case notUTF8
        case tooDeep
        case tooLarge
        case twice(String)
    }

    static let depth = Limits.standard.depth

    private let bytes: [UInt8]
    private let limits: Limits
    private var at = 0
    private var values = 0

    public static func read(_ bytes: [UInt8], limits: Limits = .standard) throws(Mistake) -> JSON {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var reader = JSONReader(bytes: bytes, limits: limits)
        let value = try reader.value(depth: 0)
        reader.skipSpaces()
        guard reader.at == bytes.count else { throw .syntax(at: reader.at) }
        return value
    }

    /// Reads a request body within its cost budget, a long one off the request threads.
    public static func read(body bytes: [UInt8]) async throws -> JSON {
        var limits = Limits.standard
        limits.values = min(limits.values, RequestBudget.current?.values ?? limits.values)
        guard bytes.count > 32 << 10 else { return try read(bytes, limits: limits) }
        return try await ComputeThreadPool.run { [limits] in try read(bytes, limits: limits) }
    }

    private init(bytes: [UInt8], limits: Limits) {
        (self.bytes, self.limits) = (bytes, limits)
        if limits.takesTwins, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(Mistake) -> JSON {
        guard depth <= limits.depth else { throw .tooDeep }
        try count()
        skipSpaces()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try list(depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func count() throws(Mistake) {
        values += 1
        guard values <= limits.values else { throw .tooLarge }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(Mistake) -> JSON {
        guard bytes[at...].starts(with: word.utf8) else { throw .syntax(at: at) }
        at += word.utf8.count
        return value
    }

    private mutating func object(_ depth: Int) throws(Mistake) -> JSON {
        at += 1
        var pairs: [(key: String, value: JSON)] = []
        var names: [String: Int] = [:]
        skipSpaces()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpaces()
            let name = try text()
            try count()
            let twin = names.updateValue(pairs.count, forKey: name)
            guard twin == nil || limits.takesTwins else { throw .twice(name) }
            skipSpaces()
            guard take(UInt8(ascii: ":")) else { throw .syntax(at: at) }
            let value = try value(depth: depth + 1)
            if let twin {
                pairs[twin].value = value
                names[name] = twin
            } else {
                pairs.append((name, value))
            }
            skipSpaces()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw .syntax(at: at) }
        return .object(pairs)
    }

    private mutating func list(_ depth: Int) throws(Mistake) -> JSON {
        at += 1
        var items: [JSON] = []
        skipSpaces()
        if take(UInt8(ascii: "]")) { return .list([]) }
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpaces()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw .syntax(at: at) }
        return .list(items)
    }

    private mutating func number() throws(Mistake) -> JSON {
        let start = at
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isWhole, let number = Int(text, in: .whole) { return .number(number) }
        guard let number = Double(finite: text) else { throw .syntax(at: start) }
        // 3.0 counts as an integer, as in JSON Schema.
        return number == number.rounded() && number.magnitude < 9e15 ? .number(Int(cutting: number)) : .decimal(number)
    }

    private mutating func digits() throws(Mistake) {
        let start = at
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        guard at > start else { throw .syntax(at: at) }
    }

    private mutating func text() throws(Mistake) -> String {
        guard take(UInt8(ascii: "\"")) else { throw .syntax(at: at) }
        var text: [UInt8] = []
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(&text)
            case 0..<0x20: throw .syntax(at: at - 1)
            default: text.append(byte)
            }
        }
        throw .syntax(at: at)
    }

    private mutating func escape(_ text: inout [UInt8]) throws(Mistake) {
        guard let byte = next else { throw .syntax(at: at) }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try unit()
            if (0xD800..<0xDC00).contains(code) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .syntax(at: at) }
                let low = try unit()
                guard (0xDC00..<0xE000).contains(low) else { throw .syntax(at: at) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .syntax(at: at) }
            text += Array(String(Character(scalar)).utf8)
        default: throw .syntax(at: at - 1)
        }
    }

    private mutating func unit() throws(Mistake) -> UInt32 {
        guard at + 4 <= bytes.count, bytes[at..<(at + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
            let unit = UInt32(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
        else { throw .syntax(at: at) }
        at += 4
        return unit
    }
}
