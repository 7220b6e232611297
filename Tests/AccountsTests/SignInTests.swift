import Foundation
import TestSupport
import Testing

@testable import Accounts

struct SignInTests {
    @Test func letsInWithNameAndPassword() async throws {
        let site = try await Site()
        try await site.run { browser in
            let form = try await browser.get("/sign-in?next=/admin/houses/7")
            #expect(form.code == 200)
            #expect(form.text.contains("next=/admin/houses/7"))
            #expect(form.text.contains("title=Sign in"))
            let answer = try await browser.signIn(" ANNA ", next: "/admin/houses/7")
            #expect(answer.code == 303)
            #expect(answer.location == "/admin/houses/7")
            let admin = try await browser.get("/admin")
            #expect(admin.text == "desk of anna en")
        }
        let log = try await site.audited()
        #expect(log == ["sign-in.good"])
    }

    @Test func setsACookieThatOnlyThisSiteCanRead() async throws {
        try await Site().run { browser in
            let cookie = try #require(try await browser.signIn().headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-portico="))
            for attribute in ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"] { #expect(cookie.contains("; \(attribute)")) }
            #expect(!cookie.contains("Domain"))
        }
        try await Site(secureCookie: false).run { browser in
            let cookie = try #require(try await browser.signIn().headers[.setCookie])
            #expect(cookie.hasPrefix("portico="))
            #expect(!cookie.contains("Secure"))
            for attribute in ["Path=/", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains("; \(attribute)")) }
        }
    }

    /// The same answer and, instead of measuring time, the same number of hashes.
    @Test func answersTheSameWhoeverIsRefused() async throws {
        let site = try await Site()
        try await site.add("bruno", "Bruno")
        try await site.add("carla", "Carla")
        try await site.add("dario", "Dario")
        try await site.change("UPDATE account SET isActive = 0 WHERE key = 'bruno'")
        try await site.change("UPDATE account SET passwordHash = NULL WHERE key = 'carla'")
        try await site.change("UPDATE account SET deletedAt = '2026-01-01' WHERE key = 'dario'")
        try await site.run { browser in
            var answers: Set<String> = []
            for (name, password) in [
                ("anna", "wrong"), ("nobody", Site.password), ("bruno", Site.password), ("carla", Site.password), ("dario", Site.password),
                ("not a name!", "x"), ("", ""), ("anna", String(repeating: "x", count: 5000)), ("anna", Site.password + " "),
            ] {
                let before = site.passwords.count
                let answer = try await browser.signIn(name, password)
                #expect(site.passwords.count == before + 1, "\(name)")
                let page = answer.text.replacing("name=\(name) ", with: "name= ")
                answers.insert("\(answer.code) \(page) \(answer.headers[.setCookie] ?? "no cookie") \(answer.headers.count)")
                browser.address = "192.0.2.\(site.passwords.count)"
            }
            #expect(answers.count == 1, "\(answers)")
            #expect(answers.first?.hasPrefix("422 ") == true)
        }
        let log = try await site.audited()
        #expect(Set(log) == ["sign-in.failed"])
    }

    @Test func keepsTheNameButNeverThePassword() async throws {
        try await Site().run { browser in
            let answer = try await browser.signIn("anna", "some secret thing", next: "/admin")
            #expect(answer.text.contains("name=anna"))
            #expect(answer.text.contains("next=/admin"))
            #expect(!answer.text.contains("secret"))
            #expect(answer.text.contains("do not go together"))
        }
    }

    @Test func speaksTheVisitorsLanguage() async throws {
        let site = try await Site()
        try await site.run { browser in
            browser.cookies["language"] = "it"
            let answer = try await browser.signIn("anna", "wrong")
            #expect(answer.text.contains("Nome e password non corrispondono."))
        }
    }

    @Test(arguments: [
        "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)",
        "/a\r\nSet-Cookie: x=1", "/\u{9}/evil.example", "admin",
    ])
    func goesNowhereElseAfterwards(next: String) async throws {
        try await Site().run { browser in
            let form = try await browser.get("/sign-in?next=" + (next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            #expect(!form.text.contains("evil"))
            let answer = try await browser.signIn(next: next)
            #expect(answer.code == 303)
            #expect(answer.location == "/admin")
        }
    }

    @Test func doesNotAskWhoeverIsInAlready() async throws {
        try await Site().run { browser in
            try await browser.signIn()
            let form = try await browser.get("/sign-in?next=/admin/account")
            #expect(form.code == 303)
            #expect(form.location == "/admin/account")
        }
    }

    @Test func offersTheDemoAccountsWhileThereAreAny() async throws {
        let site = try await Site()
        try await site.add("educator", "Elena", role: "educator", isDemo: true)
        try await site.run { browser in
            let form = try await browser.get("/sign-in")
            #expect(form.text.contains("demo=educator/Educator"))
            #expect(!form.text.contains("demo=anna"))
        }
    }

    @Test func rehashesWhenTheCostRises() async throws {
        let site = try await Site().withCost(5)
        try await site.run { browser in
            try await browser.signIn()
            try await browser.other().signIn()
        }
        let fresh = try await site.count("SELECT count(*) FROM account WHERE passwordHash LIKE 'scrypt$32$8$1$%'")
        let signedIn = try await site.count("SELECT count(*) FROM session")
        #expect(fresh == 1)
        #expect(signedIn == 2)
    }

    @Test func refusesAHugeForm() async throws {
        try await Site().run { browser in
            let answer = try await browser.signIn("anna", String(repeating: "x", count: 100_000))
            #expect(answer.code == 413)
        }
    }
}
