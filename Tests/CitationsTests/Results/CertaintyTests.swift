import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// A number that is not known is said nowhere.
@Suite struct CertaintyTests {
    private static let flat = "<html><body><p>Nothing of this person is here, but much else that fills a page.</p></body></html>"

    @Test(arguments: [
        ([Certainty.Doubt](), 3...5, Certainty.State.exact), ([.noCitations], 0...0, .unknown), ([.noWorks], 0...0, .unknown),
        ([.pageUnread], 0...7, .range), ([.pageFew], 4...4, .exact), ([.listUnread], 3...5, .atLeast), ([.listUnread], 0...5, .unknown),
        ([.fewCitations, .pageFew], 2...4, .atLeast),
    ])
    func doubtsDecideWhatIsSaid(_ doubts: [Certainty.Doubt], _ band: ClosedRange<Int>, _ state: Certainty.State) {
        #expect(Certainty(doubts, h: 4, band: band).state == state)
    }

    private static func certainty(_ site: TestSite) async throws -> String? {
        try await site.value("SELECT state || ' ' || least || ' ' || coalesce(most, '-') FROM citationOutcome", as: String.self)
    }

    @Test func aPageThatRecognisesNothingLeavesARangeEverywhere() async throws {
        let (site, run) = try await RunSite.make(page: Self.flat)
        expect(try await Self.certainty(site) == "range 0 7")
        try await site.browse(as: "admin", "") { browsers in
            let base = "/admin/citations/runs/\(run)"
            let page = try await browsers[0].get(base + "/results")
            #expect(page.contains("<strong>tra 0 e 7</strong>"))
            #expect(!page.contains("h = <strong>"))
            #expect(!page.contains("Nessuna pagina"))
            #expect(page.contains("non filtra niente"))
            expect(try await browsers[0].get("/admin/citations/overview").contains("tra 0 e 7"))
            expect(try await browsers[0].get("/admin/citations/comparison?author=1").contains("tra 0 e 7"))
            expect(try await browsers[0].get(base + "/report").contains("tra 0 e 7"))
            let json = try await browsers[0].ask(.get, "/api/v1/citations/runs/\(run)/result").json
            #expect(json["h"]?["selected"] == .null)
            #expect(json["h"]?["state"] == .text("range"))
            #expect(json["h"]?["all"] == .number(7))
            #expect(json["code"] == .text("homepage_titles_not_found"))
            let file = try await browsers[0].get(base + "/exports/works.json").json
            #expect(file["indexes"]?["h"] == .null)
            #expect(file["certainty"]?["most"] == .number(7))
            try await browsers[0].post(base + "/publication", [("act", "show"), ("agreed", "yes")])
            expect(try await browsers[1].get("/citations/authors/1").contains("tra 0 e 7"))
        }
        expect(try await site.value("SELECT count(*) FROM citationSnapshot", as: Int.self) == 0)
    }

    @Test func aListWithoutCitationsHasNoIndex() async throws {
        let bibtex =
            "@article{a, title = {Dry rivers}, author = {Rossi, M}, year = 2001}\n@article{b, title = {Wet stones}, author = {Rossi, M}, year = 2002}"
        let (site, run) = try await RunSite.make(list: bibtex, page: nil)
        try await site.browse(as: "admin") { browsers in
            let base = "/admin/citations/runs/\(run)"
            let page = try await browsers[0].get(base + "/results")
            #expect(page.contains("<strong>non noto</strong>"))
            #expect(!page.contains("<strong>0</strong>"))
            expect(try await browsers[0].get("/admin/citations/overview").contains("non noto"))
            for name in ["works.bib", "works.ris"] {
                expect(try await !browsers[0].get(base + "/exports/" + name).text.lowercased().contains("cited by"))
            }
            let file = try await browsers[0].get(base + "/exports/works.json").json
            #expect(file["works"]?.list?.allSatisfy { $0["citations"] == .null } == true)
            #expect(file["indexes"]?["g"] == .null)
            let all = try await browsers[0].get("/admin/citations/works.csv").text
            #expect(try ListReader.read(String(all.dropFirst())).works.allSatisfy { $0.citations == nil })
            let works = try await browsers[0].ask(.get, "/api/v1/citations/runs/\(run)/works").json
            #expect(works["items"]?.list?.first?["citations"] == .null)
        }
    }

    /// None of several answers that would count as unknown is lost: an empty field of a work that has no count stays unknown.
    @Test func aPersonMaySayThatAWorkHasNoCitations() async throws {
        let (site, run) = try await RunSite.make(list: "Title,Authors,Year\nDry rivers,M Rossi,2001\n", page: nil)
        let work = try await RunSite.find(site, "Dry rivers")
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/citations/runs/\(run)/works/\(work)"
            expect(try await browsers[0].post(address, [("name", "Dry rivers"), ("year", "2001"), ("citations", "")]).status == 303)
            expect(try await Self.certainty(site) == "unknown 0 -")
            try await browsers[0].post(address, [("name", "Dry rivers"), ("year", "2001"), ("citations", "0")])
            expect(try await Self.certainty(site) == "exact 0 0")
        }
    }

    @Test func questionsComeInTheOrderOfTheirEffectAndSettleTheIndex() async throws {
        // The page names two works; the others are by people of the page.
        let titles = [
            "Rivers and stones of the long valley", "Bread in old towns and markets", "Notes on edge detection in pictures",
            "The price of salt near the sea", "Counting birds with few samples", "Slow engines and their signals",
        ]
        let list = titles.enumerated().map { "\(($0 + 1) * 3)\t\($1)\tM Rossi, L Verdi\t200\($0)" }
        let page = titles[4...].joined(separator: "\n")
        let (site, run) = try await RunSite.make(list: list.joined(separator: "\n"), page: page)
        try await site.browse(as: "admin") { browsers in
            let base = "/admin/citations/runs/\(run)"
            let json = try await browsers[0].ask(.get, "/api/v1/citations/runs/\(run)/result").json
            #expect(json["h"]?["state"] == .text("range"))
            #expect(json["h"]?["least"] == .number(2))
            #expect(json["h"]?["most"] == .number(5))
            let result = try await browsers[0].get(base + "/results")
            #expect(result.contains("al massimo 4 risposte"))
            for title in titles[..<4] {
                let work = try await RunSite.find(site, title)
                try await browsers[0].post(base + "/works/\(work)/decision", [("act", "in")])
            }
            expect(try await Self.certainty(site) == "exact 5 5")
        }
    }

    @Test func aListThatIsNotUnderstoodLeavesALeastNumber() async throws {
        let (site, _) = try await RunSite.make(page: nil) { run, _ in
            run.documents.append(
                RunSite.document("records.txt", .list, "0107 2200049 4500\n5.0.2.11.7\n+++ 17/4 12% 8,3\nhttps://example.org/12\n"))
        }
        expect(try await Self.certainty(site)?.hasPrefix("atLeast") == true)
        expect(try await site.value("SELECT count(*) FROM citationWork WHERE title LIKE '%4500%'", as: Int.self) == 0)
    }
}
