import Accounts
import AdminTestSupport
import GRDB
import Testing

@testable import Admin

@Suite struct RolesTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func role(_ title: String, _ grants: [String], scope: String = "", version: Int? = nil) -> [(String, String)] {
        [("title", title), ("scope", scope)] + grants.map { ("may", $0) } + (version.map { [("version", String($0))] } ?? [])
    }

    private func id(_ key: String) async throws -> Int64 {
        try #require(try await site.value("SELECT id FROM account WHERE key = '\(key)'", as: Int64.self))
    }

    /// Gives a role by hand, as the form of a person would.
    private func give(_ role: String, to key: String, in scope: Int64? = nil) async throws {
        let id = try await id(key)
        try await site.database.write { db in
            try RoleAssignment.of(id).deleteAll(db)
            try RoleAssignment(accountID: id, role: role, scopeID: scope).insert(db)
        }
    }

    @Test func standSideBySideWithWhatEachMayDo() async throws {
        try await site.browse(as: "admin", "librarian", "") { browsers in
            let page = try await browsers[0].get("/admin/roles")
            #expect(page.status == 200)
            #expect(page.contains("vede e cambia"))
            #expect(page.contains("Bibliotecario"))
            #expect(page.contains("Leggere il registro"))
            for path in ["", "/new", "/1", "/1/deletion"] {
                let refused = try await browsers[1].get("/admin/roles" + path)
                let visitor = try await browsers[2].get("/admin/roles" + path)
                #expect(refused.status == 403, "\(path)")
                #expect(visitor.status == 303, "\(path)")
            }
            for path in ["", "/factors", "/1", "/1/deletion"] {
                let refused = try await browsers[1].post("/admin/roles" + path)
                #expect(refused.status == 403, "\(path)")
            }
        }
    }

    /// A limit that is not understood must not become none.
    @Test func aLimitThatIsNotUnderstoodIsRefused() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            let refused = try await browsers[0].post("/admin/roles", role("Aiuto", ["sample.books.see"], scope: "biblioteca"))
            #expect(refused.status == 422)
            try await browsers[0].post("/admin/roles", role("Aiuto", ["sample.books.see"], scope: "library") + [("confined", "on")])
        }
        expect(try await site.value("SELECT group_concat(isConfined || scope) FROM ownRole", as: String.self) == "1library")
    }

    @Test func aRoleOfOnesOwnIsMadeFromAPatternAndHolds() async throws {
        let blu = try await id("librarian-blu")
        try await site.browse(as: "admin", "librarian-blu") { [self] browsers in
            let form = try await browsers[0].get("/admin/roles/new?from=librarian")
            #expect(form.contains("value=\"sample.books.edit\" checked"))
            #expect(form.contains("value=\"library\" checked"))
            #expect(!form.contains("value=\"admin.people.edit\" checked"))
            // Changing takes seeing: the tick that is missing is set.
            let made = try await browsers[0].post(
                "/admin/roles", role("Aiuto cuoco", ["sample.books.see", "sample.tours.edit"], scope: "library"))
            #expect(made.location == "/admin/roles")
            let person = try await browsers[0].get("/admin/people/\(blu)")
            #expect(person.contains("<option value=\"own-aiuto-cuoco\">Aiuto cuoco</option>"))
            let saved = try await browsers[0].post(
                "/admin/people/\(blu)",
                [
                    ("key", "librarian-blu"), ("name", "Bibliotecario Blu"), ("language", "it"), ("isActive", "yes"), ("act", "save"),
                    ("version", "1"),
                    ("roles.0.id", ""), ("roles.0.role", "own-aiuto-cuoco"), ("roles.0.place", "2"),
                ])
            #expect(saved.status == 303)
            let (seen, form2) = (try await browsers[1].get("/admin/sample/books"), try await browsers[1].get("/admin/sample/tours/new"))
            let closed = try await browsers[1].get("/admin/sample/books/new")
            let readers = try await browsers[1].get("/admin/sample/readers")
            #expect(seen.status == 200)
            #expect(form2.status == 200)
            #expect(closed.status == 403)
            #expect(readers.status == 403)
            let access = try await browsers[0].get("/admin/people/\(blu)/access")
            #expect(access.contains("Aiuto cuoco"))

            // A change holds at once.
            try await browsers[0].post("/admin/roles/1", role("Aiuto", ["sample.readers.see"], version: 1))
            let (now, before) = (try await browsers[1].get("/admin/sample/readers"), try await browsers[1].get("/admin/sample/books"))
            #expect(now.status == 200)
            #expect(before.status == 403)
            let late = try await browsers[0].post("/admin/roles/1", role("Tardi", ["sample.readers.see"], version: 1))
            #expect(late.status == 409)
            #expect(late.contains("Tardi"))
            #expect(late.contains("name=\"version\" value=\"2\""))
        }
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT detail FROM audit WHERE action LIKE 'role.%' ORDER BY id")
        }
        try #require(acts.count == 2)
        #expect(acts[0].contains("visite"))
        #expect(acts[1].contains("lettori"))
    }

    @Test func whatIsWrongIsSaidAtTheFieldAndKept() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            let blank = try await browsers[0].post("/admin/roles", role("", ["sample.books.see"]))
            #expect(blank.status == 422)
            #expect(blank.contains("#f-title"))
            #expect(blank.contains("value=\"sample.books.see\" checked"))
            let nothing = try await browsers[0].post("/admin/roles", role("Niente", []))
            #expect(nothing.status == 422)
            #expect(nothing.contains("#f-may"))
            #expect(nothing.contains("value=\"Niente\""))
            let taken = try await browsers[0].post("/admin/roles", role("bibliotecario", ["sample.books.see"]))
            #expect(taken.status == 422)
            try await browsers[0].post("/admin/roles", role("Cuoco", ["sample.books.see"]))
            let twice = try await browsers[0].post("/admin/roles", role("CUOCO", ["sample.books.see"]))
            #expect(twice.status == 422)
            #expect(twice.contains("#f-title"))
        }
    }

    @Test func nobodyGivesRightsThatHeHasNot() async throws {
        try await site.browse(as: "admin", "librarian") { [self] browsers in
            try await browsers[0].post("/admin/roles", role("Segreteria", ["admin.people.edit", "sample.books.see"]))
            try await browsers[0].post("/admin/roles", role("Cuoco", ["sample.tours.edit"]))
            try await give("own-segreteria", to: "librarian")
            let open = try await browsers[1].get("/admin/roles")
            #expect(open.status == 200)
            let form = try await browsers[1].get("/admin/roles/new?from=admin")
            #expect(form.contains("value=\"sample.tours.edit\" disabled"))
            #expect(!form.contains("value=\"sample.tours.edit\" checked"))
            for grants in [["sample.books.edit"], ["*"], ["sample.*"], ["admin.site.edit"], ["admin.people.edit", "media.edit"]] {
                let refused = try await browsers[1].post("/admin/roles", role("Furba", grants))
                #expect(refused.status == 422, "\(grants)")
                #expect(refused.contains("Nessuno può dare permessi che non ha."), "\(grants)")
                let widened = try await browsers[1].post("/admin/roles/1", role("Segreteria", grants + ["admin.people.edit"], version: 1))
                #expect(widened.status == 422, "\(grants)")
            }
            // Nor takes away what he has not.
            let narrowed = try await browsers[1].post("/admin/roles/2", role("Cuoco", ["sample.books.see"], version: 1))
            #expect(narrowed.status == 422)
            let own = try await browsers[1].post("/admin/roles", role("Portineria", ["sample.books.see"]))
            #expect(own.status == 303)
        }
        let count = try await site.value("SELECT count(*) FROM ownRole", as: Int.self)
        #expect(count == 3)
    }

    @Test func aChangeShutsOutNeitherWhoMakesItNorEverybody() async throws {
        try await site.browse(as: "admin", "librarian") { [self] browsers in
            try await browsers[0].post("/admin/roles", role("Segreteria", ["admin.people.edit", "sample.books.see"]))
            try await give("own-segreteria", to: "librarian")
            let refused = try await browsers[1].post("/admin/roles/1", role("Segreteria", ["sample.books.see"], version: 1))
            #expect(refused.status == 422)
            #expect(refused.contains("#f-may"))
        }
        let grants = try await site.value("SELECT grants FROM ownRole", as: String.self)
        #expect(grants?.contains("admin.people.edit") == true)
    }

    @Test func aRoleThatSomebodyHasIsNotDeleted() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            try await browsers[0].post("/admin/roles", role("Cuoco", ["sample.tours.edit"], scope: "library"))
            try await browsers[0].post("/admin/roles/factors", [("role", "own-cuoco")])
            try await give("own-cuoco", to: "librarian", in: 1)
            let used = try await browsers[0].post("/admin/roles/1/deletion")
            #expect(used.location == "/admin/roles/1")
            let sentence = try await browsers[0].get("/admin/roles/1")
            #expect(sentence.contains("1 persona ha questo ruolo"))
            try await give("librarian", to: "librarian", in: 1)
            let ask = try await browsers[0].get("/admin/roles/1/deletion")
            #expect(ask.status == 200)
            let gone = try await browsers[0].post("/admin/roles/1/deletion")
            #expect(gone.location == "/admin/roles")
            let missing = try await browsers[0].get("/admin/roles/1")
            #expect(missing.status == 404)
        }
        let left = try await site.value("SELECT (SELECT count(*) FROM ownRole) + (SELECT count(*) FROM factorRequirement)", as: Int.self)
        #expect(left == 0)
    }
}
