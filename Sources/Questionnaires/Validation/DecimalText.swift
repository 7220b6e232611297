import Web

/// A decimal number kept as digits, without binary rounding.
struct DecimalText: Sendable, Equatable, Comparable {
    /// With a point and without needless zeros: `-12.5`.
    let text: String
    let decimals: Int

    private let isNegative: Bool
    private let whole: [UInt8]
    private let fraction: [UInt8]

    /// Parses an optional sign, digits, and one comma or point followed by digits. No grouping: `1.234` is a decimal fraction.
    init?(_ typed: String) {
        var bytes = Array(typed.utf8)[...]
        let sign = bytes.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let parts = bytes.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        guard bytes.count <= 30, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }), let first = parts.first
        else { return nil }
        let whole = Array(first.drop { $0 == 0x30 })
        let fraction = parts.count > 1 ? Self.withoutTrailingZeros(parts[1]) : []
        self.whole = whole
        self.fraction = fraction
        isNegative = sign == UInt8(ascii: "-") && !(whole.isEmpty && fraction.isEmpty)
        decimals = fraction.count
        let digits = (whole.isEmpty ? [0x30] : whole) + (fraction.isEmpty ? [] : [UInt8(ascii: ".")] + fraction)
        text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    private static func withoutTrailingZeros(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        let end = digits.lastIndex { $0 != 0x30 }
        return end.map { Array(digits[digits.startIndex...$0]) } ?? []
    }

    var number: Double { Double(finite: text) ?? 0 }

    static func < (a: DecimalText, b: DecimalText) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
    }

    private func isSmaller(than other: DecimalText) -> Bool {
        if whole.count != other.whole.count { return whole.count < other.whole.count }
        if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
        return fraction.lexicographicallyPrecedes(other.fraction)
    }
}
