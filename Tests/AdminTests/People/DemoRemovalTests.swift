import AdminTestSupport
import Foundation
import Testing

@testable import Admin

@Suite struct DemoRemovalTests {
    let site: SampleSite

    init() async throws {
        site = try await SampleSite()
        try await site.database.write { try $0.execute(sql: "UPDATE account SET isDemo = 1") }
    }

    private func addAdministrator(password: Bool) async throws {
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (key, name, language, passwordHash, createdAt, updatedAt)
                    SELECT 'vera', 'Vera', 'it', CASE ? WHEN 1 THEN passwordHash END, createdAt, updatedAt FROM account WHERE key = 'admin';
                    """, arguments: [password])
            try db.execute(sql: "INSERT INTO roleAssignment SELECT id, 'admin', NULL FROM account WHERE key = 'vera'")
        }
    }

    @Test func everyPageTellsAnAdministratorAndNobodyElse() async throws {
        try await site.browse(as: "admin", "librarian") { browsers in
            for path in ["/admin", "/admin/sample/books", "/admin/people"] {
                expect(try await browsers[0].get(path).contains("href=\"/admin/people/demo\""), "\(path)")
            }
            expect(try await browsers[1].get("/admin").contains("/admin/people/demo") == false)
        }
    }

    @Test func areNotRemovedWhileNobodyElseCouldKeepTheSite() async throws {
        // Somebody who has not chosen a password yet may lose the link.
        try await addAdministrator(password: false)
        try await site.browse(as: "admin") { browsers in
            let refused = try await browsers[0].post("/admin/people/demo/removal")
            #expect(refused.status == 422)
            #expect(refused.contains("/admin/people/new?role=admin"))
            let form = try await browsers[0].get("/admin/people/new?role=admin")
            #expect(form.contains("<option value=\"admin\" selected>"))
        }
        expect(try await site.value("SELECT count(*) FROM account WHERE isDemo AND deletedAt IS NULL", as: Int.self) == 3)
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'account.demo-removed'", as: Int.self) == 0)
    }

    @Test func goInOneAct() async throws {
        try await addAdministrator(password: true)
        try await site.browse(as: "vera", "librarian") { browsers in
            expect(try await browsers[0].get("/admin/people/demo").contains("Elimina 3 account di prova"))
            expect(try await browsers[0].post("/admin/people/demo/removal").location == "/admin/people")
            let page = try await browsers[0].get("/admin/people")
            #expect(page.contains("3 account di prova eliminati."))
            #expect(!page.contains("href=\"/admin/people/demo\""))
            expect(try await browsers[1].get("/admin").status == 303)
            let back = try await browsers[1].post("/sign-in", [("name", "librarian"), ("password", SampleSite.password)])
            #expect(back.status == 422 || back.status == 401)
        }
    }

    @Test func takeTheContentsAlongWhenAsked() async throws {
        try await addAdministrator(password: true)
        try await site.browse(as: "vera", "librarian") { [self] browsers in
            try await browsers[1].post("/admin/sample/books", [("name", "Riso"), ("ordering", "10"), ("copies", "1"), ("scope", "1")])
            try await browsers[0].post("/admin/people/demo/removal", [("contents", "yes")])
            expect(try await browsers[0].get("/admin/people").contains("appena è fatta la copia di sicurezza"))
            // Not before there is a backup.
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 1)
            try await site.portal.jobs.runDue(now: .now + 5)
            #expect(site.portal.admin.backups.kept().first?.isGood == true)
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM library", as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self) == 0)
            expect(try await browsers[0].get("/admin").status == 200)
            expect(try await browsers[0].get("/admin/audit").contains("ha svuotato il portale"))
        }
    }
}
