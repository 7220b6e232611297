import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Campus

/// Visitors are told when one event changes.
@Suite struct FollowingTests {
    /// Long enough after a change for it to be told.
    private static var later: Date { .now + EventChange.patience + 10 }

    /// A concert in three days, in the Remo hall.
    private func town(starts: Date = .now + 3 * 86_400) async throws -> AlertTown {
        let town = try await AlertTown(University().site)
        try await town.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
            var event = Event()
            (event.title, event.calendar, event.area) = ("Concerto", calendar.id, 1)
            (event.starts, event.ends) = (starts, starts + 3_600)
            try event.insert(db, by: .system("tests"))
        }
        return town
    }

    private func change(_ town: AlertTown, _ sql: String, _ arguments: StatementArguments = []) async throws {
        try await town.site.database.write { try $0.execute(sql: "UPDATE campusEvent SET \(sql)", arguments: arguments) }
    }

    /// A browser of a visitor who wants only emergencies and this event.
    private func follow(_ town: AlertTown, _ browsers: PushBrowsers, _ address: String) async throws {
        let visitor = try await town.subscribe(browsers, address, topic: "emergencies")
        try await town.site.database.write { db in
            let isKept = try Following(event: 1).keep(of: visitor, at: .now - 1, db)
            #expect(isKept)
        }
    }

    private func mails(_ town: AlertTown) async throws -> [Mail] {
        try await town.site.database.read { try Mail.fetchAll($0, sql: "SELECT * FROM mail ORDER BY id") }
    }

    /// The path of the link that confirms an address, from the message that was written last.
    private func confirmation(_ town: AlertTown) async throws -> String {
        let body = try await mails(town).last?.body ?? ""
        let match = try #require(body.firstMatch(of: /\/campus\/letters\/confirmations\/\S+/))
        return String(match.output)
    }

    @Test func whoFollowsIsToldOnceOfTheNewTimeAndPlaceAndNobodyElseIs() async throws {
        let (town, browsers) = (try await town(), PushBrowsers())
        try await browsers.listen { origin in
            try await follow(town, browsers, origin + "follower")
            try await town.subscribe(browsers, origin + "stranger")
            try await change(town, "starts = ?, ends = ?", [Date.now + 4 * 86_400, Date.now + 4 * 86_400 + 3_600])
            try await change(town, "area = NULL, location = 'Cortile'")
            try await town.tell(at: .now + 30)
            #expect(browsers.calls.isEmpty)
            for _ in 1...2 { try await town.tell(at: Self.later) }
        }
        #expect(browsers.calls.map(\.name) == ["follower"])
        #expect(browsers.titles == ["Cambiato: Concerto"])
        let call = try #require(browsers.calls.first)
        #expect(call.tag == "event-1")
        #expect(call.topic == "event-1")
        #expect(call.urgency == "normal")
        let lines = call.text.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("Quando: "))
        #expect(lines[0].contains("(prima: "))
        #expect(lines.last == "Dove: Cortile (prima: Aula Remo, Edificio Remo)")
    }

    @Test func whatIsPutRightAtOnceOrChangesNothingThatMattersIsNotTold() async throws {
        let (town, browsers) = (try await town(), PushBrowsers())
        try await browsers.listen { origin in
            try await follow(town, browsers, origin + "a")
            try await change(town, "cancelled = 1")
            try await change(town, "cancelled = 0")
            try await change(town, "title = 'Concerto grosso', details = 'Con archi.'")
            try await town.tell(at: Self.later)
        }
        #expect(browsers.calls.isEmpty)
        let left = try await town.site.value("SELECT count(*) FROM campusEventChange", as: Int.self)
        #expect(left == 0)
    }

    @Test func aCancelledEventATakenBackCancellationAndAnEventThatGoesAreTold() async throws {
        let (town, browsers) = (try await town(), PushBrowsers())
        try await browsers.listen { origin in
            try await follow(town, browsers, origin + "a")
            for sql in ["cancelled = 1", "cancelled = 0", "deletedAt = '2026-01-01'", "cancelled = 1"] {
                try await change(town, sql)
                try await town.tell(at: Self.later)
            }
        }
        // What is gone is not cancelled as well.
        #expect(browsers.titles == ["Annullato: Concerto", "Si tiene: Concerto", "Non è più in calendario: Concerto"])
        #expect(browsers.calls.allSatisfy { !$0.text.contains("prima:") })
        #expect(browsers.calls.allSatisfy { $0.text.contains("Dove: Aula Remo, Edificio Remo") })
    }

    @Test func aSecondChangeBeforeTheMorningTakesThePlaceOfTheFirst() async throws {
        let (town, browsers) = (try await town(starts: .now + 9 * 86_400), PushBrowsers())
        let night = QuietHours.next(23, after: .now, in: town.admin.site.zone)
        try await browsers.listen { origin in
            let visitor = try await town.subscribe(browsers, origin + "a", quiet: (22, 7))
            try await town.site.database.write { db in _ = try Following(event: 1).keep(of: visitor, at: .now - 1, db) }
            try await change(town, "area = NULL, location = 'Cortile'")
            try await town.tell(at: night)
            try await change(town, "cancelled = 1")
            try await town.tell(at: night + 600)
            #expect(browsers.calls.isEmpty)
            try await town.tell(at: night + 8 * 3_600 + 60)
        }
        #expect(browsers.titles == ["Annullato: Concerto"])
    }

    @Test func anAlertAboutTheEventReachesWhoFollowsItWhateverElseHeChose() async throws {
        let (town, browsers) = (try await town(), PushBrowsers())
        let id = try await town.alert("Portate il cappotto", english: "Bring your coat")
        try await town.site.database.write {
            try $0.execute(sql: "INSERT INTO campusAlertEvent (alert, other) VALUES (?, 1)", arguments: [id])
        }
        try await browsers.listen { origin in
            try await follow(town, browsers, origin + "follower")
            try await town.subscribe(browsers, origin + "stranger", topic: "emergencies")
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            try await town.tell()
        }
        #expect(browsers.calls.map(\.name) == ["follower"])
    }

    @Test func aVisitorWithoutAnAccountAsksByMailIsToldAndEndsIt() async throws {
        let town = try await town()
        try await town.site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            let ask = [("event", "1"), ("topic", "emergencies"), ("least", "info")]
            let page = try await visitor.get("/campus/events/1")
            #expect(page.contains("Avvisami se cambia"))
            #expect(page.contains("name=\"event\" value=\"1\""))
            let refused = try await visitor.post("/campus/alerts/ways/mail", ask + [("email", "anna<b>")])
            #expect(refused.status == 422)
            #expect(refused.contains("<h1>Concerto</h1>"))
            #expect(refused.contains("value=\"anna&lt;b&gt;\""))
            #expect(refused.contains("aria-describedby=\"tell-why "))
            #expect(refused.contains("<details open>"))

            let asked = try await visitor.post("/campus/alerts/ways/mail", ask + [("email", "anna@example.org")])
            #expect(asked.status == 303)
            #expect(asked.location == "/campus/events/1")
            let after = try await visitor.get("/campus/events/1")
            #expect(after.contains("Te lo diciamo se «Concerto» cambia. Se l’indirizzo è giusto"))
            #expect(after.contains("aspetta la conferma"))
            try await visitor.post(try await confirmation(town))

            let record = try await editor.get("/admin/campus/events/1")
            let version = try #require(record.text.firstMatch(of: /name="version" value="(\d+)"/)).output.1
            let (starts, ends) = (
                AgendaSpan.text(.now + 5 * 86_400, Term.zone) + "T21:00", AgendaSpan.text(.now + 5 * 86_400, Term.zone) + "T22:30"
            )
            let form = [
                ("version", String(version)), ("title", "Concerto"), ("calendar", "1"), ("starts", starts), ("ends", ends), ("area", "1"),
            ]
            let saved = try await editor.post("/admin/campus/events/1", form)
            #expect(saved.status == 303)
            try await town.tell(at: Self.later)
            let sent = try await mails(town)
            let told = try #require(sent.last)
            #expect(told.subject == "Cambiato: Concerto · Portico di prova")
            #expect(told.body.contains("21:00–22:30 (prima: "))
            #expect(told.body.contains("/campus/events/1\n"))
            #expect(told.html.contains("/campus/events/1\">"))

            let mine = try await visitor.get("/campus/mine")
            #expect(mine.contains("Eventi che segui"))
            #expect(mine.contains("/campus/events/1/following/removal"))
            let ended = try await visitor.post("/campus/events/1/following/removal", [("next", "mine")])
            #expect(ended.location == "/campus/mine")
            let again = try await visitor.get("/campus/events/1")
            #expect(again.contains("action=\"/campus/events/1/following\""))
            #expect(again.contains("anna@example.org"))
            let once = try await visitor.post("/campus/events/1/following")
            #expect(once.status == 303)
        }
        let kept = try await town.site.value("SELECT count(*) FROM campusFollowing", as: Int.self)
        #expect(kept == 1)
    }

    @Test func oneMessageADayDoesNotComeAfterTheEvent() async throws {
        let town = try await town(starts: .now + 7_200)
        let hour = CivilTime(.now + 5 * 3_600, in: Term.zone).hour
        try await town.site.browse(as: "") { who in
            let choices = [("topic", "emergencies"), ("least", "info"), ("digest", String(hour)), ("email", "anna@example.org")]
            try await who[0].post("/campus/alerts/ways/mail", choices)
            try await who[0].post(try await confirmation(town))
            try await who[0].post("/campus/events/1/following")
        }
        try await change(town, "cancelled = 1")
        try await town.tell(at: Self.later)
        let sent = try await mails(town)
        #expect(sent.last?.subject == "Annullato: Concerto · Portico di prova")
    }

    @Test func whatIsOverIsNotFollowedAndForgotten() async throws {
        let (town, browsers) = (try await town(starts: .now + 7_200), PushBrowsers())
        try await follow(town, browsers, "https://93.184.216.34/a")
        try await change(town, "starts = ?, ends = ?", [Date.now - 9 * 86_400, Date.now - 8 * 86_400])
        try await town.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/events/1")
            let act = try await who[0].post("/campus/events/1/following")
            let unknown = try await who[0].post("/campus/events/99/following")
            #expect(page.status == 200)
            #expect(!page.contains("Avvisami se cambia"))
            #expect(act.status == 404)
            #expect(unknown.status == 404)
        }
        _ = try await town.site.database.write { try Campus.sweep($0, at: .now) }
        let kept = try await town.site.value("SELECT count(*) FROM campusFollowing", as: Int.self)
        #expect(kept == 0)
    }

    @Test func nobodyFollowsMoreThanThereIsRoomFor() async throws {
        let town = try await town()
        try await town.site.database.write { db in
            for number in 2...(Following.limit + 1) {
                var event = Event()
                (event.title, event.calendar, event.starts, event.ends) = ("Prova \(number)", 1, .now + 86_400, .now + 90_000)
                try event.insert(db, by: .system("tests"))
            }
        }
        try await town.site.browse(as: "") { who in
            try await who[0].post("/campus/events/1/following")
            try await town.site.database.write { db in
                try db.execute(
                    sql: "INSERT OR IGNORE INTO campusFollowing SELECT (SELECT id FROM campusVisitor), id, '2026' FROM campusEvent LIMIT ?",
                    arguments: [Following.limit])
            }
            try await who[0].post("/campus/events/\(Following.limit + 1)/following")
            let page = try await who[0].get("/campus/events/\(Following.limit + 1)")
            #expect(page.contains("Segui già 60 eventi"))
        }
    }
}
