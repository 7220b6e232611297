import Admin
import Foundation
import GRDB
import Registry
import TestSupport
import Testing

@testable import Campus

/// The checks of 10.10 that no other suite states; `docs/campus.md` names the test of each.
@Suite struct CheckTests {
    /// One more of everything than a page of the open interface holds.
    private static func fill(_ db: Database) throws {
        let now = Date.now
        var calendar = UniversityCalendar()
        calendar.name = "Ateneo"
        try calendar.insert(db, by: University.actor)
        var source = NewsSource()
        source.name = "Ateneo"
        try source.insert(db, by: University.actor)
        for number in 1...51 {
            var (person, degree, course, building) = (Person(), Degree(), Course(), Building())
            (person.name, person.surname) = ("Nina Onderi \(number)", "Onderi")
            (degree.name, degree.code) = ("Corso di laurea \(number)", "L\(number)")
            (course.code, course.name) = ("X\(number)", "Corso \(number)")
            (building.name, building.code, building.type) = ("Edificio \(number)", "X\(number)", 1)
            var (area, event, exam, article) = (Area(), Event(), ExamSession(), Article())
            (area.name, area.building, area.type) = ("Aula \(number)", 1, 1)
            (event.title, event.calendar, event.starts, event.ends) = ("Evento \(number)", calendar.id, now, now + 3_600)
            (exam.name, exam.course, exam.starts, exam.ends) = ("Appello \(number)", 1, now, now + 3_600)
            (article.title, article.source, article.posted, article.published) = ("Notizia \(number)", source.id, now, true)
            for var record in [person, degree, course, building, area, event, exam, article] as [any Resource] {
                try record.insert(db, by: University.actor)
            }
        }
    }

    @Test func fiftyOfEverythingComeInOneAnswer() async throws {
        let university = try await University()
        try await university.site.database.write { try Self.fill($0) }
        try await university.site.browse(as: "") { who in
            for list in ["people", "degrees", "courses", "buildings", "places", "places?near=45.4,12.3", "events", "exams", "news"] {
                let answer = try await who[0].call(.get, "/campus/api/v1/\(list)")
                let json = try JSONReader.read(Array(answer.text.utf8))
                #expect(json["count"]?.number == 50, "\(list)")
                #expect(json["items"]?.list?.count == 50, "\(list)")
                let next = try #require(json["next"]?.text, "\(list)")
                let rest = try await who[0].call(.get, "/campus/api/v1/\(list)\(list.contains("?") ? "&" : "?")cursor=\(next)")
                let more = try JSONReader.read(Array(rest.text.utf8))["items"]?.list?.count ?? 0
                #expect(more == (json["total"]?.number ?? 0) - 50, "\(list)")
            }
        }
    }

    @Test func whatAVisitorEnteredIsNeverPurged() async throws {
        let term = try await Term()
        try await term.site.browse(as: "") { who in
            try await who[0].post("/campus/mine/remembering")
            try await term.site.database.write { db in
                var event = OwnEvent(of: 1, at: .now)
                (event.title, event.starts) = ("Laurea di mia sorella", .now - 1_000 * 86_400)
                event.ends = event.starts + 3_600
                try event.insert(db)
                _ = try EventPurge.run(db, now: .now)
                _ = try Campus.sweep(db, at: .now)
            }
            let day = AgendaSpan.text(.now - 1_000 * 86_400, Term.zone)
            let page = try await who[0].get("/campus/agenda?view=day&date=\(day)")
            #expect(page.contains("Laurea di mia sorella"))
        }
    }

    /// Table 3.10 in our tables; where the thesis takes everything with a type or a category, ours are refused while something uses them.
    private static let deletions = [
        ("campusArticle.source", "campusNewsSource", "CASCADE"), ("campusEvent.calendar", "campusCalendar", "RESTRICT"),
        ("campusEvent.area", "campusArea", "SET NULL"), ("campusEvent.building", "campusBuilding", "SET NULL"),
        ("campusExamSession.course", "course", "CASCADE"), ("campusOwnEvent.course", "course", "SET NULL"),
        ("course.borrowed", "course", "SET NULL"), ("course.degree", "degree", "SET NULL"), ("degree.department", "department", "SET NULL"),
        ("campusBuilding.type", "campusPlaceType", "RESTRICT"), ("campusArea.type", "campusPlaceType", "RESTRICT"),
        ("campusArea.building", "campusBuilding", "CASCADE"), ("campusArea.parent", "campusArea", "SET NULL"),
        ("campusTimetable.activity", "activity", "CASCADE"), ("campusSlot.timetable", "campusTimetable", "CASCADE"),
        ("personHour.person", "person", "CASCADE"), ("personLink.person", "person", "CASCADE"),
        ("person.picture", "picture", "SET NULL"), ("campusBuilding.picture", "picture", "SET NULL"),
        ("campusLink.category", "campusLinkCategory", "RESTRICT"), ("campusLink.picture", "picture", "SET NULL"),
        ("campusLinkCategory.parent", "campusLinkCategory", "RESTRICT"),
        ("campusAlert.category", "campusAlertCategory", "RESTRICT"), ("campusBulletin.alert", "campusAlert", "SET NULL"),
        ("campusAlertEvent.other", "campusEvent", "CASCADE"), ("campusAlertCourse.other", "course", "CASCADE"),
        ("campusAlertPerson.other", "person", "CASCADE"), ("activityTeacher.person", "person", "CASCADE"),
        ("campusEventPerson.person", "person", "CASCADE"), ("campusEventPerson.event", "campusEvent", "CASCADE"),
        ("campusVisitorCourse.course", "course", "CASCADE"), ("campusVisitorMark.visitorID", "campusVisitor", "CASCADE"),
    ]

    @Test func everyDeletionTakesWhatTheTableSays() async throws {
        let site = try await TestSite("registry", "campus")
        try await site.database.read { db in
            for (column, other, rule) in Self.deletions {
                let parts = column.split(separator: ".").map(String.init)
                let keys = try Row.fetchAll(
                    db, sql: "SELECT \"table\", on_delete FROM pragma_foreign_key_list(?) WHERE \"from\" = ?",
                    arguments: [
                        parts[0], parts[1],
                    ])
                #expect(keys.map { "\($0[0] as String) \($0[1] as String)" } == ["\(other) \(rule)"], "\(column)")
            }
        }
    }

    private static let sure = [("confirmed", "yes"), ("act", "delete")]

    /// A page that leads to a room which is not there any more leads nowhere.
    @Test func aBuildingThatIsThrownAwayTakesItsRoomsOffEveryPage() async throws {
        let term = try await Term()
        try await term.site.browse(as: "admin", "") { who in
            try await term.site.database.write { db in
                var exam = ExamSession()
                (exam.name, exam.course, exam.starts, exam.ends) = ("Appello di Maree", 1, .now + 86_400, .now + 90_000)
                exam.area = try Int64.fetchOne(db, sql: "SELECT area FROM campusSlot WHERE area IS NOT NULL")
                try exam.insert(db, by: University.actor)
            }
            let room =
                try await term.site.value("SELECT name FROM campusArea WHERE id = (SELECT area FROM campusSlot)", as: String.self) ?? "?"
            let building = try await term.site.value(
                "SELECT building FROM campusArea WHERE id = (SELECT area FROM campusSlot)", as: Int64.self)
            try await who[1].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            let pages = [
                "courses/1", "exams", "agenda?view=list", "agenda?view=day&date=\(Term.monday())", "api/v1/courses/EC01", "api/v1/exams",
            ]
            func shown() async throws -> [Bool] {
                var found: [Bool] = []
                for path in pages {
                    let text = try await who[1].get("/campus/\(path)").text
                    let isThere = text.contains(room) || text.contains("/campus/areas/") || text.contains("\"buildingArea\":\"")
                    found.append(isThere)
                }
                return found
            }
            let before = try await shown()
            #expect(before[0])
            #expect(before.filter { $0 }.count >= 3)
            #expect(try await who[0].post("/admin/campus/buildings/\(building ?? 0)/deletion", Self.sure).status == 303)
            #expect(try await shown() == pages.map { _ in false })
        }
    }

    @Test func whatLiesInACategoryThatIsThrownAwayIsStillFound() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var (other, above, below, link) = (LinkCategory(), LinkCategory(), LinkCategory(), CampusLink())
            other.name = "Vivere"
            try other.insert(db, by: University.actor)
            (above.name, below.name) = ("Studiare", "Esami")
            try above.insert(db, by: University.actor)
            below.parent = above.id
            try below.insert(db, by: University.actor)
            (link.name, link.url, link.category) = ("Libretto", "https://example.org/libretto", below.id)
            try link.insert(db, by: University.actor)
        }
        try await university.site.browse(as: "admin", "") { who in
            #expect(try await !who[1].get("/campus/resources").contains("Esami"))
            #expect(try await who[0].post("/admin/campus/link-categories/2/deletion", Self.sure).status == 303)
            let page = try await who[1].get("/campus/resources")
            #expect(page.contains("Esami"))
            #expect(!page.contains("Studiare"))
            #expect(try await who[1].get("/campus/api/v1/resources").contains(#""parent":null"#))
        }
    }

    @Test func whatIsGoneMakesRoomAmongTheFavourites() async throws {
        let university = try await University()
        try await university.add(people: 25)
        try await university.site.browse(as: "") { who in
            for id in 1...25 { try await who[0].post("/campus/mine/favourites", [("kind", "person"), ("id", String(id))]) }
            try await university.site.database.write { db in
                try db.execute(sql: "UPDATE person SET active = 0 WHERE id = 9")
            }
            try await who[0].post("/campus/mine/favourites", [("kind", "person"), ("id", "26")])
            let page = try await who[0].get("/campus/mine")
            #expect(page.contains("/campus/people/26"))
            #expect(!page.contains("/campus/people/9\""))
        }
        let count = try await university.site.value("SELECT count(*) FROM campusVisitorMark WHERE list = 'favourite'", as: Int.self)
        #expect(count == 25)
    }

    @Test func eachServiceOffersItsOwnLastStateAndTheFirstPageStaysFirst() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            try await who[0].post("/campus/mine/remembering")
            for path in ["people?q=lea", "degrees/1", "places?type=1"] { try await who[0].get("/campus/\(path)") }
            for (root, last) in [("people", "people?q=lea"), ("degrees", "degrees/1"), ("places", "places?type=1")] {
                let page = try await who[0].get("/campus/\(root)")
                #expect(page.contains("Riprendi da:"), "\(root)")
                #expect(page.contains("href=\"/campus/\(last)\""), "\(root)")
            }
            let home = try await who[0].get("/campus")
            #expect(home.status == 200)
            #expect(!home.contains("Riprendi da:"))
        }
    }

    @Test func nobodyIsAskedToSignInAndWhatAVisitorKeepsIsInNoLogAndNoAnswer() async throws {
        let university = try await University()
        let log = "SELECT count(*) FROM audit"
        let before = try await university.site.value(log, as: Int.self)
        try await university.site.browse(as: "") { who in
            let visitor = who[0]
            let start = Term.monday()
            try await visitor.post(
                "/campus/mine/events",
                [("title", "Dentista in segreto"), ("kind", "personal"), ("on", start), ("from", "14:00"), ("to", "15:00")])
            try await visitor.post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            try await visitor.post("/campus/mine/degree", [("degree", "1")])
            let pages =
                Campus.tiles.map(\.address) + [
                    "/campus", "/campus/search?q=remo", "/campus/emergency", "/campus/people/1", "/campus/courses/1", "/campus/degrees/1",
                    "/campus/buildings/1", "/campus/areas/1", "/campus/agenda", "/campus/exams", "/campus/events",
                    "/campus/mine/events/new",
                ]
            for path in pages {
                let page = try await visitor.get(path)
                #expect(page.status == 200, "\(path)")
                #expect(!page.contains("type=\"password\""), "\(path)")
            }
            for route in CampusAPI.routes where !route.path.contains("{") {
                let answer = try await visitor.call(.get, "\(CampusAPI.address)/\(route.path)", cookies: true)
                #expect(answer.status == 200, "\(route.path)")
                #expect(!answer.contains("segreto"), "\(route.path)")
                #expect(!answer.contains("\"token"), "\(route.path)")
            }
        }
        let after = try await university.site.value(log, as: Int.self)
        #expect(before == after)
    }
}
