import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct ScheduleTests {
    private static let books = HistoryTests.books
    private static func book(_ name: String, _ more: [(String, String)]) -> [(String, String)] {
        [("name", name), ("copies", "1"), ("ordering", "10"), ("scope", "1")] + more
    }

    @Test func aRecordAppearsAndGoesOnItsDates() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            let answer = try await librarian.post(
                Self.books, Self.book("Panettone", [("schedule.from", "2099-12-01T08:00"), ("schedule.until", "2100-01-07T00:00")]))
            #expect(answer.status == 303)
            // Eight in the morning in Rome, in winter.
            expect(try await site.value("SELECT at FROM schedule WHERE act = 'publish'", as: String.self), is: "2099-12-01 07:00:00.000")
            expect(try await librarian.get(Self.books).contains("visibile dal 1 dicembre 2099, 08:00"), is: true)
            expect(try await librarian.get(Self.books + "/1").contains(#"value="01/12/2099 08:00""#), is: true)
            let calendar = try await librarian.get("/admin/calendar?month=2099-12")
            #expect(calendar.contains("Panettone"))
            #expect(calendar.contains("08:00"))
            #expect(calendar.contains("/admin/calendar/1/cancellation"))
            // The bar of the month before has nothing to show; that of the month after reaches its end date.
            #expect(calendar.contains("id=\"visible-title\""))
            expect(try await librarian.get("/admin/calendar?month=2099-11").contains("id=\"visible-title\""), is: false)
            expect(try await librarian.get("/admin/calendar?month=2100-01").contains("id=\"visible-title\""), is: true)
        }
        // One job waits for whatever comes first, and the first page says how much is planned.
        expect(
            try await site.value("SELECT group_concat(kind || ' ' || runAt) FROM job", as: String.self),
            is: "schedules 2099-12-01 07:00:00.000")
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("date in programma"))
            #expect(first.contains("/admin/calendar?month=2099-12"))
            expect(try await browsers[1].get("/admin").contains("in programma"), is: false)
            expect(try await browsers[0].get("/admin/calendar").contains("/admin/calendar?month=2099-12"), is: true)
        }
        let schedules = Schedules(site.portal.admin)
        let eight = try #require(MomentFieldType.moment("2099-12-01T07:00:00Z"))
        expect(try await schedules.runDue(now: eight.addingTimeInterval(-1)), is: 0)
        expect(try await schedules.runDue(now: eight), is: 1)
        expect(try await site.value("SELECT group_concat(runAt) FROM job", as: String.self), is: "2100-01-06 23:00:00.000")
        expect(try await site.value("SELECT published FROM book", as: Int.self), is: 1)
        expect(
            try await site.value("SELECT actor || ' ' || act FROM revision ORDER BY id DESC", as: String.self), is: "Bibliotecaria publish")
        expect(try await site.value("SELECT detail LIKE '%planned%' FROM audit ORDER BY id DESC", as: Bool.self), is: true)
        expect(try await schedules.runDue(now: eight.addingTimeInterval(86_400 * 60)), is: 1)
        expect(try await site.value("SELECT published FROM book", as: Int.self), is: 0)
        expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
    }

    @Test func theJobsDoWhatIsDueAndForgetWhatIsOld() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, Self.book("Panettone", [("schedule.from", "2099-12-01T08:00")]))
            try await browsers[0].post(Self.books + "/new/working-copy", Self.book("Pandoro", []))
            try await browsers[0].post(Self.books + "/1/preview-links", [("days", "1")])
        }
        let before = "SELECT published || (SELECT count(*) FROM workingCopy) || (SELECT count(*) FROM previewLink) FROM book"
        try await site.portal.jobs.runDue()
        expect(try await site.value(before, as: String.self), is: "011")
        try await site.database.write { db in
            try db.execute(
                sql: """
                    UPDATE schedule SET at = '2020-01-01 08:00:00.000'; UPDATE job SET runAt = '2020-01-01 08:00:00.000';
                    UPDATE workingCopy SET at = '2020-01-01 08:00:00.000'; UPDATE previewLink SET expiresAt = '2020-01-01 08:00:00.000';
                    """)
        }
        try await site.portal.jobs.runDue()
        expect(try await site.value(before, as: String.self), is: "100")
        expect(try await site.value("SELECT group_concat(DISTINCT state) FROM job WHERE state <> 'waiting'", as: String.self), is: "done")
        expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'schedules' AND state = 'waiting'", as: Int.self), is: 0)
    }

    @Test(arguments: [
        "UPDATE account SET isActive = 0 WHERE key = 'librarian'", "UPDATE account SET deletedAt = '2026-01-01' WHERE key = 'librarian'",
        "DELETE FROM roleAssignment WHERE accountID = 2",
    ])
    func whatWasPlannedBySomebodyWhoMayNotAnyMoreIsNotDone(_ change: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, Self.book("Panettone", [("schedule.from", "2099-12-01T08:00")]))
        }
        try await site.database.write { db in
            try db.execute(sql: change)
            try db.execute(sql: "UPDATE schedule SET at = '2020-01-01 08:00:00.000'; UPDATE job SET runAt = '2020-01-01 08:00:00.000'")
        }
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT published || (SELECT problem FROM schedule) FROM book", as: String.self), is: "0planner")
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/calendar").contains("Chi l’aveva programmata non può più entrare"), is: true)
            expect(try await browsers[0].get("/admin/jobs").contains("1 cosa in programma non è stata fatta."), is: true)
            expect(try await browsers[0].get("/admin/audit").contains("non ha fatto quello che era programmato per"), is: true)
            try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'admin'") }
            expect(try await browsers[0].get("/admin/jobs").contains("1 planned thing was not done."), is: true)
        }
        expect(try await site.portal.jobs.runDue(), is: 0)
    }

    @Test func erasingARecordErasesItsTraces() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            for name in ["Panettone", "Pandoro"] {
                try await librarian.post(Self.books, Self.book(name, [("published", "yes"), ("schedule.until", "2099-12-01T08:00")]))
            }
            for id in ["1", "2"] {
                let address = Self.books + "/" + id
                try await librarian.post(
                    address, Self.book("Bozza " + id, [("version", "1"), ("act", "draft"), ("schedule.until", "2099-12-01T08:00")]))
                try await librarian.post(address + "/working-copy", Self.book("Copia", [("version", "1"), ("edition", "1")]))
                try await librarian.post(address + "/preview-links", [("days", "7")])
            }
            let traces = ["revision", "workingCopy", "draft", "schedule", "previewLink"]
            for table in traces { expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 1", as: Int.self), is: 1) }
            try await librarian.post(Self.books + "/1/deletion", [("confirmed", "yes")])
            try await librarian.post(Self.books + "/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            for table in traces {
                expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 1", as: Int.self), is: 0)
                expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 2", as: Int.self), is: 1)
            }
        }
    }

    @Test func datesOfThePastAndInTheWrongOrderAreRefused() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            func answer(_ fields: [(String, String)]) async throws -> Answer {
                try await browsers[0].post(Self.books, Self.book("Panettone", fields))
            }
            let past = try await answer([("schedule.from", "2020-01-01T08:00")])
            #expect(past.status == 422)
            #expect(past.contains("Questa data è già passata"))
            #expect(past.contains(#"value="2020-01-01T08:00""#))
            let order = try await answer([("schedule.from", "2099-01-02T08:00"), ("schedule.until", "2099-01-01T08:00")])
            #expect(order.status == 422)
            #expect(order.contains("Deve venire dopo"))
            let visible = try await answer([("schedule.from", "2099-01-02T08:00"), ("published", "yes")])
            #expect(visible.status == 422)
            #expect(visible.contains("È già visibile"))
            let words = try await answer([("schedule.from", "domani")])
            #expect(words.status == 422)
            #expect(words.contains("Scrivi giorno e ora"))
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
        }
    }

    @Test func anActCanBeCancelledByWhoMayEdit() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            try await browsers[0].post(Self.books, Self.book("Panettone", [("schedule.from", "2099-12-01T08:00")]))
            expect(try await browsers[1].get("/admin/calendar?month=2099-12").contains("Panettone"), is: false)
            expect(try await browsers[1].post("/admin/calendar/1/cancellation").status, is: 404)
            try await browsers[0].post(Self.books + "/1/deletion", [("confirmed", "yes")])
            // What lies in the trash is not announced.
            let button = "/admin/calendar/1/cancellation"
            expect(try await browsers[0].get("/admin/calendar?month=2099-12").contains(button), is: false)
            try await browsers[0].post(Self.books + "/trash", [("act", "restore"), ("id", "1")])
            expect(try await browsers[0].get("/admin/calendar?month=2099-12").contains(button), is: true)
            expect(try await browsers[0].post(button).location, is: "/admin/calendar?month=2099-12")
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
            // Emptying the field cancels too.
            for (date, count) in [("2099-12-01T08:00", 1), ("", 0)] {
                let version = String(try #require(try await site.value("SELECT version FROM book", as: Int.self)))
                let fields = Self.book("Panettone", [("schedule.from", date), ("version", version)])
                expect(try await browsers[0].post(Self.books + "/1", fields).status, is: 303)
                expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: count)
            }
            for month in ["", "2026-13", "x", "2026-02", "99999-01"] {
                expect(try await browsers[0].get("/admin/calendar?month=\(month)").status, is: 200)
            }
        }
    }

    @Test func aDraftComesOutOnItsDateUnlessThePublishedVersionClashes() async throws {
        let site = try await SampleSite()
        let later = try #require(MomentFieldType.moment("2099-12-02T07:00:00Z"))
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, HistoryTests.book("Riso"))
            let draft = [("version", "1"), ("act", "draft"), ("schedule.from", "2099-12-01T08:00")]
            expect(try await browsers[0].post(Self.books + "/1", HistoryTests.book("Riso nuovo", draft)).status, is: 303)
            expect(try await Schedules(site.portal.admin).runDue(now: later), is: 1)
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso nuovo")
            expect(try await site.value("SELECT count(*) FROM draft", as: Int.self), is: 0)

            let again = [("version", "2"), ("act", "draft"), ("schedule.from", "2099-12-01T08:00")]
            try await browsers[0].post(Self.books + "/1", HistoryTests.book("Riso mio", again))
            try await browsers[0].post(Self.books + "/bulk", [("act", "unpublish"), ("id", "1")])
            try await site.database.write { db in
                let words = site.portal.admin.pages.templates.words(in: .italian)
                var book = try #require(try SampleBook.fetch(db, id: 1))
                book.name = "Riso suo"
                try book.update(db, by: .system("test"), words: words, zone: .gmt)
            }
            expect(try await Schedules(site.portal.admin).runDue(now: later), is: 0)
            expect(try await site.value("SELECT problem FROM schedule", as: String.self), is: "clash")
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso suo")
            expect(try await browsers[0].get("/admin/calendar").contains("apri la bozza e decidi tu"), is: true)
        }
    }

    @Test func theHourThatSummerTimeSkipsAndTheHourItRepeats() throws {
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        expect(MomentFieldType.date("2027-03-28T02:30", in: rome).map(MomentFieldType.iso), is: "2027-03-28T01:30:00Z")
        expect(MomentFieldType.date("2027-03-28T03:30", in: rome).map(MomentFieldType.iso), is: "2027-03-28T01:30:00Z")
        expect(MomentFieldType.date("2027-10-31T02:30", in: rome).map(MomentFieldType.iso), is: "2027-10-31T00:30:00Z")
        let march = try #require(Month("2027-03", in: rome))
        #expect(march.days == 31)
        #expect(march.firstWeekday == 1)
        #expect(march.end.timeIntervalSince(march.start) == 31 * 86_400 - 3_600)
    }
}
