import Foundation

/// The texts of one language in one block of memory, a third of the size of separate strings and usable without parsing. It is an
/// open-addressing hash table: the number of slots (a power of two), then the offset of each slot's text, 0 where empty, all in four bytes
/// each. The texts follow: key, a digit for the kind and the forms, each zero-terminated. Kind 1 is a plain text, 2 one and other, 3 the names of
/// further categories with spaces and their forms.
/// Without it: a dictionary of the entries.
struct TextTable: Sendable, Equatable {
    let bytes: [UInt8]

    /// Returns nil when the bytes are no table; offsets within it are not checked.
    init?(bytes: [UInt8]) {
        guard bytes.count >= Self.width else { return nil }
        let places = bytes.withUnsafeBytes { Self.number(in: $0, at: 0) }
        guard places > 0, places & (places - 1) == 0, (places + 1) * Self.width <= bytes.count else { return nil }
        self.bytes = bytes
    }

    init(_ entries: [String: Texts.Entry] = [:]) {
        var places = 2
        while places < 2 * entries.count { places *= 2 }
        var table = [UInt32](repeating: 0, count: places)
        var texts: [UInt8] = []
        let start = (places + 1) * Self.width
        // Sorted by key, so that the same texts give the same bytes.
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            var key = key
            var place = key.withUTF8(Self.hash) & (places - 1)
            while table[place] != 0 { place = (place + 1) & (places - 1) }
            table[place] = UInt32(start + texts.count)
            let words =
                switch entry {
                case .plain(let text): [key, "1", text]
                case .plural(let one, let other): [key, "2", one, other]
                case .forms(let forms): Self.words(of: forms, key)
                }
            for word in words { texts.append(contentsOf: Array(word.utf8.filter { $0 != 0 }) + [0]) }
        }
        let numbers = [UInt32(places)] + table
        bytes = numbers.flatMap { number in (0..<Self.width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } + texts
    }

    subscript(key: String) -> Texts.Entry? {
        var key = key
        return key.withUTF8 { key in bytes.withUnsafeBytes { Self.entry(of: key, in: $0) } }
    }

    private static func entry(of key: UnsafeBufferPointer<UInt8>, in bytes: UnsafeRawBufferPointer) -> Texts.Entry? {
        let places = number(in: bytes, at: 0)
        var place = hash(key) & (places - 1)
        while case let start = number(in: bytes, at: (place + 1) * width), start != 0 {
            var next = start + key.count
            if next < bytes.count, bytes[next] == 0, bytes[start..<next].elementsEqual(key) {
                next += 1
                let kind = word(in: bytes, &next)
                let text = word(in: bytes, &next)
                switch kind {
                case "2": return .plural(one: text, other: word(in: bytes, &next))
                case "3":
                    let names = text.split(separator: " ").compactMap { PluralCategory(rawValue: String($0)) }
                    return .forms(names.reduce(into: [:]) { $0[$1] = word(in: bytes, &next) })
                default: return .plain(text)
                }
            }
            place = (place + 1) & (places - 1)
        }
        return nil
    }

    private static func words(of forms: [PluralCategory: String], _ key: String) -> [String] {
        let names = PluralCategory.allCases.filter { forms[$0] != nil }
        return [key, "3", names.map(\.rawValue).joined(separator: " ")] + names.map { forms[$0] ?? "" }
    }

    private static let width = 4

    private static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    private static func word(in bytes: UnsafeRawBufferPointer, _ next: inout Int) -> String {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[next...])
        let length = rest.baseAddress.map { strnlen($0.assumingMemoryBound(to: CChar.self), rest.count) } ?? 0
        next += length + 1
        return String(decoding: rest[..<length], as: UTF8.self)
    }

    /// FNV-1a.
    private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> Int {
        Int(truncatingIfNeeded: key.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } >> 1)
    }
}
