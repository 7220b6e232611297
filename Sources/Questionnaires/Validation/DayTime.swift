import Web

struct DayTime: Sendable, Hashable, Comparable, LosslessTime {
    let hour, minute: Int

    /// Parses `9:30`, `09.30` and `09:30:00`, as pickers send it; seconds are dropped.
    init?(_ text: String) {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }), parts[1].count == 2,
            parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self), in: .whole) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        (hour, minute) = (numbers[0], numbers[1])
    }

    private init(minutes: Int) { (hour, minute) = (minutes / 60, minutes % 60) }

    var previous: DayTime? { hour + minute == 0 ? nil : DayTime(minutes: hour * 60 + minute - 1) }
    var next: DayTime? { hour == 23 && minute == 59 ? nil : DayTime(minutes: hour * 60 + minute + 1) }

    static let (first, last) = (DayTime(minutes: 0), DayTime(minutes: 24 * 60 - 1))

    /// As it is stored: `09:30`.
    var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }
    var shown: String { text }

    static func < (a: DayTime, b: DayTime) -> Bool { (a.hour, a.minute) < (b.hour, b.minute) }
}
