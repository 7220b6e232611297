import Admin

public enum Weekday: String, Choice {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1 for Monday to 7 for Sunday (ISO 8601).
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    /// Names in weekday order, for a CHECK and for sorting.
    public static let names = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    public static func order(_ column: String) -> String {
        "CASE \(column) " + allCases.map { "WHEN '\($0.rawValue)' THEN \($0.number)" }.joined(separator: " ") + " END"
    }
}
