import Foundation
import TestSupport
import Testing

@testable import Campus

/// What somebody who teaches tells those who follow a course.
@Suite struct NoticeTests {
    private static let address = "/admin/campus/own/notices"

    private static func fields(_ more: (String, String)...) -> [(String, String)] {
        let typed = [
            ("course", "1"), ("name", "Aula più grande"), ("text", "Ci vediamo **là**."), ("name-en", "A larger hall"),
            ("text-en", "See you there."), ("until", AgendaSpan.text(.now + 5 * 86_400, Term.zone)), ("act", "send"),
        ]
        return typed.map { field in more.first { $0.0 == field.0 } ?? field }
    }

    @Test func itReachesWhoFollowsIsCorrectedAndWithdrawn() async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea", "", "") { who in
            let (teacher, follower, stranger) = (who[0], who[1], who[2])
            try await follower.post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            try await stranger.post("/campus/mine/courses", [("course", "2"), ("colour", "red")])
            let seen = try await teacher.post(Self.address + "/new", Self.fields(("act", "look")))
            #expect(seen.status == 200)
            #expect(seen.contains("Una persona segue"))
            #expect(seen.contains("<strong>là</strong>"))
            let early = try await follower.get("/campus/alerts")
            #expect(!early.contains("Aula più grande"))

            let sent = try await teacher.post(Self.address + "/new", Self.fields())
            #expect(sent.status == 303)
            #expect(sent.location == Self.address)
            let (badge, none) = (try await follower.get("/campus"), try await stranger.get("/campus"))
            #expect(badge.contains("1 avviso nuovo"))
            #expect(!none.contains("avviso nuovo"))
            let list = try await follower.get("/campus/alerts")
            #expect(list.contains("Aula più grande"))
            #expect(list.contains("Ci vediamo là."))
            let english = try await follower.get("/campus/alerts/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("A larger hall"))
            #expect(english.contains("href=\"/campus/courses/1\""))

            // A correction takes its place, and says something else.
            let same = try await teacher.post(Self.address + "/1", Self.fields())
            #expect(same.status == 422)
            #expect(same.contains("Non è cambiato niente"))
            let corrected = try await teacher.post(Self.address + "/1", Self.fields(("name", "Aula Magna")))
            #expect(corrected.status == 303)
            let after = try await follower.get("/campus/alerts")
            #expect(after.contains("Aula Magna"))
            #expect(!after.contains("Aula più grande"))
            let old = try await follower.get("/campus/alerts/1")
            #expect(old.location == "/campus/alerts/2")

            let gone = try await teacher.post(Self.address + "/2/withdrawal")
            let page = try await follower.get("/campus/alerts/2")
            #expect(gone.status == 303)
            #expect(page.status == 410)
        }
        let words = try await term.site.value("SELECT group_concat(title || ' ' || state, ', ') FROM campusBulletin", as: String.self)
        #expect(words == "Aula più grande replaced, Aula Magna withdrawn")
        let acts = try await term.site.value(
            "SELECT count(*) FROM audit WHERE action IN ('campus.alerts.publish', 'campus.alerts.withdraw')", as: Int.self)
        #expect(acts == 3)
    }

    @Test func onlyWhoTeachesACourseTellsOfItAndOnlyTheSenderTakesItBack() async throws {
        let term = try await Term()
        // Another one who teaches the same course, and one who teaches nothing.
        try await term.site.database.write { try $0.execute(sql: "UPDATE person SET account = 'ezra' WHERE id = 2") }
        try await term.site.browse(as: "lea", "ezra", "educator", "admin", "") { who in
            try await who[0].post(Self.address + "/new", Self.fields())
            let foreign = try await who[0].post(Self.address + "/new", Self.fields(("course", "2")))
            #expect(foreign.status == 422)
            #expect(foreign.contains("Scegli uno dei tuoi insegnamenti."))
            let list = try await who[1].get(Self.address)
            #expect(list.status == 200)
            #expect(!list.contains("Aula più grande"))
            for stranger in who[1...3] {
                for path in ["/1", "/1/withdrawal"] {
                    let act = try await stranger.post(Self.address + path, Self.fields(("name", "Mio")))
                    #expect(act.status == 404, "\(path)")
                }
            }
            let nobody = try await who[4].post(Self.address + "/new", Self.fields())
            let office = try await who[2].post(Self.address + "/new", Self.fields())
            #expect(nobody.location?.hasPrefix("/sign-in") == true)
            #expect(office.status == 404)
        }
        let live = try await term.site.value("SELECT count(*) FROM campusBulletin WHERE state = 'published'", as: Int.self)
        #expect(live == 1)
    }

    private static let refusals = [
        ("course", "", "Scegli uno dei tuoi insegnamenti."), ("name", " ", "Scrivi un titolo"), ("name-en", "", "Scrivi un titolo"),
        ("text-en", "", "in ogni lingua che ha un titolo"), ("text", "", "in ogni lingua che ha un titolo"),
        ("until", "2020-01-01", "da oggi in poi"),
        ("until", "2099-01-01", "da oggi in poi"), ("until", "boh", "da oggi in poi"),
        ("name", String(repeating: "a", count: 121), "al massimo 120"),
    ]

    @Test(arguments: refusals)
    func refusesWhatCannotGoOut(_ name: String, _ typed: String, _ sentence: String) async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea") { who in
            for act in ["look", "send"] {
                let answer = try await who[0].post(Self.address + "/new", Self.fields((name, typed), ("act", act)))
                #expect(answer.status == 422)
                #expect(answer.contains(sentence))
                #expect(answer.contains("See you there.") || name == "text-en")
                #expect(answer.contains("aria-describedby=\"\(name)-error\""))
                #expect(!answer.contains("value=\"send\""))
            }
        }
        let sent = try await term.site.value("SELECT count(*) FROM campusAlert", as: Int.self)
        #expect(sent == 0)
    }
}
