import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct DraftTests {
    static let products = HistoryTests.products
    static func product(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] { HistoryTests.product(name, more) }

    /// A published product with a draft beside it.
    private func withDraft(_ site: TestSite, _ educator: Browser) async throws {
        try await educator.post(Self.products, Self.product("Riso", [("price", "1,00")]))
        let answer = try await educator.post(
            Self.products + "/1", Self.product("Riso buono", [("price", "1,00"), ("version", "1"), ("act", "draft")]))
        #expect(answer.status == 303 && answer.location == Self.products + "/1")
    }

    @Test func aDraftLeavesThePublishedVersionAlone() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await withDraft(site, educator)
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso")
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 1)
            let form = try await educator.get(Self.products + "/1")
            #expect(form.contains(#"value="Riso buono""#) && form.contains("Stai modificando la bozza"))
            #expect(form.contains(#"name="edition" value="1""#) && !form.contains(#"name="published""#))
            let list = try await educator.get(Self.products)
            #expect(list.contains(">Riso</a>") && list.contains("<span class=\"badge info\">bozza</span>"))
            expect(
                try await educator.get(Self.products + "/1/draft").contains("<ins><span class=\"vh\">aggiunto: </span> buono</ins>"),
                is: true)
            // A refused draft is refused as any form is.
            let refused = try await educator.post(
                Self.products + "/1", Self.product("", [("version", "1"), ("edition", "1"), ("act", "draft")]))
            #expect(refused.status == 422)
        }
    }

    @Test func publishingTheDraftIsANormalSave() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await withDraft(site, educator)
            let fields = [
                ("name", "Riso ottimo"), ("stock", "1"), ("ordering", "10"), ("price", "1,00"), ("version", "1"), ("edition", "1"),
                ("act", "publish-draft"),
            ]
            expect(try await educator.post(Self.products + "/1", fields).status, is: 303)
            expect(try await site.value("SELECT name || published FROM product", as: String.self), is: "Riso ottimo1")
            expect(try await site.value("SELECT count(*) FROM draft", as: Int.self), is: 0)
            expect(try await educator.get(Self.products).contains("/admin/undoing"), is: true)
        }
    }

    @Test func whatOthersChangedInThePublishedVersionStaysOrStopsIt() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            let educator = browsers[0]
            try await withDraft(site, educator)
            // Another field: both changes stand.
            try await browsers[1].post(
                Self.products + "/bulk", [("act", "inline"), ("version.1", "1"), ("stock.1", "7"), ("price.1", "1,00")])
            expect(try await site.value("SELECT stock FROM product", as: Int.self), is: 7)
            expect(try await educator.get(Self.products + "/1").contains("Nel frattempo la versione pubblicata è stata cambiata"), is: true)
            try await educator.post(Self.products + "/1/draft/publication")
            expect(try await site.value("SELECT name || stock FROM product", as: String.self), is: "Riso buono7")
            // The same field: nobody's work is overwritten.
            try await educator.post(Self.products + "/1", Self.product("Riso mio", [("version", "3"), ("act", "draft")]))
            try await site.database.write { db in
                let words = site.portal.admin.pages.templates.words(in: .italian)
                var product = try #require(try Product.fetch(db, id: 1))
                product.name = "Riso suo"
                try product.update(db, by: .system("test"), words: words, zone: .gmt)
            }
            expect(try await educator.post(Self.products + "/1/draft/publication").location, is: Self.products + "/1/draft")
            expect(try await educator.get(Self.products + "/1/draft").contains("è cambiata in Nome"), is: true)
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso suo")
            let form = Self.product("Riso mio", [("version", "3"), ("edition", "1"), ("act", "publish-draft")])
            expect(try await educator.post(Self.products + "/1", form).status, is: 409)
        }
    }

    @Test func twoPeopleDoNotOverwriteEachOthersDraft() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin", "educator-blu") { browsers in
            try await withDraft(site, browsers[0])
            let first = Self.product("Riso uno", [("version", "1"), ("edition", "1"), ("act", "draft")])
            expect(try await browsers[1].post(Self.products + "/1", first).status, is: 303)
            let second = try await browsers[0].post(
                Self.products + "/1", Self.product("Riso due", [("version", "1"), ("edition", "1"), ("act", "draft")]))
            #expect(second.status == 409 && second.contains("Riso uno") && second.contains(#"name="edition" value="2""#))
            for path in ["/draft/publication", "/draft/removal"] {
                expect(try await browsers[2].post(Self.products + "/1" + path).status, is: 404)
            }
            expect(try await browsers[0].post(Self.products + "/1/draft/removal").status, is: 303)
            expect(try await browsers[0].get(Self.products + "/1/draft").status, is: 404)
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso")
        }
    }
}

@Suite struct ScheduleTests {
    private static let products = HistoryTests.products
    private static func product(_ name: String, _ more: [(String, String)]) -> [(String, String)] {
        [("name", name), ("stock", "1"), ("ordering", "10"), ("scope", "1")] + more
    }

    @Test func aRecordAppearsAndGoesOnItsDates() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let answer = try await educator.post(
                Self.products, Self.product("Panettone", [("schedule.from", "2099-12-01T08:00"), ("schedule.until", "2100-01-07T00:00")]))
            #expect(answer.status == 303)
            // Eight in the morning in Rome, in winter.
            expect(try await site.value("SELECT at FROM schedule WHERE act = 'publish'", as: String.self), is: "2099-12-01 07:00:00.000")
            expect(try await educator.get(Self.products).contains("visibile dal 1 dicembre 2099, 08:00"), is: true)
            expect(try await educator.get(Self.products + "/1").contains(#"value="2099-12-01T08:00""#), is: true)
            let calendar = try await educator.get("/admin/calendar?month=2099-12")
            #expect(calendar.contains("Panettone") && calendar.contains("08:00") && calendar.contains("/admin/calendar/1/cancellation"))
        }
        // One job waits for whatever comes first, and the first page says how much is planned.
        expect(
            try await site.value("SELECT group_concat(kind || ' ' || runAt) FROM job", as: String.self),
            is: "schedules 2099-12-01 07:00:00.000")
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("date in programma") && first.contains("/admin/calendar?month=2099-12"))
            expect(try await browsers[1].get("/admin").contains("in programma"), is: false)
            expect(try await browsers[0].get("/admin/calendar").contains("/admin/calendar?month=2099-12"), is: true)
        }
        let schedules = Schedules(site.portal.admin)
        let eight = try #require(MomentFieldType.moment("2099-12-01T07:00:00Z"))
        expect(try await schedules.runDue(now: eight.addingTimeInterval(-1)), is: 0)
        expect(try await schedules.runDue(now: eight), is: 1)
        expect(try await site.value("SELECT group_concat(runAt) FROM job", as: String.self), is: "2100-01-06 23:00:00.000")
        expect(try await site.value("SELECT published FROM product", as: Int.self), is: 1)
        expect(try await site.value("SELECT actor || ' ' || act FROM revision ORDER BY id DESC", as: String.self), is: "Educatrice publish")
        expect(try await site.value("SELECT detail LIKE '%planned%' FROM audit ORDER BY id DESC", as: Bool.self), is: true)
        expect(try await schedules.runDue(now: eight.addingTimeInterval(86_400 * 60)), is: 1)
        expect(try await site.value("SELECT published FROM product", as: Int.self), is: 0)
        expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
    }

    @Test func theJobsDoWhatIsDueAndForgetWhatIsOld() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post(Self.products, Self.product("Panettone", [("schedule.from", "2099-12-01T08:00")]))
            try await browsers[0].post(Self.products + "/new/working-copy", Self.product("Pandoro", []))
            try await browsers[0].post(Self.products + "/1/preview-links", [("days", "1")])
        }
        let before = "SELECT published || (SELECT count(*) FROM workingCopy) || (SELECT count(*) FROM previewLink) FROM product"
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
        "UPDATE account SET isActive = 0 WHERE key = 'educator'", "UPDATE account SET deletedAt = '2026-01-01' WHERE key = 'educator'",
        "DELETE FROM roleAssignment WHERE accountID = 2",
    ])
    func whatWasPlannedBySomebodyWhoMayNotAnyMoreIsNotDone(_ change: String) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post(Self.products, Self.product("Panettone", [("schedule.from", "2099-12-01T08:00")]))
        }
        try await site.database.write { db in
            try db.execute(sql: change)
            try db.execute(sql: "UPDATE schedule SET at = '2020-01-01 08:00:00.000'; UPDATE job SET runAt = '2020-01-01 08:00:00.000'")
        }
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT published || (SELECT problem FROM schedule) FROM product", as: String.self), is: "0planner")
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
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for name in ["Panettone", "Pandoro"] {
                try await educator.post(Self.products, Self.product(name, [("published", "yes"), ("schedule.until", "2099-12-01T08:00")]))
            }
            for id in ["1", "2"] {
                let address = Self.products + "/" + id
                try await educator.post(
                    address, Self.product("Bozza " + id, [("version", "1"), ("act", "draft"), ("schedule.until", "2099-12-01T08:00")]))
                try await educator.post(address + "/working-copy", Self.product("Copia", [("version", "1"), ("edition", "1")]))
                try await educator.post(address + "/preview-links", [("days", "7")])
            }
            let traces = ["revision", "workingCopy", "draft", "schedule", "previewLink"]
            for table in traces { expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 1", as: Int.self), is: 1) }
            try await educator.post(Self.products + "/1/deletion", [("confirmed", "yes")])
            try await educator.post(Self.products + "/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            for table in traces {
                expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 1", as: Int.self), is: 0)
                expect(try await site.value("SELECT count(*) FROM \(table) WHERE recordID = 2", as: Int.self), is: 1)
            }
        }
    }

    @Test func datesOfThePastAndInTheWrongOrderAreRefused() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            func answer(_ fields: [(String, String)]) async throws -> Answer {
                try await browsers[0].post(Self.products, Self.product("Panettone", fields))
            }
            let past = try await answer([("schedule.from", "2020-01-01T08:00")])
            #expect(past.status == 422 && past.contains("Questa data è già passata") && past.contains(#"value="2020-01-01T08:00""#))
            let order = try await answer([("schedule.from", "2099-01-02T08:00"), ("schedule.until", "2099-01-01T08:00")])
            #expect(order.status == 422 && order.contains("Deve venire dopo"))
            let visible = try await answer([("schedule.from", "2099-01-02T08:00"), ("published", "yes")])
            #expect(visible.status == 422 && visible.contains("È già visibile"))
            let words = try await answer([("schedule.from", "domani")])
            #expect(words.status == 422 && words.contains("Scrivi giorno e ora"))
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
        }
    }

    @Test func anActCanBeCancelledByWhoMayEdit() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            try await browsers[0].post(Self.products, Self.product("Panettone", [("schedule.from", "2099-12-01T08:00")]))
            expect(try await browsers[1].get("/admin/calendar?month=2099-12").contains("Panettone"), is: false)
            expect(try await browsers[1].post("/admin/calendar/1/cancellation").status, is: 404)
            try await browsers[0].post(Self.products + "/1/deletion", [("confirmed", "yes")])
            // What lies in the trash is not announced.
            let button = "/admin/calendar/1/cancellation"
            expect(try await browsers[0].get("/admin/calendar?month=2099-12").contains(button), is: false)
            try await browsers[0].post(Self.products + "/trash", [("act", "restore"), ("id", "1")])
            expect(try await browsers[0].get("/admin/calendar?month=2099-12").contains(button), is: true)
            expect(try await browsers[0].post(button).location, is: "/admin/calendar?month=2099-12")
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 0)
            // Emptying the field cancels too.
            for (date, count) in [("2099-12-01T08:00", 1), ("", 0)] {
                let version = String(try #require(try await site.value("SELECT version FROM product", as: Int.self)))
                let fields = Self.product("Panettone", [("schedule.from", date), ("version", version)])
                expect(try await browsers[0].post(Self.products + "/1", fields).status, is: 303)
                expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: count)
            }
            for month in ["", "2026-13", "x", "2026-02", "99999-01"] {
                expect(try await browsers[0].get("/admin/calendar?month=\(month)").status, is: 200)
            }
        }
    }

    @Test func aDraftComesOutOnItsDateUnlessThePublishedVersionClashes() async throws {
        let site = try await TestSite()
        let later = try #require(MomentFieldType.moment("2099-12-02T07:00:00Z"))
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post(Self.products, HistoryTests.product("Riso"))
            let draft = [("version", "1"), ("act", "draft"), ("schedule.from", "2099-12-01T08:00")]
            expect(try await browsers[0].post(Self.products + "/1", HistoryTests.product("Riso nuovo", draft)).status, is: 303)
            expect(try await Schedules(site.portal.admin).runDue(now: later), is: 1)
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso nuovo")
            expect(try await site.value("SELECT count(*) FROM draft", as: Int.self), is: 0)

            let again = [("version", "2"), ("act", "draft"), ("schedule.from", "2099-12-01T08:00")]
            try await browsers[0].post(Self.products + "/1", HistoryTests.product("Riso mio", again))
            try await browsers[0].post(Self.products + "/bulk", [("act", "unpublish"), ("id", "1")])
            try await site.database.write { db in
                let words = site.portal.admin.pages.templates.words(in: .italian)
                var product = try #require(try Product.fetch(db, id: 1))
                product.name = "Riso suo"
                try product.update(db, by: .system("test"), words: words, zone: .gmt)
            }
            expect(try await Schedules(site.portal.admin).runDue(now: later), is: 0)
            expect(try await site.value("SELECT problem FROM schedule", as: String.self), is: "clash")
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso suo")
            expect(try await browsers[0].get("/admin/calendar").contains("apri la bozza e decidi tu"), is: true)
        }
    }

    @Test func theHourThatSummerTimeSkipsAndTheHourItRepeats() throws {
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        expect(MomentFieldType.date("2027-03-28T02:30", in: rome).map(MomentFieldType.iso), is: "2027-03-28T01:30:00Z")
        expect(MomentFieldType.date("2027-03-28T03:30", in: rome).map(MomentFieldType.iso), is: "2027-03-28T01:30:00Z")
        expect(MomentFieldType.date("2027-10-31T02:30", in: rome).map(MomentFieldType.iso), is: "2027-10-31T00:30:00Z")
        let march = try #require(Month("2027-03", in: rome))
        #expect(march.days == 31 && march.firstWeekday == 1 && march.end.timeIntervalSince(march.start) == 31 * 86_400 - 3_600)
    }
}

@Suite struct PreviewTests {
    private static let products = HistoryTests.products

    @Test func showsWhatIsTypedAndSavesNothing() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            try await browsers[0].post(Self.products, HistoryTests.product("Riso", [("price", "1,00")]))
            let before = try await site.value("SELECT (SELECT count(*) FROM audit) || (SELECT count(*) FROM revision)", as: String.self)
            let typed = HistoryTests.product("Riso <b>nero</b>", [("price", "tanto"), ("version", "1"), ("act", "preview")])
            let page = try await browsers[0].post(Self.products + "/1", typed)
            #expect(
                page.status == 200 && page.contains("Riso &lt;b&gt;nero&lt;/b&gt;") && page.contains("Prezzo") && page.contains("1,00 €"))
            expect(try await browsers[1].post(Self.products + "/1", typed).status, is: 404)
            let recipe = try await browsers[0].post(
                HistoryTests.recipes,
                [
                    ("name", "Zuppa"), ("difficulty", "easy"), ("people", "2"), ("scope", "1"), ("act", "preview"),
                    ("ingredients.0.id", ""),
                    ("ingredients.0.product.find", "Zenzero"), ("ingredients.0.product.create", "yes"), ("ingredients.0.amount", "poco"),
                    ("steps.0.id", ""), ("steps.0.text", "Mescola."), ("steps.0.timer", "down"), ("steps.0.time.minutes", "2"),
                ])
            #expect(recipe.contains("Zenzero") && recipe.contains("Mescola.") && recipe.contains("2:00"))
            expect(
                try await site.value("SELECT (SELECT count(*) FROM audit) || (SELECT count(*) FROM revision)", as: String.self), is: before)
            expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 1)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
        }
    }

    @Test func aSecretLinkShowsTheDraftUntilItIsRevokedOrOver() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "", "educator-blu") { browsers in
            try await browsers[0].post(Self.products, HistoryTests.product("Riso"))
            expect(try await browsers[2].post(Self.products + "/1/preview-links").status, is: 404)
            let made = try await browsers[0].post(Self.products + "/1/preview-links", [("days", "7")])
            let path = try #require(made.text.firstMatch(of: #/\/preview\/[A-Za-z0-9_-]{43}/#)).output
            let page = try await browsers[1].get(String(path))
            #expect(page.status == 200 && page.contains("Riso") && page.contains("noindex"))
            #expect(page.headers[.cacheControl] == "no-store, no-transform")
            expect(
                try await site.value(
                    "SELECT count(*) FROM previewLink WHERE instr(tokenHash, ?)".replacing("?", with: "'preview'"), as: Int.self), is: 0)
            try await browsers[0].post(Self.products + "/1", HistoryTests.product("Riso in bozza", [("version", "1"), ("act", "draft")]))
            expect(try await browsers[1].get(String(path)).contains("Riso in bozza"), is: true)
            for wrong in ["/preview/x", "/preview/" + String(repeating: "A", count: 43)] {
                expect(try await browsers[1].get(wrong).status, is: 404)
            }
            expect(try await browsers[0].get(Self.products + "/1").contains("/preview-links/1/revocation"), is: true)
            try await site.database.write { try $0.execute(sql: "UPDATE previewLink SET expiresAt = '2020-01-01 00:00:00.000'") }
            expect(try await browsers[1].get(String(path)).status, is: 404)
            try await site.database.write { try $0.execute(sql: "UPDATE previewLink SET expiresAt = '2099-01-01 00:00:00.000'") }
            expect(try await browsers[1].get(String(path)).status, is: 200)
            expect(try await browsers[0].post(Self.products + "/1/preview-links/1/revocation").status, is: 303)
            expect(try await browsers[1].get(String(path)).status, is: 404)
        }
    }
}
