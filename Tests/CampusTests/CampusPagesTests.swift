import TestSupport
import Testing

@testable import Campus

@Suite struct CampusPagesTests {
    @Test func theFirstPageLeadsEverywhereAndToEmergenciesInOneTap() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let home = try await browsers[0].get("/campus")
            for tile in Campus.tiles {
                #expect(home.contains("href=\"\(tile.address)\""))
                let page = try await browsers[0].get(tile.address)
                #expect(page.status == 200, "\(tile.address)")
            }
            #expect(home.contains("href=\"/campus/emergency\""))
            #expect(home.contains("<a class=\"portal\" href=\"/\""))
        }
    }

    @Test func fromTheDepartmentToTheHallOfALesson() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let visitor = browsers[0]
            let degrees = try await visitor.get("/campus/degrees?q=eco")
            #expect(degrees.contains("Scienze della laguna"))
            #expect(degrees.contains("/campus/degrees/1"))
            let degree = try await visitor.get("/campus/degrees/1")
            #expect(degree.contains("1º anno"))
            #expect(degree.contains("/campus/courses/1"))
            let course = try await visitor.get("/campus/courses/1")
            for text in ["Lunedì 09:00–10:30", "Aula Remo, Edificio Remo", "/campus/areas/1", "/campus/people/2", "Capire l’acqua alta."] {
                #expect(course.contains(text), "\(text)")
            }
            let area = try await visitor.get("/campus/areas/1")
            #expect(area.contains("/campus/buildings/1"))
            #expect(area.contains("geo:45.41000,12.29000"))
            let building = try await visitor.get("/campus/buildings/1")
            #expect(building.contains("Rampa a destra."))
            #expect(building.contains("directions?to=45.41000"))
        }
    }

    /// The mark, the row and the panel of a building lead to its page.
    @Test func thePlanAndTheListSayTheSame() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let places = try await browsers[0].get("/campus/places")
            #expect(places.text.components(separatedBy: "href=\"/campus/buildings/1\"").count == 4)
            let found = try await browsers[0].get("/campus/places?q=aula&type=1")
            #expect(found.contains("/campus/areas/1"))
            let none = try await browsers[0].get("/campus/places?q=torre")
            #expect(none.contains("Nessun luogo trovato."))
        }
    }

    @Test func oneSearchFindsPeopleCoursesAndPlaces() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { browsers in
            try await browsers[0].post("/admin/campus/link-categories", [("name", "Vivere"), ("service", "resources"), ("ordering", "10")])
            let made = try await browsers[0].post(
                "/admin/campus/links",
                [
                    ("name", "Remo per tutti"), ("category", "1"), ("url", "https://example.org/remo"), ("ordering", "10"),
                    ("published", "yes"),
                ])
            #expect(made.status == 303)
            let found = try await browsers[1].get("/campus/search?q=remo")
            #expect(found.contains("/campus/buildings/1"))
            #expect(found.contains("/campus/areas/1"))
            #expect(found.contains("/campus/resources?category=1"))
            let people = try await browsers[1].get("/campus/search?q=lea")
            #expect(people.contains("/campus/people/1"))
            #expect(!people.contains("/campus/buildings/1"))
            let nothing = try await browsers[1].get("/campus/search?q=%2A")
            #expect(nothing.contains("Nessun risultato"))
            let list = try await browsers[1].get("/campus/resources?category=1")
            #expect(list.contains("https://example.org/remo"))
            let foreign = try await browsers[1].get("/campus/social?category=1")
            #expect(foreign.status == 404)
        }
    }

    @Test func whatIsSeenElsewhereIsShownWithASmallPictureOfOurs() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES ('laguna', '0123456789abcdef0123456789abcdef', 100, 80, 1000, 'La laguna', '', '', '', 1, '2026-01-01', '2026-01-01')
                    """)
        }
        try await university.site.browse(as: "admin", "") { browsers in
            try await browsers[0].post("/admin/campus/link-categories", [("name", "Album"), ("service", "media"), ("ordering", "10")])
            for (name, picture) in [("Laguna", "1"), ("Archivio", "")] {
                let made = try await browsers[0].post(
                    "/admin/campus/links",
                    [
                        ("name", name), ("category", "1"), ("url", "https://example.org/\(name)"), ("ordering", "10"), ("published", "yes"),
                        ("picture", picture),
                    ])
                #expect(made.status == 303)
            }
            let page = try await browsers[1].get("/campus/media?category=1")
            #expect(page.contains("src=\"/media/0123456789abcdef0123456789abcdef/96.webp\" alt=\"\""))
            #expect(page.text.components(separatedBy: "<img class=\"thumb\"").count == 2)
            #expect(page.contains("https://example.org/Archivio"))
        }
    }

    @Test func refusesACircleAndAPlaceInAnotherBuilding() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let inside = try await admin.post(
                "/admin/campus/areas", [("name", "Palco"), ("building", "1"), ("type", "1"), ("parent", "1")])
            #expect(inside.status == 303)
            let circle = try await admin.post(
                "/admin/campus/areas/1", [("name", "Aula Remo"), ("building", "1"), ("type", "1"), ("parent", "2"), ("version", "1")])
            #expect(circle.status == 422)
            #expect(circle.contains("dentro a sé stessa"))
            try await admin.post("/admin/campus/buildings", [("name", "Edificio Vela"), ("code", "ED02"), ("type", "1")])
            let away = try await admin.post(
                "/admin/campus/areas", [("name", "Sala"), ("building", "2"), ("type", "1"), ("parent", "1")])
            #expect(away.status == 422)
            #expect(away.contains("è in un’altra sede"))
        }
    }

    @Test(arguments: [("9:00", "10:00"), ("09:00", "24:00"), ("10:00", "09:00"), ("ab:cd", "10:00")])
    func refusesALessonThatIsNoTime(_ begins: String, _ ends: String) async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { browsers in
            let fields = [
                ("code", "EC01-2026"), ("activity", "1"), ("version", "1"), ("slots.0.id", ""), ("slots.0.weekday", "monday"),
                ("slots.0.begins", begins), ("slots.0.ends", ends),
            ]
            let answer = try await browsers[0].post("/admin/campus/timetables/1", fields)
            #expect(answer.status == 422)
            #expect(answer.contains(begins))
        }
    }

    @Test func emergencyNumbersAreCalledWithATap() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { browsers in
            try await browsers[0].post(
                "/admin/campus/emergency-numbers",
                [("name", "Sicurezza"), ("number", "+39 0900 55-112"), ("ordering", "10"), ("published", "yes")])
            try await browsers[0].post("/admin/campus/emergency-numbers", [("name", "Vecchio"), ("number", "0900 1"), ("ordering", "10")])
            let page = try await browsers[1].get("/campus/emergency")
            #expect(page.contains("href=\"tel:+39090055112\""))
            #expect(!page.contains("Vecchio"))
        }
    }

    @Test func aBrowserMayKeepThePagesForWhenThereIsNoNetwork() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let home = try await browsers[0].get("/campus")
            #expect(home.contains("data-saves=\"/campus/worker.js\""))
            #expect(home.contains("data-copy-note hidden"))
            let worker = try await browsers[0].get("/campus/worker.js")
            let part = worker.text.firstMatch(of: /"(\/assets\/[^"]+\/js\/campus\/copies\.js)"/)?.1
            let script = try await browsers[0].get(String(part ?? "/none"))
            #expect(script.status == 200)
            let none = try await browsers[0].get("/campus/offline")
            #expect(none.contains("Senza rete"))
            #expect(none.contains("data-copies"))
        }
    }

    @Test func everyPlaceOfTheListSaysWhereItIs() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let places = try await browsers[0].get("/campus/places?type=1")
            #expect(places.text.components(separatedBy: "data-at=\"45.41,12.29\"").count == 3)
        }
    }

    @Test func isNotThereWhileItIsSwitchedOff() async throws {
        let site = try await TestSite("house", "registry")
        try await site.browse(as: "", "admin") { browsers in
            for path in ["/campus", "/campus/people", "/campus/mine"] {
                let answer = try await browsers[0].get(path)
                #expect(answer.status == 404)
            }
            let admin = try await browsers[1].get("/admin/campus/buildings")
            #expect(admin.status == 404)
        }
    }

    @Test func aVisitorReadsInHisLanguageWhereThereIsATranslation() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: "UPDATE course SET translations = '{\"en\":{\"name\":{\"text\":\"Tides\",\"of\":\"Maree\"}}}' WHERE id = 1")
        }
        try await university.site.browse(as: "") { browsers in
            let english = try await browsers[0].get("/campus/degrees/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Tides"))
            #expect(english.contains("Barene"))
            #expect(!english.contains("Maree"))
            let italian = try await browsers[0].get("/campus/degrees/1", headers: [.acceptLanguage: "it"])
            #expect(italian.contains("Maree"))
        }
    }

    @Test func whatIsNotThereIsToldAmongTheServicesAndAsksNobodyToSignIn() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            for path in ["/campus/people/99", "/campus/nothing", "/campus/radio?category=99"] {
                let page = try await who[0].get(path)
                #expect(page.status == 404, "\(path): \(page.status)")
                #expect(page.contains("class=\"button danger campus-emergency\""), "\(path): \(page.status)")
                #expect(page.contains("action=\"/campus/search\""), "\(path)")
                #expect(!page.contains("/sign-in"), "\(path)")
            }
        }
    }

    @Test func aServiceWithOneCategoryShowsItsLinksAtOnce() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            func category(_ name: String) -> [(String, String)] { [("name", name), ("service", "radio"), ("ordering", "1")] }
            try await who[0].post("/admin/campus/link-categories", category("Radio Uno"))
            let link = [
                ("name", "In diretta"), ("category", "1"), ("url", "https://example.org/"), ("ordering", "1"), ("published", "yes"),
            ]
            try await who[0].post("/admin/campus/links", link)
            let one = try await who[1].get("/campus/radio")
            #expect(one.contains("<h1>Radio Uno</h1>"))
            #expect(one.contains("In diretta"))
            try await who[0].post("/admin/campus/link-categories", category("Radio Due"))
            let two = try await who[1].get("/campus/radio")
            #expect(two.contains("<h1>Radio</h1>"))
            #expect(!two.contains("In diretta"))
        }
    }

    @Test func coursesAreFoundByDegreeYearAndTeacher() async throws {
        let university = try await University()
        try await university.site.database.write { try $0.execute(sql: "UPDATE course SET courseYear = 2 WHERE id = 2") }
        try await university.site.browse(as: "") { who in
            for (query, found) in [
                ("degree=1", [1, 2]), ("degree=1&year=2", [2]), ("teacher=velario", [1]), ("q=barene&teacher=velario", []),
                ("year=1&q=mar", [1]),
                ("degree=boh", []), ("teacher=%22", []), ("teacher=nessuno", []),
            ] {
                let page = try await who[0].get("/campus/courses?\(query)")
                let shown = [1, 2].filter { page.contains("href=\"/campus/courses/\($0)\"") }
                #expect(page.status == 200, "\(query): \(shown)")
                #expect(shown == found, "\(query): \(shown)")
                #expect(page.contains("Nessun insegnamento così") == found.isEmpty, "\(query)")
            }
            let page = try await who[0].get("/campus/courses?teacher=velario&year=2")
            #expect(page.contains("<details class=\"advanced\" open"))
            #expect(page.contains("value=\"velario\""))
            #expect(page.contains("<option value=\"2\" selected>"))
        }
    }

    @Test func aPhotoLeadsToItsEventAndTheEventToItsPhotos() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            let calendar = [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]
            try await who[0].post("/admin/campus/calendars", calendar)
            let event = [("title", "Regata"), ("calendar", "1"), ("starts", "2026-10-01T10:00"), ("ends", "2026-10-01T12:00")]
            try await who[0].post("/admin/campus/events", event)
            try await who[0].post("/admin/campus/link-categories", [("name", "Album"), ("service", "media"), ("ordering", "1")])
            let link = [
                ("name", "Le barche"), ("category", "1"), ("url", "https://example.org/barche"), ("event", "1"), ("ordering", "1"),
                ("published", "yes"),
            ]
            let made = try await who[0].post("/admin/campus/links", link)
            #expect(made.status == 303)
            let album = try await who[1].get("/campus/media")
            #expect(album.contains("href=\"/campus/events/1\""))
            #expect(album.contains("Regata"))
            let page = try await who[1].get("/campus/events/1")
            #expect(page.contains("href=\"https://example.org/barche\""))
            #expect(page.contains("Le barche"))
        }
    }
}
