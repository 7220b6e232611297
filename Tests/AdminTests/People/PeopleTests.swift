import AdminTestSupport
import Foundation
import GRDB
import Testing

@Suite struct PeopleTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func id(_ key: String) async throws -> Int64 {
        try #require(try await site.value("SELECT id FROM account WHERE key = '\(key)'", as: Int64.self))
    }

    /// The form of a person as a browser sends it.
    private func person(
        _ key: String, _ name: String, roles: [(String, String)] = [], isActive: Bool = true, version: Int? = nil
    ) -> [(String, String)] {
        var fields = [("key", key), ("name", name), ("language", "browser"), ("act", "save")]
        if isActive { fields.append(("isActive", "yes")) }
        if let version { fields.append(("version", String(version))) }
        for (index, role) in roles.enumerated() {
            fields += [("roles.\(index).id", ""), ("roles.\(index).role", role.0), ("roles.\(index).place", role.1)]
        }
        return fields
    }

    @Test func onlyThoseWhoKeepTheSiteComeHere() async throws {
        let id = try await id("librarian-blu")
        try await site.browse(as: "librarian", "") { browsers in
            for path in ["", "/new", "/trash", "/demo", "/\(id)", "/\(id)/access", "/\(id)/deletion"] {
                expect(try await browsers[0].get("/admin/people" + path).status == 403, "\(path)")
                expect(try await browsers[1].get("/admin/people" + path).status == 303, "\(path)")
            }
            for path in ["", "/bulk", "/trash", "/demo/removal", "/\(id)", "/\(id)/link", "/\(id)/sessions/ending", "/\(id)/deletion"] {
                expect(try await browsers[0].post("/admin/people" + path).status == 403, "\(path)")
            }
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'permission.refused'", as: Int.self)! > 10)
        expect(try await site.value("SELECT count(*) FROM oneTimeLink", as: Int.self) == 0)
    }

    @Test func aNewPersonGetsALinkThatWorksOnce() async throws {
        try await site.browse(as: "admin", "", "") { [self] browsers in
            let made = try await browsers[0].post("/admin/people", person(" Maria.Verdi ", "Maria Verdì", roles: [("librarian", "2")]))
            #expect(made.status == 200)
            #expect(made.headers[.cacheControl]?.contains("no-store") == true)
            let link = String(try #require(made.text.firstMatch(of: #/\/welcome\/[A-Za-z0-9_\-]{43}/#)).output)
            let id = try await id("maria.verdi")
            let page = try await browsers[0].get("/admin/people/\(id)")
            #expect(!page.contains(link))
            #expect(!page.contains("type=\"password\""))

            expect(try await browsers[1].get(link).status == 200)
            let password = [("password", "quercia pane lampada 7"), ("passwordAgain", "quercia pane lampada 7")]
            expect(try await browsers[1].post(link, password).location == "/sign-in?chosen=maria.verdi")
            expect(try await browsers[2].post(link, password).status == 410)

            try await browsers[1].post("/sign-in", [("name", "maria.verdi"), ("password", "quercia pane lampada 7")])
            expect(try await browsers[1].get("/admin/sample/books").status == 200)
            expect(try await browsers[1].get("/admin/people").status == 403)
        }
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'account.%' ORDER BY id")
        }
        #expect(acts == ["account.create", "account.link-made", "account.link-used"])
    }

    @Test func theCountryIsChosenWithTheFirstPasswordAndLaterByTheirOwner() async throws {
        let country = "SELECT country FROM account WHERE key = 'maria'"
        try await site.browse(as: "admin", "") { [self] browsers in
            let (admin, maria) = (browsers[0], browsers[1])
            let made = try await admin.post("/admin/people", person("maria", "Maria") + [("country", "AT")])
            let link = String(try #require(made.text.firstMatch(of: #/\/welcome\/[A-Za-z0-9_\-]{43}/#)).output)
            let id = try await id("maria")
            expect(try await maria.get(link).contains("value=\"AT\" selected>Austria"))
            let password = [("password", "quercia pane lampada 7"), ("passwordAgain", "quercia pane lampada 7")]
            let unknown = try await maria.post(link, password + [("country", "ZZ")])
            #expect(unknown.status == 422)
            #expect(unknown.contains("Scegli un paese dall’elenco."))
            expect(try await maria.post(link, password + [("country", "CH")]).location == "/sign-in?chosen=maria")
            expect(try await site.value(country, as: String.self) == "CH")

            try await maria.post("/sign-in", [("name", "maria"), ("password", "quercia pane lampada 7")])
            expect(try await maria.post("/admin/account/country", [("country", "it")]).status == 422)
            expect(try await maria.post("/admin/account/country", [("country", "IT")]).location == "/admin/account")
            expect(try await maria.get("/admin/account").contains("Paese salvato."))
            // Whoever had the form open hears of it, and does not put the old one back.
            let late = try await admin.post("/admin/people/\(id)", person("maria", "Maria", version: 1) + [("country", "AT")])
            #expect(late.status == 409)
            expect(try await site.value(country, as: String.self) == "IT")
            let some = try await admin.get("/admin/people?country=IT")
            let none = try await admin.get("/admin/people?country=none")
            #expect(some.contains(">Maria<"))
            #expect(!none.contains(">Maria<"))
            // A link for a forgotten password asks again, and what is not sent stays.
            let again = try await admin.post("/admin/people/\(id)/link")
            let next = String(try #require(again.text.firstMatch(of: #/\/welcome\/[A-Za-z0-9_\-]{43}/#)).output)
            expect(try await maria.post(next, password).location == "/sign-in?chosen=maria")
            expect(try await site.value(country, as: String.self) == "IT")
        }
        let acts = try await site.value("SELECT count(*) FROM audit WHERE action = 'account.country'", as: Int.self)
        #expect(acts == 1)
    }

    @Test func aNewLinkReplacesTheOneBefore() async throws {
        let id = try await id("librarian")
        try await site.browse(as: "admin", "") { browsers in
            let links = try await [browsers[0].post("/admin/people/\(id)/link"), browsers[0].post("/admin/people/\(id)/link")].map {
                String(try #require($0.text.firstMatch(of: #/\/welcome\/[A-Za-z0-9_\-]{43}/#)).output)
            }
            expect(try await browsers[1].get(links[0]).status == 410)
            expect(try await browsers[1].get(links[1]).status == 200)
        }
    }

    @Test func findsPeopleWhateverTheAccentsAndNarrowsThem() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            try await browsers[0].post("/admin/people", person("niccolo", "Niccolò Bianchi", isActive: false))
            let found = try await browsers[0].get("/admin/people?q=niccolo+BIANCHI")
            #expect(found.contains("Niccolò Bianchi"))
            #expect(!found.contains(">Bibliotecaria<"))
            let librarians = try await browsers[0].get("/admin/people?role=librarian&sort=-key")
            #expect(librarians.contains(">Bibliotecaria<"))
            #expect(librarians.contains(">Bibliotecario Blu<"))
            #expect(!librarians.contains(">Niccolò Bianchi<"))
            #expect(librarians.text.range(of: ">Bibliotecario Blu<")!.lowerBound < librarians.text.range(of: ">Bibliotecaria<")!.lowerBound)
            let away = try await browsers[0].get("/admin/people?active=no")
            #expect(away.contains(">Niccolò Bianchi<"))
            #expect(!away.contains(">Bibliotecaria<"))
            let real = try await browsers[0].get("/admin/people?demo=yes")
            #expect(!real.contains(">Bibliotecaria<"))
            let several = try await browsers[0].get("/admin/people?role=librarian&role=none")
            #expect(several.contains(">Bibliotecaria<"))
            #expect(several.contains(">Niccolò Bianchi<"))
            #expect(several.contains("href=\"/admin/people?role=none\""))
            #expect(!several.contains("id=\"filters\""))
            #expect(try await browsers[0].get("/admin/people?panel=filters").contains("id=\"filters\""))
        }
    }

    @Test func saysEverythingThatIsWrongAtOnceAndKeepsWhatWasTyped() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            let wrong = try await browsers[0].post(
                "/admin/people", person("con spazio", "", roles: [("librarian", ""), ("admin", "1"), ("unknown", "all"), ("", "")]))
            #expect(wrong.status == 422)
            for field in ["key", "name", "roles-0-place", "roles-1-place", "roles-2-role"] {
                #expect(wrong.contains("#f-\(field)\""), "\(field)")
            }
            #expect(wrong.contains("con spazio"))
            let taken = try await browsers[0].post("/admin/people", person("LIBRARIAN", "Un'altra"))
            #expect(taken.status == 422)
            #expect(taken.contains("#f-key\""))
            #expect(taken.contains("Un&#39;altra"))
        }
        expect(try await site.value("SELECT count(*) FROM account", as: Int.self) == 3)
    }

    @Test func rolesAreAddedAndTakenAwayByButtonsBeforeAnythingIsSaved() async throws {
        let id = try await id("librarian-blu")
        try await site.browse(as: "admin") { [self] browsers in
            var form = person("librarian-blu", "Bibliotecario Blu", roles: [("librarian", "2")], version: 1).filter { $0.0 != "act" }
            form.append(("act", "roles.add"))
            let longer = try await browsers[0].post("/admin/people/\(id)", form)
            #expect(longer.status == 200)
            #expect(longer.contains("name=\"roles.1.role\""))
            form.removeLast()
            form.append(("act", "roles.delete.0"))
            expect(try await browsers[0].post("/admin/people/\(id)", form).contains("name=\"roles.0.role\"") == false)
        }
        expect(try await site.value("SELECT count(*) FROM roleAssignment", as: Int.self) == 4)
    }

    @Test func twoPeopleWhoEditAtOnceSeeBothVersions() async throws {
        let id = try await id("librarian")
        try await site.browse(as: "admin") { [self] browsers in
            let roles = [("librarian", "1"), ("librarian", "2")]
            expect(try await browsers[0].post("/admin/people/\(id)", person("librarian", "Anna", roles: roles, version: 1)).status == 303)
            let late = try await browsers[0].post("/admin/people/\(id)", person("librarian", "Paola", roles: roles, version: 1))
            #expect(late.status == 409)
            #expect(late.contains("Anna"))
            #expect(late.contains("Paola"))
            #expect(late.contains("name=\"version\" value=\"2\""))
        }
        expect(try await site.value("SELECT name FROM account WHERE key = 'librarian'", as: String.self) == "Anna")
    }

    @Test func theLogSaysWhatChanged() async throws {
        let id = try await id("librarian")
        try await site.browse(as: "admin") { [self] browsers in
            try await browsers[0].post("/admin/people/\(id)", person("librarian", "Anna", roles: [("librarian", "1")], version: 1))
        }
        let detail = try #require(try await site.value("SELECT detail FROM audit WHERE action = 'account.update'", as: String.self))
        #expect(detail.contains("Bibliotecaria → Anna"))
        #expect(detail.contains("Biblioteca Blu"))
    }

    // MARK: Ends at once

    @Test func aRoleThatIsTakenAwayEndsAtOnce() async throws {
        let id = try await id("librarian-blu")
        try await site.browse(as: "admin", "librarian-blu") { [self] browsers in
            expect(try await browsers[1].get("/admin/sample/books").status == 200)
            try await browsers[0].post("/admin/people/\(id)", person("librarian-blu", "Bibliotecario Blu", version: 1))
            expect(try await browsers[1].get("/admin/sample/books").status == 403)
        }
    }

    @Test func whoIsSwitchedOffOrSignedOutHasToLeaveAtOnce() async throws {
        let (librarian, blu) = (try await id("librarian"), try await id("librarian-blu"))
        try await site.browse(as: "admin", "librarian", "librarian-blu") { [self] browsers in
            try await browsers[0].post("/admin/people/\(librarian)", person("librarian", "Bibliotecaria", isActive: false, version: 1))
            expect(try await browsers[1].get("/admin").status == 303)
            expect(try await browsers[0].post("/admin/people/\(librarian)/link").status == 303)
            try await browsers[0].post("/admin/people/\(blu)/sessions/ending")
            expect(try await browsers[2].get("/admin").status == 303)
        }
        expect(try await site.value("SELECT count(*) FROM oneTimeLink", as: Int.self) == 0)
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'account.sessions-ended'", as: Int.self) == 1)
    }

    @Test func peopleGoToTheTrashAndComeBackWithTheirRoles() async throws {
        let id = try await id("librarian-blu")
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            expect(try await browsers[0].get("/admin/people/\(id)/deletion").contains("Bibliotecario Blu"))
            expect(try await browsers[0].post("/admin/people/\(id)/deletion").location == "/admin/people")
            expect(try await browsers[1].get("/admin").status == 303)
            expect(try await browsers[0].get("/admin/people/\(id)").status == 404)
            expect(try await browsers[0].get("/admin/people").contains(">Bibliotecario Blu<") == false)
            expect(try await browsers[0].get("/admin/people/trash").contains("Bibliotecario Blu"))
            try await browsers[0].post("/admin/people/trash", [("act", "restore"), ("id", String(id))])
            try await browsers[1].post("/sign-in", [("name", "librarian-blu"), ("password", SampleSite.password)])
            expect(try await browsers[1].get("/admin/sample/books").status == 200)
        }
    }

    // MARK: Who keeps the site

    @Test func nobodyTakesTheKeysFromHimself() async throws {
        let id = try await id("admin")
        try await site.browse(as: "admin") { [self] browsers in
            let roleless = try await browsers[0].post("/admin/people/\(id)", person("admin", "Io", roles: [("librarian", "1")], version: 1))
            #expect(roleless.status == 422)
            #expect(roleless.contains("#f-roles\""))
            let off = try await browsers[0].post(
                "/admin/people/\(id)", person("admin", "Io", roles: [("admin", "all")], isActive: false, version: 1))
            #expect(off.status == 422)
            #expect(off.contains("#f-isActive\""))
            expect(try await browsers[0].post("/admin/people/\(id)/deletion").location == "/admin/people/\(id)")
            expect(try await browsers[0].get("/admin/people/\(id)").contains("notice bad"))
            try await browsers[0].post("/admin/people/bulk", [("act", "delete"), ("id", String(id))])
            expect(try await browsers[0].get("/admin").status == 200)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action LIKE 'account.%'", as: Int.self) == 0)
    }

    @Test func theLastOneWhoCanComeInToKeepTheSiteStays() async throws {
        let id = try await id("librarian")
        try await site.browse(as: "admin") { [self] browsers in
            // Somebody who is still signed in but could not sign in again does not count.
            try await site.database.write { try $0.execute(sql: "UPDATE account SET passwordHash = NULL WHERE key = 'admin'") }
            let refused = try await browsers[0].post("/admin/people/\(id)", person("librarian", "Anna", version: 1))
            #expect(refused.status == 422)
            #expect(refused.contains("#f-roles\""))
            expect(try await browsers[0].post("/admin/people/\(id)/deletion").location == "/admin/people/\(id)")
        }
        expect(try await site.value("SELECT name FROM account WHERE id = \(id) AND deletedAt IS NULL", as: String.self) == "Bibliotecaria")
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        try await site.browse(as: "admin") { browsers in
            for path in ["/999", "/abc", "/999/access", "/999/deletion"] {
                expect(try await browsers[0].get("/admin/people" + path).status == 404, "\(path)")
            }
            for path in ["/999", "/999/link", "/999/sessions/ending", "/999/deletion"] {
                expect(try await browsers[0].post("/admin/people" + path).status == 404, "\(path)")
            }
        }
    }
}
