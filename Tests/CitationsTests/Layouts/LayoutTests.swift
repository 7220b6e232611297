import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// Pages of sites that the program does not know.
@Suite struct LayoutTests {
    private static let page = """
        <html><body><table><tr class="hit"><td><h4><a href="https://x.test/1">Dry rivers</a></h4><p>A Rossi, B Neri</p><em>Hydrology, 2001</em></td>
        <td>citato 1.234 volte</td></tr><tr class="hit"><td><h4>Wet stones</h4><p>A Rossi</p><em>2003</em></td><td>citato 5 volte</td></tr></table></body></html>
        """
    private static let fields = [
        ("name", "Catalogo"), ("isOn", "yes"), ("row", "//tr[@class='hit']"), ("work", ".//h4"), ("authors", ".//p"), ("year", ".//em"),
        ("venue", ".//em"), ("citations", "td[2]"), ("link", ".//a/@href"), ("sample", page), ("expected", "2"),
    ]

    @Test func aPageIsReadAsItsLayoutSays() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let new = [
                ("newAuthor", "Ada Rossi"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "0"), ("list", Self.page),
            ]
            expect(try await browser.post("/admin/citations/new-run", new).status == 422)
            expect(try await browser.post("/admin/citations/layouts", Self.fields).status == 303)
            let trial = try await browser.get("/admin/citations/layouts/1/trial")
            #expect(trial.contains("ci sono 2 lavori"))
            #expect(trial.contains("Wet stones"))
            #expect(trial.contains("1.234"))
            expect(try await browser.post("/admin/citations/new-run", new).status == 303)
            try await RunSite.work(site)
            let works = try await browser.ask(.get, "/api/v1/citations/runs/\(run + 1)/works").json["items"]?.list ?? []
            #expect(works.map { $0["citations"] } == [.number(1234), .number(5)])
            #expect(works.first?["authors"] == .text("A Rossi, B Neri"))
            #expect(works.first?["year"] == .number(2001))
            // What is switched off reads nothing more.
            try await site.database.write { try $0.execute(sql: "UPDATE citationLayout SET isOn = 0") }
            expect(try await browser.post("/admin/citations/new-run", new).status == 422)
        }
    }

    @Test(arguments: ["row", "work"]) func anExpressionThatTakesTooLongIsRefusedForThat(_ field: String) async throws {
        let endless = String(repeating: "//*[count(", count: 10) + "//*" + String(repeating: ")]", count: 10)
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post(
                "/admin/citations/layouts", Self.fields.map { $0.0 == field ? (field, endless) : $0 })
            #expect(answer.status == 422)
            #expect(answer.contains("href=\"#f-\(field)\""))
            #expect(answer.contains("troppo tempo"))
        }
    }

    @Test(arguments: [
        ("row", "//tr[", "row"), ("row", "count(//tr)", "row"), ("work", ".//h4[", "work"), ("citations", "foo(", "citations"),
        ("expected", "3", "expected"), ("work", ".//h9", "expected"),
    ])
    func whatDoesNotFitItsOwnSampleIsRefusedAtItsField(_ field: String, _ value: String, at refused: String) async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post(
                "/admin/citations/layouts", Self.fields.map { $0.0 == field ? (field, value) : $0 })
            #expect(answer.status == 422)
            #expect(answer.contains("href=\"#f-\(refused)\""))
        }
        expect(try await site.value("SELECT count(*) FROM citationLayout", as: Int.self) == 0)
    }
}
