import Accounts
import AdminTestSupport
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import Admin

private let books = "/api/v1/sample/books"

@Suite struct TokenTests {
    @Test func aTokenGivesNoMoreThanItsAccountAndItsScopes() async throws {
        let site = try await SampleSite()
        let reading = try await site.token(of: "librarian", .read, scope: SampleSite.blu)
        let sellers = try await site.token(of: "librarian-blu", areas: ["sample.sellers.*"])
        let rossa = try await site.token(of: "librarian", scope: SampleSite.rossa)
        let greedy = try await site.token(of: "librarian-blu", areas: ["*"], scope: SampleSite.rossa)
        try await site.run(as: "librarian", "librarian-blu") { programs in
            let (both, blu) = (programs[0], programs[1])
            func program(_ secret: String) -> Program { Program(browser: both.browser, secret: secret) }
            let (id, _) = try await blu.make(books, #"{"name": "Riso"}"#)
            let address = "\(books)/\(id)"

            var answer = try await program(reading).call(.get, address)
            #expect(answer.status == 200)
            answer = try await program(reading).call(.patch, address, #"{"copies": 1}"#, match: "*")
            #expect(answer.status == 403)
            #expect(answer.problem == "readOnly")
            answer = try await program(sellers).call(.get, address)
            #expect(answer.status == 404)
            answer = try await program(sellers).call(.get, books)
            #expect(answer.status == 403)
            answer = try await program(sellers).call(.post, "/api/v1/sample/sellers", #"{"name": "Forno"}"#)
            #expect(answer.status == 201)
            // Another library is not there at all.
            answer = try await program(rossa).call(.get, address)
            #expect(answer.status == 404)
            answer = try await program(rossa).call(.get, books + "?scope=2")
            #expect(answer.status == 404)
            answer = try await program(rossa).call(.patch, address, #"{"copies": 1}"#, match: "*")
            #expect(answer.status == 404)
            answer = try await program(rossa).call(.get, books)
            #expect(answer.status == 200)
            #expect(answer.names.isEmpty)
            // A scope that its account does not have gives nothing.
            answer = try await program(greedy).call(.get, books)
            #expect(answer.status == 403)
            answer = try await program(greedy).call(.get, address)
            #expect(answer.status == 404)
            // Of two libraries one must be named.
            answer = try await both.call(.get, books)
            #expect(answer.status == 400)
            #expect(answer.problem == "scope")
            answer = try await both.call(.get, books + "?scope=2")
            #expect(answer.names == ["Riso"])
            answer = try await both.call(.post, books, #"{"name": "Pane", "scope": 1}"#)
            #expect(answer.status == 201)
            #expect(answer.json["scope"]?.number == 1)
            answer = try await blu.call(.post, books, #"{"name": "Latte", "scope": 1}"#)
            #expect(answer.status == 404)
            answer = try await blu.call(.post, "/api/v1/sample/libraries", #"{"name": "Biblioteca Verde"}"#)
            #expect(answer.status == 403)
        }
    }

    @Test func deadTokensOpenNothing() async throws {
        let site = try await SampleSite()
        let (expired, revoked, off) = (
            try await site.token(of: "librarian", life: -1), try await site.token(of: "librarian"),
            try await site.token(of: "librarian-blu")
        )
        try await site.database.write { db in
            try AccessToken.fetchAll(db)[1].revoke(db, by: .system("test"))
            try db.execute(sql: "UPDATE account SET isActive = 0 WHERE key = 'librarian-blu'")
            // Switched on again, its tokens stay dead.
            try db.execute(sql: "UPDATE account SET isActive = 1 WHERE key = 'librarian-blu'")
        }
        try await site.browse(as: "admin") { browsers in
            for secret in [expired, revoked, off, "ptc_", "ptc_" + String(repeating: "A", count: 43), "x", ""] {
                // The cookie of somebody who may do everything does not help a bad token.
                let answer = try await browsers[0].call(
                    .get, books, headers: [.authorization: "Bearer \(secret)"], cookies: true)
                #expect(answer.status == 401, "\(secret)")
                #expect(answer.problem == "token", "\(secret)")
                #expect(answer.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
            }
            let basic = try await browsers[0].call(.get, books, headers: [.authorization: "Basic YWRtaW46YQ=="], cookies: true)
            #expect(basic.status == 401)
            let nobody = try await browsers[0].call(.get, books)
            #expect(nobody.status == 401)
            #expect(nobody.headers[.wwwAuthenticate] == "Bearer realm=\"Portico\"")
        }
    }

    @Test func aSessionCallsFromOurOwnPagesOnly() async throws {
        let site = try await SampleSite()
        let site1 = HTTPField.Name("Sec-Fetch-Site")!
        try await site.browse(as: "librarian-blu") { browsers in
            let browser = browsers[0]
            let own = try await browser.call(.get, books, headers: [site1: "same-origin"], cookies: true)
            #expect(own.status == 200)
            let made = try await browser.call(.post, books, #"{"name": "Riso"}"#, headers: [site1: "same-origin"], cookies: true)
            #expect(made.status == 201)
            for from in ["cross-site", "same-site"] {
                let read = try await browser.call(.get, books, headers: [site1: from], cookies: true)
                #expect(read.status == 403)
                #expect(read.problem == "crossSite")
                let write = try await browser.call(.post, books, #"{"name": "Pane"}"#, headers: [site1: from], cookies: true)
                #expect(write.status == 403)
            }
            let foreign = try await browser.call(.get, books, headers: [.origin: "https://evil.example"], cookies: true)
            #expect(foreign.status == 403)
            let bare = try await browser.call(.post, books, #"{"name": "Pane"}"#, cookies: true)
            #expect(bare.status == 403)
        }
        let count = try await site.value("SELECT count(*) FROM book", as: Int.self)
        #expect(count == 1)
    }

    @Test func aTokenIsShownOnceAndStoredHashed() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu", "admin") { browsers in
            let (owner, other, admin) = (browsers[0], browsers[1], browsers[2])
            let refused = try await owner.post("/admin/account/tokens", [("name", ""), ("access", "read"), ("life", "90")])
            #expect(refused.status == 422)
            let page = try await owner.post(
                "/admin/account/tokens",
                [("name", "Cassa"), ("access", "read"), ("areas", "sample.books.*"), ("scope", "2"), ("life", "90")])
            #expect(page.status == 200)
            #expect(page.headers[.cacheControl] == "no-store, no-transform")
            let start = try #require(page.text.range(of: "ptc_"))
            let secret = String(page.text[start.lowerBound...].prefix(47))
            let again = try await owner.get("/admin/account/tokens")
            #expect(again.contains("Cassa"))
            #expect(again.contains(String(secret.prefix(10))))
            #expect(!again.contains(secret))
            let works = try await owner.call(.get, books, headers: HTTPFieldsOf.token(secret))
            #expect(works.status == 200)

            let id = try await site.value("SELECT id FROM accessToken", as: Int64.self) ?? 0
            let notMine = try await other.post("/admin/account/tokens/\(id)/revocation")
            #expect(notMine.status == 404)
            let closed = try await other.get("/admin/tokens")
            #expect(closed.status == 403)
            let all = try await admin.get("/admin/tokens")
            #expect(all.contains("Cassa"))
            #expect(all.contains("Bibliotecaria"))
            #expect(!all.contains(secret))
            let revoked = try await admin.post("/admin/tokens/\(id)/revocation")
            #expect(revoked.status == 303)
            let dead = try await owner.call(.get, books, headers: HTTPFieldsOf.token(secret))
            #expect(dead.status == 401)
        }
        try await site.database.read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM accessToken"))
            #expect((row["tokenHash"] as Data).count == 32)
            #expect(row["usedAt"] != nil)
            let life = (row["expiresAt"] as Date).timeIntervalSince(row["createdAt"] as Date)
            #expect(abs(life - 90 * 86_400) < 1)
        }
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'token.%' ORDER BY id")
        }
        #expect(acts == ["token.create", "token.revoke", "token.refused"])
    }

    /// What is not understood must not become everything.
    @Test(arguments: [("areas", "sample.bookz.*"), ("areas", "campus.*"), ("areas", "*"), ("access", "all"), ("scope", "99")])
    func aTokenWhoseFormIsNotUnderstoodIsRefused(_ field: String, _ value: String) async throws {
        let site = try await SampleSite()
        let fields = [("name", "Cassa"), ("access", "read"), ("areas", "sample.books.*"), ("scope", "2"), ("life", "90")]
        try await site.browse(as: "librarian") { browsers in
            let answer = try await browsers[0].post("/admin/account/tokens", fields.filter { $0.0 != field } + [(field, value)])
            #expect(answer.status == 422, "\(field)=\(value): \(answer.status)")
            #expect(answer.contains("Cassa"), "\(field)=\(value): \(answer.status)")
        }
        expect(try await site.value("SELECT count(*) FROM accessToken", as: Int.self) == 0)
    }

    @Test(arguments: ["", "sample.bookz.*", "nonsense", "library"]) func anAreaThatIsNotUnderstoodAllowsNothing(_ area: String) async throws
    {
        let site = try await SampleSite()
        let secret = try await site.token(of: "librarian-blu", areas: [area])
        try await site.browse(as: "") { browsers in
            for path in [books, "/api/v1/sample/sellers"] {
                let answer = try await browsers[0].call(.get, path, headers: HTTPFieldsOf.token(secret))
                #expect([403, 404].contains(answer.status), "\(path): \(answer.status)")
            }
        }
    }
}
