import Foundation
import Web

/// Timestamps in file formats, in UTC.
enum WrittenTime {
    /// `2026-05-03T15:05:00Z`, for Atom and JSON.
    static func iso(_ date: Date) -> String { CivilTime(date, in: .gmt).inputValue + seconds(date) + "Z" }

    /// `2026-05-03T15:05:00-00:00`: CAP does not allow `Z`.
    static func cap(_ date: Date) -> String { CivilTime(date, in: .gmt).inputValue + seconds(date) + "-00:00" }

    /// `20260503T150500Z`
    static func calendar(_ date: Date) -> String { local(date, in: .gmt) + "Z" }

    /// `20260503T170500`, local time.
    static func local(_ date: Date, in zone: TimeZone) -> String {
        let text = CivilTime(date, in: zone).inputValue + seconds(date)
        return text.filter { $0 != "-" && $0 != ":" }
    }

    /// `Sun, 03 May 2026 15:05:00 +0000`, the RFC 822 form of RSS.
    static func mail(_ date: Date) -> String {
        let time = CivilTime(date, in: .gmt)
        let day = Int(cutting: (date.timeIntervalSince1970 / 86_400).rounded(.down))
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((day % 7) + 7) % 7]
        let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
        return "\(weekday), \(two(time.day)) \(months[time.month - 1]) \(time.year) \(clock) +0000"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func seconds(_ date: Date) -> String { ":" + two(CivilTime(date, in: .gmt).second) }
    static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
