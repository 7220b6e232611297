import Foundation
import Web

enum TypedMoment {
    /// `2026-05-03T17:05`; nil for anything else.
    static func date(_ typed: String, in zone: TimeZone) -> Date? {
        let parts = typed.split(whereSeparator: { "-T :".contains($0) }).map { Int($0, in: .whole) ?? -1 }
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
