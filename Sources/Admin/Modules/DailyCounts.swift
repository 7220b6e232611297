/// A number by the day, for a small line on the first page.
public struct DailyCounts: Sendable {
    public static let days = 14

    let text: String
    let counts: [Int]
    let address: String

    public init(_ text: String, _ counts: [Int], address: String) { (self.text, self.counts, self.address) = (text, counts, address) }
}
