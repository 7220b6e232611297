import Accounts
import GRDB
import Hummingbird
import TestSupport
import Testing
import Web

@testable import Portal

@Suite struct RecentProofTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    /// Makes every session as old as one that somebody left open at lunch.
    private func wait() async throws {
        try await site.database.write { db in
            try db.execute(sql: "UPDATE session SET provedAt = NULL, createdAt = strftime('%Y-%m-%d %H:%M:%f', 'now', '-1 hour')")
        }
    }

    /// The acts of power over others, and over the ways in.
    private static let acts = [
        "/admin/people", "/admin/roles", "/admin/tokens", "/admin/webhooks", "/admin/site", "/admin/backups/plan", "/admin/files",
        "/admin/account/factors",
        "/admin/house/living/pairing", "/admin/house/guests/{id}/living/secret", "/admin/stories/settings",
        "/admin/stories/writers/{id}/erasure", "/admin/stories/writers/{id}/suspensions", "/admin/stories/suspensions",
    ]

    /// Acts below those addresses that reach only the person themselves, or repeat what was decided.
    private static let harmless: Set = ["/admin/site/mail/trials", "/admin/site/mail/messages/{id}/sending"]

    @Test func everyActOfPowerAsksForThePasswordInAnOldSession() async throws {
        let whole = try await TestSite("house", "stories")
        let acts = whole.portal.routes.map { ("/" + $0.path.description.split(separator: "/").joined(separator: "/"), $0.method) }
            .filter { path, method in
                method == .post && !path.contains("working-copy") && !path.hasSuffix("/proof") && !Self.harmless.contains(path)
                    && Self.acts.contains { path == $0 || path.hasPrefix($0 + "/") }
            }
        #expect(acts.count > 35)
        try await whole.browse(as: "admin") { browsers in
            try await whole.database.write { db in
                try db.execute(sql: "UPDATE session SET createdAt = strftime('%Y-%m-%d %H:%M:%f', 'now', '-1 hour')")
            }
            for (path, _) in acts {
                let filled = path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : $0 }.joined(separator: "/")
                let answer = try await browsers[0].post("/" + filled, [("note", "typed")])
                #expect(answer.status == 403, "\(path)")
                #expect(answer.contains("name=\"recentPassword\""), "\(path)")
                #expect(answer.contains("name=\"note\" value=\"typed\""), "\(path)")
            }
            let token = try await browsers[0].post("/admin/account/tokens", [("name", "typed")])
            #expect(token.status == 403)
            #expect(token.contains("name=\"name\" value=\"typed\""))
        }
    }

    @Test func theActGoesOnWithAllThatWasTyped() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            try await wait()
            let typed = [("title", "Turno di notte"), ("scope", "house"), ("may", "house.lists.edit"), ("may", "house.messages.edit")]
            let before = browsers[0].cookies
            let asked = try await browsers[0].post("/admin/roles", typed)
            #expect(asked.status == 403)
            #expect(asked.headers[.cacheControl] == "no-store, no-transform")
            #expect(asked.contains("name=\"may\" value=\"house.messages.edit\""))
            let wrong = try await browsers[0].post("/admin/roles", typed + [("recentPassword", "sbagliata")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("value=\"Turno di notte\""))
            #expect(!wrong.contains("sbagliata"))
            let none = try await site.value("SELECT count(*) FROM ownRole", as: Int.self)
            #expect(none == 0)
            let made = try await browsers[0].post("/admin/roles", typed + [("recentPassword", TestSite.password)])
            #expect(made.status == 303)
            #expect(made.location == "/admin/roles")
            #expect(browsers[0].cookies["portico"] != before["portico"])
            // The old token lets nobody in, the new one needs no password for a while.
            let old = browsers[0].other()
            old.cookies = before
            let refused = try await old.get("/admin")
            let next = try await browsers[0].post("/admin/roles", [("title", "Altro"), ("may", "house.lists.edit")])
            #expect(refused.location?.hasPrefix("/sign-in") == true)
            #expect(next.status == 303)
        }
        let grants = try await site.value("SELECT grants FROM ownRole WHERE title = 'Turno di notte'", as: String.self)
        #expect(grants == #"["house.lists.edit","house.messages.edit"]"#)
        let logged = try await site.value("SELECT count(*) FROM audit WHERE action = 'password.refused'", as: Int.self)
        #expect(logged == 1)
    }

    @Test func aLinkForSomebodyElseIsMadeOnlyAfterThePassword() async throws {
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        try await site.browse(as: "admin") { [self] browsers in
            try await wait()
            let asked = try await browsers[0].post("/admin/people/\(id)/link")
            let factors = try await browsers[0].post("/admin/people/\(id)/factors/removal")
            #expect(!asked.contains("/welcome/"))
            #expect(factors.status == 403)
            let made = try await browsers[0].post("/admin/people/\(id)/link", [("recentPassword", TestSite.password)])
            #expect(made.status == 200)
            #expect(made.contains("/welcome/"))
        }
        let acts = try await site.database.read { try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'account.%'") }
        #expect(acts == ["account.link-made"])
    }

    @Test func whoMayNotIsRefusedWithoutAQuestion() async throws {
        try await site.browse(as: "educator", "") { [self] browsers in
            try await wait()
            let educator = try await browsers[0].post("/admin/people/1/link")
            let visitor = try await browsers[1].post("/admin/people/1/link")
            #expect(educator.status == 403)
            #expect(!educator.contains("recentPassword"))
            #expect(visitor.status == 303)
        }
    }
}
