import Foundation
import TestSupport
import Testing

@testable import Accounts

struct OwnAccountTests {
    private static let fresh = "nuvola sedia 44 torrente"
    private func fields(_ password: String, _ new: String, _ again: String? = nil) -> [String: String] {
        ["password": password, "newPassword": new, "newPasswordAgain": again ?? new]
    }

    @Test func showsMyDevices() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let phone = browser.other()
            phone.device = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
            phone.address = "198.51.100.4"
            site.clock.advance(60)
            try await phone.signIn()
            let page = try await browser.get("/admin/account")
            #expect(page.code == 200)
            #expect(page.text.contains("desk=anna displayName=Anna Bianchi name=anna"))
            #expect(page.text.contains("device=Firefox, Windows address=192.0.2.1"))
            #expect(page.text.contains("device=Chrome, Android address=198.51.100.4"))
            #expect(page.text.contains("started=today at"))
            #expect(page.text.components(separatedBy: "current=true").count == 2)
            let visitor = try await browser.other().get("/admin/account")
            #expect(visitor.code == 303)
        }
    }

    @Test func changesThePassword() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let other = browser.other()
            try await other.signIn()
            let old = browser.cookies["__Host-portico"]
            let answer = try await browser.post("/admin/account/password", fields(Site.password, Self.fresh))
            #expect(answer.code == 303)
            #expect(answer.location == "/admin/account")
            #expect(browser.cookies["__Host-portico"] != old)
            let here = try await browser.get("/admin")
            let there = try await other.get("/admin")
            browser.cookies["__Host-portico"] = old
            let before = try await browser.get("/admin")
            #expect(here.code == 200)
            #expect(there.code == 303)
            #expect(before.code == 303)
            let wrong = try await other.signIn()
            let right = try await other.signIn("anna", Self.fresh)
            #expect(wrong.code == 422)
            #expect(right.code == 303)
        }
        let log = try await site.audited()
        #expect(log.contains("password.change"))
        let secrets = try await site.count("SELECT count(*) FROM audit WHERE detail LIKE '%nuvola%' OR detail LIKE '%scrypt%'")
        #expect(secrets == 0)
    }

    @Test func saysAllThatIsWrongWithAPasswordChange() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let answer = try await browser.post("/admin/account/password", fields("wrong", "short"))
            #expect(answer.code == 422)
            #expect(answer.text.contains("passwordError=This is not your present password."))
            #expect(answer.text.contains("newPasswordError=Use at least 15"))
            #expect(!answer.text.contains("short"))
            let different = try await browser.post("/admin/account/password", fields(Site.password, Self.fresh, "x"))
            #expect(different.code == 422)
            #expect(different.text.contains("passwordError=false"))
            #expect(different.text.contains("not the same"))
            let still = try await browser.get("/admin")
            #expect(still.code == 200)
        }
        let log = try await site.audited()
        #expect(log == ["sign-in.good", "password.refused"])
    }

    @Test func limitsGuessesOfThePresentPassword() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            for _ in 0..<10 { _ = try await browser.post("/admin/account/password", fields("wrong", Self.fresh)) }
            let answer = try await browser.post("/admin/account/password", fields(Site.password, Self.fresh))
            #expect(answer.code == 429)
            #expect(answer.headers[.retryAfter] == "1")
            #expect(answer.text.contains("passwordError=Too many attempts."))
        }
    }

    @Test func endsOneDeviceOrAllOthers() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let others = [browser.other(), browser.other(), browser.other()]
            for other in others { try await other.signIn() }
            let one = try await browser.post("/admin/account/sessions/2/ending")
            #expect(one.code == 303)
            #expect(one.location == "/admin/account")
            let gone = try await others[0].get("/admin")
            let kept = try await others[1].get("/admin")
            #expect(gone.code == 303)
            #expect(kept.code == 200)
            let all = try await browser.post("/admin/account/sessions/endings")
            let second = try await others[1].get("/admin")
            let mine = try await browser.get("/admin")
            #expect(all.code == 303)
            #expect(second.code == 303)
            #expect(mine.code == 200)
            let own = try await browser.post("/admin/account/sessions/1/ending")
            #expect(own.location == "/sign-in")
            #expect(browser.cookies["__Host-portico"] == nil)
        }
        let log = try await site.audited()
        #expect(log.suffix(3) == ["session.end", "session.end-others", "session.end"])
    }

    @Test(arguments: ["2", "99", "0", "-1", "abc", "99999999999999999999"])
    func otherPeoplesSessionsAreNotThere(id: String) async throws {
        let site = try await Site()
        try await site.add("bruno", "Bruno")
        try await site.run { browser in
            try await browser.signIn()
            let bruno = browser.other()
            try await bruno.signIn("bruno")
            let answer = try await browser.post("/admin/account/sessions/\(id)/ending")
            #expect(answer.code == 404)
            _ = try await browser.post("/admin/account/sessions/endings")
            let page = try await bruno.get("/admin")
            #expect(page.text == "desk of bruno en")
        }
    }

    @Test func administratorsEndSessions() async throws {
        let site = try await Site()
        try await site.add("bruno", "Bruno")
        try await site.run { browser in
            try await browser.signIn()
            try await browser.other().signIn()
            try await browser.other().signIn("bruno")
        }
        let annas = try await site.database.write { db in try Session.endAll(of: 1, db) }
        let rest = try await site.database.write { db in try Session.endAll(of: nil, db) }
        #expect(annas == 2)
        #expect(rest == 1)
    }
}
