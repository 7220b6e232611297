import Foundation
import Testing

@testable import Campus

@Suite struct CalendarFileTests {
    private let rome = TimeZone(identifier: "Europe/Rome")!
    /// 2 March 2026, 10:00 in Rome, a Monday.
    private let monday = Date(timeIntervalSince1970: 1_772_442_000)

    private func entry() -> CalendarEntry {
        CalendarEntry(uid: "event-1@example.org", start: monday, end: monday + 3_600, summary: "Lezione; con, tutto\\", changedAt: monday)
    }

    private func lines(_ file: CalendarFile) -> [String] {
        file.text.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
    }

    @Test func noLineIsLongerThan75OctetsAndNoCharacterIsCut() {
        var long = entry()
        long.summary = String(repeating: "perché è così ", count: 20)
        let file = CalendarFile(name: "Prova", zone: rome, entries: [long])
        for line in file.text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
        #expect(lines(file).contains("SUMMARY:" + String(repeating: "perché è così ", count: 20)))
    }

    @Test func valuesAreEscaped() {
        #expect(lines(CalendarFile(name: "x", zone: rome, entries: [entry()])).contains("SUMMARY:Lezione\\; con\\, tutto\\\\"))
    }

    @Test func whatIsCancelledSaysSo() {
        var cancelled = entry()
        (cancelled.isCancelled, cancelled.sequence) = (true, 4)
        let found = lines(CalendarFile(name: "x", zone: rome, entries: [cancelled]))
        #expect(found.contains("STATUS:CANCELLED"))
        #expect(found.contains("SEQUENCE:4"))
        #expect(found.contains("DTSTART:20260302T090000Z"))
    }

    /// From the first minute of a day to the last one: no hour of another zone moves it, and no calendar draws it as a long block.
    @Test func wholeDaysAreDays() {
        var day = entry()
        (day.start, day.end) = (monday - 36_000, monday - 36_000 + 86_340)
        var three = day
        three.end = day.end + 2 * 86_400
        var nearly = day
        nearly.end = day.end - 60
        let found = lines(CalendarFile(name: "x", zone: rome, entries: [day, three, nearly]))
        #expect(
            found.filter { $0.hasPrefix("DT") && !$0.hasPrefix("DTSTAMP") } == [
                "DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260303", "DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260305",
                "DTSTART:20260301T230000Z", "DTEND:20260302T225800Z",
            ])
    }

    @Test func aWeeklyLectureKeepsItsHourOnTheWallWhenSummerTimeBegins() {
        let hours = WeeklyHours(weekday: 1, from: 600, to: 660, validFrom: monday, validTo: monday + 60 * 86_400)
        let found = hours.occurrences(in: DateInterval(start: monday, duration: 60 * 86_400), zone: rome)
        #expect(found.count == 9)
        #expect(found.first?.start == monday)
        // After 29 March 2026 ten o'clock in Rome is eight in Greenwich.
        #expect(found.last.map { WrittenTime.calendar($0.start) } == "20260427T080000Z")
    }

    @Test func aWeeklyEntryCarriesItsZoneAndItsExceptions() {
        var weekly = entry()
        weekly.repeatsUntil = monday + 60 * 86_400
        weekly.except = [monday + 7 * 86_400]
        let found = lines(CalendarFile(name: "x", zone: rome, entries: [weekly]))
        #expect(found.contains("DTSTART;TZID=Europe/Rome:20260302T100000"))
        #expect(found.contains("EXDATE;TZID=Europe/Rome:20260309T100000"))
        #expect(found.contains("BEGIN:VTIMEZONE"))
        #expect(found.contains("TZOFFSETTO:+0200"))
    }
}
