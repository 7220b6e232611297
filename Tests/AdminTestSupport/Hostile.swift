import Foundation
import Web

/// What people do not type and programs may send: numbers at and over the edges, and what is no number.
public enum Hostile {
    public static let numbers = [
        "\(Int.min)", "\(Int.max)", "-1", "0", "9007199254740992", "4611686018427387904", "4611686018427387905", "-4611686018427387905",
        "1e308", "NaN", "inf", "", "٣", "+5", " 5", "0x10", "5e3", "99999999999999999999999999", "2147483648", "-9223372036854775809",
        "1.5",
        "1,5", "00000000000000000001",
    ]
    public static let texts = [
        String(repeating: "9", count: 400), String(repeating: "x", count: 20_000), "\u{0}", "\u{202E}\u{200B}", "'\"<>&{{}}", "null", "[]",
        "2026-02-30", "0000-00-00", "9999-99-99T99:99", "99999-01-01", "25:61", "-", "../..", "%00",
    ]
    public static let all = numbers + texts

    /// The same as values of JSON.
    public static let json = [
        "\(Int.min)", "\(Int.max)", "-1", "0", "9007199254740992", "4611686018427387905", "1e308", "-1e308", "1e-308", "1.5", "\"NaN\"",
        "\"\"", "\"\(Int.min)\"", "null", "true", "[]", "{}", "[\(Int.min)]", "[[[[]]]]", "{\"id\": \(Int.min)}",
        "\"\(String(repeating: "x", count: 20_000))\"", "\"9999-99-99T99:99:99Z\"", "\"\\u0000\"",
    ]
}

/// Broken and hostile neighbours of a document, the same for the same seed.
public struct Mutations: Sequence, IteratorProtocol {
    private let original: [UInt8]
    private var chance: SeededRandomGenerator
    private var left: Int

    public init(of document: some Sequence<UInt8>, seed: UInt64, count: Int) {
        (original, chance, left) = (Array(document), SeededRandomGenerator(seed: seed), count)
    }

    public init(of text: String, seed: UInt64, count: Int) { self.init(of: text.utf8, seed: seed, count: count) }

    public mutating func next() -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &chance) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let at = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<8, using: &chance) {
        case 0, 1, 2: changeNumber(&bytes, from: at)
        case 3: bytes[at] = UInt8.random(in: 0...255, using: &chance)
        case 4: bytes.removeSubrange(at..<Swift.min(bytes.count, at + Int.random(in: 1...40, using: &chance)))
        case 5: bytes.removeSubrange(at...)
        case 6:
            let part = bytes[at..<Swift.min(bytes.count, at + Int.random(in: 1...200, using: &chance))]
            for _ in 0..<Int.random(in: 1...50, using: &chance) { bytes.insert(contentsOf: part, at: at) }
        default: bytes.insert(contentsOf: Array((Hostile.all.randomElement(using: &chance) ?? "").utf8), at: at)
        }
    }

    /// The next number becomes a hostile one.
    private mutating func changeNumber(_ bytes: inout [UInt8], from at: Int) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let start = bytes[at...].firstIndex(where: isDigit) ?? bytes.firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: Array((Hostile.numbers.randomElement(using: &chance) ?? "").utf8))
    }
}
