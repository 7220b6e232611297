import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// Forms that are no record's carry what they were drawn with: what was not typed into stays as others saved it.
@Suite struct DrawnFormTests {
    private func drawnField(_ page: Answer) throws -> (String, String) {
        let value = try #require(page.text.firstMatch(of: #/name="drawn" value="([^"]*)"/#)?.1)
        return ("drawn", String(value).replacing("&#34;", with: "\"").replacing("&amp;", with: "&").replacing("&#39;", with: "'"))
    }

    /// The site with a second administrator.
    private func shared() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'admin', scopeID = NULL WHERE accountID = 3")
        }
        return site
    }

    @Test func settingsOfTheSite() async throws {
        let site = try await shared()
        try await site.browse(as: "admin", "librarian-blu") { [self] browsers in
            func form(_ name: String, days: String, _ more: (String, String)...) -> [(String, String)] {
                [
                    ("name", name), ("language", "it"), ("zone", "Europe/Rome"), ("tiles", ""), ("historyDays", "730"), ("trashDays", days),
                    ("systems", "sample"), ("version", "0"),
                ] + more
            }
            let base = try drawnField(try await browsers[0].get("/admin/site"))
            expect(try await browsers[0].post("/admin/site", form("Casa nostra", days: "90", base)).status == 303)
            expect(try await browsers[1].post("/admin/site", form("Portico di prova", days: "30", base)).status == 303)
            let page = try await browsers[1].get("/admin/site")
            #expect(page.contains("Nel frattempo Amministratrice ha cambiato, e resta così: Nome"))
            #expect(page.contains(#"value="Casa nostra""#))
            #expect(page.contains(#"name="trashDays" value="30""#))
            let both = try await browsers[1].post("/admin/site", form("Casa mia", days: "90", base))
            #expect(both.status == 409)
            #expect(both.contains("Anche Amministratrice ha cambiato questo campo"))
            #expect(both.contains(#"<q class="words">Casa nostra</q>"#))
            #expect(both.contains(#"<q class="words">Casa mia</q>"#))
            #expect(both.contains(#"value="Casa mia""#))
            #expect(both.contains(#"name="trashDays" value="30""#))
            let asked = try #require(both.form(to: "/admin/site"))
            let silent = try await browsers[1].post("/admin/site", asked.filled())
            #expect(silent.status == 422)
            #expect(silent.contains("Scegli quale vale"))
            #expect(silent.contains(#"value="Casa mia""#))
            let theirs = try await browsers[1].post("/admin/site", asked.filled(["name.answer": ["theirs"]]))
            #expect(theirs.status == 303)
            expect(try await site.value("SELECT value FROM setting WHERE key = 'name'", as: String.self) == "Casa nostra")
            expect(try await browsers[1].post("/admin/site", asked.filled(["name.answer": ["mine"]])).status == 303)
            expect(try await site.value("SELECT value FROM setting WHERE key = 'name'", as: String.self) == "Casa mia")
        }
    }

    @Test func peopleAndTheirRoles() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { [self] browsers in
            func form(_ name: String, _ libraries: [String], country: String = "", _ more: (String, String)...) -> [(String, String)] {
                let roles = libraries.enumerated().flatMap { index, library in
                    [("roles.\(index).id", ""), ("roles.\(index).role", "librarian"), ("roles.\(index).place", library)]
                }
                return [
                    ("key", "librarian"), ("name", name), ("language", "it"), ("country", country), ("isActive", "yes"), ("version", "1"),
                    ("act", "save"),
                ] + roles + more
            }
            let base = try drawnField(try await browsers[0].get("/admin/people/2"))
            // One takes a library away and renames, the other chooses a country: all of it holds.
            expect(try await browsers[0].post("/admin/people/2", form("Anna", ["1"], base)).status == 303)
            expect(try await browsers[0].post("/admin/people/2", form("Bibliotecaria", ["1", "2"], country: "AT", base)).status == 303)
            let stands =
                "SELECT name || country || (SELECT group_concat(scopeID) FROM roleAssignment WHERE accountID = 2) FROM account WHERE id = 2"
            expect(try await site.value(stands, as: String.self) == "AnnaAT1")
            let late = try await browsers[0].post("/admin/people/2", form("Paola", ["1", "2"], base))
            #expect(late.status == 409)
            #expect(late.contains(#"<q class="words">Anna</q>"#))
            #expect(late.contains(#"value="Paola""#))
            #expect(late.contains("Hai cambiato questo campo anche in un’altra finestra"))
            // Before it is saved the row of the role that went is gone from the form too.
            #expect(!late.contains("roles.1.role"))
            let asked = try #require(late.form(to: "/admin/people/2"))
            expect(try await browsers[0].post("/admin/people/2", asked.filled(["name.answer": ["mine"]])).status == 303)
            expect(try await site.value(stands, as: String.self) == "PaolaAT1")
        }
    }

    /// The log names the field that a person chose on their own page.
    @Test func whoIsAskedAboutHearsWhoChangedWhichField() async throws {
        let site = try await shared()
        try await site.browse(as: "admin", "librarian-blu", "librarian") { browsers in
            let address = "/admin/people/2"
            let base = try #require(try await browsers[0].get(address).form(to: address))
            expect(try await browsers[1].post(address, base.filled(["name": ["Anna"]])).status == 303)
            expect(try await browsers[2].post("/admin/account/country", [("country", "AT"), ("was", "")]).status == 303)
            let both = try await browsers[0].post(address, base.filled(["name": ["Paola"], "country": ["DE"]]))
            #expect(both.status == 409)
            #expect(both.contains("Anche Bibliotecario Blu ha cambiato questo campo"))
            #expect(both.contains("Anche Anna ha cambiato questo campo"))
        }
    }

    @Test func theCountryOfOnesOwnAccount() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            let address = "/admin/account/country"
            let base = try #require(try await browsers[1].get("/admin/account").form(to: address))
            let people = try #require(try await browsers[0].get("/admin/people/2").form(to: "/admin/people/2"))
            expect(try await browsers[0].post("/admin/people/2", people.filled(["country": ["AT"]])).status == 303)
            // Saved again without a choice, the page takes nothing back.
            expect(try await browsers[1].post(address, base.filled()).status == 303)
            expect(try await site.value("SELECT country FROM account WHERE id = 2", as: String.self) == "AT")
            let told = try await browsers[1].get("/admin/account")
            #expect(told.contains("Nel frattempo Amministratrice ha scelto «Austria»"))
            let both = try await browsers[1].post(address, base.filled(["country": ["DE"]]))
            #expect(both.status == 409)
            #expect(both.contains("Amministratrice ha scelto «Austria»"))
            #expect(both.contains(#"value="DE" selected"#))
            expect(try await site.value("SELECT country FROM account WHERE id = 2", as: String.self) == "AT")
            let again = try #require(both.form(to: address))
            expect(try await browsers[1].post(address, again.filled()).status == 303)
            expect(try await site.value("SELECT country FROM account WHERE id = 2", as: String.self) == "DE")
        }
    }

    @Test func webhooks() async throws {
        let site = try await shared()
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let address = "/admin/webhooks/1"
            try await browsers[0].post("/admin/webhooks", [("address", "https://example.org/a"), ("isOn", "yes"), ("acts", "create")])
            let base = try #require(try await browsers[0].get(address).form(to: address))
            expect(try await browsers[0].post(address, base.filled(["acts": ["create", "update"]])).status == 303)
            expect(
                try await browsers[1].post(address, base.filled(["address": ["https://example.org/b"], "acts": ["create", "delete"]]))
                    .status == 303)
            let saved = "SELECT address || ' ' || acts FROM webhook"
            expect(try await site.value(saved, as: String.self) == "https://example.org/b create update delete")
            let both = try await browsers[0].post(address, base.filled(["address": ["https://example.org/c"], "acts": []]))
            #expect(both.status == 409)
            #expect(both.contains("Anche Bibliotecario Blu ha cambiato questo campo"))
            #expect(both.contains(#"<q class="words">https://example.org/b</q>"#))
            #expect(both.contains(#"name="acts.asked""#))
            let asked = try #require(both.form(to: address))
            let answered = asked.filled(["address.answer": ["theirs"], "acts.answer": ["mine"]])
            expect(try await browsers[0].post(address, answered).status == 303)
            expect(try await site.value(saved, as: String.self) == "https://example.org/b *")
        }
    }

    @Test func thePlanOfBackups() async throws {
        let site = try await shared()
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let address = "/admin/backups/plan"
            let base = try #require(try await browsers[0].get("/admin/backups").form(to: address))
            expect(try await browsers[0].post(address, base.filled(["hour": ["5"]])).status == 303)
            expect(try await browsers[1].post(address, base.filled(["days": ["9"]])).status == 303)
            let plan = try await site.database.read { try SiteSettings.load($0).backups }
            #expect(plan.hour == 5)
            #expect(plan.days == 9)
            let told = try await browsers[1].get("/admin/backups")
            #expect(told.contains("Nel frattempo Amministratrice ha cambiato, e resta così:"))
            let both = try await browsers[1].post(address, base.filled(["hour": ["7"]]))
            #expect(both.status == 409)
            #expect(both.contains("Anche Amministratrice ha cambiato questo campo"))
            let asked = try #require(both.form(to: address))
            expect(try await browsers[1].post(address, asked.filled()).status == 422)
            expect(try await browsers[1].post(address, asked.filled(["hour.answer": ["mine"]])).status == 303)
            let after = try await site.database.read { try SiteSettings.load($0).backups }
            #expect(after.hour == 7)
            #expect(after.days == 9)
        }
    }

    @Test func rolesThatMustHaveASecondFactor() async throws {
        let site = try await shared()
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let address = "/admin/roles/factors"
            try await browsers[0].post("/admin/roles", [("title", "Aiuto"), ("scope", ""), ("may", "sample.books.see")])
            let page = try await browsers[0].get("/admin/roles")
            let base = try #require(page.form(to: address))
            let names = page.text.matches(of: #/name="role" value="([^"]+)"/#).map { String($0.1) }.filter { $0 != "admin" }
            try #require(names.count > 1)
            expect(try await browsers[0].post(address, base.filled(["role": [names[0]]])).status == 303)
            expect(try await browsers[1].post(address, base.filled(["role": [names[1]]])).status == 303)
            let saved = try await site.database.read { try FactorRequirement.roles($0) }
            #expect(saved.isSuperset(of: names[0...1]))
        }
    }

    @Test func rolesOfTheSite() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { [self] browsers in
            func form(_ title: String, _ may: [String], _ more: (String, String)...) -> [(String, String)] {
                [("title", title)] + may.map { ("may", $0) } + [("version", "1")] + more
            }
            let (see, readers, sellers) = ("sample.books.see", "sample.readers.see", "sample.sellers.see")
            try await browsers[0].post("/admin/roles", [("title", "Aiuto"), ("scope", ""), ("may", see), ("may", readers)])
            let base = try drawnField(try await browsers[0].get("/admin/roles/1"))
            expect(try await browsers[0].post("/admin/roles/1", form("Aiuto", [see], base)).status == 303)
            expect(try await browsers[0].post("/admin/roles/1", form("Aiuto", [see, readers, sellers], base)).status == 303)
            let stands = try await browsers[0].get("/admin/roles/1")
            #expect(stands.contains("\"\(sellers)\" checked"))
            #expect(stands.contains("\"\(see)\" checked"))
            #expect(!stands.contains("\"\(readers)\" checked"))
            expect(
                try await browsers[0].post("/admin/roles/1", form("Uno", [see, sellers], try drawnField(stands), ("version", "3"))).status
                    == 303
            )
            let both = try await browsers[0].post("/admin/roles/1", form("Due", [see, readers], base))
            #expect(both.status == 409)
            #expect(both.contains(#"<q class="words">Uno</q>"#))
            #expect(both.contains(#"value="Due""#))
            #expect(both.contains("\"\(sellers)\" checked"))
            #expect(both.contains("Hai cambiato questo campo anche in un’altra finestra"))
            let asked = try #require(both.form(to: "/admin/roles/1"))
            expect(try await browsers[0].post("/admin/roles/1", asked.filled()).status == 422)
            expect(try await browsers[0].post("/admin/roles/1", asked.filled(["title.answer": ["theirs"]])).status == 303)
            expect(try await site.value("SELECT title FROM ownRole", as: String.self) == "Uno")
        }
    }

    @Test func textsOfAPicture() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let id = try await site.add(samples, width: 26, scopeID: SampleSite.rossa)
        try await site.browse(as: "librarian", "admin") { [self] browsers in
            let base = try drawnField(try await browsers[0].get("/admin/media/\(id)"))
            func form(_ alt: String, _ credit: String) -> [(String, String)] {
                [("alt", alt), ("credit", credit), ("licence", ""), ("version", "1"), base]
            }
            expect(try await browsers[0].post("/admin/media/\(id)", form("Un pane", "")).status == 303)
            expect(try await browsers[1].post("/admin/media/\(id)", form("", "Anna")).status == 303)
            expect(try await site.value("SELECT alt || credit FROM picture", as: String.self) == "Un paneAnna")
            let both = try await browsers[1].post("/admin/media/\(id)", form("Due pani", ""))
            #expect(both.status == 409)
            #expect(both.contains("Anche Bibliotecaria ha cambiato questo campo"))
            #expect(both.contains(#"<q class="words">Un pane</q>"#))
            #expect(both.contains("Due pani</textarea>"))
        }
    }
}
