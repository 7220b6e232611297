import Admin
import AdminTestSupport
import Formats
import Foundation
import GRDB
import Registry
import TestSupport
import Testing

@testable import Campus

/// Timetables of other programs come in through the workbench.
@Suite struct TimetableImportTests {
    private static let address = "/admin/campus/timetables/imports"

    private static func lessons(_ text: String) throws -> [FileLesson] {
        let bytes = [UInt8](text.utf8)
        let found = try TimetableXML(bytes)?.read() ?? TimetableTable.read(bytes) ?? []
        return found.flatMap(\.lessons)
    }

    private static func remarks(_ text: String) throws -> [String] {
        let bytes = [UInt8](text.utf8)
        return try (TimetableXML(bytes)?.read() ?? TimetableTable.read(bytes) ?? []).flatMap(\.remarks).map(\.key)
    }

    @Test(arguments: [
        ("MWF", [Weekday.monday, .wednesday, .friday]), ("TTh", [.tuesday, .thursday]), ("TuR", [.tuesday, .thursday]),
        ("1010000", [.monday, .wednesday]),
        ("giovedì", [.thursday]), ("Sat", [.saturday]), ("7", [.sunday]), ("MM", nil), ("X", nil), ("0000000", nil), ("", nil),
    ])
    func readsDays(text: String, days: [Weekday]?) { #expect(FileLesson.weekdays(text) == days) }

    @Test(arguments: [
        ("0730", 450), ("7:30", 450), ("07.30", 450), ("9", 540), ("9:30 pm", 1_290), ("12:15am", 15), ("24:00", 1_440), ("25:00", nil),
        ("9:75", nil), ("alle nove", nil), ("", nil),
    ])
    func readsTimes(text: String, minutes: Int?) { #expect(FileLesson.minutes(text) == minutes) }

    @Test(arguments: [("2026/10/1", "2026-10-01"), ("01/10/2026", "2026-10-01"), ("2026-02-30", ""), ("domani", "")])
    func readsDates(text: String, day: String) { #expect(FileLesson.day(text) == day) }

    @Test func readsTheSolversTimesInSlots() throws {
        let text = """
            <timetable version="2.4" year="2026" term="Fal" slotsPerDay="288"><rooms><room id="7" name="Aula Remo"/></rooms><classes>
            <class id="c1" name="EC01-2026"><room id="7" solution="true"/><room id="8"/>
            <time days="1010000" start="108" length="18" datePattern="Full Term" solution="true"/><time days="0100000" start="96" length="18"/></class>
            <class id="c2"><time days="1000000" start="96" length="12"/><time days="0100000" start="96" length="12"/></class>
            </classes></timetable>
            """
        let found = try Self.lessons(text)
        #expect(found.map(\.weekday) == [.monday, .wednesday])
        #expect(found.map(\.begins) == [540, 540])
        #expect(found.map(\.ends) == [630, 630])
        #expect(found.map(\.room) == ["Aula Remo", "Aula Remo"])
        #expect(try Self.remarks(text) == ["timetable.pattern", "timetable.several"])
    }

    @Test func readsOfferingsWithTimesOfTheClock() throws {
        let text = """
            <offerings campus="x" year="2026" term="Fal"><offering><course subject="EC" courseNbr="01" controlling="true"/><config>
            <class id="1" type="Lec" suffix="1"><date startDate="2026/10/1" endDate="2027/1/16"/>
            <time days="MW" startTime="0900" endTime="1030"/><room building="ED01" roomNbr="Remo"/></class>
            <class id="2" type="Lab" suffix="1" cancelled="true"><time days="F" startTime="0900" endTime="1030"/></class>
            </config></offering></offerings>
            """
        let found = try Self.lessons(text)
        #expect(Set(found.map(\.activity)) == ["EC 01"])
        #expect(found.first?.room == "ED01 Remo")
        #expect(found.first?.note == "Lec 1")
        #expect(found.first?.first == "2026-10-01")
        #expect(found.first?.last == "2027-01-16")
        #expect(try Self.remarks(text) == ["timetable.cancelled"])
    }

    @Test func whatIsNotTakenIsNamed() throws {
        let table = "insegnamento;giorno;inizio;fine;Docente;Vuota\nA;lun;9;11;Lea Velario;\nB;mar;9;11;;\n"
        let bytes = [UInt8](table.utf8)
        let found = try #require(try TimetableTable.read(bytes))
        #expect(found.flatMap(\.remarks) == [ImportRemark("timetable.columns", ["text": "Docente"])])
        let text = """
            <offerings><offering><course subject="EC" courseNbr="01"/><class id="1"><date startDate="2026/10/1" endDate="2026/12/18"/>
            <date startDate="2027/1/7" endDate="2027/1/16"/><date startDate="domani" endDate="2027/1/10"/><instructor id="9"/>
            <time days="MW" startTime="0900" endTime="1030"/></class></offering></offerings>
            """
        #expect(try Self.lessons(text).map { [$0.first, $0.last] } == [["2026-10-01", "2027-01-16"], ["2026-10-01", "2027-01-16"]])
        #expect(try Self.remarks(text) == ["timetable.date", "timetable.dates", "timetable.columns"])
    }

    @Test(arguments: [
        "<html><body></body></html>", "nome;cognome\nLea;Velario\n", "code,activity,begins,ends,slots\na,b,,,\n", "", "PK\u{3}\u{4}",
    ])
    func isNoTimetable(text: String) { #expect(!TimetableFileFormat.fits(ImportSource("a.csv", [UInt8](text.utf8)))) }

    private static func table(_ rows: [String]) -> Data {
        Data((["insegnamento;giorno;inizio;fine;aula"] + rows).joined(separator: "\n").utf8)
    }

    @Test func aTableBecomesTimetablesAndASecondOneChangesThem() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(sql: "DELETE FROM campusTimetable")
            var activity = Activity()
            (activity.code, activity.course, activity.year) = ("EC02-2026", 2, 1)
            try activity.insert(db, by: University.actor)
        }
        let slots = """
            SELECT group_concat(t.code || ' ' || s.weekday || ' ' || s.begins || '–' || s.ends || ' ' || coalesce(s.area, '-'), '; ')
            FROM campusSlot s JOIN campusTimetable t ON t.id = s.timetable WHERE t.deletedAt IS NULL
            """
        try await university.site.browse(as: "admin") { browsers in
            let first = Self.table(["EC01-2026;lunedì;9:00;10:30;Aula Remo", "EC02-2026;mar;11;13;Aula Remo", "EC02-2026;ieri;11;13;"])
            let sent = try await browsers[0].post(Self.address, [], files: [("file", "orario.csv", first)])
            let page = try await browsers[0].get(sent.location ?? "")
            #expect(counts(page) == ["new": 2, "refused": 1])
            #expect(page.contains("Il giorno «ieri» non si capisce."))
            let address = String((sent.location ?? "").dropLast("/items".count))
            try await browsers[0].confirmFile(address, page)
            let known = try await university.site.value(slots, as: String.self)
            #expect(known == "EC01-2026 monday 09:00–10:30 1; EC02-2026 tuesday 11:00–13:00 1")

            let second = Self.table(["EC01-2026;giovedì;9:00;10:30;Aula Remo"])
            let again = try await browsers[0].post(Self.address, [], files: [("file", "orario.csv", second)])
            let changes = try await browsers[0].get(again.location ?? "")
            #expect(counts(changes) == ["changed": 1])
            // What is no longer in the file is asked about, not removed.
            #expect(changes.contains("EC02-2026"))
            let next = String((again.location ?? "").dropLast("/items".count))
            try await browsers[0].confirmFile(next, changes)
            let changed = try await university.site.value(slots, as: String.self)
            #expect(changed == "EC01-2026 thursday 09:00–10:30 1; EC02-2026 tuesday 11:00–13:00 1")
        }
    }

    @Test func anUnknownRoomIsAskedFor() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { browsers in
            let file = Self.table(["EC01-2026;lunedì;9:00;10:30;Aula Ondina"])
            let sent = try await browsers[0].post(Self.address, [], files: [("file", "orario.csv", file)])
            let page = try await browsers[0].get(sent.location ?? "")
            #expect(counts(page) == ["refused": 1])
            #expect(page.contains("/values"))
        }
    }

    @Test func aDamagedFileNeverEndsTheReading() throws {
        let whole = Array(
            "<timetable><class name=\"A\"><time days=\"MW\" start=\"0900\" length=\"90\"/><room id=\"1\"/></class></timetable>".utf8)
        for end in stride(from: 0, through: whole.count, by: 3) {
            let source = ImportSource("orario.xml", Array(whole[..<end]))
            guard TimetableFileFormat.fits(source) else { continue }
            var reader = try TimetableFileFormat(source)
            while let item = try reader.next() { #expect(item.content != nil || !item.remarks.isEmpty) }
        }
    }
}
