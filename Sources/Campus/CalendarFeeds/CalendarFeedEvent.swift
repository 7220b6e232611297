import Foundation
import Web

struct CalendarFeedEvent: Sendable {
    let uid: String
    let start: Date
    let end: Date
    let zone: TimeZone
    let rule: Recurrence?
    /// Extra dates beside the rule (RDATE).
    private let more: [Date]
    private let except: Set<Date>
    /// Excluded days, `2026-03-02`: some programs write a date instead of a time in EXDATE.
    private let exceptDays: Set<String>
    /// Length in whole days; nil for an event with times.
    private let days: Int?
    /// For an exception: the original time (RECURRENCE-ID).
    let instead: Date?
    private let title, text, place, address: String
    private let isCancelled: Bool

    init?(_ lines: [CalendarLine], _ zones: CalendarZones) {
        let first = Dictionary(lines.map { ($0.name, $0) }) { first, _ in first }
        guard let startLine = first["DTSTART"], let begin = startLine.moments(zones).first else { return nil }
        zone = startLine.zone(zones)
        start = begin.date
        if let last = first["DTEND"]?.moments(zones).first {
            // DTEND of a whole-day event is the following day.
            end = max(start, last.isDay ? last.date - 60 : last.date)
        } else if let length = first["DURATION"].flatMap({ Self.seconds($0.value) }) {
            end = start + min(length, 400 * 86_400)
        } else {
            end = begin.isDay ? start + 86_340 : start
        }
        // Rounded, because a day with a clock change has 23 or 25 hours.
        self.days = begin.isDay ? max(1, Int(nearest: end.timeIntervalSince(start) / 86_400)) : nil
        title = (first["SUMMARY"]?.text(160) ?? "").replacing("\n", with: " ")
        guard !title.isEmpty else { return nil }
        text = first["DESCRIPTION"]?.text(4_000) ?? ""
        place = (first["LOCATION"]?.text(160) ?? "").replacing("\n", with: ", ")
        address = first["URL"].flatMap { Self.web($0.value) } ?? ""
        isCancelled = first["STATUS"]?.value.uppercased() == "CANCELLED"
        instead = first["RECURRENCE-ID"]?.moments(zones).first?.date
        let own = CalendarZones(site: zone)
        rule = instead == nil ? first["RRULE"].flatMap { Recurrence($0.value, zones: own) } : nil
        more = instead == nil ? lines.filter { $0.name == "RDATE" }.flatMap { $0.moments(zones) }.map(\.date) : []
        let away = lines.filter { $0.name == "EXDATE" }
        except = Set(away.flatMap { $0.moments(zones) }.map(\.date))
        let days = away.flatMap { line in line.moments(zones).filter(\.isDay).map { AgendaSpan.text($0.date, line.zone(zones)) } }
        exceptDays = begin.isDay ? [] : Set(days)
        // Without a UID, title and time identify the event.
        let named = first["UID"]?.value.trimmingCharacters(in: .whitespaces) ?? ""
        uid = String((named.isEmpty ? "\(title) \(WrittenTime.calendar(start))" : named).prefix(400))
    }

    func item(_ meant: Date?, at: Date? = nil) -> CalendarReader.Item {
        let begins = at ?? start
        return CalendarReader.Item(
            identity: meant.map { "\(uid) \(WrittenTime.calendar($0))" } ?? uid, title: title, text: text, place: place, address: address,
            start: begins, end: ends(from: begins), isCancelled: isCancelled)
    }

    private func ends(from begins: Date) -> Date {
        let next = days.flatMap { AgendaSpan.calendar(zone).date(byAdding: .day, value: $0, to: begins) }
        return next.map { $0 - 60 } ?? begins + end.timeIntervalSince(start)
    }

    var isRepeated: Bool { rule != nil || !more.isEmpty }

    func times(in interval: DateInterval, limit: Int, patience: inout Int) throws(CalendarReader.Refusal) -> [Date] {
        let wanted = DateInterval(start: interval.start - end.timeIntervalSince(start), end: interval.end)
        let ruled = try rule?.times(from: start, in: wanted, zone: zone, limit: limit, patience: &patience) ?? [start]
        guard !more.isEmpty else { return ruled }
        return Set(ruled + more).filter { $0 >= wanted.start && $0 < wanted.end }.sorted().prefix(limit).map { $0 }
    }

    func isExcepted(_ time: Date) -> Bool {
        except.contains(time) || !exceptDays.isEmpty && exceptDays.contains(AgendaSpan.text(time, zone))
    }

    /// `PT1H30M`, `P1D`, `P2W`
    private static func seconds(_ text: String) -> TimeInterval? {
        guard text.first == "P" else { return nil }
        let units: [Character: Double] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
        var (total, number) = (0.0, "")
        for letter in text.dropFirst() where letter != "T" {
            if letter.isNumber {
                number.append(letter)
            } else {
                guard let unit = units[letter], number.count <= 6, let value = Double(finite: number) else { return nil }
                (total, number) = (total + value * unit, "")
            }
        }
        return total
    }

    private static func web(_ text: String) -> String? {
        guard text.utf8.count <= 500, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host?.isEmpty == false
        else { return nil }
        return url.absoluteString
    }
}
