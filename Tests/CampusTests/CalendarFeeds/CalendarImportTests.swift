import Admin
import AdminTestSupport
import Formats
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Campus

/// A calendar file that a person brings comes in through the workbench.
@Suite struct CalendarImportTests {
    private static let address = "/admin/campus/events/imports"

    /// A day of next month at nine, as calendars write it.
    private static func day(_ day: Int) -> String {
        let month = MomentFieldType.iso(Date.now + Double(30 + day) * 86_400).prefix(10).replacing("-", with: "")
        return month + "T090000Z"
    }

    private static func file(_ events: [(uid: String, title: String, day: Int)]) -> Data {
        let all = events.map { event in
            let (start, end) = (day(event.day), day(event.day).replacing("T09", with: "T10"))
            return "BEGIN:VEVENT\r\nUID:\(event.uid)\r\nSUMMARY:\(event.title)\r\nDTSTART:\(start)\r\nDTEND:\(end)\r\nEND:VEVENT\r\n"
        }
        let task = "BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Compito\r\nEND:VTODO\r\n"
        let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Appuntamenti\r\n"
        return Data((head + all.joined() + task + "END:VCALENDAR\r\n").utf8)
    }

    private func titles(_ site: TestSite) async throws -> [String] {
        try await site.database.read { db in
            try String.fetchAll(db, sql: "SELECT title FROM campusEvent WHERE deletedAt IS NULL AND key LIKE 'ics-%' ORDER BY starts")
        }
    }

    @Test func eachTimeBecomesAnEventAndASecondFileChangesIt() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Appuntamenti"
            try calendar.insert(db, by: University.actor)
        }
        try await university.site.browse(as: "admin") { browsers in
            let first = Self.file([("a@example.org", "Festa delle barene", 1), ("b@example.org", "Incontro sulle maree", 2)])
            let sent = try await browsers[0].post(Self.address, [], files: [("file", "agenda.ics", first)])
            let page = try await browsers[0].get(sent.location ?? "")
            #expect(counts(page) == ["new": 2, "refused": 1])
            #expect(page.contains("è un’attività o un diario"))
            #expect(try await titles(university.site) == [])
            let address = String((sent.location ?? "").dropLast("/items".count))
            try await browsers[0].confirmFile(address, page)
            #expect(try await titles(university.site) == ["Festa delle barene", "Incontro sulle maree"])

            let second = Self.file([("a@example.org", "Gran festa delle barene", 1)])
            let again = try await browsers[0].post(Self.address, [], files: [("file", "agenda.ics", second)])
            let changes = try await browsers[0].get(again.location ?? "")
            #expect(counts(changes) == ["changed": 1, "refused": 1])
            // What is no longer in the file is asked about, not removed.
            #expect(changes.contains("Incontro sulle maree"))
            let next = String((again.location ?? "").dropLast("/items".count))
            try await browsers[0].confirmFile(next, changes)
            #expect(try await titles(university.site) == ["Gran festa delle barene", "Incontro sulle maree"])
            let undone = try await browsers[0].post(next + "/undoing")
            #expect(undone.status == 303)
            #expect(try await titles(university.site) == ["Festa delle barene", "Incontro sulle maree"])
        }
    }

    @Test func anUnknownCalendarIsAskedFor() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { browsers in
            let file = Self.file([("a@example.org", "Festa delle barene", 1)])
            let sent = try await browsers[0].post(Self.address, [], files: [("file", "agenda.ics", file)])
            let page = try await browsers[0].get(sent.location ?? "")
            #expect(counts(page) == ["refused": 2])
            #expect(page.contains("/values"))
        }
    }

    @Test func aDamagedFileNeverLosesAnEntryInSilence() throws {
        let whole = [UInt8](Self.file([("a@example.org", "Festa", 1), ("b@example.org", "Incontro", 2), ("b@example.org", "Incontro", 3)]))
        for end in stride(from: 0, through: whole.count, by: 7) {
            let source = ImportSource("agenda.ics", Array(whole[..<end]))
            guard CalendarFileFormat.fits(source) else { continue }
            var reader = try CalendarFileFormat(source)
            while let item = try reader.next() { #expect(item.content != nil || !item.remarks.isEmpty) }
        }
    }
}
