import AdminTestSupport
import GRDB
import Testing
import Web

@testable import Admin

/// Each setting of the site: what it takes, and what it says otherwise.
@Suite struct SiteSettingsTests {
    private static let form = [
        "name": "Casa", "language": "it", "zone": "Europe/Rome", "tiles": "", "historyDays": "730", "trashDays": "90", "version": "0",
        "systems": "sample",
    ]

    @Test(arguments: [
        ("name", ""), ("name", String(repeating: "a", count: 81)), ("language", "xx"), ("zone", "Luna/Mare"), ("zone", ""),
        ("tiles", "https://tiles.example.org/{z}/{x}.png"), ("tiles", "javascript:alert(1)"), ("historyDays", "36501"),
        ("historyDays", "-1"),
        ("historyDays", "sempre"), ("trashDays", "3651"), ("trashDays", ""),
    ])
    func refusesWhatItCannotBe(_ field: String, _ typed: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/site", Self.form.merging([field: typed]) { $1 })
            #expect(answer.status == 422)
            #expect(answer.contains("#f-\(field)"))
            #expect(answer.contains("value=\"Casa\"") || field == "name")
        }
        expect(try await site.value("SELECT value FROM setting WHERE key = 'name'", as: String.self), is: "Portico di prova")
    }

    @Test func takesEachOfThem() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            let changes = [
                "name": "Portale", "language": "en", "zone": "America/New_York", "tiles": "https://tiles.example.org/{z}/{x}/{y}.png",
                "historyDays": "0", "trashDays": "3650", "languages": "it",
            ]
            expect(try await browsers[0].post("/admin/site", Self.form.merging(changes) { $1 }).status, is: 303)
            let settings = site.portal.admin.site
            #expect(settings.name == "Portale")
            #expect(settings.language == .english)
            #expect(settings.languages == [.italian])
            #expect(settings.zone.identifier == "America/New_York")
            #expect(settings.tiles == "https://tiles.example.org/{z}/{x}/{y}.png")
            #expect(settings.historyDays == 0)
            #expect(settings.trashDays == 3650)
            let page = try await browsers[1].get("/admin")
            #expect(page.contains("Portale"))
        }
        let detail = try await site.value("SELECT detail FROM audit WHERE action = 'site.update'", as: String.self)
        #expect(detail?.contains("Portale") == true)
    }

    /// A name may hold whatever a page must escape.
    @Test func theNameIsTextOnEveryPage() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/site", Self.form.merging(["name": "<b>\"Casa\" & 'co'"]) { $1 })
            for path in ["/admin", "/admin/site", "/admin/sample/books", "/admin/people", "/sign-in"] {
                let page = try await browsers[0].get(path)
                #expect(!page.contains("<b>\"Casa\""), "\(path)")
            }
        }
    }
}
