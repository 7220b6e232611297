import Admin
import Foundation
import Web

struct CalendarEntry: Sendable {
    /// Permanent: calendar programs identify the event by it.
    var uid: String
    var start: Date
    var end: Date
    var summary: String
    var text = ""
    var place = ""
    var address = ""
    var sequence = 0
    var changedAt: Date
    var isCancelled = false
    /// The end of the repetition; nil for a single event.
    var repeatsUntil: Date?
    /// How it is repeated: the recurrence rule without its end.
    var rule = "FREQ=WEEKLY"
    /// How often with the first time, in place of the end.
    var count: Int?
    /// Omitted times, by their original time.
    var except: [Date] = []
    /// For an exception: its original time.
    var instead: Date?
    var reminder: Int?
    var details = CalendarDetails()
    var category = ""

    func lines(in zone: TimeZone) -> [String] {
        var lines = ["BEGIN:VEVENT", "UID:" + CalendarFile.escaped(uid), "DTSTAMP:" + WrittenTime.calendar(changedAt)]
        lines += ["LAST-MODIFIED:" + WrittenTime.calendar(changedAt), "SEQUENCE:\(sequence)"]
        lines += times(in: zone)
        lines.append("SUMMARY:" + CalendarFile.escaped(summary))
        if !text.isEmpty { lines.append("DESCRIPTION:" + CalendarFile.escaped(text)) }
        if !place.isEmpty { lines.append("LOCATION:" + CalendarFile.escaped(place)) }
        if !address.isEmpty { lines.append("URL:" + address) }
        lines += more
        lines.append("STATUS:" + (isCancelled ? "CANCELLED" : "CONFIRMED"))
        // A cancelled event does not block time.
        if isCancelled { lines.append("TRANSP:TRANSPARENT") }
        if let reminder {
            lines += [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + CalendarFile.escaped(summary), "TRIGGER:-PT\(reminder)M", "END:VALARM",
            ]
        }
        return lines + ["END:VEVENT"]
    }

    private var more: [String] {
        var lines: [String] = []
        if !category.isEmpty { lines.append("CATEGORIES:" + CalendarFile.escaped(category)) }
        if let point = details.point { lines.append("GEO:\(GeoPoint.text(point.latitude));\(GeoPoint.text(point.longitude))") }
        if !details.contact.isEmpty { lines.append("CONTACT:" + CalendarFile.escaped(details.contact)) }
        // An organizer is an address (RFC 5545, 3.8.4.3).
        if details.email.contains("@"), !details.email.contains(where: { $0.isWhitespace || ",;\"".contains($0) }) {
            let name = ShownText.sanitized(details.organiser).filter { $0 != "\"" && !$0.isNewline }
            lines.append("ORGANIZER\(name.isEmpty ? "" : ";CN=\"\(name)\""):mailto:" + details.email)
        }
        return lines
    }

    /// Local times need a VTIMEZONE in the file.
    var needsZone: Bool { repeatsUntil != nil || instead != nil }

    /// Whole days run from the first minute of a day to the last minute of a day.
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
            // DTEND is the day after (RFC 5545, 3.6.1).
            return [day("DTSTART", start), day("DTEND", end + 60)]
        }
        var lines = [moment("DTSTART", start)]
        // DTEND must be after DTSTART (RFC 5545, 3.8.2.2), so an event without length has none.
        if end > start { lines.append(moment("DTEND", end)) }
        if let repeatsUntil {
            lines.append("RRULE:\(rule);" + (count.map { "COUNT=\($0)" } ?? "UNTIL=" + WrittenTime.calendar(repeatsUntil)))
        }
        if let instead { lines.append("RECURRENCE-ID;" + local(instead)) }
        return lines + except.sorted().map { "EXDATE;" + local($0) }
    }
}
