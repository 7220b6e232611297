import AdminTestSupport
import GRDB
import Testing

@testable import Admin

/// The forms of people, roles and the site's settings, which are no record's.
@Suite struct AdminFormTests {
    fileprivate static let site = [
        ("name", "Casa nuova"), ("language", "it"), ("zone", "Europe/Rome"), ("systems", "sample"), ("historyDays", "9"),
        ("trashDays", "8"),
        ("version", "0"),
    ]
    fileprivate static let person = [
        ("key", "lia"), ("name", "Lia Nuova"), ("language", "it"), ("isActive", "yes"), ("roles.0.id", ""), ("roles.0.role", "admin"),
        ("roles.0.place", "all"),
    ]
    fileprivate static let role = [("title", "Aiuto cuoca"), ("scope", "library"), ("may", "sample.books.see")]

    @Test(arguments: [
        ("/admin/people", "/admin/people/new", AdminFormTests.person, "Lia Nuova"),
        ("/admin/people/2", "/admin/people/2", AdminFormTests.person + [("version", "1")], "Lia Nuova"),
        ("/admin/roles", "/admin/roles/new", AdminFormTests.role, "Aiuto cuoca"),
        ("/admin/site", "/admin/site", AdminFormTests.site, "Casa nuova"),
    ])
    func whatWasSentAfterTheSessionHadEndedIsFoundAndSentAgain(
        _ target: String, _ form: String, _ fields: [(String, String)], _ typed: String
    ) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await site.database.write { try $0.execute(sql: "DELETE FROM session") }
            expect(try await admin.post(target, fields).location == "/sign-in?next=/admin/unsent")
            try await admin.post("/sign-in", [("name", "admin"), ("password", SampleSite.password), ("next", "/admin/unsent")])
            expect(try await admin.get("/admin/unsent").location == form + "?working-copy=open")
            let page = try await admin.get(form + "?working-copy=open")
            #expect(page.status == 200)
            #expect(page.contains("value=\"\(typed)\""))
            #expect(page.contains("Sei di nuovo dentro"))
            #expect(page.contains(form + "/working-copy/removal"))
            #expect(page.contains("data-keep=\"\(form)/working-copy\""))
            // Who comes back later is told, and what is saved stands in the form.
            let later = try await admin.get(form)
            #expect(later.contains(form + "?working-copy=open"))
            #expect(!later.contains("value=\"\(typed)\""))
            let saved = try await admin.post(target, fields)
            #expect([200, 303].contains(saved.status), "\(saved.status)")
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self) == 0)
            expect(try await admin.get(form).contains("working-copy=open") == false)
        }
    }

    @Test func isKeptWhileTypedAndWhenRefusedAndThrownAway() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            let admin = browsers[0]
            let kept = try await admin.post("/admin/site/working-copy", Self.site)
            #expect(kept.status == 200)
            #expect(kept.contains("Conservato alle"))
            expect(try await admin.get("/admin/site").contains("Hai lasciato qui"))
            expect(try await admin.post("/admin/site/working-copy/removal").location == "/admin/site")
            expect(try await admin.get("/admin/site").contains("Hai lasciato qui") == false)
            expect(try await admin.post("/admin/people/2", [("key", ""), ("name", "Solo scritto"), ("version", "1")]).status == 422)
            expect(try await admin.get("/admin/people/2?working-copy=open").contains("Solo scritto"))
            expect(try await admin.post("/admin/people/99/working-copy", Self.person).status == 404)
            // Somebody without the right keeps nothing there, also not by way of a session that has ended.
            expect(try await browsers[1].post("/admin/people/2/working-copy", Self.person).status == 403)
            try await site.database.write { try $0.execute(sql: "DELETE FROM session") }
            try await browsers[1].post("/admin/people/2", Self.person)
            try await browsers[1].post("/sign-in", [("name", "librarian"), ("password", SampleSite.password)])
            expect(try await browsers[1].get("/admin/unsent").location == "/admin")
        }
        expect(try await site.value("SELECT count(*) FROM workingCopy WHERE accountID = 2", as: Int.self) == 0)
    }
}
