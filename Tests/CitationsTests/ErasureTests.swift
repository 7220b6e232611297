import Foundation
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// What stays of an author who was deleted for good.
@Suite struct ErasureTests {
    @Test func anAuthorGoesWithHisRunsAndNothingOfThemStays() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (browser, authors) = (browsers[0], "/admin/citations/authors")
            let author = try await site.value("SELECT author FROM citationRun", as: Int64.self) ?? 0
            let work = try await RunSite.find(site, "Notes on edge detection")
            try await browser.post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "out")])
            try await browser.post("\(authors)/\(author)/favourite", [("act", "keep")])
            let before = try await browser.get("\(authors)/\(author)/deletion")
            #expect(before.contains("<li>Rossi (calcolo)</li>"))
            #expect(!before.contains("lì mancherà"))
            try await browser.post("\(authors)/\(author)/deletion", [("confirmed", "yes")])
            let asked = try await browser.post("\(authors)/trash", [("act", "erase"), ("id", String(author))])
            #expect(asked.contains("<li>Mario Rossi</li><li>Rossi (calcolo)</li>"))
            #expect(!asked.contains("Si usa qui"))
            expect(
                try await browser.post("\(authors)/trash", [("act", "erase"), ("id", String(author)), ("confirmed", "yes")]).status == 303)
            expect(try await browser.get("\(authors)/trash").contains("Il cestino è vuoto"))
            for table in ["Author", "Run", "Document", "Outcome", "Work", "PageWork", "Decision", "Act", "Snapshot", "Favourite"] {
                expect(try await site.value("SELECT count(*) FROM citation\(table)", as: Int.self) == 0, "\(table)")
            }
            let traces =
                "SELECT (SELECT count(*) FROM revision WHERE kind GLOB 'citations.*') + (SELECT count(*) FROM job WHERE title LIKE '%Rossi%')"
            expect(try await site.value(traces, as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'citations.runs.erase'", as: Int.self) == 1)
            expect(try await !browser.get("/admin/search?q=rossi").contains("Mario Rossi"))
        }
    }

    /// The number of a run is given again: who sees the next one would read the name of this one in the list of jobs.
    @Test func aJobDoesNotOutliveTheRunThatItNames() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/jobs").contains("Rossi"))
            try await browsers[0].post("/admin/citations/runs/\(run)/deletion", [("confirmed", "yes")])
            let erased = [("act", "erase"), ("id", String(run)), ("confirmed", "yes")]
            try await browsers[0].post("/admin/citations/runs/trash", erased)
            expect(try await site.value("SELECT count(*) FROM citationRun", as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM job WHERE title LIKE '%Rossi%'", as: Int.self) == 0)
        }
    }

    /// The nightly job does the same without anybody.
    @Test func theTrashIsEmptiedOfAuthorsAndRunsTogether() async throws {
        let (site, _) = try await RunSite.make()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE citationAuthor SET deletedAt = '2020-01-01 00:00:00.000'")
            let done = try Trash.empty(db, Resources([Author.self, Run.self]), now: .now)
            #expect(done.erased == 2)
            #expect(done.kept == 0)
        }
        expect(try await site.value("SELECT count(*) FROM citationAuthor", as: Int.self) == 0)
    }
}
