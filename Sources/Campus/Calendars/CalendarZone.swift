import Foundation

/// A VTIMEZONE: the changes of a zone's clock, each as it happens, over the time that is needed.
struct CalendarZone {
    private let zone: TimeZone

    init(_ zone: TimeZone) { self.zone = zone }

    func lines(from first: Date, to last: Date) -> [String] {
        // One change before the first event, so that every event stands after one.
        var observances = [observance(at: first - 400 * 86_400, before: first - 400 * 86_400)]
        var moment = first - 400 * 86_400
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next < last, observances.count < 60 {
            observances.append(observance(at: next, before: next - 1))
            moment = next
        }
        return ["BEGIN:VTIMEZONE", "TZID:" + zone.identifier] + observances.flatMap { $0 } + ["END:VTIMEZONE"]
    }

    private func observance(at moment: Date, before: Date) -> [String] {
        let kind = zone.isDaylightSavingTime(for: moment) ? "DAYLIGHT" : "STANDARD"
        let (from, to) = (zone.secondsFromGMT(for: before), zone.secondsFromGMT(for: moment))
        // Its beginning is written by the clock that went before.
        let begins = WrittenTime.local(moment + TimeInterval(from), in: .gmt)
        return [
            "BEGIN:" + kind, "DTSTART:" + begins, "TZOFFSETFROM:" + Self.offset(from), "TZOFFSETTO:" + Self.offset(to), "END:" + kind,
        ]
    }

    /// `+0100`
    private static func offset(_ seconds: Int) -> String {
        let minutes = Int(seconds.magnitude / 60)
        return (seconds < 0 ? "-" : "+") + WrittenTime.two(minutes / 60) + WrittenTime.two(minutes % 60)
    }
}
