import Admin
import Foundation
import TestSupport
import Testing

@testable import Campus

/// What programs read: everything that the pages show, under the names that the thesis gives things.
@Suite struct InterfaceTests {
    private func read(_ path: String, _ browser: Browser) async throws -> JSON {
        try JSONReader.read(Array(try await browser.call(.get, "/campus/api/v1/\(path)").text.utf8))
    }

    private func names(_ json: JSON?) -> [String] { (json?["items"] ?? json)?.list?.compactMap { $0["name"]?.text } ?? [] }

    @Test func aPersonIsToldWithAllThatThePageShows() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(sql: "INSERT INTO personLink (person, position, kind, url) VALUES (1, 0, 'material', 'https://example.org/m')")
            try db.execute(sql: "UPDATE person SET fax = '+39 0900 55 9' WHERE id = 1")
        }
        try await university.site.browse(as: "") { who in
            let people = try await read("people", who[0])
            #expect(people["items"]?.list?.compactMap { $0["initial"]?.text } == ["A", "V"])
            let found = try await read("people?title=ricerc", who[0])
            #expect(names(found) == ["Lea Velario"])
            let lea = try await read("people/1", who[0])
            #expect(lea["givenname"]?.text == "Lea")
            #expect(lea["dept"]?.text == "Scienze della laguna")
            #expect(lea["title"]?.text == "Ricercatrice")
            #expect(lea["emails"]?.list?.first?["mailbox"]?.text == "velario@example.org")
            #expect(lea["numbers"]?.list?.map { $0["isFAX"]?.flag } == [false, true])
            #expect(lea["hours"]?.list?.first?["begins"]?.text == "09:30")
            #expect(lea["links"]?.list?.first?["kind"]?.text == "material")
            #expect(names(lea["ordinaryCourses"]) == ["Maree"])
        }
    }

    @Test func aCourseIsToldWithItsProgrammeItsPartsAndWhoDoesWhat() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(sql: "UPDATE course SET attendance = 'Obbligatoria', reading = 'Atlante' WHERE id = 1")
            try db.execute(sql: "UPDATE course SET partOf = 1 WHERE id = 2")
            try db.execute(
                sql:
                    "INSERT INTO campusShare (timetable, position, person, hours, material) VALUES (1, 0, 1, 24, 'https://example.org/lea')"
            )
        }
        try await university.site.browse(as: "") { who in
            let course = try await read("courses/EC01", who[0])
            #expect(course["attendance"]?.text == "Obbligatoria")
            #expect(course["textbook"]?.text == "Atlante")
            #expect(course["courseYear"]?.number == 1)
            #expect(names(course["relatedOrdinaryCourses"]) == ["Barene"])
            let taught = course["activities"]?.list?.first
            #expect(taught?["academicYear"]?.text == "2026/2027")
            #expect(taught?["hours"]?.list?.first?["room"]?.text == "Aula Remo")
            let lea = taught?["persons"]?.list?.first { $0["surname"]?.text == "Velario" }
            #expect(lea?["hours"]?.number == 24)
            #expect(lea?["material"]?.text == "https://example.org/lea")
            let part = try await read("courses/EC02", who[0])
            #expect(part["relativeCourse"]?.text == "EC01")
            let page = try await who[0].get("/campus/courses/1")
            #expect(page.contains("Frequenza: Obbligatoria"))
            #expect(page.contains("24 ore"))
            #expect(page.contains("href=\"https://example.org/lea\""))
            #expect(page.contains("Le altre parti"))
            #expect(page.contains("href=\"/campus/courses/2\""))
            let other = try await who[0].get("/campus/courses/2")
            #expect(other.contains("<h2>Fa parte di</h2>"))
        }
    }

    @Test func linksAreTreesAndPicturesAddresses() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            for (service, name) in [("resources", "Borse"), ("media", "Album"), ("radio", "Radio"), ("social", "Reti")] {
                try await who[0].post("/admin/campus/link-categories", [("name", name), ("service", service), ("ordering", "1")])
            }
            for number in 1...4 {
                let link = [
                    ("name", "Pagina \(number)"), ("category", String(number)), ("url", "https://example.org/\(number)"), ("ordering", "1"),
                    ("published", "yes"),
                ]
                #expect(try await who[0].post("/admin/campus/links", link).status == 303)
            }
            for (path, id) in [("resources", 1), ("radio", 3), ("social", 4)] {
                let json = try await read(path, who[1])
                #expect(json["items"]?.list?.first?["links"]?.list?.first?["url"]?.text == "https://example.org/\(id)", "\(path)")
            }
            #expect(try await names(read("resources/1", who[1])["links"]) == ["Pagina 1"])
            #expect(try await who[1].call(.get, "/campus/api/v1/resources/3").status == 404)
            #expect(try await names(read("media/sources", who[1])) == ["Album"])
            let items = try await read("media/items?source=2&q=pagina", who[1])
            #expect(names(items) == ["Pagina 2"])
            #expect(items["items"]?.list?.first?["thumbnail"]?.isNull == true)
            let search = try await read("search?q=velario", who[1])
            #expect(search["items"]?.list?.first?["hits"]?.list?.first?["title"]?.text == "Lea Velario")
            #expect(try await read("settings", who[1])["languages"]?.list?.count == 2)
        }
    }

    @Test func aProgramFollowsTheKindsItWants() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            let people = try await read("sync?kinds=person,course", who[0])
            #expect(Set(people["changed"]?.list?.compactMap { $0["kind"]?.text } ?? []) == ["person", "course"])
            let since = people["next"]?.text ?? ""
            try await university.site.database.write { try $0.execute(sql: "UPDATE person SET active = 0 WHERE id = 2") }
            let after = try await read("sync?kinds=person&since=\(since)", who[0])
            #expect(after["removed"]?.list?.compactMap { $0["id"]?.number } == [2])
            for nonsense in ["kinds=boh", "since=-1", "since=boh", "since=99999999999999999999", "kinds=%27%22"] {
                #expect(try await who[0].call(.get, "/campus/api/v1/sync?\(nonsense)").status == 400, "\(nonsense)")
            }
        }
    }

    @Test func whatBelongsToSomethingGoesWithItAndComesBack() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var (calendar, event, exam) = (UniversityCalendar(), Event(), ExamSession())
            calendar.name = "Ateneo"
            try calendar.insert(db, by: University.actor)
            (event.title, event.calendar, event.area, event.starts, event.ends) = ("Festa", calendar.id, 1, .now + 60, .now + 120)
            try event.insert(db, by: University.actor)
            (exam.name, exam.course, exam.starts, exam.ends) = ("Appello", 1, .now + 60, .now + 120)
            try exam.insert(db, by: University.actor)
        }
        try await university.site.browse(as: "") { who in
            #expect(try await who[0].get("/campus/events/1").contains("Aula Remo"))
            for (owner, kind) in [("campusCalendar", "event"), ("course", "exam"), ("campusBuilding", "area")] {
                for (value, list) in [("'2026-01-01'", "removed"), ("NULL", "changed")] {
                    let since = try await university.site.value("SELECT max(number) FROM campusChange", as: Int.self) ?? 0
                    try await university.site.database.write {
                        try $0.execute(sql: "UPDATE \(owner) SET deletedAt = \(value) WHERE id = 1")
                    }
                    let sync = try await read("sync?kinds=\(kind)&since=\(since)", who[0])
                    #expect(sync[list]?.list?.map { $0["id"]?.number } == [1], "\(kind) \(list)")
                }
            }
            try await university.site.database.write { try $0.execute(sql: "UPDATE campusArea SET deletedAt = '2026-01-01'") }
            for path in ["/campus/events/1", "/campus/courses/1"] {
                #expect(try await !who[0].get(path).contains("Aula Remo"), "\(path)")
            }
        }
    }
}
