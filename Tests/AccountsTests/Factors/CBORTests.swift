import Testing

@testable import Accounts

@Suite struct CBORTests {
    private func read(_ hex: String) throws -> CBOR {
        let digits = Array(hex)
        var reader = CBORReader(stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! })
        return try reader.value()
    }

    /// RFC 8949, appendix A.
    @Test func readsTheExamplesOfTheStandard() throws {
        let examples: [(String, CBOR)] = [
            ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1903e8", .integer(1000)),
            ("1a000f4240", .integer(1_000_000)),
            ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("20", .integer(-1)), ("3863", .integer(-100)),
            ("3903e7", .integer(-1000)),
            ("f4", .simple(20)), ("f5", .simple(21)), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
            ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("80", .list([])),
            ("83010203", .list([.integer(1), .integer(2), .integer(3)])),
            ("a0", .map([])),
        ]
        for (hex, value) in examples {
            let found = try read(hex)
            #expect(found == value, "\(hex)")
        }
        let map = try read("a26161016162820203")
        #expect(map["a"] == .integer(1))
        #expect(map["b"] == .list([.integer(2), .integer(3)]))
        #expect(map["c"] == nil)
    }

    /// Cut off, longer than there is, without an end, too deep, too much, twice the same key, no text, a tag, a number too large.
    @Test(arguments: [
        "", "18", "44010203", "5bffffffffffffffff", "9bffffffffffffffff", "9f01ff", "5f4101ff", "818181818181818100", "a2010101 02",
        "62c328", "c074", "1bffffffffffffffff", "fb3ff199999999999a", "1c", "a1",
    ])
    func refusesWhatIsNotSound(hex: String) {
        #expect(throws: CBORReader.Malformed.self) { try read(hex.filter { $0 != " " }) }
    }

    @Test func readsNoMoreThanALittle() {
        #expect(throws: CBORReader.Malformed.self) { try read("9840" + String(repeating: "00", count: 64)) }
    }
}
