import Accounts
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// The link and the answers of the first-run wizard: one browser, one day, one site.
@Suite struct SetupStateTests {
    @Test func theLinkEndsAfterADay() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .content)
            try await portal.database.write { db in
                var state = try #require(try SetupState.load(db))
                #expect(state.endsAt.timeIntervalSinceNow > 86_000)
                state.endsAt = Date(timeIntervalSinceNow: -1)
                try state.save(db)
            }
            for path in [link ?? "", "/setup/screens/content"] {
                let page = try await browsers[0].get(path)
                #expect(page.status == 410, "\(path)")
                let sent = try await browsers[0].post(path, [("content", "empty")])
                #expect(sent.status == 410, "\(path)")
            }
            let taken = try await browsers[0].post((link ?? "") + "/browser")
            #expect(taken.status == 410)
        }
        // The next start prints a new link; the browser of the day before is no longer known.
        let again = try await site.start()
        #expect(again.link != nil)
        #expect(again.link != link)
        try await site.browse(again.portal) { browsers in
            let page = try await browsers[0].get(again.link ?? "")
            #expect(page.status == 200)
            #expect(page.contains("value=\"Casa &#34;dell"))
        }
    }

    @Test func oneBrowserAnswersAtOnce() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal, 3) { browsers in
            let (first, second, stranger) = (browsers[0], browsers[1], browsers[2])
            // Both look at the first screen; who answers first goes on.
            let seen = try await second.get(link ?? "")
            #expect(seen.status == 200)
            try await SetupSite.walk(first, link ?? "", until: .content)
            let told = try await second.get(link ?? "")
            #expect(told.status == 409)
            #expect(told.contains("action=\"\(link ?? "")/browser\""))
            let sent = try await second.post(link ?? "", [("language", "en"), ("name", "Another")])
            #expect(sent.status == 409)
            let screen = try await second.get("/setup/screens/site")
            #expect(screen.status == 403)
            #expect(!screen.contains("Orto"))
            let invented = try await stranger.post("/setup/\(Token().text)/browser")
            #expect(invented.status == 410)
            let kept = try await first.get("/setup/screens/site")
            #expect(kept.contains("value=\"Casa &#34;dell"))

            let taken = try await second.post((link ?? "") + "/browser")
            #expect(taken.location == "/setup/screens/content")
            let mine = try await second.get("/setup/screens/site")
            #expect(mine.contains("value=\"Casa &#34;dell"))
            for path in ["/setup/screens/systems", "/setup/screens/finish"] {
                let page = try await first.get(path)
                #expect(page.status == 403, "\(path)")
                let post = try await first.post(path, [("systems", "campus")])
                #expect(post.status == 403, "\(path)")
            }
        }
        let typed = try await portal.database.read { try SetupState.load($0)?.typed["systems"] }
        #expect(typed == ["house", "stories"])
        let acts = try await portal.list("SELECT action FROM audit WHERE action = 'setup.browser'")
        #expect(acts.count == 1)
    }

    @Test func aKilledProgramGoesOnWhereItWas() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        let cookies = Cookies()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish)
            cookies.all = browsers[0].cookies
        }
        let again = try await site.start()
        #expect(again.link != link)
        try await site.browse(again.portal, 2) { browsers in
            let old = try await browsers[1].get(link ?? "")
            #expect(old.status == 410)
            browsers[0].cookies = cookies.all
            let summary = try await browsers[0].get("/setup/screens/finish")
            #expect(summary.contains("Anna Capo (anna)"))
            let made = try await browsers[0].post("/setup/screens/finish", SetupSite.answers()[4].fields)
            #expect(made.location == "/admin")
        }
    }

    private final class Cookies: @unchecked Sendable { var all: [String: String] = [:] }

    @Test func theFileOfAKilledCreationIsWrittenAnewAndOthersStay() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: site.seedFile))
        let own = site.data + "/seed-2.yaml"
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish)
            // As a process leaves it that was killed between the file and the database.
            try await portal.database.write { db in
                var state = try #require(try SetupState.load(db))
                state.file = own
                try state.save(db)
            }
            try Data("half".utf8).write(to: URL(fileURLWithPath: own))
            let made = try await browsers[0].post("/setup/screens/finish", SetupSite.answers()[4].fields)
            #expect(made.location == "/admin")
        }
        #expect(try String(contentsOfFile: site.seedFile, encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: own, encoding: .utf8).contains("key: anna"))
    }

    /// The last step of the transaction fails: nothing of the many records before it stays.
    @Test func aFailedCreationLeavesNothing() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish, SetupSite.answers(content: "demonstration"))
            // As if the demonstration had gained this account since.
            try await portal.database.write { db in
                var state = try #require(try SetupState.load(db))
                (state.typed["key"], state.passwordNames) = (["admin"], ["admin", "Anna Capo"])
                try state.save(db)
            }
            let failed = try await browsers[0].post("/setup/screens/finish", SetupSite.answers()[4].fields)
            #expect(failed.status == 422)
            #expect(failed.contains("id=\"f-key-error\""))
            #expect(failed.contains("value=\"Anna Capo\""))
            let rows = try await portal.value(
                "SELECT (SELECT count(*) FROM account) + (SELECT count(*) FROM house) + (SELECT count(*) FROM session)", as: Int.self)
            #expect(rows == 0)
            let isThere = try await portal.database.read(SetupState.hasSite)
            #expect(!isThere)
            // The next try goes on from there.
            let next = try await browsers[0].post("/setup/screens/administrator", SetupSite.answers()[3].fields)
            #expect(next.location == "/setup/screens/finish")
            let made = try await browsers[0].post("/setup/screens/finish", SetupSite.answers()[4].fields)
            #expect(made.location == "/admin")
        }
    }

    @Test func aFileThatCannotBeWrittenMakesNoSite() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish)
            try await portal.database.write { db in
                var state = try #require(try SetupState.load(db))
                state.file = site.data + "/nowhere/seed.yaml"
                try state.save(db)
            }
            let failed = try await browsers[0].post("/setup/screens/finish", SetupSite.answers()[4].fields)
            #expect(failed.status == 500)
            #expect(failed.contains("Il sito non è stato creato"))
            #expect(failed.contains("Anna Capo (anna)"))
        }
        let isThere = try await portal.database.read(SetupState.hasSite)
        #expect(!isThere)
    }

    @Test func strangersCannotFloodIt() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            let foreign: HTTPFields = [
                .init("Sec-Fetch-Site")!: "cross-site", .contentType: "application/x-www-form-urlencoded", .accept: "text/html",
            ]
            let crossed = try await browsers[0].call(.post, link ?? "", "language=en&name=X", headers: foreign)
            #expect(crossed.status == 403)
            var statuses: Set<Int> = []
            for _ in 0..<600 where !statuses.contains(429) { statuses.insert(try await browsers[0].get("/setup/\(Token().text)").status) }
            #expect(statuses == [410, 429])
        }
        let state = try await portal.database.read { try SetupState.load($0) }
        #expect(state?.browser == nil)
    }
}
