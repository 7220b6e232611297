import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin

/// Forms that are no record's carry what they were drawn with: what was not typed into stays as others saved it.
@Suite struct DrawnFormTests {
    private func drawn(_ page: Answer) throws -> (String, String) {
        let value = try #require(page.text.firstMatch(of: #/name="drawn" value="([^"]*)"/#)?.1)
        return ("drawn", String(value).replacing("&#34;", with: "\"").replacing("&amp;", with: "&").replacing("&#39;", with: "'"))
    }

    @Test func settingsOfTheSite() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { [self] browsers in
            func form(_ name: String, days: String, _ more: (String, String)...) -> [(String, String)] {
                [
                    ("name", name), ("language", "it"), ("zone", "Europe/Rome"), ("tiles", ""), ("historyDays", "730"), ("trashDays", days),
                    ("systems", "house"), ("version", "0"),
                ] + more
            }
            let base = try drawn(try await browsers[0].get("/admin/site"))
            expect(try await browsers[0].post("/admin/site", form("Casa nostra", days: "90", base)).status == 303)
            expect(try await browsers[0].post("/admin/site", form("Portico di prova", days: "30", base)).status == 303)
            let page = try await browsers[0].get("/admin/site")
            #expect(page.contains("Nel frattempo Amministratrice ha cambiato, e resta così: Nome"))
            #expect(page.contains(#"value="Casa nostra""#) && page.contains(#"name="trashDays" value="30""#))
            let both = try await browsers[0].post("/admin/site", form("Casa mia", days: "90", base))
            #expect(both.status == 409 && both.contains("l’ha cambiato in «Casa nostra»") && both.contains(#"value="Casa mia""#))
            #expect(both.contains(#"name="trashDays" value="30""#))
        }
    }

    @Test func peopleAndTheirRoles() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { [self] browsers in
            func form(_ name: String, _ houses: [String], country: String = "", _ more: (String, String)...) -> [(String, String)] {
                let roles = houses.enumerated().flatMap { index, house in
                    [("roles.\(index).id", ""), ("roles.\(index).role", "educator"), ("roles.\(index).place", house)]
                }
                return [
                    ("key", "educator"), ("name", name), ("language", "it"), ("country", country), ("isActive", "yes"), ("version", "1"),
                    ("act", "save"),
                ] + roles + more
            }
            let base = try drawn(try await browsers[0].get("/admin/people/2"))
            // One takes a house away and renames, the other chooses a country: all of it holds.
            expect(try await browsers[0].post("/admin/people/2", form("Anna", ["1"], base)).status == 303)
            expect(try await browsers[0].post("/admin/people/2", form("Educatrice", ["1", "2"], country: "AT", base)).status == 303)
            let stands =
                "SELECT name || country || (SELECT group_concat(scopeID) FROM roleAssignment WHERE accountID = 2) FROM account WHERE id = 2"
            expect(try await site.value(stands, as: String.self) == "AnnaAT1")
            let late = try await browsers[0].post("/admin/people/2", form("Paola", ["1", "2"], base))
            #expect(late.status == 409 && late.contains("«Anna»") && late.contains(#"value="Paola""#))
            // Before it is saved the row of the role that went is gone from the form too.
            #expect(!late.contains("roles.1.role"))
        }
    }

    @Test func rolesOfTheSite() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { [self] browsers in
            func form(_ title: String, _ may: [String], _ more: (String, String)...) -> [(String, String)] {
                [("title", title)] + may.map { ("may", $0) } + [("version", "1")] + more
            }
            let (see, guests, shops) = ("house.products.see", "house.guests.see", "house.shops.see")
            try await browsers[0].post("/admin/roles", [("title", "Aiuto"), ("scope", ""), ("may", see), ("may", guests)])
            let base = try drawn(try await browsers[0].get("/admin/roles/1"))
            expect(try await browsers[0].post("/admin/roles/1", form("Aiuto", [see], base)).status == 303)
            expect(try await browsers[0].post("/admin/roles/1", form("Aiuto", [see, guests, shops], base)).status == 303)
            let stands = try await browsers[0].get("/admin/roles/1")
            #expect(
                stands.contains("\"\(shops)\" checked") && stands.contains("\"\(see)\" checked")
                    && !stands.contains("\"\(guests)\" checked"))
            expect(
                try await browsers[0].post("/admin/roles/1", form("Uno", [see, shops], try drawn(stands), ("version", "3"))).status == 303)
            let both = try await browsers[0].post("/admin/roles/1", form("Due", [see, guests], base))
            #expect(both.status == 409 && both.contains("«Uno»") && both.contains(#"value="Due""#) && both.contains("\"\(shops)\" checked"))
        }
    }

    @Test func textsOfAPicture() async throws {
        let (site, samples) = (try await TestSite(), try Samples())
        let id = try await site.add(samples, width: 26, scopeID: TestSite.rossa)
        try await site.browse(as: "educator", "admin") { [self] browsers in
            let base = try drawn(try await browsers[0].get("/admin/media/\(id)"))
            func form(_ alt: String, _ credit: String) -> [(String, String)] {
                [("alt", alt), ("credit", credit), ("licence", ""), ("version", "1"), base]
            }
            expect(try await browsers[0].post("/admin/media/\(id)", form("Un pane", "")).status == 303)
            expect(try await browsers[1].post("/admin/media/\(id)", form("", "Anna")).status == 303)
            expect(try await site.value("SELECT alt || credit FROM picture", as: String.self) == "Un paneAnna")
        }
    }
}
