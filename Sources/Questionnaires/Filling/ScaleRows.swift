/// The rows of many numbers on a phone: at most six in each, so that a thumb has 44 pixels for each, and the last number at the
/// right end, above the words of that end.
struct ScaleRows: Equatable {
    /// As many fit into one row.
    static let (alone, most) = (7, 6)

    let columns: Int
    /// The first number of the last row, from zero, and the free places before it.
    let last: Int
    let gap: Int

    /// Nil where one row is enough.
    init?(_ count: Int) {
        guard count > Self.alone else { return nil }
        let rows = (count + Self.most - 1) / Self.most
        columns = (count + rows - 1) / rows
        last = (rows - 1) * columns
        gap = rows * columns - count
    }

    /// The class of a number that begins behind free places; nil for others.
    func place(of number: Int) -> String? { number == last && gap > 0 ? "push-\(gap)" : nil }
}
