import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts

struct SessionTests {
    @Test func sendsVisitorsToTheSignInPageAndBack() async throws {
        try await Site().run { browser in
            let page = try await browser.get("/admin/houses/7?q=a%20b&sort=name")
            #expect(page.code == 303)
            #expect(page.location == "/sign-in?next=/admin/houses/7%3Fq%3Da%2520b%26sort%3Dname")
            let form = try await browser.get(page.location ?? "")
            #expect(form.text.contains("next=/admin/houses/7?q=a%20b&amp;sort=name"))
            let refused = try await browser.post("/admin/things")
            #expect(refused.code == 303)
            #expect(refused.location == "/sign-in")
            let api = try await browser.get("/api/v1/things")
            #expect(api.code == 401)
            #expect(api.headers[.wwwAuthenticate] == "Bearer realm=\"Portico\"")
        }
    }

    @Test func storesNoToken() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let token = try #require(browser.cookies["__Host-portico"])
            #expect(token.utf8.count == 43)
            let dump = try await site.database.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").map { table in
                    try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").description
                }.joined()
            }
            #expect(!dump.contains(token))
            let hex = Data(token.utf8).map { String($0, radix: 16) }.joined()
            #expect(!dump.contains(hex))
        }
    }

    @Test func givesANewTokenAtEachSignInAndEndsTheOldOne() async throws {
        let site = try await Site()
        try await site.run { browser in
            let planted = String(repeating: "A", count: 43)
            browser.cookies["__Host-portico"] = planted
            try await browser.signIn()
            let first = try #require(browser.cookies["__Host-portico"])
            #expect(first != planted)
            try await browser.signIn()
            #expect(browser.cookies["__Host-portico"] != first)
            browser.cookies["__Host-portico"] = first
            let page = try await browser.get("/admin")
            #expect(page.code == 303)
        }
        let left = try await site.count("SELECT count(*) FROM session")
        #expect(left == 1)
    }

    @Test func endsWithoutUse() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            for _ in 0..<3 {
                site.clock.advance(site.settings.idle - 1)
                let used = try await browser.get("/admin")
                #expect(used.code == 200)
            }
            site.clock.advance(site.settings.idle)
            let idle = try await browser.get("/admin")
            #expect(idle.code == 303)
        }
    }

    /// Of who fills in what is anonymous no row says the hour, the log included; their sessions end like others all the same.
    @Test func whoseHoursMayNotBeKnownIsWrittenDownByTheDay() async throws {
        var made = try await Site()
        made.settings.byTheDay = ["house.products.see"]
        let site = made
        try await site.run { browser in
            try await browser.signIn()
            for _ in 0..<3 {
                site.clock.advance(site.settings.idle - 1)
                let used = try await browser.get("/admin")
                #expect(used.code == 200)
            }
            site.clock.advance(site.settings.idle)
            let idle = try await browser.get("/admin")
            #expect(idle.code == 303)
            try await browser.signIn()
        }
        try await site.database.read { db in
            let sql = """
                SELECT at FROM audit UNION ALL SELECT at FROM attempt UNION ALL SELECT createdAt FROM session
                UNION ALL SELECT seenAt FROM session
                """
            let times = try Date.fetchAll(db, sql: sql)
            #expect(times.count >= 5, "\(times)")
            #expect(times.allSatisfy { site.settings.day(of: $0).start == $0 }, "\(times)")
            #expect(try String.fetchSet(db, sql: "SELECT requestID FROM audit") == [""])
            #expect(try AuditEntry.verify(db) == nil)
        }
    }

    @Test func endsInAnyCase() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let hour = 3600.0
            var used = 0.0
            while used + hour < site.settings.absolute {
                site.clock.advance(hour)
                used += hour
                let page = try await browser.get("/admin")
                #expect(page.code == 200)
            }
            site.clock.advance(hour)
            let page = try await browser.get("/admin")
            #expect(page.code == 303)
            try await browser.signIn()
        }
        let left = try await site.count("SELECT count(*) FROM session")
        #expect(left == 1)
    }

    @Test func writesTheTimeSeenOnceAMinute() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let start = try await site.database.read { db in db.totalChangesCount }
            for _ in 0..<5 {
                site.clock.advance(11)
                _ = try await browser.get("/admin")
            }
            let unchanged = try await site.database.read { db in db.totalChangesCount }
            site.clock.advance(11)
            _ = try await browser.get("/admin")
            let changed = try await site.database.read { db in db.totalChangesCount }
            #expect(unchanged == start)
            #expect(changed == start + 1)
        }
    }

    @Test func asksTheDatabaseOnlyForOurCookie() async throws {
        let site = try await Site()
        try await site.run { browser in
            let (quotes, letters) = (String(repeating: "'", count: 43), String(repeating: "A", count: 43))
            for cookies in [[:], ["__Host-portico": "short"], ["__Host-portico": quotes], ["portico": letters]] {
                browser.cookies = cookies
                let counter = StatementCounter()
                try await site.database.writeWithoutTransaction { db in db.trace { _ in counter.add() } }
                let page = try await browser.get("/admin")
                #expect(page.code == 303)
                #expect(counter.count == 0)
                try await site.database.writeWithoutTransaction { db in db.trace() }
            }
        }
    }

    @Test(arguments: [
        "UPDATE account SET isActive = 0", "UPDATE account SET deletedAt = '2026-01-01'", "DELETE FROM account", "DELETE FROM session",
    ])
    func isOverAtOnce(after change: String) async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            try await site.change(change)
            let page = try await browser.get("/admin")
            #expect(page.code == 303)
            try await site.change("UPDATE account SET isActive = 1, deletedAt = NULL")
            let restored = try await browser.get("/admin")
            #expect(restored.code == 303)
        }
    }

    @Test func signsOut() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let token = browser.cookies["__Host-portico"]
            let out = try await browser.post("/sign-out")
            #expect(out.code == 303)
            #expect(out.location == "/sign-in")
            #expect(browser.cookies["__Host-portico"] == nil)
            #expect(out.headers[.init("Clear-Site-Data")!] == #""cache", "storage""#)
            browser.cookies["__Host-portico"] = token
            let page = try await browser.get("/admin")
            #expect(page.code == 303)
            let again = try await browser.post("/sign-out")
            #expect(again.code == 303)
        }
        let log = try await site.audited()
        #expect(log == ["sign-in.good", "sign-out"])
    }

    @Test func keepsAtMostTwentyDevices() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            for _ in 0..<20 {
                site.clock.advance(1)
                try await browser.other().signIn()
            }
            let page = try await browser.get("/admin")
            #expect(page.code == 303)
        }
        let sessions = try await site.count("SELECT count(*) FROM session")
        #expect(sessions == 20)
    }

    @Test func auditsRefusedPermissions() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let own = try await browser.get("/admin/houses/7")
            let other = try await browser.get("/admin/houses/8")
            #expect(own.text == "products")
            #expect(other.code == 403)
        }
        let refused = AuditEntry.filter(AuditEntry.Columns.action == "permission.refused")
        let entry = try await site.database.read { db in try refused.fetchOne(db) }
        #expect(entry?.actor == "Anna Bianchi")
        #expect(entry?.scopeID == 8)
        #expect(entry?.detail == #"{"permission":"house.products.edit"}"#)
        #expect(entry?.address == "192.0.2.1")
        #expect(entry?.requestID.isEmpty == false)
    }

    @Test func handsAMessageToTheNextPageOnce() async throws {
        let site = try await Site()
        try await site.run { browser in try await browser.signIn() }
        try await site.database.write { db in
            let name = "«\"Caffè\" \\ d'orzo»\n\u{1}🫘"
            let flash = Flash(
                "\(name) saved", undo: .init(action: "/undo", label: name, fields: [["version", "3"], ["name", name]]),
                visit: .init(href: "/house?a=1", label: name))
            let first = try #require(try Session.fetchOne(db))
            #expect(first.flash == nil)
            try first.setFlash(db, flash)
            let second = try #require(try Session.fetchOne(db))
            let taken = try second.takeFlash(db)
            #expect(taken == flash)
            let plain = Flash("Riso", kind: .warn)
            try second.setFlash(db, plain)
            let other = try Session.fetchOne(db)?.takeFlash(db)
            #expect(other == plain)
            let third = try #require(try Session.fetchOne(db))
            let before = db.totalChangesCount
            let none = try third.takeFlash(db)
            #expect(none == nil)
            #expect(db.totalChangesCount == before)
        }
    }

    /// A damaged record must not end the program for everybody.
    @Test(arguments: ["account SET createdAt", "account SET deletedAt", "session SET seenAt", "session SET provedAt"])
    func anUnreadableDateIsAnError(_ column: String) async throws {
        let site = try await Site()
        try await site.run { browser in try await browser.signIn() }
        try await site.database.write { db in
            try db.execute(sql: "UPDATE \(column) = 'long ago'")
            #expect(throws: (any Error).self) { (try Session.fetchAll(db), try Account.fetchAll(db)) }
        }
    }

    @Test func choosesALanguage() async throws {
        let site = try await Site()
        try await site.run { browser in
            let chosen = try await browser.post("/language", ["language": "it", "next": "/admin?x=1"])
            #expect(chosen.code == 303)
            #expect(chosen.location == "/admin?x=1")
            #expect(browser.cookies["language"] == "it")
            let spoken = try await browser.get("/language-spoken")
            #expect(spoken.text == "it")
            try await browser.signIn()
            _ = try await browser.post("/language", ["language": "en", "next": "//evil.example"])
            browser.cookies["language"] = "it"
            let admin = try await browser.get("/admin")
            #expect(admin.text == "desk of anna en")
            let unknown = try await browser.post("/language", ["language": "xx"])
            #expect(unknown.code == 422)
        }
    }
}
