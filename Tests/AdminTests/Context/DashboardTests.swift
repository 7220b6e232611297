import Accounts
import AdminTestSupport
import Foundation
import Testing

@Suite struct DashboardTests {
    @Test func showsEverybodyWhatConcernsThem() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", String(SampleSite.rossa)), ("next", "/admin")])
            expect(try await browsers[0].get("/admin").contains("class=\"calm\""))
            try await browsers[0].post(
                "/admin/sample/books", [("name", "Riso"), ("copies", "3"), ("ordering", "0"), ("price", ""), ("act", "save")])
            let rossa = try await browsers[0].get("/admin")
            #expect(rossa.contains("Bibliotecaria"))
            #expect(rossa.contains("libro senza prezzo"))
            #expect(rossa.contains("price=absent"))
            #expect(!rossa.contains("libro finito"))
            #expect(!rossa.contains("/admin/people\""))
            // What waits in one library is no business of another.
            let blu = try await browsers[1].get("/admin")
            #expect(blu.contains("class=\"calm\""))
            #expect(!blu.contains("senza prezzo"))
            let everything = try await browsers[2].get("/admin")
            #expect(everything.contains("href=\"/admin/people\""))
            #expect(everything.contains("href=\"/admin/site\""))
        }
    }

    @Test func whoHasNothingLeftTodaySeesTheNextDayWithSomething() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil)])
        try await site.database.write { db in
            for (act, days) in [("publish", 2.0), ("unpublish", 4.0)] {
                try db.execute(
                    sql: """
                        INSERT INTO schedule (kind, recordID, scopeID, act, at, plannedAt, actor)
                        VALUES ('sample.books', 1, ?, ?, ?, ?, 'Bibliotecaria')
                        """, arguments: [SampleSite.rossa, act, Date.now + days * 86_400, Date.now])
            }
        }
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get("/admin").text
            let coming = page.components(separatedBy: "id=\"coming\"").last?.components(separatedBy: "</section>").first ?? ""
            #expect(coming.contains("Prossimo giorno"))
            #expect(coming.components(separatedBy: "class=\"day-item").count == 2)
        }
    }

    /// The menu is in the header only; the page shows work.
    @Test func doesNotRepeatTheMenu() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin").text
            let content = try #require(page.components(separatedBy: "<main").last?.components(separatedBy: "</main>").first)
            for address in ["/admin/sample/books", "/admin/people", "/admin/site", "/admin/jobs"] {
                #expect(page.contains("href=\"\(address)\""), "\(address)")
                #expect(!content.contains("href=\"\(address)\""), "\(address)")
            }
        }
    }

    @Test func whatCannotWaitComesFirst() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            try await site.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO job (kind, title, state, runAt, maxAttempts, createdAt, endedAt)
                        VALUES ('cleaning', '{"key":"jobs.kinds.cleaning"}', 'failed', '2026-01-01', 1, '2026-01-01', '2026-01-01')
                        """)
            }
            let page = try await browsers[0].get("/admin").text
            let urgent = try #require(page.firstRange(of: "id=\"urgent\""))
            let waiting = try #require(page.firstRange(of: "id=\"waiting\""))
            let failed = try #require(page.firstRange(of: "class=\"wait bad\""))
            #expect(urgent.lowerBound < failed.lowerBound)
            #expect(failed.lowerBound < waiting.lowerBound)
        }
    }

    @Test func showsTheTabsOfWhatOneMay() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            let (jobs, people) = try await (browsers[0].get("/admin/jobs"), browsers[0].get("/admin/people"))
            for address in ["/admin/tokens", "/admin/webhooks"] { #expect(jobs.contains("<li><a href=\"\(address)\""), "\(address)") }
            #expect(people.contains("<li><a href=\"/admin/roles\""))
            let own = try await browsers[1].get("/admin")
            #expect(!own.contains("/admin/jobs"))
            // Who keeps the site keeps nobody's tokens.
            try await site.database.write { db in
                var role = CustomRole(title: "Solo il portale", scope: nil, grants: ["admin.site.edit"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ?, scopeID = NULL WHERE role = 'admin'", arguments: [role.name])
            }
            let keeper = try await browsers[0].get("/admin/jobs")
            #expect(keeper.contains("<li><a href=\"/admin/webhooks\""))
            #expect(!keeper.contains("/admin/tokens\""))
        }
    }

    @Test func isEmptyButFriendlyWithoutARole() async throws {
        let site = try await SampleSite()
        try await site.database.write { try $0.execute(sql: "DELETE FROM roleAssignment WHERE role = 'librarian'") }
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get("/admin")
            #expect(page.status == 200)
            #expect(page.contains("class=\"calm\""))
            #expect(!page.contains("class=\"wait"))
        }
    }
}
