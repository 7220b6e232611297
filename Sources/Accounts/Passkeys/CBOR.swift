/// CBOR values (RFC 8949), as far as passkeys use them.
indirect enum CBOR: Equatable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case list([CBOR])
    case map([Pair])
    /// false, true, null, undefined: 20 to 23.
    case simple(UInt8)

    struct Pair: Equatable {
        let key: CBOR
        let value: CBOR
    }

    subscript(key: Int64) -> CBOR? { self[.integer(key)] }
    subscript(key: String) -> CBOR? { self[.text(key)] }

    private subscript(key: CBOR) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}

/// Reads untrusted CBOR: definite lengths and small sizes only.
struct CBORReader {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private(set) var offset: Int
    private var items = 0

    private static let deepest = 4
    private static let mostItems = 64

    init(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    mutating func value(depth: Int = 0) throws -> CBOR {
        items += 1
        guard depth <= Self.deepest, items <= Self.mostItems else { throw Malformed() }
        let first = try byte()
        let argument = try argument(first & 0x1F)
        switch first >> 5 {
        case 0: return .integer(try whole(argument))
        case 1: return .integer(-1 - (try whole(argument)))
        case 2: return .bytes(try take(argument))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw Malformed() }
            return .text(text)
        case 4: return .list(try (0..<count(argument)).map { _ in try value(depth: depth + 1) })
        case 5: return try map(count(argument), depth)
        case 7 where (20...23).contains(first & 0x1F): return .simple(first & 0x1F)
        default: throw Malformed()  // tags, floating point
        }
    }

    private mutating func map(_ count: Int, _ depth: Int) throws -> CBOR {
        var pairs: [CBOR.Pair] = []
        for _ in 0..<count {
            let pair = CBOR.Pair(key: try value(depth: depth + 1), value: try value(depth: depth + 1))
            // Readers treat duplicate keys differently.
            guard !pairs.contains(where: { $0.key == pair.key }) else { throw Malformed() }
            pairs.append(pair)
        }
        return .map(pairs)
    }

    private mutating func argument(_ short: UInt8) throws -> UInt64 {
        switch short {
        case 0..<24: return UInt64(short)
        case 24...27: return try take(1 << UInt64(short - 24)).reduce(0) { $0 << 8 | UInt64($1) }
        default: throw Malformed()  // reserved and indefinite lengths
        }
    }

    private func whole(_ argument: UInt64) throws -> Int64 {
        guard let number = Int64(exactly: argument) else { throw Malformed() }
        return number
    }

    /// Each item takes at least one byte, so a count never exceeds the bytes.
    private func count(_ argument: UInt64) throws -> Int {
        guard argument <= UInt64(bytes.count - offset) else { throw Malformed() }
        return Int(argument)
    }

    private mutating func byte() throws -> UInt8 {
        guard offset < bytes.count else { throw Malformed() }
        defer { offset += 1 }
        return bytes[offset]
    }

    private mutating func take(_ length: UInt64) throws -> [UInt8] {
        let count = try count(length)
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }
}
