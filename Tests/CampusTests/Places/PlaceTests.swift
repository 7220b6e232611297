import Admin
import Foundation
import TestSupport
import Testing

@testable import Campus

@Suite struct PlaceTests {
    /// `Edificio Remo` stands at 45.41, 12.29 with a ramp; `Edificio Vela` a good kilometre north without one, `Edificio Nebbia` nobody
    /// knows where. In each a hall.
    private static func town() async throws -> University {
        let university = try await University()
        try await university.site.database.write { db in
            for (number, name, point) in [(2, "Edificio Vela", GeoPoint(latitude: 45.42, longitude: 12.29)), (3, "Edificio Nebbia", nil)] {
                var building = Building()
                (building.name, building.code, building.type, building.place) = (name, "ED0\(number)", 1, point)
                try building.insert(db, by: University.actor)
                var area = Area()
                (area.name, area.building, area.type) = ("Aula \(number)", Int64(number), 1)
                if number == 3 { area.access = "Ascensore." }
                try area.insert(db, by: University.actor)
            }
            var type = PlaceType()
            type.name = "Biblioteche"
            try type.insert(db, by: University.actor)
        }
        return university
    }

    private func order(_ page: String, _ kind: String) -> [String] {
        page.matches(of: /class="hit" href="\/campus\/([a-z]+)\/(\d+)"/).filter { $0.1 == kind }.map { String($0.2) }
    }

    @Test(arguments: [
        // Rome to Milan, and a quarter of the way round the earth; figures of other programs.
        (41.9028, 12.4964, 45.4642, 9.1900, 476_700.0), (0.0, 0.0, 0.0, 90.0, 10_007_557.0), (45.0, 12.0, 45.0, 12.0, 0.0),
        (10.0, 179.9, 10.0, -179.9, 21_900.0),
    ])
    func distancesAreThoseOfTheGround(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ metres: Double) throws {
        let (from, to) = (try #require(GeoPoint(latitude: a, longitude: b)), try #require(GeoPoint(latitude: c, longitude: d)))
        #expect(abs(from.metres(to: to) - metres) < max(metres * 0.002, 0.01))
    }

    @Test func placesAndPeopleNameWhatTakesPlaceThereAndWithThem() async throws {
        let university = try await Self.town()
        try await university.site.database.write { db in
            try db.execute(sql: "UPDATE campusArea SET department = 1 WHERE id = 1")
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: University.actor)
            for (title, days, area) in [("Concerto", 3.0, 1), ("Vecchio concerto", -3, 1), ("Altrove", 3, 2)] {
                var event = Event()
                (event.title, event.calendar, event.area) = (title, 1, Int64(area))
                (event.starts, event.ends) = (.now + days * 86_400, .now + days * 86_400 + 3_600)
                if area == 1 { event.people = [1] }
                try event.insert(db, by: University.actor)
            }
        }
        try await university.site.browse(as: "") { who in
            for path in ["areas/1", "buildings/1", "people/1"] {
                let page = try await who[0].get("/campus/\(path)")
                #expect(page.contains("Prossimi eventi"), "\(path)")
                #expect(page.contains(">Concerto</a>"), "\(path)")
                #expect(!page.contains("Vecchio concerto"), "\(path)")
                #expect(!page.contains("Altrove"), "\(path)")
            }
            let area = try await who[0].get("/campus/areas/1")
            #expect(area.contains("href=\"/campus/degrees/1\""))
            let nothing = try await who[0].get("/campus/people/2")
            #expect(!nothing.contains("Prossimi eventi"))
        }
    }

    @Test func aPlaceThatEventsNameGoesForGoodAndProgramsAreTold() async throws {
        let university = try await Self.town()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: University.actor)
            var event = Event()
            (event.title, event.calendar, event.area, event.starts, event.ends) = ("Concerto", 1, 2, .now, .now + 3_600)
            try event.insert(db, by: University.actor)
            try db.execute(sql: "DELETE FROM campusBuilding WHERE id = 2")
        }
        try await university.site.browse(as: "") { who in
            let sync = try await who[0].get("/campus/api/v1/sync")
            #expect(sync.contains(#"{"kind":"place","id":2}"#))
            #expect(sync.contains(#"{"kind":"area","id":2}"#))
            #expect(sync.contains(#""kind":"event","id":1"#))
        }
    }

    @Test func theNearestPlacesComeFirstInThePageAndInJSON() async throws {
        let university = try await Self.town()
        try await university.site.browse(as: "") { who in
            for (near, first) in [("45.411,12.29", ["1", "2", "3"]), ("45.419,12.29", ["2", "1", "3"])] {
                let page = try await who[0].get("/campus/places?near=\(near)")
                #expect(page.status == 200)
                #expect(order(page.text, "buildings") == first)
                #expect(page.contains(">110 m<"))
                #expect(page.contains(">1 km<"))
                #expect(page.contains("value=\"\(near)\""))
                let rooms = try await who[0].get("/campus/places?type=1&near=\(near)")
                #expect(order(rooms.text, "areas") == first)
                let answer = try await who[0].call(.get, "/campus/api/v1/buildings?near=\(near)")
                let json = try JSONReader.read(Array(answer.text.utf8))
                let items = json["items"]?.list ?? []
                #expect(items.compactMap { $0["code"]?.text } == first.map { "ED0\($0)" })
                #expect(items.first?["distance"]?.number.map { (110...112).contains($0) } == true)
                #expect(items.last?["distance"]?.isNull == true)
            }
            let halls = try await who[0].call(.get, "/campus/api/v1/places?near=45.419,12.29&limit=2")
            let json = try JSONReader.read(Array(halls.text.utf8))
            #expect((json["items"]?.list ?? []).compactMap { $0["name"]?.text } == ["Aula 2", "Aula Remo"])
            let rest = try await who[0].call(.get, "/campus/api/v1/places?near=45.419,12.29&limit=2&cursor=\(json["next"]?.text ?? "")")
            #expect(rest.contains("Aula 3"))
            #expect(!rest.contains("Aula 2"))
            #expect(rest.contains("\"next\":null"))
            let plain = try await who[0].call(.get, "/campus/api/v1/places")
            #expect(!plain.contains("distance"))
        }
    }

    @Test func placesAreNarrowedByTypeAndByAWayInForEverybody() async throws {
        let university = try await Self.town()
        try await university.site.browse(as: "") { who in
            let open = try await who[0].get("/campus/places?accessible=yes&type=1")
            // What lies in a building with a way in has one too; and a hall may have its own.
            #expect(order(open.text, "buildings") == ["1"])
            #expect(order(open.text, "areas") == ["3", "1"])
            #expect(open.contains("href=\"/campus/places?accessible=yes\""))
            let answer = try await who[0].call(.get, "/campus/api/v1/places?accessible=yes")
            #expect(answer.contains("Aula Remo"))
            #expect(answer.contains("Aula 3"))
            #expect(!answer.contains("Aula 2"))
            let libraries = try await who[0].call(.get, "/campus/api/v1/places?type=2")
            #expect(libraries.status == 200)
            #expect(libraries.contains("\"total\":0"))
            let building = try await who[0].get("/campus/buildings/1")
            #expect(building.contains("href=\"/campus/places?near=45.41000,12.29000\""))
        }
    }

    @Test func severalPhotosOfAPlaceSayWhatTheyShow() async throws {
        let university = try await Self.town()
        try await university.site.database.write { db in
            for number in 1...2 {
                try db.execute(
                    sql: """
                        INSERT INTO picture (key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                        VALUES (?, ?, 100, 80, 1000, ?, '', '', '', 1, '2026-01-01', '2026-01-01')
                        """, arguments: ["p\(number)", String(repeating: String(number), count: 32), "Il portone \(number)"])
            }
        }
        try await university.site.browse(as: "admin", "") { who in
            let fields = [
                ("name", "Edificio Remo"), ("code", "ED01"), ("type", "1"), ("version", "1"), ("place", "45.41, 12.29"), ("picture", "1"),
                ("photos.0.id", ""), ("photos.0.picture", "2"), ("photos.0.caption", "Di notte"),
            ]
            let empty = try await who[0].post("/admin/campus/buildings/1", fields + [("photos.1.id", ""), ("photos.1.caption", "Senza")])
            #expect(empty.status == 422)
            #expect(empty.contains("Scegli una foto, o togli questa riga."))
            #expect(empty.contains("value=\"Di notte\""))
            let saved = try await who[0].post("/admin/campus/buildings/1", fields)
            #expect(saved.status == 303)
            let page = try await who[1].get("/campus/buildings/1")
            #expect(page.contains("alt=\"Il portone 1\""))
            #expect(page.contains("alt=\"Il portone 2\" loading=\"lazy\"><figcaption>Di notte<"))
            let other = try await who[1].get("/campus/areas/1")
            #expect(other.status == 200)
            #expect(!other.contains("class=\"photos\""))
        }
    }

    @Test func aPlaceOfTheMapHasAPanelWithItsPhotoAddressAndHours() async throws {
        let university = try await Self.town()
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES (1, 'p', ?, 100, 80, 1000, 'Il portone', '', '', '', 1, '2026-01-01', '2026-01-01')
                    """, arguments: [String(repeating: "1", count: 32)])
            try db.execute(sql: "UPDATE campusBuilding SET picture = 1, street = 'Calle <b> 3', opening = '24/7', hours = '' WHERE id = 1")
            try db.execute(sql: "UPDATE campusBuilding SET hours = 'Quando c’è vento' WHERE id = 2")
        }
        try await university.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/places")
            let panels = page.text.matches(of: #/<dialog class="place-panel"[\s\S]*?<\/dialog>/#).map { String($0.0) }
            // Whoever is not on the map has no panel.
            #expect(panels.count == 2)
            let first = try #require(panels.first { $0.contains("data-place=\"/campus/buildings/1\"") })
            #expect(first.contains("alt=\"Il portone\""))
            #expect(first.contains("Calle &lt;b&gt; 3"))
            #expect(first.contains("class=\"badge good\""))
            #expect(first.contains("href=\"/campus/buildings/1\">Apri la pagina del luogo</a>"))
            let second = try #require(panels.first { $0.contains("data-place=\"/campus/buildings/2\"") })
            #expect(second.contains("Quando c’è vento"))
            #expect(!second.contains("<img"))
        }
    }

    @Test(arguments: [
        ("near=qui", "scrivi latitudine e longitudine"), ("near=95,12", "scrivi latitudine e longitudine"),
        ("near=45.41", "scrivi latitudine e longitudine"), ("type=boh", "Questo tipo di luogo non c’è"),
        ("type=99", "Questo tipo di luogo non c’è"), ("accessible=forse", "scrivi yes oppure no"),
    ])
    func whatCannotBeMeantIsRefusedInWords(_ query: String, _ sentence: String) async throws {
        let university = try await Self.town()
        try await university.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/places?q=remo&\(query)")
            // Nothing failed: a question was not understood.
            #expect(page.status == 200)
            #expect(page.contains(sentence))
            #expect(page.contains("value=\"remo\""))
            #expect(!page.contains("class=\"hit\""))
            if query.hasPrefix("near") {
                #expect(page.text.contains(#/near-error"\s+aria-invalid/#))
                #expect(page.contains("id=\"near-error\""))
            }
            for list in ["places", "buildings"] {
                let answer = try await who[0].call(.get, "/campus/api/v1/\(list)?lang=it&\(query)")
                #expect(answer.status == 400)
                #expect(answer.contains(sentence))
                #expect(answer.contains("bad_request"))
            }
            let english = try await who[0].call(.get, "/campus/api/v1/places?lang=en&\(query)")
            #expect(english.status == 400)
            #expect(!english.contains(sentence))
        }
    }

    @Test func aFootprintIsDrawnAndWhatIsNoneIsRefused() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            let building = [("name", "Edificio Remo"), ("code", "ED01"), ("type", "1"), ("place", "45.41, 12.29"), ("version", "1")]
            for (typed, said) in [
                ("45.41, 12.29\nqui\n45.42, 12.30", "La riga 2 non è un punto"), ("45.41, 12.29\n45.42, 12.30", "almeno tre angoli"),
            ] {
                let refused = try await who[0].post("/admin/campus/buildings/1", building + [("polygon", typed)])
                #expect(refused.status == 422)
                #expect(refused.contains(said))
                #expect(refused.contains("45.42, 12.30"))
            }
            let plain = try await who[1].get("/campus/buildings/1")
            #expect(!plain.contains("<polygon"))
            // Without an outline it is a point between land and water, with no number where there is no list.
            #expect(plain.contains("<g class=\"ground\">"))
            #expect(!plain.text.contains(/<circle [^>]*>\s*<text/))
            let corners = "45.4099, 12.2899\n45.4099, 12.2901\n\n45.4101, 12.2901"
            #expect(try await who[0].post("/admin/campus/buildings/1", building + [("polygon", corners)]).status == 303)
            for path in ["buildings/1", "places"] {
                let page = try await who[1].get("/campus/\(path)")
                let drawn = page.text.firstMatch(of: /<polygon points="([\d, ]+)"\/>/).map { String($0.1) }
                #expect(drawn?.split(separator: " ").count == 3, "\(path)")
            }
            let json = try JSONReader.read(Array(try await who[1].call(.get, "/campus/api/v1/buildings").text.utf8))
            let item = json["items"]?.list?.first
            #expect(item?["polygon"]?.list?.count == 3)
            #expect(item?["latitude"]?.text == "45.41000")
            #expect(item?["longitude"]?.text == "12.29000")
        }
    }

    @Test func theRadioPlaysInThePageOnlyWhereItsEditorWantsIt() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            for (name, service) in [("Radio", "radio"), ("Borse", "resources")] {
                try await who[0].post("/admin/campus/link-categories", [("name", name), ("service", service), ("ordering", "1")])
            }
            @Sendable func link(_ url: String, in category: String, plays: Bool) -> [(String, String)] {
                [("name", "In diretta"), ("category", category), ("url", url), ("ordering", "1"), ("published", "yes")]
                    + (plays ? [("plays", "yes")] : [])
            }
            for (url, category, said) in [
                ("http://radio.example.org/live", "1", "deve cominciare con https"),
                ("https://a;script-src.example/live", "1", "deve cominciare"),
                ("https://radio.example.org/live", "2", "di una categoria della radio"),
            ] {
                let refused = try await who[0].post("/admin/campus/links", link(url, in: category, plays: true))
                #expect(refused.status == 422, "\(url)")
                #expect(refused.contains(said), "\(url)")
            }
            let stream = "https://radio.example.org:8443/live"
            #expect(try await who[0].post("/admin/campus/links", link(stream, in: "1", plays: false)).status == 303)
            let still = try await who[1].call(.get, "/campus/radio?category=1")
            #expect(!still.contains("<audio"))
            #expect(still.headers[.contentSecurityPolicy]?.contains("media-src 'self';") == true)
            #expect(try await who[0].post("/admin/campus/links/1", link(stream, in: "1", plays: true) + [("version", "1")]).status == 303)
            let page = try await who[1].call(.get, "/campus/radio?category=1")
            #expect(page.contains("src=\"\(stream)\""))
            #expect(page.headers[.contentSecurityPolicy]?.contains("media-src 'self' https://radio.example.org:8443;") == true)
            let elsewhere = try await who[1].call(.get, "/campus/resources")
            #expect(elsewhere.headers[.contentSecurityPolicy]?.contains("radio.example.org") == false)
        }
    }
}
