import AdminTestSupport
import GRDB
import Testing

@testable import Admin

@Suite struct ViewingTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func statuses(_ browser: Browser, _ paths: [String]) async throws -> [Int] {
        var statuses: [Int] = []
        for path in paths { statuses.append(try await browser.get(path).status) }
        return statuses
    }

    @Test func showsWhatTheRoleSeesAndNothingElse() async throws {
        let paths = [
            "/admin", "/admin/sample/books", "/admin/sample/books/new", "/admin/sample/libraries", "/admin/people", "/admin/roles",
            "/admin/site",
            "/admin/audit", "/admin/media", "/admin/sample/books/999",
        ]
        try await site.browse(as: "admin", "librarian-blu") { [self] browsers in
            let started = try await browsers[0].post("/admin/viewing", [("as", "librarian|2")])
            #expect(started.location == "/admin")
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("Stai guardando come <strong>Bibliotecario, Biblioteca Blu</strong>"))
            #expect(!page.contains("href=\"/admin/people\""))
            #expect(!page.contains("Biblioteca Rossa"))
            let (viewer, librarian) = (try await statuses(browsers[0], paths), try await statuses(browsers[1], paths))
            #expect(viewer == librarian)
            // Where the role may not go it is said on a page that knows the way out.
            let refused = try await browsers[0].get("/admin/people")
            #expect(refused.status == 403)
            #expect(refused.contains("Stai guardando come"))

            let ended = try await browsers[0].post("/admin/viewing/ending")
            #expect(ended.location == "/admin/roles")
            let own = try await browsers[0].get("/admin/people")
            #expect(own.status == 200)
            #expect(!own.contains("Stai guardando come"))
        }
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT action || ' ' || actor FROM audit WHERE action LIKE 'viewing.%' ORDER BY id")
        }
        #expect(acts == ["viewing.start Amministratrice", "viewing.end Amministratrice"])
    }

    @Test func nothingCanBeDone() async throws {
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/viewing", [("as", "librarian|2")])
            let paths = [
                "/admin/sample/books", "/admin/people", "/admin/account/password", "/admin/account/sessions/endings", "/admin/scope",
                "/admin/viewing", "/admin/account/factors/app", "/language", "/admin/site", "/admin/viewing/ending/", "/sign-in",
            ]
            for path in paths {
                let refused = try await browsers[0].post(path, [("name", "Riso"), ("act", "save"), ("as", "admin|"), ("language", "en")])
                #expect(refused.status == 403, "\(path)")
                #expect(refused.contains("Stai solo guardando"), "\(path)")
            }
            let left = try await browsers[0].post("/sign-out")
            #expect(left.status == 303)
        }
        let books = try await site.value("SELECT count(*) FROM book", as: Int.self)
        let ends = try await site.value("SELECT count(*) FROM audit WHERE action = 'viewing.end'", as: Int.self)
        #expect(books == 0)
        #expect(ends == 1)
    }

    @Test func endsAfterAnHourAndDoesNothingByMistake() async throws {
        try await site.browse(as: "admin") { browsers in
            let past = "UPDATE session SET viewing = json_set(viewing, '$.until', json_extract(viewing, '$.until') - 7200 * 1000)"
            try await browsers[0].post("/admin/viewing", [("as", "librarian|2")])
            try await site.database.write { try $0.execute(sql: past) }
            let late = try await browsers[0].post("/admin/sample/books", [("name", "Riso"), ("act", "save")])
            #expect(late.status == 403)
            #expect(late.contains("Il tempo per guardare è finito"))
            let own = try await browsers[0].get("/admin/people")
            #expect(own.status == 200)
            #expect(!own.contains("Stai guardando come"))

            try await browsers[0].post("/admin/viewing", [("as", "librarian|2")])
            try await site.database.write { try $0.execute(sql: past) }
            let again = try await browsers[0].get("/admin/people")
            #expect(again.status == 200)
            #expect(!again.contains("Stai guardando come"))
        }
        let ends = try await site.value("SELECT count(*) FROM audit WHERE action = 'viewing.end'", as: Int.self)
        let books = try await site.value("SELECT count(*) FROM book", as: Int.self)
        #expect(ends == 2)
        #expect(books == 0)
    }

    @Test func isForThoseWhoMayEverythingThatTheRoleMay() async throws {
        try await site.browse(as: "librarian", "admin") { browsers in
            let refused = try await browsers[0].post("/admin/viewing", [("as", "librarian|2")])
            #expect(refused.status == 403)
            for wrong in ["", "librarian", "librarian|", "librarian|99", "nobody|", "admin|1"] {
                let answer = try await browsers[1].post("/admin/viewing", [("as", wrong)])
                #expect(answer.status == 422, "\(wrong)")
            }
            try await browsers[1].post("/admin/roles", [("title", "Segreteria"), ("scope", ""), ("may", "admin.people.edit")])
            try await site.database.write { db in
                try db.execute(
                    sql: """
                        DELETE FROM roleAssignment WHERE accountID = (SELECT id FROM account WHERE key = 'librarian');
                        INSERT INTO roleAssignment SELECT id, 'own-segreteria', NULL FROM account WHERE key = 'librarian'
                        """)
            }
            for strong in ["admin|", "librarian|1"] {
                let answer = try await browsers[0].post("/admin/viewing", [("as", strong)])
                #expect(answer.status == 403, "\(strong)")
            }
            // Whoever loses the right while he looks sees nothing more.
            try await browsers[1].post("/admin/viewing", [("as", "librarian|1")])
            try await site.database.write { db in
                try db.execute(sql: "UPDATE roleAssignment SET role = 'own-segreteria' WHERE role = 'admin'")
            }
            let lost = try await browsers[1].get("/admin/sample/books")
            #expect(lost.status == 403)
        }
    }
}
