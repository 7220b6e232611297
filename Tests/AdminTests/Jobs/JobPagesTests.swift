import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct JobPagesTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    @Test func showsHowFarEachJobIsInTheReadersLanguage() async throws {
        try await site.database.write { db in
            try Jobs.enqueue(db, "import", title: LocalizedMessage("<b>Libri</b>.csv"), by: .system("test"))
            let running = try Jobs.enqueue(db, "import", title: LocalizedMessage("jobs.states.done"), by: .system("test"))
            try db.execute(
                sql: "UPDATE job SET state = 'running', worker = 'x', leaseUntil = '2999-01-01', done = 1200, total = 5000 WHERE id = ?",
                arguments: [running.id])
        }
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/jobs")
            #expect(page.contains("&lt;b&gt;Libri&lt;/b&gt;.csv"))
            #expect(page.contains("1.200 di 5.000"))
            #expect(page.contains("data-poll"))
            #expect(page.contains("max=\"5000\" value=\"1200\""))
            let waiting = try await browsers[0].get("/admin/jobs?state=waiting")
            #expect(waiting.contains("Libri"))
            #expect(!waiting.contains("1.200"))
            expect(try await browsers[0].get("/admin/jobs?state=nonsense").status == 200)
        }
    }

    @Test func isClosedToWhoeverMayNotKeepTheSite() async throws {
        let id = try await site.database.write { db in try Jobs.enqueue(db, "import", by: .system("test")).id ?? 0 }
        try await site.browse(as: "librarian", "") { browsers in
            expect(try await browsers[0].get("/admin/jobs").status == 403)
            expect(try await browsers[0].post("/admin/jobs/\(id)/cancellation").status == 403)
            expect(try await browsers[1].post("/admin/jobs/\(id)/cancellation").status == 303)
        }
        expect(try await site.value("SELECT state FROM job", as: String.self) == "waiting")
    }

    @Test func refusesActsOnJobsThatAreOverOrNotThere() async throws {
        let id = try await site.database.write { db in
            let id = try Jobs.enqueue(db, "import", by: .system("test")).id ?? 0
            try db.execute(sql: "UPDATE job SET state = 'done'")
            return id
        }
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].post("/admin/jobs/\(id)/cancellation").status == 303)
            expect(try await browsers[0].get("/admin/jobs").contains("Nel frattempo"))
            expect(try await browsers[0].post("/admin/jobs/999/repetition").status == 404)
            expect(try await browsers[0].post("/admin/jobs/zero/repetition").status == 404)
        }
        expect(try await site.value("SELECT state FROM job", as: String.self) == "done")
    }
}
