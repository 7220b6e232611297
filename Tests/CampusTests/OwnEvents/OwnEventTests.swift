import Foundation
import TestSupport
import Testing
import Web

@testable import Campus

@Suite struct OwnEventTests {
    private let day = Term.monday()

    private var fields: [(String, String)] {
        [
            ("title", "Gruppo di studio; <b>Maree</b>"), ("kind", "lecture"), ("course", "1"), ("on", day), ("from", "16:00"),
            ("to", "17:30"), ("place", "Biblioteca"), ("note", "Portare gli appunti"), ("reminder", "30"),
        ]
    }

    @Test func whatAVisitorAddsIsHisAloneInAgendaAndFile() async throws {
        let term = try await Term()
        try await term.site.browse(as: "", "") { who in
            try await who[0].post("/campus/mine/courses", [("course", "1"), ("colour", "orange")])
            let kept = try await who[0].post("/campus/mine/events", fields + [("weekly", "yes"), ("until", Term.monday(4))])
            #expect(kept.status == 303)
            #expect(kept.location?.hasPrefix("/campus/agenda?") == true)
            for date in [day, Term.monday(4)] {
                let page = try await who[0].get("/campus/agenda?view=day&date=\(date)")
                #expect(page.contains("16:00–17:30"), "\(date)")
                #expect(page.contains("&lt;b&gt;Maree"), "\(date)")
                #expect(page.contains("colour-orange"), "\(date)")
            }
            let after = try await who[0].get("/campus/agenda?view=day&date=\(Term.monday(5))")
            #expect(!after.contains("Gruppo di studio"))
            let file = try await term.file(who[0])
            #expect(file.contains("SUMMARY:Gruppo di studio\\; <b>Maree</b>"))
            #expect(file.contains("TRIGGER:-PT30M"))
            for path in ["/campus/mine/events/1", "/campus/mine/events/1/removal"] {
                let stranger = try await who[1].post(path, fields)
                #expect(stranger.status == 404)
            }
            try await who[0].post("/campus/mine/events/1", fields.map { $0.0 == "from" ? ("from", "15:00") : $0 })
            let moved = try await who[0].get("/campus/agenda?view=day&date=\(day)")
            #expect(moved.contains("15:00–17:30"))
            try await who[0].post("/campus/mine/events/1/removal")
            let empty = try await who[0].get("/campus/agenda?view=day&date=\(day)")
            #expect(!empty.contains("Gruppo di studio</a>"))
        }
    }

    private static func date(_ day: String) -> String { "/campus/mine/events/1/dates/\(day)" }

    private static func agenda(_ who: Browser, _ day: String) async throws -> String {
        try await who.get("/campus/agenda?view=day&date=\(day)").text
    }

    @Test func oneTimeIsLeftOutOrMovedAndHeldAgain() async throws {
        let term = try await Term()
        let days = (2...5).map { Term.monday($0) }
        try await term.site.browse(as: "", "") { who in
            try await who[0].post("/campus/mine/events", fields + [("repeats", "week"), ("every", "1"), ("count", "4")])
            let form = try await who[0].get("/campus/mine/events/1")
            #expect(form.contains("Ogni settimana: lunedì, 4 volte."))
            #expect(form.contains(Self.date(days[1])))
            let left = try await who[0].post(Self.date(days[1]), [("act", "out")])
            #expect(left.status == 303)
            let moved = try await who[0].post(Self.date(days[2]), [("on", days[2]), ("from", "20:00"), ("to", "21:00")])
            #expect(moved.status == 303)
            #expect(try await Self.agenda(who[0], days[0]).contains("16:00–17:30"))
            #expect(try await !Self.agenda(who[0], days[1]).contains("16:00–17:30"))
            #expect(try await Self.agenda(who[0], days[2]).contains("20:00–21:00"))
            let file = try await term.file(who[0])
            #expect(file.contains("RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4"))
            #expect(file.contains("EXDATE;TZID=Europe/Rome:\(days[1].filter { $0 != "-" })T160000"))
            #expect(file.contains("RECURRENCE-ID;TZID=Europe/Rome:\(days[2].filter { $0 != "-" })T160000"))
            let refused = try await who[0].post(Self.date(days[3]), [("on", "boh"), ("from", "20:00"), ("to", "21:00")])
            #expect(refused.status == 422)
            #expect(refused.contains("value=\"boh\""))
            try await who[0].post(Self.date(days[1]), [("act", "usual")])
            #expect(try await Self.agenda(who[0], days[1]).contains("16:00–17:30"))
            let stranger = try await who[1].post(Self.date(days[0]), [("act", "out")])
            #expect(stranger.status == 404)
            let other = try await who[0].post(Self.date("2020-01-01"), [("act", "out")])
            #expect(other.status == 404)
        }
    }

    @Test func anEventThatWouldCoverOthersIsRefusedAtItsFields() async throws {
        let term = try await Term()
        let words = try TestSite.texts.words(in: .italian)
        let heap = "a" + String(repeating: "\u{301}", count: 5)
        try await term.site.browse(as: "") { who in
            let hostile = fields.map { ["title": ("title", "x\u{202E}y"), "note": ("note", "nota \(heap)")][$0.0] ?? $0 }
            let page = try await who[0].post("/campus/mine/events", hostile)
            #expect(page.status == 422)
            #expect(page.contains(words(TextRule.Flaw.direction.textKey).escapedForHTML()))
            #expect(page.contains(words(TextRule.Flaw.marks.textKey).escapedForHTML()))
            #expect(page.contains("nota \(heap)"))
            let blank = try await who[0].post("/campus/mine/events", fields.map { $0.0 == "title" ? ("title", "\u{200B}\u{A0}") : $0 })
            #expect(blank.status == 422)
        }
        let kept = try await term.site.value("SELECT count(*) FROM campusOwnEvent", as: Int.self)
        #expect(kept == 0)
    }

    @Test(arguments: [
        ("22:00", "02:00", "", 4.0), ("22:00", "02:00", "next", 4.0), ("09:00", "18:00", "next", 33.0), ("09:00", "08:00", "", nil),
        ("09:00", "09:00", "", nil), ("09:00", "10:00", "2020-01-01", nil), ("09:00", "10:00", "2099-01-01", nil),
    ])
    func aNightAndSeveralDaysAreKept(from: String, to: String, last: String, hours: Double?) async throws {
        let term = try await Term()
        let (day, next) = (Term.monday(), AgendaSpan.text((TypedMoment.date(Term.monday(), in: Term.zone) ?? .now) + 30 * 3_600, Term.zone))
        let form = [
            ("title", "Festa"), ("kind", "personal"), ("on", day), ("from", from), ("to", to), ("last", last == "next" ? next : last),
        ]
        try await term.site.browse(as: "") { who in
            let answer = try await who[0].post("/campus/mine/events", form)
            #expect(answer.status == (hours == nil ? 422 : 303))
        }
        let kept = try await term.site.value(
            "SELECT (julianday(ends) - julianday(starts)) * 24 FROM campusOwnEvent", as: Double.self)
        #expect(kept?.rounded() == hours)
    }

    @Test func aNightThatIsRepeatedKeepsItsLength() {
        let start = TypedMoment.date("2026-12-01T22:00", in: Term.zone) ?? .now
        let found = RepetitionRule().times(
            of: DateInterval(start: start, duration: 4 * 3_600), until: start + 15 * 86_400, zone: Term.zone)
        #expect(found.map(\.duration) == [14_400, 14_400, 14_400])
    }

    @Test func whoKeptNothingIsKnownByHisFirstEventAndForgottenWithIt() async throws {
        let term = try await Term()
        try await term.site.browse(as: "") { who in
            let refused = try await who[0].post("/campus/mine/events", [("title", "")])
            #expect(refused.status == 422)
            #expect(refused.headers[.setCookie] == nil)
            let kept = try await who[0].post("/campus/mine/events", fields)
            #expect(kept.headers[.setCookie]?.contains("HttpOnly") == true)
            let purged = try await term.site.database.write { db in
                _ = try EventPurge.run(db, now: .now + 900 * 86_400)
                return try OwnEvent.count(of: 1, db)
            }
            #expect(purged == 1)
            try await who[0].post("/campus/mine/removal")
        }
        let left = try await term.site.value("SELECT count(*) FROM campusOwnEvent", as: Int.self)
        #expect(left == 0)
    }

    private static let refusals: [(String, String, String)] = [
        ("title", "", "Scrivi di che cosa si tratta."), ("on", "2026-02-31", "Scrivi un giorno che esiste."), ("to", "15:00", "La fine"),
        ("from", "25:00", "value=\"25:00\""), ("until", "2020-01-01", "Scrivi l’ultimo giorno"),
    ]

    @Test(arguments: refusals)
    func refusesWhatIsNoEventAndKeepsWhatWasTyped(_ name: String, _ value: String, _ sentence: String) async throws {
        let term = try await Term()
        try await term.site.browse(as: "") { who in
            let typed = fields.filter { $0.0 != name } + [("weekly", "yes"), (name, value)]
            let answer = try await who[0].post("/campus/mine/events", typed)
            #expect(answer.status == 422)
            #expect(answer.contains(sentence))
            #expect(answer.contains("Portare gli appunti"))
            // Who does not see the colour hears the reason at its field.
            #expect(answer.contains("id=\"\(name)-error\""))
            #expect(answer.contains("aria-describedby=\"\(name)-error\""))
        }
    }

    @Test func nobodyKeepsMoreThanTheLimit() async throws {
        let term = try await Term()
        try await term.site.browse(as: "") { who in
            try await who[0].post("/campus/mine/events", fields)
            try await term.site.database.write { db in
                for _ in 1..<OwnEvent.limit {
                    var event = OwnEvent(of: 1, at: .now)
                    event.title = "Impegno"
                    try event.insert(db)
                }
            }
            try await who[0].post("/campus/mine/events", fields)
            let page = try await who[0].get("/campus/agenda")
            #expect(page.contains("La tua agenda è piena"))
        }
        let count = try await term.site.value("SELECT count(*) FROM campusOwnEvent", as: Int.self)
        #expect(count == OwnEvent.limit)
    }
}
