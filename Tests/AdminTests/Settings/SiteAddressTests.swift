import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin

/// Links in messages lead to the address that somebody vouches for, never to what a request says of itself.
@Suite struct SiteAddressTests {
    @discardableResult
    private func register(_ browser: Browser) async throws -> Answer {
        try await browser.post("/stories/recovery", [("email", "lina@example.org")])
    }

    private func addWriter(_ site: TestSite) async throws {
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, passwordHash, createdAt)
                    VALUES ('lina@example.org', 'lina', 'Lina', 'Rossi', 'scrypt$x', '2026-01-01')
                    """)
        }
    }

    private func body(_ site: TestSite) async throws -> String { try await site.value("SELECT body FROM mail", as: String.self) ?? "" }

    @Test func aLinkLeadsWhereAnAdministratorConfirmed() async throws {
        let site = try await TestSite("stories")
        try await addWriter(site)
        try await site.browse(as: "admin", "") { browsers in
            try await browsers[0].post("/admin/site/address", [("address", "https://Storie.example.org/")])
            try await register(browsers[1])
        }
        let body = try await body(site)
        #expect(body.contains("https://storie.example.org/stories/recovery/") && !body.contains("localhost"))
    }

    @Test func aLinkLeadsWhereTheOperatorSays() async throws {
        let site = try await TestSite("stories", environment: ["PORTICO_URL": "https://portal.example.org"])
        try await addWriter(site)
        let admin = site.portal.admin
        expect(try await site.database.read { try admin.mailOrigin($0) } == "https://portal.example.org")
    }

    @Test func withoutAnAddressMessagesWithLinksWaitAndTheFirstPageSaysWhy() async throws {
        let site = try await TestSite("stories")
        try await addWriter(site)
        try await site.database.write { db in
            try db.execute(sql: "UPDATE siteIdentity SET address = NULL")
            try Mail.enqueue(to: "b@example.org", of: "stories", subject: "Senza link", body: "Ciao", at: .now - 5, db)
        }
        try await site.browse(as: "admin", "") { browsers in
            try await register(browsers[1])
            try await site.portal.jobs.runDue(now: .now + 5)
            expect(try await site.value("SELECT state FROM mail WHERE subject = 'Senza link'", as: String.self) == "kept")
            expect(try await site.value("SELECT state FROM mail WHERE subject <> 'Senza link'", as: String.self) == "waiting")
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("Un messaggio aspetta: al suo link serve l’indirizzo di questo sito"))
            #expect(first.contains("action=\"/admin/site/address\"") && first.contains("value=\"http://localhost\""))
            try await browsers[0].post("/admin/site/address", [("address", "http://localhost")])
            try await site.portal.jobs.runDue(now: .now + 5)
            expect(try await browsers[0].get("/admin").contains("Un messaggio aspetta") == false)
        }
        expect(try await site.value("SELECT state FROM mail WHERE subject <> 'Senza link'", as: String.self) == "kept")
        let text = try await site.value("SELECT body FROM mail WHERE subject <> 'Senza link'", as: String.self) ?? ""
        #expect(text.contains("http://localhost/stories/recovery/") && !text.contains(".invalid"))
    }

    @Test(arguments: ["", "example.org", "http://", "ftp://example.org", "https://example.org/path", "https://a@b.org", "https://a b.org"])
    func whatIsNoAddressIsRefusedWithWhatWasTyped(_ typed: String) async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/site/address", [("address", typed)])
            #expect(answer.status == 422 && answer.contains("value=\"\(typed)\""))
        }
        expect(try await site.value("SELECT address FROM siteIdentity", as: String.self) == "http://localhost")
    }
}
