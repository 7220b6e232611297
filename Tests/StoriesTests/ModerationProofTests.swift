import GRDB
import TestSupport
import Testing

@testable import Stories

/// What moderators' acts ask for: the password before a suspension, and a look at what another moderator did first.
@Suite struct ModerationProofTests {
    /// Makes every session as old as one that somebody left open at lunch.
    private static func age(_ site: TestSite) async throws {
        try await site.database.write { db in
            try db.execute(sql: "UPDATE session SET provedAt = NULL, createdAt = strftime('%Y-%m-%d %H:%M:%f', 'now', '-1 hour')")
        }
    }

    @Test func aSuspensionTakesThePasswordWhereItIsMade() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin") { browsers in
            let (browser, address) = (browsers[0], "/admin/stories/cases/1/decisions")
            let fresh = try await browser.get("/admin/stories/cases/1")
            #expect(!fresh.contains("name=\"recentPassword\""))
            try await Self.age(site)
            let page = try await browser.get("/admin/stories/cases/1")
            let form = try #require(page.form(to: address))
            #expect(form.fields.contains { $0.name == "recentPassword" })
            let typed = ["way": ["suspend"], "term": ["7"], "reason": ["spam"], "message": ["Parole mie."]]
            // Without it, all that was typed waits for it.
            let asked = try await browser.post(address, form.filled(typed))
            #expect(asked.status == 403)
            #expect(asked.contains("name=\"message\" value=\"Parole mie.\""))
            #expect(asked.contains("name=\"term\" value=\"7\""))
            #expect(asked.contains("name=\"recentPassword\""))
            let wrong = try await browser.post(address, form.filled(typed.merging(["recentPassword": ["sbagliata"]]) { $1 }))
            #expect(wrong.status == 422)
            #expect(wrong.contains("value=\"Parole mie.\""))
            #expect(!wrong.contains("sbagliata"))
            let none = try await site.value("SELECT count(*) FROM suspension", as: Int.self)
            #expect(none == 0)
            let done = try await browser.post(address, form.filled(typed.merging(["recentPassword": [TestSite.password]]) { $1 }))
            #expect(done.status == 303)
            let message = try await site.value("SELECT message FROM decision WHERE id = 1", as: String.self)
            let count = try await site.value("SELECT count(*) FROM suspension", as: Int.self)
            #expect(count == 1)
            #expect(message == "Parole mie.")
        }
    }

    @Test(arguments: [[("way", "hide")], [("way", "several"), ("hides", "yes")], [("way", "message"), ("message", "Ciao")]])
    func otherDecisionsNeedNoPassword(measures: [(String, String)]) async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin") { browsers in
            try await Self.age(site)
            let decided = try await browsers[0].post(
                "/admin/stories/cases/1/decisions", measures + [("reason", "spam"), ("version", "1")])
            #expect(decided.status == 303)
        }
    }

    @Test(arguments: ["/admin/stories/cases/decisions", "/admin/stories/fragments/1/decisions", "/admin/stories/writers/1/suspensions"])
    func everyWayToSuspendTakesThePassword(address: String) async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin") { browsers in
            try await Self.age(site)
            let typed = [("way", "several"), ("until", "2030-01-01"), ("reason", "spam"), ("id", "1:1"), ("message", "Parole mie.")]
            let asked = try await browsers[0].post(address, typed)
            #expect(asked.status == 403)
            #expect(asked.contains("name=\"until\" value=\"2030-01-01\""))
            let none = try await site.value("SELECT count(*) FROM suspension", as: Int.self)
            #expect(none == 0)
        }
    }

    @Test func aDecisionThatComesTooLateSaysWhoDecided() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'admin', scopeID = NULL WHERE accountID = 3")
        }
        try await site.browse(as: "admin", "educator-blu") { browsers in
            let address = "/admin/stories/cases/1/decisions"
            let hide = [("way", "hide"), ("reason", "spam"), ("version", "1")]
            try await browsers[0].post(address, hide)
            let late = try await browsers[1].post(address, hide + [("message", "Parole mie.")])
            #expect(late.status == 409)
            #expect(late.contains("Amministratrice ha già deciso"))
            #expect(late.contains("Parole mie."))
        }
    }

    @Test func anAnswerToAnAppealThatWasDecidedIsStillShown() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'admin', scopeID = NULL WHERE accountID = 3")
        }
        try await site.browse(as: "admin", "educator-blu") { browsers in
            try await browsers[0].post("/admin/stories/cases/1/decisions", [("way", "hide"), ("reason", "spam"), ("version", "1")])
            try await site.database.write { db in
                try Appeal.file("Era una citazione.", against: try #require(try CaseDecision.find(1, db)), at: .now, db)
            }
            let verdict = "/admin/stories/appeals/1/verdict"
            try await browsers[1].post(verdict, [("uphold", "yes")])
            let late = try await browsers[1].post(verdict, [("uphold", "no"), ("answer", "Due pagine di motivi.")])
            #expect(late.status == 422)
            #expect(late.contains("Due pagine di motivi."))
            #expect(late.contains("Educatore Blu ha già deciso"))
        }
    }

    @Test func anEditionThatComesTooLateSaysWhoPublished() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/stories/documents/rules"
            let form = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, form.filled(["text-it": ["Regole nuove"], "act": ["publish"]]))
            let late = try await browsers[0].post(address, form.filled(["text-it": ["Regole mie"], "act": ["publish"]]))
            #expect(late.status == 409)
            #expect(late.contains("Regole mie"))
            #expect(late.contains("Amministratrice ha pubblicato un’altra edizione"))
        }
    }
}
