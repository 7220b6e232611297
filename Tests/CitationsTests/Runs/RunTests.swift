import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

@Suite struct RunTests {
    @Test func aRunBeginsWithItsFirstDocumentAndSaysItsIndexWithAndWithoutNamesakes() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(page.status == 200)
            #expect(page.contains("h = <strong>4</strong>"))
            #expect(page.contains("<strong>7</strong>"))
            #expect(page.contains("Sulla pagina con lo stesso titolo.") || page.contains("uguale al 100 %"))
        }
    }

    @Test func aDecisionChangesTheIndexReturnsToItsRowAndCanBeTakenBack() async throws {
        let (site, run) = try await RunSite.make()
        let work = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let answer = try await browser.post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "in"), ("page", "1")])
            #expect(answer.status == 303)
            #expect(answer.location == "/admin/citations/runs/\(run)/results?page=1#w\(work)")
            expect(try await browser.get("/admin/citations/runs/\(run)/results").contains("h = <strong>5</strong>"))
            let act = try await site.value("SELECT max(id) FROM citationAct", as: Int64.self) ?? 0
            try await browser.post("/admin/citations/runs/\(run)/decisions/\(act)/undoing")
            expect(try await browser.get("/admin/citations/runs/\(run)/results").contains("h = <strong>4</strong>"))
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'citations.runs.decide'", as: Int.self) == 2)
    }

    @Test func manyWorksAreDecidedAtOnceAndOneUndoTakesThemBack() async throws {
        let (site, run) = try await RunSite.make()
        let (grape, pests) = (
            try await RunSite.find(site, "Grape yields and rainfall in Tuscany"), try await RunSite.find(site, "A survey of olive pests")
        )
        let results = "/admin/citations/runs/\(run)/results"
        try await site.browse(as: "admin", "educator") { browsers in
            let (browser, address) = (browsers[0], "/admin/citations/runs/\(run)/decisions")
            expect(try await browsers[1].post(address, [("act", "in"), ("all", "yes")]).status == 404)
            let answer = try await browser.post(
                address, [("act", "in"), ("id", "\(grape)"), ("id", "\(pests)"), ("only", "excluded"), ("page", "1")])
            #expect(answer.location == results + "?only=excluded&page=1")
            let shown = try await browser.get(results)
            #expect(shown.contains("Deciso su 2 lavori."))
            #expect(shown.contains("deciso su 2 lavori insieme"))
            let first = try await site.value("SELECT min(id) FROM citationAct", as: Int64.self) ?? 0
            #expect(shown.contains("/batches/\(first)/undoing"))
            // What was decided later stays.
            try await browser.post("/admin/citations/runs/\(run)/works/\(pests)/decision", [("act", "out")])
            try await browser.post("/admin/citations/runs/\(run)/batches/\(first)/undoing")
            expect(try await browser.get(results).contains("Su un lavoro è stato deciso altro dopo"))
            expect(try await site.value("SELECT group_concat(value) FROM citationDecision", as: String.self) == "{\"isIn\":false}")
            expect(try await browser.post("/admin/citations/runs/\(run)/batches/99/undoing").status == 404)
            try await browser.post(address, [("act", "out"), ("all", "yes"), ("q", "edge detection")])
            expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 3)
            try await browser.post(address, [("act", "out")])
            expect(try await browser.get(results).contains("Segna prima i lavori"))
        }
    }

    @Test func aTitleOfThePageIsCorrectedAndTheRunFollows() async throws {
        let (site, run) = try await RunSite.make()
        let base = "/admin/citations/runs/\(run)"
        try await site.browse(as: "admin", "educator") { browsers in
            let browser = browsers[0]
            expect(try await browsers[1].get(base + "/page-works/1").status == 404)
            expect(try await browsers[1].post(base + "/page-works", [("name", "X")]).status == 404)
            expect(try await browsers[1].post(base + "/page-works", [("name", "")]).status == 404)
            let long = try await browser.post(base + "/page-works", [("name", String(repeating: "<", count: 501))])
            #expect(long.status == 422)
            #expect(long.contains("&lt;&lt;"))
            #expect(long.contains("aria-describedby=\"name-error\""))
            let refused = try await browser.post(base + "/page-works/1", [("act", "save"), ("name", "…")])
            #expect(refused.status == 422)
            #expect(refused.contains("value=\"…\""))
            #expect(refused.contains("aria-describedby=\"name-error\""))
            try await browser.post(base + "/page-works/1", [("act", "out"), ("name", "")])
            try await RunSite.work(site)
            expect(try await site.value("SELECT count(*) FROM citationPageWork", as: Int.self) == 5)
            let steps = try await browser.get(base + "/steps")
            #expect(steps.contains("Tolti dalla pagina"))
            #expect(steps.contains("tolto dalla pagina: il calcolo riparte"))
            expect(try await browser.get(base + "/results").contains("tolto dalla pagina dell’autore"))
            let kept = try await site.value("SELECT identity FROM citationDecision", as: String.self) ?? ""
            try await browser.post(base + "/page-works/restorations", [("title", kept)])
            try await browser.post(base + "/page-works", [("name", "Soil acidity in alpine meadows")])
            try await RunSite.work(site)
            expect(try await browser.get(base + "/results").contains("h = <strong>5</strong>"))
            expect(try await site.value("SELECT count(*) FROM citationPageWork", as: Int.self) == 7)
        }
    }

    @Test func theListOfWorksIsSearchedAndSortedInItsAddress() async throws {
        let (site, run) = try await RunSite.make()
        let results = "/admin/citations/runs/\(run)/results"
        @Sendable func titles(_ page: Answer) -> [String] {
            page.text.matches(of: #/<h3>([^<]*)<\/h3>\n<p class="quiet">/#).map { String($0.1) }
        }
        try await site.browse(as: "admin") { browsers in
            let all = titles(try await browsers[0].get(results))
            let edges = titles(try await browsers[0].get(results + "?q=EDGE+detection&sort=title"))
            #expect(all.count == 10)
            #expect(edges == ["Fast edge detection with integral filters", "Notes on edge detection"])
            expect(titles(try await browsers[0].get(results + "?only=excluded")).count == 5)
            expect(titles(try await browsers[0].get(results + "?sort=-year&only=nonsense")).count == 10)
            let none = try await browsers[0].get(results + "?q=%3Cb%3E")
            #expect(none.contains("Non ci sono lavori"))
            #expect(none.contains("value=\"&lt;b&gt;\""))
            #expect(!none.contains("name=\"act\" value=\"in\""))
        }
    }

    @Test func decisionsHoldWhenTheRunIsRepeated() async throws {
        let (site, run) = try await RunSite.make()
        let work = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "in")])
            try await browsers[0].post("/admin/citations/runs/\(run)/calculations")
            try await RunSite.work(site)
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("h = <strong>5</strong>"))
        }
    }

    @Test func aWorkCanBeCorrectedAndMergedAndARefusedCorrectionKeepsWhatWasTyped() async throws {
        let (site, run) = try await RunSite.make(page: nil)
        let (work, other) = (
            try await RunSite.find(site, "Notes on edge detection"),
            try await RunSite.find(site, "Fast edge detection with integral filters")
        )
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/citations/runs/\(run)/works/\(work)"
            let refused = try await browsers[0].post(address, [("name", "Nuovo <b>titolo</b>"), ("year", "tanto"), ("citations", "-1")])
            #expect(refused.status == 422)
            #expect(refused.contains("Nuovo &lt;b&gt;titolo&lt;/b&gt;"))
            let saved = try await browsers[0].post(address, [("name", "Notes on edge detection"), ("year", "1998"), ("citations", "50")])
            #expect(saved.status == 303)
            expect(try await site.value("SELECT value FROM citationDecision", as: String.self) == "{\"citations\":50}")
            try await browsers[0].post(
                address, [("name", "Notes on edge detection"), ("year", "1998"), ("citations", "3"), ("same", String(other))])
            let page = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(page.contains("È lo stesso lavoro di «Fast edge detection with integral filters»."))
        }
    }

    @Test func aNewRunIsMadeOfFilesAndARefusedOneSaysWhy() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let fields = [
                ("newAuthor", "Ada De Luca"), ("surname", "De Luca"), ("preset", "improved"), ("titleThreshold", "80"),
                ("authorThreshold", "68"),
            ]
            let refused = try await browsers[0].post("/admin/citations/new-run", fields + [("list", ""), ("page", "<p>")])
            #expect(refused.status == 422)
            #expect(refused.contains("Serve un elenco con le citazioni"))
            #expect(refused.contains("value=\"Ada De Luca\""))
            let file = (name: "listFiles", fileName: "salvata.html", bytes: Data(Fixtures.today.utf8))
            let made = try await browsers[0].post("/admin/citations/new-run", fields, files: [file])
            #expect(made.status == 303)
            try await RunSite.work(site)
            let page = try await browsers[0].get(made.location ?? "")
            #expect(page.contains("L’età dell’acqua: un’indagine"))
            #expect(page.contains("1.234"))
        }
    }

    @Test func everyExportIsAnAttachmentAndTheJSONReadsBackTheSame() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            for name in ["works.csv", "works.json", "works.bib", "works.ris"] {
                let file = try await browsers[0].get("/admin/citations/runs/\(run)/exports/\(name)")
                #expect(file.status == 200)
                #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
                let read = try ListReader.read(name == "works.csv" ? String(file.text.drop { $0 == "\u{FEFF}" }) : file.text)
                #expect(read.works.count == (name.hasSuffix("bib") || name.hasSuffix("ris") ? 5 : 10))
                #expect(read.works.compactMap(\.citations).sorted().last == (name.hasSuffix("bib") || name.hasSuffix("ris") ? 31 : 40))
            }
            let document = try await site.value("SELECT id FROM citationDocument WHERE role = 'page'", as: Int64.self) ?? 0
            let page = try await browsers[0].get("/admin/citations/runs/\(run)/documents/\(document)")
            #expect(page.headers[.contentType]?.hasPrefix("text/plain") == true)
            #expect(page.headers[.contentDisposition]?.hasPrefix("attachment") == true)
        }
    }

    @Test func stepsReportAndOverviewAreThere() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let steps = try await browsers[0].get("/admin/citations/runs/\(run)/steps")
            #expect(steps.contains("//ul[@id=&#39;pubs&#39;]") || steps.contains("//ul[@id='pubs']"))
            #expect(steps.contains("A manuscript that no index knows"))
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/report").status == 200)
            expect(try await browsers[0].get("/admin/citations/overview").contains("Mario Rossi"))
        }
    }

    @Test func anExpressionShowsWhatItPicksBeforeItIsUsed() async throws {
        let (site, run) = try await RunSite.make()
        let address = "/admin/citations/runs/\(run)/expression"
        let kept = "SELECT expression FROM citationRun"
        try await site.browse(as: "admin", "educator") { browsers in
            expect(try await browsers[1].get(address).status == 404)
            expect(try await browsers[1].post(address, [("expression", "//u")]).status == 404)
            let tried = try await browsers[0].get(address + "?expression=//i")
            #expect(tried.status == 200)
            #expect(tried.contains("manca nell’elenco"))
            #expect(!tried.contains("è nell’elenco"))
            expect(try await site.value(kept, as: String.self) == "")
            for refused in [
                try await browsers[0].get(address + "?expression=//b%5B"), try await browsers[0].post(address, [("expression", "//b[")]),
            ] {
                #expect(refused.status == 422)
                #expect(refused.contains("value=\"//b[\""))
                #expect(!refused.contains("Usa questa espressione"))
            }
            try await browsers[0].post(address, [("expression", "//li/i")])
            try await RunSite.work(site)
            expect(try await site.value(kept, as: String.self) == "//li/i")
            // It picks authors, so that no title is recognised: what is not known is a range.
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("<strong>tra 0 e 4</strong>"))
            try await browsers[0].post(address, [("expression", "")])
            try await RunSite.work(site)
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/steps").contains("//ul[@id=&#39;pubs&#39;]"))
        }
    }

    @Test func whoMayNotSeeRunsFindsNone() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "educator", "") { browsers in
            for path in [
                "runs/\(run)/results", "runs/\(run)/steps", "runs/\(run)/exports/works.csv", "overview", "new-run", "runs/99/results",
            ] {
                expect(try await browsers[0].get("/admin/citations/\(path)").status == 404)
                expect(try await browsers[1].get("/admin/citations/\(path)").status == 303)
            }
            expect(try await browsers[0].post("/admin/citations/runs/\(run)/calculations").status == 404)
        }
    }

    @Test func visitorsTryTheLessonsAndHostileInputIsHarmless() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "") { browsers in
            expect(try await browsers[0].get("/citations").status == 200)
            expect(try await browsers[0].get("/citations/h-index?numbers=10+8+5+4+3").contains("h = <strong>4</strong>"))
            expect(try await browsers[0].get("/citations/h-index?numbers=%3Cscript%3E99999999999999999999").status == 200)
            let distance = try await browsers[0].get("/citations/edit-distance?a=aaaab&b=aaaaa")
            #expect(distance.contains("<strong>80 %</strong>"))
            expect(try await browsers[0].get("/citations/edit-distance?a=%3Cb%3E&b=" + String(repeating: "x", count: 5_000)).status == 200)
            for (name, h) in [("a", 4), ("b", 3), ("c", 3)] {
                expect(try await browsers[0].get("/citations/home-page?page=\(name)").contains("h = \(h)"))
            }
            expect(try await browsers[0].get("/citations/home-page?page=b&method=original").contains("h = 2"))
        }
    }

    @Test func whereAllWorksCountNobodySpeaksOfOthers() async throws {
        let (site, run) = try await RunSite.make(list: "9\tDry rivers\tM Rossi\n7\tWet stones\tM Rossi", page: "Dry rivers\nWet stones")
        try await site.browse(as: "admin") { browsers in
            let result = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(result.contains("Contano tutti i lavori (2)"))
            #expect(!result.contains("gli altri non"))
        }
    }

    /// A run that was thrown away by itself before stays where it is.
    @Test func runsGoAndReturnWithTheirAuthor() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (browser, result) = (browsers[0], "/admin/citations/runs/\(run)/results")
            let author = try await site.value("SELECT author FROM citationRun", as: Int64.self) ?? 0
            let authors = "/admin/citations/authors"
            try await browser.post("\(authors)/\(author)/deletion", [("confirmed", "yes")])
            for page in [result, "/admin/citations/runs/\(run)"] { expect(try await browser.get(page).status == 404) }
            expect(try await !browser.get("/admin/citations/overview").contains(result))
            expect(try await browser.get("/admin/citations/runs/trash").contains("Rossi"))
            try await browser.post("\(authors)/trash", [("act", "restore"), ("id", String(author))])
            expect(try await browser.get(result).status == 200)
            try await browser.post("/admin/citations/runs/\(run)/deletion", [("confirmed", "yes")])
            try await site.database.write { try $0.execute(sql: "UPDATE citationRun SET deletedAt = '2026-01-01 00:00:00.000'") }
            try await browser.post("\(authors)/\(author)/deletion", [("confirmed", "yes")])
            try await browser.post("\(authors)/trash", [("act", "restore"), ("id", String(author))])
            expect(try await site.value("SELECT deletedAt IS NULL FROM citationAuthor", as: Bool.self) == true)
            expect(try await browser.get(result).status == 404)
        }
    }
}
