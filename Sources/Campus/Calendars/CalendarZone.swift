import Foundation

/// A VTIMEZONE that lists each clock change in the needed time.
struct CalendarZone {
    private let zone: TimeZone

    init(_ zone: TimeZone) { self.zone = zone }

    func lines(from first: Date, to last: Date) -> [String] {
        // Starts before the first event, because every event needs a preceding observance.
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
        // DTSTART of an observance uses the previous offset.
        let begins = WrittenTime.local(moment + TimeInterval(from), in: .gmt)
        return [
            "BEGIN:" + kind, "DTSTART:" + begins, "TZOFFSETFROM:" + Self.offset(from), "TZOFFSETTO:" + Self.offset(to), "END:" + kind,
        ]
    }

    private static func offset(_ seconds: Int) -> String {
        let minutes = Int(seconds.magnitude / 60)
        return (seconds < 0 ? "-" : "+") + WrittenTime.two(minutes / 60) + WrittenTime.two(minutes % 60)
    }
}
