import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Notes of one person: others find no trace of them, whichever page or address they ask.
@Suite struct AudienceTests {
    private static let list = "/admin/sample/notes"
    private static let secret = "Zefirino"
    private static let shared = "Bacheca"

    /// Ada has written a secret note (1) and a shared one (2); Bea writes too, and the administrator keeps all.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addPerson("ada", "Ada", role: "scribe")
        try await site.addPerson("bea", "Bea", role: "scribe")
        try await site.browse(as: "ada") { browsers in
            let secret = try await browsers[0].post(Self.list, [("name", Self.secret), ("text", "Sottovoce")])
            #expect(secret.status == 303)
            let shared = try await browsers[0].post(Self.list, [("name", Self.shared), ("shared", "yes")])
            #expect(shared.status == 303)
        }
        return site
    }

    @Test func aNoteBelongsToWhoWroteItAndIsSeenByOthersOnlyIfShared() async throws {
        let site = try await site()
        expect(try await site.value("SELECT group_concat(owner) FROM note", as: String.self), is: "4,4")
        try await site.browse(as: "ada", "bea", "admin", "librarian") { browsers in
            for (browser, seen) in [
                (browsers[0], [Self.shared, Self.secret]), (browsers[1], [Self.shared]), (browsers[2], [Self.shared, Self.secret]),
            ] {
                let page = try await browser.get(Self.list)
                #expect(names(page.text) == seen)
            }
            expect(try await browsers[3].get(Self.list).status, is: 403)
            expect(try await browsers[0].get(Self.list + "/1").status, is: 200)
            expect(try await browsers[1].get(Self.list + "/1").status, is: 404)
            expect(try await browsers[2].get(Self.list + "/1").status, is: 200)
        }
    }

    @Test func noPageNamesTheNoteOfSomebodyElse() async throws {
        let site = try await site()
        let addresses = site.portal.routes.all.filter { $0.method == .get }.map { $0.path.description }.filter {
            $0.hasPrefix("/admin") && !$0.contains("*")
        }.map { $0.replacing("/notes/{id}", with: "/notes/1").replacing(#/{[a-z]+}/#, with: "1") }
        #expect(addresses.contains(Self.list + "/1/history"))
        try await site.browse(as: "bea") { browsers in
            for address in addresses {
                let page = try await browsers[0].get(address)
                #expect(page.status < 500, "\(address)")
                #expect(!page.contains(Self.secret), "\(address)")
            }
            for query in ["/admin/search?q=zefirino", "/admin/search/suggestions?q=zefirino", Self.list + "?q=sottovoce"] {
                let page = try await browsers[0].get(query)
                #expect(page.status == 200, "\(query)")
                #expect(!page.contains(">\(Self.secret)"), "\(query)")
            }
            let file = try await browsers[0].get(Self.list + "/export?format=csv")
            #expect(file.contains(Self.shared))
            #expect(!file.contains(Self.secret))
        }
    }

    @Test func nobodyChangesTheNoteOfSomebodyElse() async throws {
        let site = try await site()
        let before = "SELECT group_concat(id || name || version || ifnull(deletedAt, '')) FROM note"
        let state = try await site.value(before, as: String.self)
        let addresses = site.portal.routes.all.filter { $0.method == .post }.map { $0.path.description }.filter {
            $0.hasPrefix(Self.list + "/{id}")
        }.map { $0.replacing("{id}", with: "1").replacing(#/{[a-z]+}/#, with: "1") }
        #expect(addresses.count > 5)
        try await site.browse(as: "bea") { browsers in
            for address in addresses {
                let answer = try await browsers[0].post(address, [("name", "Mio"), ("version", "1"), ("confirmed", "yes")])
                #expect([403, 404].contains(answer.status), "\(address): \(answer.status)")
            }
            // A shared one has an owner, who alone may change it.
            let shared = try await browsers[0].post(Self.list + "/2", [("name", "Mio"), ("version", "1"), ("shared", "yes")])
            #expect(shared.status == 404)
            for id in ["1", "2"] {
                try await browsers[0].post(Self.list + "/bulk", [("act", "delete"), ("id", id), ("confirmed", "yes")])
                try await browsers[0].post(Self.list + "/trash", [("act", "delete"), ("id", id), ("confirmed", "yes")])
            }
        }
        expect(try await site.value(before, as: String.self), is: state)
    }

    @Test func programsHaveTheSameAudience() async throws {
        let site = try await site()
        try await site.run(as: "ada", "bea") { programs in
            let address = "/api/v1/sample/notes"
            let own = try await programs[0].call(.get, address)
            #expect(Set(own.names) == [Self.secret, Self.shared])
            let other = try await programs[1].call(.get, address)
            #expect(other.names == [Self.shared])
            for method in [HTTPMethods.get, .patch, .delete] {
                let body = method == .patch ? #"{"name": "Mio"}"# : nil
                let refused = try await programs[1].call(method, address + "/1", body, match: "*")
                #expect(refused.status == 404, "\(method)")
            }
            let made = try await programs[1].make(address, #"{"name": "Di Bea"}"#)
            expect(try await site.value("SELECT owner FROM note WHERE id = \(made.id)", as: Int.self), is: 5)
        }
    }
}
