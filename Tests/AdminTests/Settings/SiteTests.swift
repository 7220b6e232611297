import AdminTestSupport
import Testing

@Suite struct SiteTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func form(_ name: String, systems: [String] = ["sample"], zone: String = "Europe/Rome", tiles: String = "", version: Int = 0)
        -> [(String, String)]
    {
        [
            ("name", name), ("language", "it"), ("zone", zone), ("tiles", tiles), ("historyDays", "730"), ("trashDays", "90"),
            ("version", String(version)),
        ]
            + systems.map { ("systems", $0) }
    }

    @Test func aSystemThatIsSwitchedOffDisappears() async throws {
        try await site.browse(as: "admin", "librarian") { [self] browsers in
            expect(try await browsers[1].get("/admin").contains("/admin/sample/books"))
            expect(try await browsers[0].post("/admin/site", form("Casa mia", systems: [])).location == "/admin/site")
            for browser in browsers {
                for path in [
                    "/admin/sample/books", "/admin/sample/books/new", "/admin/sample/books/trash", "/admin/sample/tours/choices?q=a",
                ] {
                    expect(try await browser.get(path).status == 404, "\(path)")
                }
                expect(try await browser.post("/admin/sample/books", [("name", "Riso")]).status == 404)
                expect(try await browser.get("/admin").contains("/admin/sample") == false)
                expect(try await browser.get("/admin/account/access").contains("libri") == false)
            }
            // Whoever may switch something on is told that nothing is.
            expect(try await browsers[0].get("/admin").contains("parte del portale da accendere"))
            expect(try await browsers[1].get("/admin").contains("da accendere") == false)
            let page = try await browsers[0].get("/admin/site")
            #expect(page.contains("Casa mia"))
            let version = try #require(page.text.firstMatch(of: #/name="version" value="(\d+)"/#)?.1)
            try await browsers[0].post("/admin/site", form("Casa mia", version: Int(version)!))
            expect(try await browsers[1].get("/admin/sample/books").status == 200)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'site.update'", as: Int.self) == 2)
    }

    @Test func refusesWhatCannotBeAndKeepsWhatWasTyped() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            let wrong = try await browsers[0].post("/admin/site", form("", zone: "Luna/Mare", tiles: "https://tiles.example.org/x.png"))
            #expect(wrong.status == 422)
            for field in ["name", "zone", "tiles"] { #expect(wrong.contains("#f-\(field)\""), "\(field)") }
            #expect(wrong.contains("Luna/Mare"))
        }
        expect(try await site.value("SELECT value FROM setting WHERE key = 'name'", as: String.self) == "Portico di prova")
    }

    @Test func twoPeopleWhoEditAtOnceSeeBothVersions() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            expect(try await browsers[0].post("/admin/site", form("Prima")).status == 303)
            let late = try await browsers[0].post("/admin/site", form("Dopo"))
            #expect(late.status == 409)
            #expect(late.contains("Prima"))
            #expect(late.contains("Dopo"))
        }
        expect(try await site.value("SELECT value FROM setting WHERE key = 'name'", as: String.self) == "Prima")
    }

    @Test func isClosedToOthers() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            expect(try await browsers[0].get("/admin/site").status == 403)
            expect(try await browsers[0].post("/admin/site", form("Mia")).status == 403)
        }
    }
}
