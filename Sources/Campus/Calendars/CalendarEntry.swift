import Foundation

/// One VEVENT.
struct CalendarEntry: Sendable {
    /// The same for ever: by it a program knows that this is the event it has already.
    var uid: String
    var start: Date
    var end: Date
    var summary: String
    var text = ""
    var place = ""
    /// The whole address of its page.
    var address = ""
    /// Raised by every change.
    var sequence = 0
    var changedAt: Date
    var isCancelled = false
    /// The moment after which it is not repeated every week any more; nil for what happens once.
    var weeklyUntil: Date?
    /// Weeks left out, by the moment at which it would have begun.
    var except: [Date] = []

    func lines(in zone: TimeZone) -> [String] {
        var lines = ["BEGIN:VEVENT", "UID:" + CalendarFile.escaped(uid), "DTSTAMP:" + WrittenTime.calendar(changedAt)]
        lines += ["LAST-MODIFIED:" + WrittenTime.calendar(changedAt), "SEQUENCE:\(sequence)"]
        if let weeklyUntil {
            lines += [
                "DTSTART;TZID=\(zone.identifier):" + WrittenTime.local(start, in: zone),
                "DTEND;TZID=\(zone.identifier):" + WrittenTime.local(end, in: zone),
                "RRULE:FREQ=WEEKLY;UNTIL=" + WrittenTime.calendar(weeklyUntil),
            ]
            lines += except.sorted().map { "EXDATE;TZID=\(zone.identifier):" + WrittenTime.local($0, in: zone) }
        } else {
            lines += ["DTSTART:" + WrittenTime.calendar(start), "DTEND:" + WrittenTime.calendar(end)]
        }
        lines.append("SUMMARY:" + CalendarFile.escaped(summary))
        if !text.isEmpty { lines.append("DESCRIPTION:" + CalendarFile.escaped(text)) }
        if !place.isEmpty { lines.append("LOCATION:" + CalendarFile.escaped(place)) }
        if !address.isEmpty { lines.append("URL:" + address) }
        return lines + ["STATUS:" + (isCancelled ? "CANCELLED" : "CONFIRMED"), "END:VEVENT"]
    }
}
