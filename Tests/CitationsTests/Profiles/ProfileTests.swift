import Foundation
import GRDB
import Registry
import TestSupport
import Testing

@testable import Admin
@testable import Citations

@Suite struct ProfileTests {
    @Test func aProfileIsPublicOnlyWithTheAuthorsWordAndNotAMomentLonger() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin", "", "educator") { browsers in
            let act = "/admin/citations/runs/\(run)/publication"
            expect(try await browsers[1].get("/citations/authors/1").status == 404)
            expect(try await browsers[2].post(act, [("act", "show"), ("agreed", "yes")]).status == 404)
            try await browsers[0].post(act, [("act", "show")])
            expect(try await browsers[1].get("/citations/authors/1").status == 404)
            try await browsers[0].post(act, [("act", "show"), ("agreed", "yes")])
            let page = try await browsers[1].get("/citations/authors/1")
            #expect(page.status == 200)
            #expect(page.contains("h = <strong>4</strong>"))
            #expect(page.contains("Sparse graph matching"))
            #expect(page.contains("list.txt, page.html"))
            #expect(page.contains("80 % / 68 %"))
            // Works of namesakes are nobody's business here.
            #expect(!page.contains("Grape yields"))
            expect(try await browsers[1].get("/citations").contains("/citations/authors/1"))
            try await browsers[0].post(act, [("act", "hide")])
            expect(try await browsers[1].get("/citations/authors/1").status == 404)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action LIKE 'citations.authors.%publish'", as: Int.self) == 2)
    }

    @Test func theCampusLeadsToTheProfileOfItsPersonAsLongAsThereIsOne() async throws {
        let (site, run) = try await RunSite.make()
        try await site.database.write { db in
            var person = Person()
            (person.name, person.surname) = ("Mario Rossi", "Rossi")
            try person.insert(db, by: RunSite.actor)
            try db.execute(sql: "UPDATE citationAuthor SET person = ?", arguments: [person.id])
            try AuthorProfile.set(run, of: 1, db)
        }
        try await site.browse(as: "", "admin") { browsers in
            expect(try await browsers[0].get("/campus/people/1").contains("href=\"/citations/authors/1\""))
            try await browsers[1].post("/admin/citations/runs/\(run)/publication", [("act", "hide")])
            expect(!(try await browsers[0].get("/campus/people/1").contains("/citations/authors")))
        }
    }

    @Test func authorsStandBesideEachOtherAndEveryCalculationIsAPointOfTheirHistory() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let once = try await browsers[0].get("/admin/citations/comparison?author=1")
            #expect(once.contains("A · Mario Rossi"))
            #expect(once.contains("C’è un solo calcolo"))
            let work = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
            try await browsers[0].post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "in")])
            try await browsers[0].post("/admin/citations/runs/\(run)/calculations")
            try await RunSite.work(site)
            let twice = try await browsers[0].get("/admin/citations/comparison?author=1&author=99&author=x")
            #expect(twice.status == 200)
            #expect(twice.contains("<polyline"))
            let file = try await browsers[0].get("/admin/citations/comparison?author=1&chart=history")
            #expect(file.text.hasPrefix("<?xml"))
            #expect(twice.contains("chart=history"))
            expect(try await browsers[0].get("/admin/citations/comparison").status == 200)
        }
        expect(try await site.database.read { try Int.fetchAll($0, sql: "SELECT h FROM citationSnapshot ORDER BY id") } == [4, 5])
    }
}
