import Foundation
import Testing

@testable import Campus

@Suite struct VisitorTests {
    @Test func whoOnlyReadsGetsNoCookieAndIsNotKnown() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/people/1")
            #expect(page.headers[.setCookie] == nil)
            let mine = try await browsers[0].get("/campus/mine")
            #expect(mine.contains("Nessuna pagina recente."))
        }
        let known = try await university.site.value("SELECT count(*) FROM campusVisitor", as: Int.self)
        #expect(known == 0)
    }

    @Test func theTokenIsHiddenFromScriptsAndKeptAsAHash() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let answer = try await browsers[0].post("/campus/mine/favourites", [("kind", "person"), ("id", "1")])
            let cookie = answer.headers[.setCookie] ?? ""
            #expect(cookie.contains("; HttpOnly"))
            #expect(cookie.contains("; SameSite=Lax"))
            let token = cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }
            let stored = try await university.site.value("SELECT tokenHash FROM campusVisitor", as: Data.self)
            #expect(stored?.count == 32)
            #expect(stored != Data(token.utf8))
        }
    }

    @Test func keepsTwentyFiveFavouritesAndRefusesTheNext() async throws {
        let university = try await University()
        try await university.add(people: 24)
        try await university.site.browse(as: "") { browsers in
            let visitor = browsers[0]
            for id in 1...26 { try await visitor.post("/campus/mine/favourites", [("kind", "person"), ("id", String(id))]) }
            let page = try await visitor.get("/campus/mine")
            #expect(page.contains("I preferiti sono già 25: togline uno, poi riprova."))
            let again = try await visitor.get("/campus/mine")
            #expect(!again.contains("I preferiti sono già 25"))
        }
        let count = try await university.site.value("SELECT count(*) FROM campusVisitorMark WHERE list = 'favourite'", as: Int.self)
        #expect(count == 25)
    }

    @Test func keepsTheLastTenPagesNewestFirstAndEmptiesThemAfterAsking() async throws {
        let university = try await University()
        try await university.add(people: 10)
        try await university.site.browse(as: "") { browsers in
            let visitor = browsers[0]
            try await visitor.post("/campus/mine/remembering")
            for id in Array(1...12) + [5] { try await visitor.get("/campus/people/\(id)") }
            let page = try await visitor.get("/campus/mine")
            let ids = page.text.matches(of: /href="\/campus\/people\/(\d+)"/).map { String($0.1) }
            #expect(ids == ["5", "12", "11", "10", "9", "8", "7", "6", "4", "3"])
            try await visitor.post("/campus/mine/recents/removal")
            let unasked = try await visitor.get("/campus/mine")
            #expect(unasked.contains("prima la spunta"))
            #expect(unasked.contains("/campus/people/5"))
            try await visitor.post("/campus/mine/recents/removal", [("sure", "yes")])
            let empty = try await visitor.get("/campus/mine")
            #expect(!empty.contains("/campus/people/5"))
        }
    }

    @Test func aCourseBringsItsTeachersAmongTheFavouritesAsFarAsTheyFit() async throws {
        let university = try await University()
        try await university.add(people: 24)
        try await university.site.browse(as: "", "") { browsers in
            try await browsers[0].post("/campus/mine/courses", [("course", "1"), ("colour", "blue")])
            let page = try await browsers[0].get("/campus/mine")
            #expect(page.contains("hue-blue"))
            #expect(page.contains("Anche i 2 docenti sono ora tra i preferiti."))
            #expect(page.contains("/campus/people/1"))
            #expect(page.contains("/campus/people/2"))
            for id in 3...26 { try await browsers[1].post("/campus/mine/favourites", [("kind", "person"), ("id", String(id))]) }
            try await browsers[1].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            let full = try await browsers[1].get("/campus/mine")
            #expect(full.contains("Anche chi lo insegna"))
            #expect(full.contains("Per un docente non c’era più posto"))
            try await browsers[1].post("/campus/mine/courses/removal", [("course", "1")])
            let left = try await browsers[1].get("/campus/mine")
            #expect(left.contains("Nessun insegnamento: aprine uno"))
        }
    }

    @Test func theDegreeAndTheLastPageOfAServiceAreKnownNextTime() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let visitor = browsers[0]
            try await visitor.post("/campus/mine/degree", [("degree", "1"), ("next", "/campus/degrees/1")])
            let degree = try await visitor.get("/campus/degrees/1")
            #expect(degree.contains("Togli questo corso"))
            let root = try await visitor.get("/campus/degrees")
            #expect(root.contains("Riprendi da:"))
            #expect(root.contains("href=\"/campus/degrees/1\">Ecologia"))
            let other = try await visitor.get("/campus/people")
            #expect(!other.contains("Riprendi da:"))
        }
    }

    @Test func forgetsAVisitorInOneClick() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            try await browsers[0].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            let answer = try await browsers[0].post("/campus/mine/removal")
            #expect(answer.headers[.setCookie]?.contains("Max-Age=0") == true)
            let page = try await browsers[0].get(answer.location ?? "")
            #expect(page.contains("non sappiamo più niente"))
        }
        let sql = "SELECT (SELECT count(*) FROM campusVisitor) + (SELECT count(*) FROM campusVisitorMark)"
        let left = try await university.site.value(sql, as: Int.self)
        #expect(left == 0)
    }

    @Test func whoDoesNotComeBackIsForgotten() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in try await browsers[0].post("/campus/mine/remembering") }
        let swept = try await university.site.database.write { db in
            let soon = try Campus.sweep(db, at: .now.addingTimeInterval(399 * 86_400))
            return (soon, try Campus.sweep(db, at: .now.addingTimeInterval(402 * 86_400)))
        }
        #expect(swept == (0, 1))
    }

    @Test(arguments: [[("kind", "person"), ("id", "99")], [("kind", "alert"), ("id", "1")], [("kind", "person")]])
    func keepsNothingThatIsNotThere(_ fields: [(String, String)]) async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let answer = try await browsers[0].post("/campus/mine/favourites", fields)
            #expect(answer.status == 404)
        }
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/admin", "/campus/../admin"])
    func goesBackOnlyToItsOwnPages(_ next: String) async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let answer = try await browsers[0].post("/campus/mine/favourites", [("kind", "person"), ("id", "1"), ("next", next)])
            #expect(answer.status == 303)
            #expect(answer.location?.hasPrefix("/campus") == true)
        }
    }
}
