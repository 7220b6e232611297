import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts

struct InvitationPagesTests {
    private func emptySite() async throws -> Site {
        let site = try await Site()
        try await site.change("DELETE FROM account")
        return site
    }

    private func setupLink(_ site: Site) async throws -> String {
        try #require(try await site.database.write { db in try Accounts.setupLink(db) })
    }

    private let good = ["name": "Maria", "displayName": "Maria Rossi", "password": Site.password, "passwordAgain": Site.password]

    @Test func makesTheFirstAdministrator() async throws {
        let site = try await emptySite()
        let link = try await setupLink(site)
        try await site.run { browser in
            let form = try await browser.get(link)
            #expect(form.code == 200)
            #expect(form.text.contains("asksName=true"))
            #expect(form.text.contains("action=\(link)"))
            #expect(form.headers[.cacheControl] == "no-store, no-transform")
            #expect(form.headers[.init("Referrer-Policy")!] == "no-referrer")
            let done = try await browser.post(link, good)
            #expect(done.code == 303)
            let next = try #require(done.location)
            #expect(next == "/sign-in?chosen=maria")
            #expect(browser.cookies.isEmpty)
            let told = try await browser.get(next)
            #expect(told.text.contains("name=maria "))
            #expect(told.text.contains("chosen=Your password is saved. Sign in with it now: your sign-in name is “maria”."))
            try await browser.signIn("maria")
            let anywhere = try await browser.get("/admin/houses/99")
            #expect(anywhere.text == "products")
            let again = try await browser.post(link, good)
            #expect(again.code == 410)
            #expect(again.text.contains("expired=true"))
        }
        let none = try await site.database.write { db in try Accounts.setupLink(db) }
        #expect(none == nil)
        let log = try await site.audited()
        #expect(log == ["account.first", "sign-in.good"])
    }

    /// A seed may make accounts without passwords, or none of an administrator.
    @Test func asLongAsNoAdministratorCanComeInThereIsALink() async throws {
        let site = try await emptySite()
        func account(_ key: String, role: String?) async throws {
            try await site.database.write { db in
                var account = Account(key: key, name: key, passwordHash: role == nil ? "scrypt$x" : nil, createdAt: .now)
                try account.insert(db)
                if let role { try RoleAssignment(accountID: account.id!, role: role).insert(db) }
            }
        }
        try await account("anna", role: nil)
        let link = try await setupLink(site)
        try await site.run { browser in
            let form = try await browser.get(link)
            #expect(form.code == 200)
            #expect(form.text.contains("asksName=true"))
            let taken = try await browser.post(link, good.merging(["name": "anna"]) { $1 })
            #expect(taken.code == 422)
            #expect(taken.text.contains("nameError=This sign-in name is taken"))
        }
        try await account("capo", role: "admin")
        let own = try await setupLink(site)
        try await site.run { browser in
            let form = try await browser.get(own)
            #expect(form.code == 200)
            #expect(form.text.contains("asksName=false"))
            let done = try await browser.post(own, good)
            #expect(done.code == 303)
        }
        let none = try await site.database.write { db in try Accounts.setupLink(db) }
        #expect(none == nil)
    }

    @Test func aPasskeyAloneIsAWayIn() async throws {
        let site = try await emptySite()
        try await site.database.write { db in
            var account = Account(key: "capo", name: "Capo", passwordHash: nil, createdAt: .now)
            try account.insert(db)
            try RoleAssignment(accountID: account.id!, role: "admin").insert(db)
        }
        let before = try await site.database.write { db in try Accounts.setupLink(db) }
        #expect(before != nil)
        try await site.change(
            """
            INSERT INTO passkey (accountID, credentialID, publicKey, counter, name, createdAt)
            SELECT id, randomblob(32), x'02', 0, 'Key', '2026-01-01 00:00:00.000' FROM account
            """)
        let after = try await site.database.write { db in try Accounts.setupLink(db) }
        #expect(after == nil)
    }

    @Test(arguments: ["", "%3Cscript%3E", "anna%20rossi", "a", "..", "anna&chosen=%22"]) func thePageRepeatsOnlySignInNames(_ name: String)
        async throws
    {
        try await Site().run { browser in
            let page = try await browser.get("/sign-in?chosen=\(name)")
            let isName = name.hasPrefix("anna&")
            #expect(page.text.contains("chosen=Your password") == isName)
            #expect(!page.text.contains("script"))
        }
    }

    @Test func refusesAllMistakesAtOnceAndKeepsWhatWasTyped() async throws {
        let site = try await emptySite()
        let link = try await setupLink(site)
        try await site.run { browser in
            let bad = ["name": "Maria Rossi!", "displayName": "", "password": "geheim", "passwordAgain": "geheim"]
            let answer = try await browser.post(link, bad)
            #expect(answer.code == 422)
            #expect(answer.text.contains("name=Maria Rossi! "))
            #expect(answer.text.contains("nameError=Use 2 to 64"))
            #expect(answer.text.contains("displayNameError=Write the name"))
            #expect(answer.text.contains("passwordError=Use at least 15"))
            #expect(!answer.text.contains("geheim"))
            var different = good
            different["passwordAgain"] = Site.password + "!"
            let second = try await browser.post(link, different)
            #expect(second.code == 422)
            #expect(second.text.contains("passwordError=The two passwords are not the same."))
            let third = try await browser.post(link, good)
            #expect(third.code == 303)
        }
    }

    @Test func aNewStartReplacesTheLink() async throws {
        let site = try await emptySite()
        let old = try await setupLink(site)
        let new = try await setupLink(site)
        try await site.run { browser in
            let first = try await browser.get(old)
            let second = try await browser.get(new)
            #expect(first.code == 410)
            #expect(second.code == 200)
        }
    }

    @Test func expires() async throws {
        let site = try await emptySite()
        let link = try await setupLink(site)
        try await site.run { browser in
            site.clock.advance(86400)
            let form = try await browser.get(link)
            let answer = try await browser.post(link, good)
            #expect(form.code == 410)
            #expect(answer.code == 410)
        }
        let accounts = try await site.count("SELECT count(*) FROM account")
        #expect(accounts == 0)
    }

    @Test func isWorthNothingOnceAnAdministratorCanComeIn() async throws {
        let site = try await emptySite()
        let link = try await setupLink(site)
        try await site.add("first", "First")
        try await site.database.write { db in
            let id = try #require(try Account.all().named("first").fetchOne(db)?.id)
            try RoleAssignment(accountID: id, role: "admin").insert(db)
        }
        try await site.run { browser in
            let answer = try await browser.post(link, good)
            #expect(answer.code == 410)
        }
    }

    @Test(arguments: ["x", String(repeating: "A", count: 43), "%00", "..", String(repeating: "é", count: 43)])
    func tellsNothingAboutInventedLinks(token: String) async throws {
        try await Site().run { browser in
            let path = "/welcome/" + (token.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
            let answer = try await browser.get(path)
            #expect(answer.code == 410)
        }
    }

    @Test func letsAnAccountChooseAPassword() async throws {
        let site = try await Site()
        let fresh = "nuvola sedia 44 torrente"
        try await site.run { browser in
            try await browser.signIn()
            let link = try await site.database.write { db in try Accounts.resetLink(for: 1, db, by: .system("test")) }
            let guest = browser.other()
            let form = try await guest.get(link)
            #expect(form.text.contains("asksName=false"))
            #expect(form.text.contains("heading=Choose a password, Anna Bianchi"))
            let weak = try await guest.post(link, ["password": "anna.bianchi.1980", "passwordAgain": "anna.bianchi.1980"])
            #expect(weak.code == 422)
            let done = try await guest.post(link, ["password": fresh, "passwordAgain": fresh, "name": "mallory", "displayName": "Mallory"])
            #expect(done.code == 303)
            #expect(done.location == "/sign-in?chosen=anna")
            let ended = try await browser.get("/admin")
            #expect(ended.code == 303)
            let old = try await guest.signIn()
            let new = try await guest.signIn("anna", fresh)
            #expect(old.code == 422)
            #expect(new.code == 303)
            let again = try await guest.post(link, ["password": fresh, "passwordAgain": fresh])
            #expect(again.code == 410)
        }
        let log = try await site.audited()
        #expect(log == ["sign-in.good", "account.link-made", "account.link-used", "sign-in.failed", "sign-in.good"])
        let name = try await site.database.read { db in try String.fetchOne(db, sql: "SELECT key || name FROM account") }
        #expect(name == "annaAnna Bianchi")
    }

    @Test func givesNothingToAnAccountThatIsOff() async throws {
        let site = try await Site()
        let link = try await site.database.write { db in try Accounts.resetLink(for: 1, db, by: .system("test")) }
        try await site.change("UPDATE account SET isActive = 0")
        try await site.change("UPDATE account SET isActive = 1")
        try await site.run { browser in
            let answer = try await browser.get(link)
            #expect(answer.code == 410)
        }
    }

    @Test func worksOnceEvenForTwoAtOnce() async throws {
        let site = try await emptySite()
        let link = try await setupLink(site)
        try await site.run { browser in
            async let one = browser.other().post(link, good).code
            async let two = browser.other().post(link, good).code
            let codes = try await [one, two].sorted()
            #expect(codes == [303, 410])
        }
    }
}
