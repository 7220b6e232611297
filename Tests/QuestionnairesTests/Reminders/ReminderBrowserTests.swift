import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

@Suite struct ReminderBrowserTests {
    private static let address = "https://93.184.216.34/push/anna"

    private func subscription(_ address: String = address) throws -> WebSubscription {
        let keys = SubscriptionKeys()
        return try #require(WebSubscription(endpoint: address, p256dh: keys.p256dh, auth: keys.auth))
    }

    private func site() async throws -> TestSite {
        let site = try await FacultySite().site
        try await site.database.write { _ = try CampaignTests.add($0, ["reminder": 20]) }
        return site
    }

    private func remind(_ site: TestSite) async throws -> Int {
        let admin = site.portal.admin
        return try await site.database.write { db in
            try ReminderJob.remind(1, now: Faculty.now, origin: "https://example.org", db) {
                admin.pages.templates.words(in: $0 ?? admin.site.language)
            }
        }
    }

    // MARK: What is sent

    @Test func aStudentWhoAgreedIsRemindedInTheirBrowserAndLanguage() async throws {
        let site = try await site()
        try await site.database.write { [subscription = try subscription()] db in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator'")
        }
        #expect(try await remind(site) == 1)
        let due = try await site.database.write { try ReminderPush.due(without: [], at: Faculty.now, $0) }
        #expect(due.map(\.language) == ["en"])
        #expect(due.map(\.body) == ["You can still answer about 1 course."])
        let payload = try #require(due.first).payload
        #expect(payload["url"]?.text == "/questionnaires")
        #expect(payload["tag"]?.text == "campaign-1")
        #expect(try await remind(site) == 0)
    }

    @Test func whoDidNotAgreeIsNotReminded() async throws {
        let site = try await site()
        #expect(try await remind(site) == 0)
        let waiting = try await site.value("SELECT count(*) FROM reminderPush", as: Int.self)
        #expect(waiting == 0)
    }

    @Test func whoseAccountIsSwitchedOffIsNotReminded() async throws {
        let site = try await site()
        try await site.database.write { [subscription = try subscription()] db in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            try db.execute(sql: "UPDATE account SET isActive = 0 WHERE key = 'educator'")
        }
        #expect(try await remind(site) == 0)
    }

    @Test func aPersonWhoIsGoneLeavesNoBrowser() async throws {
        let site = try await site()
        let counts = try await site.database.write { [subscription = try subscription()] db -> [Int?] in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            return try ["", "UPDATE account SET deletedAt = '2026-01-01', key = 'erased-1' WHERE key = 'educator'"].map { act in
                if !act.isEmpty { try db.execute(sql: act) }
                try ReminderBrowser.sweep(db)
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM reminderBrowser")
            }
        }
        #expect(counts == [1, 0])
    }

    @Test func whoAnsweredIsNotReminded() async throws {
        let site = try await site()
        try await site.database.write { [subscription = try subscription()] db in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            _ = try Faculty.send(["q1": "3"], of: 1, db)
        }
        #expect(try await remind(site) == 0)
    }

    /// What came is forgotten, what could not be sent waits, and a browser that is gone takes its reminders with it.
    @Test(arguments: [
        (PushOutcome.Verdict.sent, 0, 1), (.refused, 0, 1), (.later(nil), 1, 1), (.gone, 0, 0),
    ])
    func theAnswerOfAPushServiceDecides(_ verdict: PushOutcome.Verdict, _ pushes: Int, _ browsers: Int) async throws {
        let site = try await site()
        let left = try await site.database.write { [subscription = try subscription()] db -> [Int?] in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            let all = try ReminderBrowser.all(of: 1, db)
            try ReminderPush.add(to: all, of: 1, "T", "B", .italian, until: Faculty.now + 3_600, at: Faculty.now, db)
            for push in try ReminderPush.due(without: [], at: Faculty.now, db) { try push.note(PushOutcome(verdict: verdict), db) }
            return try ["reminderPush", "reminderBrowser"].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(left == [pushes, browsers])
    }

    @Test func whatIsLateIsNotSent() async throws {
        let site = try await site()
        let due = try await site.database.write { [subscription = try subscription()] db -> Int in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
            let all = try ReminderBrowser.all(of: 1, db)
            try ReminderPush.add(to: all, of: 1, "T", "B", .italian, until: Faculty.now + 60, at: Faculty.now, db)
            return try ReminderPush.due(without: [], at: Faculty.now + 61, db).count
        }
        #expect(due == 0)
    }

    // MARK: Pages

    private func form(_ address: String) -> [(String, String)] {
        let keys = SubscriptionKeys()
        return [("endpoint", address), ("p256dh", keys.p256dh), ("auth", keys.auth)]
    }

    @Test func aStudentSwitchesRemindersOnAndOff() async throws {
        let site = try await site()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let refused = try await browsers[0].post("/questionnaires/reminders", [("endpoint", "x")])
            #expect(refused.status == 422)
            let on = try await browsers[0].post("/questionnaires/reminders", self.form(Self.address))
            #expect(on.location == "/questionnaires/reminders", "\(on.text)")
            let id = try await site.value("SELECT id FROM reminderBrowser WHERE student = 1", as: Int64.self)
            let kept = String(try #require(id))
            // Somebody else's browser is not theirs to remove.
            let foreign = try await browsers[1].post("/questionnaires/reminders/removal", [("id", kept)])
            #expect(foreign.status == 404)
            let off = try await browsers[0].post("/questionnaires/reminders/removal", [("id", kept)])
            #expect(off.location == "/questionnaires/reminders")
            let count = try await site.value("SELECT count(*) FROM reminderBrowser", as: Int.self)
            #expect(count == 0)
        }
        let acts = try await site.value("SELECT count(*) FROM audit WHERE action LIKE 'questionnaires.reminders.%'", as: Int.self)
        #expect(acts == 2)
    }

    @Test func aBrowserWithANewAddressIsKnownByItsOldOne() async throws {
        let site = try await site()
        try await site.database.write { [subscription = try subscription()] db in
            try ReminderBrowser.keep(subscription, "Firefox", of: 1, at: Faculty.now, db)
        }
        let new = "https://93.184.216.34/push/anna-2"
        try await site.browse(as: "educator") { browsers in
            let renewed = try await browsers[0].post("/questionnaires/reminders/renewal", self.form(new) + [("old", Self.address)])
            #expect(renewed.status == 204)
            let unknown = try await browsers[0].post("/questionnaires/reminders/renewal", self.form(new) + [("old", Self.address)])
            #expect(unknown.status == 404)
            let worker = try await browsers[0].get("/questionnaires/worker.js")
            #expect(worker.contains("home: \"/questionnaires\""))
        }
        let address = try await site.value("SELECT address FROM reminderBrowser", as: String.self)
        #expect(address == new)
    }
}
