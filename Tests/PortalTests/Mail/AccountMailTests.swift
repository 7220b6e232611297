import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts
@testable import Admin

/// The addresses of people, and what is written to them.
@Suite struct AccountMailTests {
    private static let own = "/admin/account/email"

    private func save(_ address: String, _ browser: Browser, password: String = TestSite.password) async throws -> Answer {
        try await browser.post(Self.own, [("email", address), ("emailPassword", password)])
    }

    @Test func anAddressCountsWhenItsLinkWasPressed() async throws {
        let site = try await TestSite()
        try await site.setMail()
        try await site.browse(as: "educator", "") { browsers in
            let (educator, visitor) = (browsers[0], browsers[1])
            #expect(try await save("nuova@example.org", educator, password: "wrong").status == 422)
            #expect(try await save("nuova@example", educator).status == 422)
            #expect(try await site.mails().isEmpty)
            #expect(try await save("nuova@example.org", educator).status == 303)
            let page = try await educator.get("/admin/account")
            #expect(page.contains("nuova@example.org: non ancora confermato."))
            let link = try #require(try await site.mails(to: "nuova@example.org").last).path("/sign-in/addresses/")
            // A program that looks into the message opens the link.
            let asked = try await visitor.get(link)
            #expect(asked.headers[.cacheControl] == "no-store, no-transform")
            #expect(try await site.value("SELECT confirmedAt FROM accountEmail", as: Date.self) == nil)
            #expect(try await visitor.post(link).status == 200)
            #expect(try await visitor.post(link).status == 410)
        }
        #expect(try await site.value("SELECT confirmedAt FROM accountEmail", as: Date.self) != nil)
    }

    @Test func theOldAddressIsToldAndCountsUntilTheNewOneDoes() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.browse(as: "educator") { browsers in
            _ = try await save("sbagliata@example.org", browsers[0])
            _ = try await save("nuova@example.org", browsers[0])
            let mistaken = try #require(try await site.mails(to: "sbagliata@example.org").last).path("/sign-in/addresses/")
            // The first one may be a stranger's.
            #expect(try await browsers[0].post(mistaken).status == 410)
            #expect(try await site.value("SELECT address FROM accountEmail", as: String.self) == "educator@example.org")
            let link = try #require(try await site.mails(to: "nuova@example.org").last).path("/sign-in/addresses/")
            #expect(try await browsers[0].post(link).status == 200)
            #expect(try await site.value("SELECT address FROM accountEmail", as: String.self) == "nuova@example.org")
            let told = try #require(try await site.mails(to: "educator@example.org").last)
            #expect(told.body.contains("nuova@example.org"))
            _ = try await save("", browsers[0])
            #expect(try await site.mails(to: "nuova@example.org").last?.body.contains("è stato tolto") == true)
        }
        #expect(try await site.value("SELECT count(*) FROM accountEmail", as: Int.self) == 0)
    }

    @Test func aMailboxIsNotFilledWithConfirmations() async throws {
        let site = try await TestSite()
        try await site.setMail()
        try await site.browse(as: "educator") { browsers in
            for _ in 0..<3 {
                let taken = try await save("a@example.org", browsers[0])
                #expect(taken.status == 303)
            }
            let refused = try await save("a@example.org", browsers[0])
            #expect(refused.status == 422)
        }
        #expect(try await site.mails().count == 3)
    }

    @Test func aNewPersonIsInvitedByMailAndWelcomed() async throws {
        let site = try await TestSite()
        try await site.setMail()
        try await site.browse(as: "admin", "") { browsers in
            let fields = [
                ("key", "maria"), ("name", "Maria Verdi"), ("email", "maria@example.org"), ("language", "en"), ("isActive", "yes"),
                ("roles.0.id", ""), ("roles.0.role", "educator"), ("roles.0.place", "1"), ("act", "save"),
            ]
            let made = try await browsers[0].post("/admin/people", fields)
            #expect(made.status == 303)
            let invitation = try #require(try await site.mails(to: "maria@example.org").first)
            #expect(invitation.subject == "Invitation to Portico di prova")
            #expect(invitation.body.contains("Your sign-in name is maria."))
            let password = [("password", TestSite.password), ("passwordAgain", TestSite.password)]
            #expect(try await browsers[1].post(invitation.path("/welcome/"), password).status == 303)
        }
        // The link came by mail, so the address is hers.
        #expect(try await site.value("SELECT confirmedAt FROM accountEmail", as: Date.self) != nil)
        #expect(try await site.mails(to: "maria@example.org").map(\.subject).last == "Welcome to Portico di prova")
    }

    @Test func withoutMailALinkIsHandedOver() async throws {
        let site = try await TestSite()
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        try await site.browse(as: "admin") { browsers in
            let link = try await browsers[0].post("/admin/people/\(id)/link")
            #expect(link.contains("Vale fino a "))
            for path in ["/admin/people/\(id)/mailed-link", "/admin/people/999/mailed-link"] {
                let status = try await browsers[0].post(path).status
                #expect(status == (path.contains("999") ? 404 : 303))
            }
        }
        #expect(try await site.mails().isEmpty)
        #expect(try await site.value("SELECT count(*) FROM oneTimeLink WHERE email IS NOT NULL", as: Int.self) == 0)
    }

    @Test func aSignInFromANewDeviceIsToldOnce() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.browse(as: "educator", "") { browsers in
            // The first browser is the owner's.
            #expect(try await site.mails().isEmpty)
            let other = browsers[1]
            other.device = "Mozilla/5.0 (iPhone) Safari/605"
            for _ in 0..<2 {
                try await other.post("/sign-in", [("name", "educator"), ("password", TestSite.password)])
                try await other.post("/sign-out")
            }
            let mails = try await site.mails(to: "educator@example.org")
            #expect(mails.count == 1)
            #expect(mails[0].body.contains("Dispositivo: Safari, iPhone"))
            #expect(mails[0].body.contains("http://localhost/sign-in/forgotten"))
            try await other.post("/sign-in", [("name", "educator"), ("password", "wrong")])
            #expect(try await site.mails().count == 1)
        }
    }

    /// Where the hour of a sign-in must not be known, neither the message nor its row tells it.
    @Test func ofSomePeopleOnlyTheDayIsTold() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.setMail(addresses: ["educator-blu"])
        try await site.database.write { db in
            try db.execute(sql: "DELETE FROM roleAssignment WHERE accountID = 3")
            try RoleAssignment(accountID: 3, role: "student").insert(db)
        }
        try await site.browse(as: "educator-blu", "educator-blu") { _ in }
        let mail = try #require(try await site.mails().first)
        #expect(!mail.body.contains("Indirizzo di rete"))
        #expect(mail.body.contains("Giorno: "))
        #expect(mail.nextAt.timeIntervalSince(mail.createdAt) >= 23 * 3600)
        #expect(mail.nextAt > .now)
    }

    /// Names of all kinds stay in their line, and links lead to this site alone.
    @Test func hostileNamesStayInTheirPlace() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        let names = [
            "<b>https://evil.example.org</b>", "\u{202E}gnp", "a\r\nBcc: x@example.org", String(repeating: "lungo ", count: 33), "{link}",
        ]
        for name in names {
            try await site.database.write { db in
                try db.execute(sql: "DELETE FROM mail; UPDATE account SET name = ? WHERE key = 'educator'", arguments: [name])
                try Accounts.mailForgottenLinks("educator", site.portal.admin.accountMailbox, db)
                try db.execute(sql: "DELETE FROM oneTimeLink")
            }
            let mail = try #require(try await site.mails().first)
            let links = mail.html.matches(of: /href="([^"]*)"/).map { String($0.1) }
            #expect(!links.isEmpty, "\(name)")
            #expect(links.allSatisfy { $0.hasPrefix("http://localhost/") }, "\(name)")
            #expect(!mail.html.contains("<b>"))
            let text = MailMessage(
                from: "a@example.org", to: mail.recipient, subject: mail.subject, body: mail.body, date: .now, identity: "1",
                html: mail.html
            ).text
            #expect(!text.contains("\r\nBcc"))
        }
    }

    @Test func anErasedPersonLeavesNoAddress() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.database.write { db in
            try Accounts.mailForgottenLinks("educator", site.portal.admin.accountMailbox, db)
            try PersonErasure(id: 2, modules: site.portal.admin.modules).run(db, by: .system("test"))
        }
        #expect(try await site.mails().isEmpty)
        for table in ["accountEmail", "emailLink", "oneTimeLink", "knownBrowser"] {
            #expect(try await site.value("SELECT count(*) FROM \(table)", as: Int.self) == 0, "\(table)")
        }
    }

    /// No message is written by a site that could not send it: its link would be of no use.
    @Test func aSilentCopyWritesNothing() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.database.write { db in
            try db.execute(sql: "UPDATE siteIdentity SET quietSince = ?, quietReason = 'copied'", arguments: [Date.now])
            try Accounts.mailForgottenLinks("educator", site.portal.admin.accountMailbox, db)
        }
        #expect(try await site.mails().isEmpty)
    }
}
