import Foundation

/// The recurrence rules of vCalendar 1.0, written as those of RFC 5545: `W2 MO WE #10`, `MP1 1+ MO 19991224T000000Z`, `MD1 LD #0`.
enum VCalendarRule {
    /// Nil for a rule that is not of this kind.
    static func text(_ rule: String, zone: TimeZone) -> String? {
        let words = rule.uppercased().split(separator: " ").map(String.init)
        guard !rule.contains("="), let first = words.first, let kind = kinds.first(where: { first.hasPrefix($0.name) }),
            let interval = Int(first.dropFirst(kind.name.count), in: 1...30_000)
        else { return nil }
        var parts = ["FREQ=\(kind.frequency)", "INTERVAL=\(interval)"]
        var (list, places, end): ([String], [String], String?) = ([], [], nil)
        // The places of a day end with the days that follow them.
        var isNamed = false
        for word in words.dropFirst() {
            if word.hasPrefix("#") {
                // #0 has no end.
                guard let count = Int(word.dropFirst(), in: .counts) else { return nil }
                end = count == 0 ? "" : "COUNT=\(count)"
            } else if word.contains("T"), CalendarMoment(word, zone: zone) != nil {
                end = "UNTIL=\(word)"
            } else if kind.name == "MP", let sign = word.last, "+-".contains(sign) {
                if isNamed { (places, isNamed) = ([], false) }
                places.append((sign == "-" ? "-" : "") + word.dropLast())
            } else if kind.name == "MP" || kind.name == "W" {
                guard RecurrenceRule.names.contains(word) else { return nil }
                list += kind.name == "W" ? [word] : (places.isEmpty ? ["1"] : places).map { $0 + word }
                isNamed = true
            } else if !word.allSatisfy(\.isNumber) || word.count < 4 {
                // Times of a day are those of the event.
                list.append(word == "LD" ? "-1" : word.last == "-" ? "-" + word.dropLast() : word.filter { $0 != "+" })
            }
        }
        if let name = kind.list, !list.isEmpty { parts.append("\(name)=\(list.joined(separator: ","))") }
        // Without an end a rule goes on twice.
        let last = end ?? "COUNT=2"
        return (parts + (last.isEmpty ? [] : [last])).joined(separator: ";")
    }

    private static let kinds: [(name: String, frequency: String, list: String?)] = [
        ("MP", "MONTHLY", "BYDAY"), ("MD", "MONTHLY", "BYMONTHDAY"), ("YM", "YEARLY", "BYMONTH"), ("YD", "YEARLY", "BYYEARDAY"),
        ("D", "DAILY", nil), ("W", "WEEKLY", "BYDAY"), ("M", "MINUTELY", nil),
    ]
}
