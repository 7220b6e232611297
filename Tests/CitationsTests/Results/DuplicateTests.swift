import Foundation
import TestSupport
import Testing

@testable import Citations

@Suite struct DuplicateTests {
    private static let list = """
        Title,Authors,Year,Cites,DOI
        Homotopy of dry rivers,"M Rossi",2018,7,
        Homotopy of dry rivers,"M Rossi",2019,11,
        A theory of nonsymmetric stones,"M Rossi",2014,6,
        A theory of non-symmetric stones,"M Rossi",2014,5,
        Wet sands,"M Rossi",2011,4,10.1000/1
        The sands that are wet,"M Rossi",2012,3,10.1000/1
        Notes on salt part 1,"M Rossi",2001,9,
        Notes on salt part 2,"M Rossi",2001,8,
        Editorial,"M Rossi",2001,9,
        Editorial,"M Rossi",2004,9,
        """

    private static func pairs(_ site: TestSite) async throws -> [[String]] {
        try await site.database.read { db in
            let outcome = try #require(try Outcome.of(1, db))
            let findings = try Findings(outcome, year: 2026, db)
            return Duplicates(findings).pairs.map { [findings.works[$0.first].title, findings.works[$0.second].title] }
        }
    }

    @Test func worksThatMayBeOneAreProposed() async throws {
        let (site, _) = try await RunSite.make(list: Self.list, page: nil)
        let pairs = try await Self.pairs(site)
        #expect(pairs.count == 3)
        #expect(pairs.first == ["Homotopy of dry rivers", "Homotopy of dry rivers"])
        #expect(pairs.contains(["A theory of nonsymmetric stones", "A theory of non-symmetric stones"]))
        #expect(pairs.contains(["Wet sands", "The sands that are wet"]))
    }

    @Test func aPairIsJoinedBySumAndComesBackOrStaysTwo() async throws {
        let (site, run) = try await RunSite.make(list: Self.list, page: nil)
        let ids = try await site.database.read {
            try Int64.fetchAll($0, sql: "SELECT id FROM citationWork WHERE title = 'Homotopy of dry rivers' ORDER BY citations DESC")
        }
        try await site.browse(as: "admin") { browsers in
            let (browser, base) = (browsers[0], "/admin/citations/runs/\(run)")
            let pair = [("first", String(ids[0])), ("second", String(ids[1]))]
            expect(try await browser.get(base + "/results").contains("Forse lo stesso lavoro"))
            expect(try await browser.post(base + "/duplicates", pair + [("act", "sum")]).status == 303)
            let joined = try await site.database.read { try WorkDecision.all(of: run, $0) }
            #expect(joined["homotopy of dry rivers|2019"]?.citations == 18)
            #expect(joined["homotopy of dry rivers|2018"]?.mergedInto == "homotopy of dry rivers|2019")
            let batch = try await site.value("SELECT max(batch) FROM citationAct", as: Int64.self) ?? 0
            expect(try await browser.post(base + "/batches/\(batch)/undoing").status == 303)
            expect(try await Self.pairs(site).count == 3)
            expect(try await browser.post(base + "/duplicates", pair + [("act", "apart")]).status == 303)
            try await RunSite.work(site)
            expect(try await Self.pairs(site).count == 2)
            expect(try await browser.post(base + "/duplicates", pair + [("act", "other")]).status == 422)
            expect(try await browser.post(base + "/duplicates", [("first", "0"), ("second", "0"), ("act", "sum")]).status == 303)
        }
    }

    @Test func listsStandBesideEachOther() async throws {
        let other = "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\nWet stones,M Rossi,2003,1\nHot sands,M Rossi,2005,\n"
        let (site, run) = try await RunSite.make(
            list: "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,2\nWet stones,M Rossi,2003,2\n", page: nil
        ) {
            run, _ in
            run.documents.append(RunSite.document("altra.csv", .list, other))
        }
        let rows = try await site.database.read { db in
            let outcome = try #require(try Outcome.of(run, db))
            let words = site.portal.admin.pages.templates.words(in: site.portal.admin.site.language)
            return SourceTable.rows(try Findings(outcome, year: 2026, db), words).map { row in
                ["name", "works", "cited", "h"].map { key in row[key] as? String }
            }
        }
        #expect(rows.count == 3)
        #expect(rows.first == ["list.txt", "2", "2", "2"])
        #expect(rows.dropFirst().first == ["altra.csv", "3", "2", "1"])
        #expect(rows.last?.last == "2")
    }
}
