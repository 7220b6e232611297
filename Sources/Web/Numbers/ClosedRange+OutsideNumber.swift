import Hummingbird

// Every number that comes from outside (a form, an address, a header, a document, a feed, a file) is read here. Swift ends the process
// where a calculation overflows; within these bounds adding one, taking one away and changing the sign cannot.

extension ClosedRange<Int> {
    /// Any number from outside.
    public static let whole = -(1 << 62)...(1 << 62)
    /// How often something was saved.
    public static let versions = 0...(1 << 53)
    /// How many there are.
    public static let counts = 0...1_000_000_000
    /// The places of a list, the pages of a long one.
    public static let positions = 0...1_000_000
}

extension ClosedRange<Int64> {
    /// The numbers under which records are kept.
    public static let recordIDs: Self = 1...(1 << 62)
}

extension FixedWidthInteger {
    /// A number written in digits; nil for everything else and outside the range.
    public init?(_ text: some StringProtocol, in range: ClosedRange<Int>) {
        guard let number = Int(text), range.clamped(to: .whole).contains(number) else { return nil }
        self.init(exactly: number)
    }
}

extension Int64 {
    /// The number of a record as an address or a form names it; nil for what no record can have.
    public init?(recordID text: some StringProtocol) {
        guard let number = Int64(text), ClosedRange.recordIDs.contains(number) else { return nil }
        self = number
    }
}

extension Int {
    /// The whole number below or above it that is nearer to nought; the nearest bound where it is too large, and 0 for what is no number.
    public init(cutting number: Double) {
        let bound = Double(1 << 62)
        self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -bound), bound))
    }

    /// The nearest whole number; the nearest bound where it is too large, and 0 for what is no number.
    public init(nearest number: Double) { self.init(cutting: number.rounded()) }
}

extension Double {
    /// A decimal as people and documents write it; nil for everything else, not a number and the infinities among it.
    public init?(finite text: some StringProtocol) {
        let signs = "+-.eE".utf8
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || signs.contains($0) }), let number = Double(text), number.isFinite else {
            return nil
        }
        self = number
    }
}

extension Form {
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int? { Int(self[name], in: range) }

    public func recordID(_ name: String) -> Int64? { Int64(recordID: self[name]) }

    /// Those of its values that can be the number of a record.
    public func recordIDs(_ name: String) -> [Int64] { all(name).compactMap { Int64(recordID: $0) } }
}

extension Parameters {
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int? { get(name).flatMap { Int($0, in: range) } }

    public func recordID(_ name: String) -> Int64? { get(name).flatMap { Int64(recordID: $0) } }

    /// Nil where the address has no such part.
    /// - Throws: 404 where it has one that is the number of no record.
    public func recordID(ifAny name: String) throws -> Int64? {
        guard get(name) != nil else { return nil }
        guard let id = recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}
