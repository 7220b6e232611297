import Foundation
import GRDB
import Web

/// The order of names in lists of every language: without capitals and accents. In SQL: `ORDER BY name COLLATE portico_names`.
public enum NameOrder {
    static let collation = DatabaseCollation("portico_names", function: compare)

    public static func add(to settings: inout Configuration) {
        settings.prepareDatabase { $0.add(collation: collation) }
    }

    static func compare(_ one: String, _ other: String) -> ComparisonResult {
        // Folding takes as long as hundreds of comparisons, and most names need none.
        if isPlain(one), isPlain(other) { return compare(one.utf8.map(small), other.utf8.map(small)) }
        return compare(Array(one.folded.utf8), Array(other.folded.utf8))
    }

    private static func compare(_ one: [UInt8], _ other: [UInt8]) -> ComparisonResult {
        if one == other { return .orderedSame }
        return one.lexicographicallyPrecedes(other) ? .orderedAscending : .orderedDescending
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

    private static func isPlain(_ text: String) -> Bool {
        var before: UInt8 = 0x20
        for byte in text.utf8 {
            guard byte < 0x80, byte > 0x20 || (byte == 0x20 && before != 0x20), byte != 0x60 else { return false }
            before = byte
        }
        return before != 0x20
    }
}
