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
    /// Of one week that is not like the others: the moment at which it would have begun.
    var instead: Date?
    /// Minutes before it begins, for an alarm.
    var reminder: Int?

    func lines(in zone: TimeZone) -> [String] {
        var lines = ["BEGIN:VEVENT", "UID:" + CalendarFile.escaped(uid), "DTSTAMP:" + WrittenTime.calendar(changedAt)]
        lines += ["LAST-MODIFIED:" + WrittenTime.calendar(changedAt), "SEQUENCE:\(sequence)"]
        lines += times(in: zone)
        lines.append("SUMMARY:" + CalendarFile.escaped(summary))
        if !text.isEmpty { lines.append("DESCRIPTION:" + CalendarFile.escaped(text)) }
        if !place.isEmpty { lines.append("LOCATION:" + CalendarFile.escaped(place)) }
        if !address.isEmpty { lines.append("URL:" + address) }
        lines.append("STATUS:" + (isCancelled ? "CANCELLED" : "CONFIRMED"))
        // What does not take place leaves the time free.
        if isCancelled { lines.append("TRANSP:TRANSPARENT") }
        if let reminder {
            lines += [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + CalendarFile.escaped(summary), "TRIGGER:-PT\(reminder)M", "END:VALARM",
            ]
        }
        return lines + ["END:VEVENT"]
    }

    /// Whether its hours are those of a zone's clock, which the file then has to explain.
    var needsZone: Bool { weeklyUntil != nil || instead != nil }

    /// From the first minute of a day to the last one of a day, as it is typed and as calendars of others are read.
    private func isWholeDays(in zone: TimeZone) -> Bool {
        !needsZone && end > start && WrittenTime.local(start, in: zone).hasSuffix("T000000")
            && WrittenTime.local(end, in: zone).hasSuffix("T235900")
    }

    private func times(in zone: TimeZone) -> [String] {
        func local(_ date: Date) -> String { "TZID=\(zone.identifier):" + WrittenTime.local(date, in: zone) }
        func moment(_ name: String, _ date: Date) -> String {
            needsZone ? "\(name);\(local(date))" : "\(name):" + WrittenTime.calendar(date)
        }
        if isWholeDays(in: zone) {
            func day(_ name: String, _ date: Date) -> String { "\(name);VALUE=DATE:\(WrittenTime.local(date, in: zone).prefix(8))" }
            // The end is the day after (RFC 5545, 3.6.1).
            return [day("DTSTART", start), day("DTEND", end + 60)]
        }
        var lines = [moment("DTSTART", start)]
        // An end must come later than the beginning (RFC 5545, 3.8.2.2); what only begins has none.
        if end > start { lines.append(moment("DTEND", end)) }
        if let weeklyUntil { lines.append("RRULE:FREQ=WEEKLY;UNTIL=" + WrittenTime.calendar(weeklyUntil)) }
        if let instead { lines.append("RECURRENCE-ID;" + local(instead)) }
        return lines + except.sorted().map { "EXDATE;" + local($0) }
    }
}
