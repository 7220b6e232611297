import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// What a researcher keeps beside single results: favourites, documents used again, ways to write a surname.
@Suite struct ResearcherTests {
    @Test func favouritesStandFirstAndAreOnesOwn() async throws {
        let (site, _) = try await RunSite.make()
        let second = try await site.database.write { db in
            var (author, run) = (Author(), Run())
            (author.name, author.surname, run.name) = ("Zoe Zanni", "Zanni", "Zanni")
            try author.insert(db, by: RunSite.actor)
            run.author = author.id
            try run.insert(db, by: RunSite.actor)
            return author.id ?? 0
        }
        let star = "/admin/citations/authors/\(second)/favourite"
        try await site.browse(as: "admin", "educator") { browsers in
            let browser = browsers[0]
            expect(try await browsers[1].post(star, [("act", "keep")]).status == 404)
            expect(try await browser.post("/admin/citations/authors/999/favourite", [("act", "keep")]).status == 404)
            expect(try await browser.post(star, [("act", "x")]).status == 422)
            expect(try await browser.post(star, [("act", "keep")]).location == "/admin/citations/overview#a\(second)")
            let all = try await browser.get("/admin/citations/overview").text
            let places = try ["Zoe Zanni", "Mario Rossi"].map { try #require(all.range(of: $0)?.lowerBound) }
            #expect(places[0] < places[1])
            expect(try await !browser.get("/admin/citations/overview?favourites=yes").contains("Mario Rossi"))
            try await browser.post(star, [("act", "drop")])
            expect(try await site.value("SELECT count(*) FROM citationFavourite", as: Int.self) == 0)
        }
    }

    @Test func documentsOfARunAreUsedAgainInAnother() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            expect(try await browser.get("/admin/citations/runs/\(run)/results").contains("new-run?from=\(run)"))
            let form = try await browser.get("/admin/citations/new-run?from=\(run)")
            #expect(form.contains("name=\"stored\""))
            #expect(form.contains("list.txt"))
            #expect(form.contains("page.html"))
            let documents = form.text.matches(of: /name="stored" value="(\d+)" checked/).map { ("stored", String($0.1)) }
            #expect(documents.count == 2)
            let author = try await site.value("SELECT author FROM citationRun WHERE id = \(run)", as: Int64.self) ?? 0
            let typed = [("author", String(author)), ("preset", "original"), ("authorThreshold", "68")]
            let refused = try await browser.post("/admin/citations/new-run", typed + documents + [("titleThreshold", "x")])
            #expect(refused.status == 422)
            #expect(refused.text.matches(of: /name="stored" value="\d+" checked/).count == 2)
            expect(try await browser.post("/admin/citations/new-run", typed + documents + [("titleThreshold", "80")]).status == 303)
            try await RunSite.work(site)
            expect(try await site.value("SELECT count(*) FROM citationDocument", as: Int.self) == 4)
            expect(try await site.value("SELECT count(DISTINCT id) FROM citationDocument WHERE run = \(run)", as: Int.self) == 2)
            // What both runs have is offered once, and ticked for either.
            let again = try await browser.get("/admin/citations/new-run?from=\(run)").text
            #expect(again.matches(of: /name="stored" value="\d+" checked/).count == 2)
            #expect(again.matches(of: /name="stored"/).count == 2)
            expect(try await browser.post("/admin/citations/new-run", typed + [("stored", "999"), ("titleThreshold", "80")]).status == 422)
        }
    }

    @Test func worksThatNameAVariantOfTheSurnameAreTakenToo() async throws {
        let list = "9\tDry rivers\tJ Müller\t2001\n8\tWet stones\tJ Mueller\t2002\n7\tHot sands\tJ Moller\t2003\n"
        let (site, _) = try await RunSite.make(list: list, page: nil) { _, author in
            (author.surname, author.variants) = ("Müller", "Mueller, , Müller-Neri")
        }
        expect(try await site.value("SELECT count(*) FROM citationWork", as: Int.self) == 2)
    }

    @Test func textsAreComparedAsThePersonSays() async throws {
        let page = "<ul><li>DRY RIVERS OF THE SOUTH</li><li>WET STONES OF THE NORTH</li></ul>"
        let list = "9\tDry rivers of the south\tM Rossi\t2001\n8\tWet stones of the north\tM Rossi\t2002\n"
        for (spelling, known) in [(Spellings.usual, 2), (.raw, 0), (.folded, 2)] {
            let (site, _) = try await RunSite.make(list: list, page: page) { run, _ in run.spelling = spelling }
            let sql = "SELECT count(*) FROM citationWork WHERE percent >= 80"
            expect(try await site.value(sql, as: Int.self) == known)
        }
    }

    @Test func aDecisionAboutManyWorksIsOneLineOfTheLog() async throws {
        let (site, run) = try await RunSite.make()
        let count = "SELECT count(*) FROM audit WHERE action = 'citations.runs.decide'"
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/citations/runs/\(run)/decisions", [("act", "out"), ("all", "yes")])
            expect(try await site.value(count, as: Int.self) == 1)
            expect(
                try await site.value("SELECT detail FROM audit WHERE action = 'citations.runs.decide'", as: String.self)
                    == "{\"works\":\"10\"}")
            let batch = try await site.value("SELECT batch FROM citationAct", as: Int64.self) ?? 0
            try await browsers[0].post("/admin/citations/runs/\(run)/batches/\(batch)/undoing")
            expect(try await site.value(count, as: Int.self) == 2)
            expect(try await browsers[0].get("/admin/audit").contains("lavori"))
        }
    }

    @Test func companyOfBothSidesIsPointedAt() async throws {
        let list =
            "9\tSparse graph matching\tM Rossi, L Verdi\t2001\n8\tWet stones\tRossi M., Verdi L.\t2002\n7\tDry rivers\tG Rossi, P Neri\t2003\n"
        let (site, run) = try await RunSite.make(list: list, page: "Sparse graph matching\n")
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/citations/runs/\(run)/results").text
            let table = try #require(
                page.split(separator: "id=\"people\"").last?.split(separator: "<tbody>").dropFirst().first?.split(separator: "</tbody>")
                    .first)
            #expect(table.contains("L Verdi"))
            #expect(table.contains("P Neri"))
            #expect(!table.contains("Rossi</a>"))
            #expect(table.matches(of: /in entrambi/).count == 1)
        }
    }
}
