import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Links in messages lead to the address that somebody vouches for, never to what a request says of itself.
@Suite struct SiteAddressTests {
    /// Writes a message with a link, as a system does.
    private func writeLink(_ site: SampleSite) async throws {
        let admin = site.portal.admin
        try await site.database.write { db in
            let body = try admin.mailOrigin(db) + "/sample/loans"
            try Mail.enqueue(to: "lina@example.org", of: "sample", subject: "Prestiti", body: body, at: .now - 5, db)
            try Jobs.enqueue(db, Outbox.kind, by: .system("test"))
        }
    }

    private func body(_ site: SampleSite) async throws -> String { try await site.value("SELECT body FROM mail", as: String.self) ?? "" }

    @Test func aLinkLeadsWhereAnAdministratorConfirmed() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/site/address", [("address", "https://Libri.example.org/")])
        }
        try await writeLink(site)
        let body = try await body(site)
        #expect(body.contains("https://libri.example.org/sample/loans"))
        #expect(!body.contains("localhost"))
    }

    @Test func aLinkLeadsWhereTheOperatorSays() async throws {
        let site = try await SampleSite(publicURL: "https://portal.example.org")
        let admin = site.portal.admin
        expect(try await site.database.read { try admin.mailOrigin($0) } == "https://portal.example.org")
    }

    @Test func withoutAnAddressMessagesWithLinksWaitAndTheFirstPageSaysWhy() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE siteIdentity SET address = NULL")
            try Mail.enqueue(to: "b@example.org", of: "sample", subject: "Senza link", body: "Ciao", at: .now - 5, db)
        }
        try await site.browse(as: "admin") { browsers in
            try await writeLink(site)
            try await site.portal.jobs.runDue(now: .now + 5)
            expect(try await site.value("SELECT state FROM mail WHERE subject = 'Senza link'", as: String.self) == "kept")
            expect(try await site.value("SELECT state FROM mail WHERE subject <> 'Senza link'", as: String.self) == "waiting")
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("Un messaggio aspetta: al suo link serve l’indirizzo di questo sito"))
            #expect(first.contains("action=\"/admin/site/address\""))
            #expect(first.contains("value=\"http://localhost\""))
            try await browsers[0].post("/admin/site/address", [("address", "http://localhost")])
            try await site.portal.jobs.runDue(now: .now + 5)
            expect(try await browsers[0].get("/admin").contains("Un messaggio aspetta") == false)
        }
        expect(try await site.value("SELECT state FROM mail WHERE subject <> 'Senza link'", as: String.self) == "kept")
        let text = try await site.value("SELECT body FROM mail WHERE subject <> 'Senza link'", as: String.self) ?? ""
        #expect(text.contains("http://localhost/sample/loans"))
        #expect(!text.contains(".invalid"))
    }

    @Test(arguments: ["", "example.org", "http://", "ftp://example.org", "https://example.org/path", "https://a@b.org", "https://a b.org"])
    func whatIsNoAddressIsRefusedWithWhatWasTyped(_ typed: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/site/address", [("address", typed)])
            #expect(answer.status == 422)
            #expect(answer.contains("value=\"\(typed)\""))
        }
        expect(try await site.value("SELECT address FROM siteIdentity", as: String.self) == "http://localhost")
    }
}
