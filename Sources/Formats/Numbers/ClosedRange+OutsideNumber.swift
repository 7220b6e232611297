// Parses every number from outside. An overflow ends the process; within these bounds ±1 and negation cannot overflow.

extension ClosedRange<Int> {
    public static let whole = -(1 << 62)...(1 << 62)
    public static let versions = 0...(1 << 53)
    public static let counts = 0...1_000_000_000
    public static let positions = 0...1_000_000
}

extension ClosedRange<Int64> {
    public static let recordIDs: Self = 1...(1 << 62)
}

extension FixedWidthInteger {
    /// Parses digits; nil for anything else and outside the range.
    public init?(_ text: some StringProtocol, in range: ClosedRange<Int>) {
        guard let number = Int(text), range.clamped(to: .whole).contains(number) else { return nil }
        self.init(exactly: number)
    }
}

extension Int64 {
    public init?(recordID text: some StringProtocol) {
        guard let number = Int64(text), ClosedRange.recordIDs.contains(number) else { return nil }
        self = number
    }
}

extension Int {
    /// Truncates towards zero and clamps to the bounds; 0 for NaN.
    public init(cutting number: Double) {
        let bound = Double(1 << 62)
        self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -bound), bound))
    }

    /// Rounds and clamps to the bounds; 0 for NaN.
    public init(nearest number: Double) { self.init(cutting: number.rounded()) }
}

extension Double {
    /// Parses a decimal; nil for anything else, including infinity and NaN.
    public init?(finite text: some StringProtocol) {
        let signs = "+-.eE".utf8
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || signs.contains($0) }), let number = Double(text), number.isFinite else {
            return nil
        }
        self = number
    }
}
