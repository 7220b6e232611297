import Foundation
import Web

enum TypedMoment {
    /// The beginning of `2026-05-03` or `3/5/2026`; nil for anything else, a moment too.
    static func day(_ typed: String, in zone: TimeZone) -> Date? {
        let iso = TypedTime.iso(typed)
        return iso.utf8.count == 10 ? date(iso, in: zone) : nil
    }

    /// `2026-05-03T17:05` and `3/5/2026 17:05`; nil for anything else.
    static func date(_ typed: String, in zone: TimeZone) -> Date? {
        let parts = TypedTime.iso(typed).split(whereSeparator: { "-T :".contains($0) }).map { Int($0, in: .whole) ?? -1 }
        guard parts.count >= 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]), (1900...2500).contains(parts[0]) else {
            return nil
        }
        let clock = parts.count >= 5 ? (parts[3], parts[4]) : (0, 0)
        guard (0..<24).contains(clock.0), (0..<60).contains(clock.1) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let wanted = DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: clock.0, minute: clock.1)
        guard let date = calendar.date(from: wanted), calendar.component(.day, from: date) == parts[2] else { return nil }
        return date
    }
}
