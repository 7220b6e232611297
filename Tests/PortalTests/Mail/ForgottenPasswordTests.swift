import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts
@testable import Admin

/// A forgotten password, from the public page to signing in with another one.
@Suite struct ForgottenPasswordTests {
    private static let page = "/sign-in/forgotten"
    private static let password = "un altro sasso nel prato"

    @Test func theAnswerIsTheSameWhetherOrNotThePersonExists() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.database.write { try $0.execute(sql: "UPDATE account SET isActive = 0 WHERE key = 'educator-blu'") }
        try await site.browse(as: "") { browsers in
            var answers: Set<String> = []
            for who in [
                "educator", "educator@example.org", "EDUCATOR@example.org", "admin", "educator-blu", "nobody", "x@example.org", "' OR 1",
            ] {
                let jobs = try await site.value("SELECT count(*) FROM job WHERE kind = 'passwordLink'", as: Int.self) ?? 0
                let answer = try await browsers[0].post(Self.page, [("who", who)])
                let page = try await browsers[0].get(answer.location ?? "")
                let made = (try await site.value("SELECT count(*) FROM job WHERE kind = 'passwordLink'", as: Int.self) ?? 0) - jobs
                answers.insert("\(answer.status) \(answer.location ?? "") \(answer.text) \(page.status) \(page.text) \(made)")
            }
            #expect(answers.count == 1, "\(answers)")
        }
        // Nothing is looked up before the answer.
        #expect(try await site.mails().isEmpty)
        try await site.work()
        // Three messages in an hour, all to the confirmed address.
        #expect(try await site.mails().map(\.recipient) == Array(repeating: "educator@example.org", count: 3))
        #expect(
            try await site.value("SELECT group_concat(payload) FROM job WHERE kind = 'passwordLink'", as: String.self)?.contains("nobody")
                == false)
    }

    @Test func aLinkGivesAnotherPasswordOnceAndEndsAllSessions() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.browse(as: "educator", "", "") { browsers in
            let (before, visitor) = (browsers[0], browsers[1])
            try await visitor.post(Self.page, [("who", "Educator@example.org")])
            try await site.work()
            let mail = try #require(try await site.mails().first)
            #expect(mail.subject == "Password dimenticata per Portico di prova")
            #expect(mail.html.contains("<a href=\"http://localhost/welcome/"))
            let link = try mail.path("/welcome/")
            let fields = [("password", Self.password), ("passwordAgain", Self.password)]
            #expect(try await before.get("/admin/account").status == 200)
            #expect(try await visitor.post(link, fields).location == "/sign-in?chosen=educator")
            #expect(try await before.get("/admin/account").status == 303)
            #expect(try await browsers[2].post(link, fields).status == 410)
            try await visitor.post("/sign-in", [("name", "educator"), ("password", Self.password)])
            #expect(try await visitor.get("/admin/account").status == 200)
        }
        #expect(try await site.mails().map(\.subject).last == "La tua password per Portico di prova è cambiata")
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'account.link%' ORDER BY id")
        }
        #expect(acts == ["account.link-asked", "account.link-used"])
    }

    @Test func aLinkEndsAfterTwoHours() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.browse(as: "") { browsers in
            try await browsers[0].post(Self.page, [("who", "educator")])
            try await site.work()
            let link = try #require(try await site.mails().first).path("/welcome/")
            let ends = try #require(try await site.value("SELECT expiresAt FROM oneTimeLink", as: Date.self))
            #expect(abs(ends.timeIntervalSinceNow - 7200) < 60)
            try await site.database.write { try $0.execute(sql: "UPDATE oneTimeLink SET expiresAt = ?", arguments: [Date.now - 1]) }
            #expect(try await browsers[0].get(link).status == 410)
        }
    }

    /// A stranger who asks must not void the link that an administrator has just handed over, nor reset what counts wrong passwords.
    @Test func askingChangesNothingForThePerson() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        let path = try await site.database.write { try Accounts.resetLink(for: id, $0, by: .system("test")) }
        try await site.browse(as: "") { browsers in
            try await browsers[0].post("/sign-in", [("name", "educator"), ("password", "wrong")])
            try await browsers[0].post(Self.page, [("who", "educator")])
            try await site.work()
            #expect(try await browsers[0].get(path).status == 200)
        }
        #expect(try await site.value("SELECT count(*) FROM attempt WHERE outcome = 'failed'", as: Int.self) == 1)
    }

    @Test func anAddressThatIsNotConfirmedGetsNoLink() async throws {
        let site = try await TestSite()
        try await site.setMail(addresses: ["educator"])
        try await site.database.write { try $0.execute(sql: "UPDATE accountEmail SET confirmedAt = NULL") }
        try await site.browse(as: "") { browsers in
            try await browsers[0].post(Self.page, [("who", "educator@example.org")])
            try await browsers[0].post(Self.page, [("who", "educator")])
        }
        try await site.work()
        #expect(try await site.mails().isEmpty)
    }

    @Test func withoutMailThePageSaysWhomToAsk() async throws {
        let site = try await TestSite()
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get(Self.page)
            #expect(page.contains("Chiedi un collegamento a chi lo amministra"))
            let asked = try await browsers[0].post(Self.page, [("who", "educator")])
            #expect(asked.contains("Chiedi un collegamento a chi lo amministra"))
        }
        #expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'passwordLink'", as: Int.self) == 0)
    }

    @Test(arguments: ["", String(repeating: "x", count: 300)])
    func anEmptyFieldIsRefusedAtTheField(_ who: String) async throws {
        let site = try await TestSite()
        try await site.setMail()
        try await site.browse(as: "") { browsers in
            let refused = try await browsers[0].post(Self.page, [("who", who)])
            #expect(refused.status == 422)
            #expect(refused.contains("id=\"f-who-error\""))
        }
    }
}
