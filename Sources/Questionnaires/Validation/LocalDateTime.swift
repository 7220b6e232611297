struct LocalDateTime: Sendable, Hashable, Comparable, LosslessTime {
    let day: Day
    let time: DayTime

    init?(_ text: String) {
        let parts = text.split { $0 == "T" || $0 == " " }.map(String.init)
        guard parts.count == 2, let day = Day(parts[0]), let time = DayTime(parts[1]) else { return nil }
        (self.day, self.time) = (day, time)
    }

    private init(_ day: Day, _ time: DayTime) { (self.day, self.time) = (day, time) }

    var previous: LocalDateTime? { time.previous.map { LocalDateTime(day, $0) } ?? day.previous.map { LocalDateTime($0, .last) } }
    var next: LocalDateTime? { time.next.map { LocalDateTime(day, $0) } ?? day.next.map { LocalDateTime($0, .first) } }

    /// As it is stored: `2026-01-31T09:30`.
    var text: String { "\(day.text)T\(time.text)" }
    var shown: String { "\(day.day)/\(day.month)/\(day.year) \(time.text)" }

    static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { a.day == b.day ? a.time < b.time : a.day < b.day }
}
