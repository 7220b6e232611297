import Admin

/// A day of the week, from Monday on.
public enum Weekday: String, Choice {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1 for Monday … 7 for Sunday, as ISO 8601 counts.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    /// The names in the order of the week, for a CHECK and for sorting.
    public static let names = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// SQL that sorts a column of weekdays as the week goes.
    public static func order(_ column: String) -> String {
        "CASE \(column) " + allCases.map { "WHEN '\($0.rawValue)' THEN \($0.number)" }.joined(separator: " ") + " END"
    }
}
