import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Stories

/// Which moderators are called for what, by rule, mail and push.
@Suite struct CallTests {
    private func waiting(_ call: ModeratorCall, _ shelf: Bookshelf, at hour: Int = 12) throws -> [ModeratorCallSubject] {
        try shelf.read { try call.waiting(at: hour, $0) }
    }

    private func call(_ cases: ModeratorCall.Cases, _ rules: String = "", daily: Int? = nil) -> ModeratorCall {
        ModeratorCall(account: 1, cases: cases, rules: rules, daily: daily, quietFrom: nil, quietTo: nil)
    }

    @Test func onlyTheChosenRulesAndTheSevereOnesCall() throws {
        let shelf = try Bookshelf(writers: 5)
        let cases = try [Reason.spam, .hate, .minors].map { reason in
            let story = try shelf.start()
            return try shelf.write { try Report.file(story, reason, by: 2, at: shelf.now, $0).id }
        }
        let (hate, severe) = (ModeratorCallSubject(kind: .case, id: cases[1]), ModeratorCallSubject(kind: .severe, id: cases[2]))
        #expect(try waiting(call(.rules, "hate insult"), shelf) == [severe, hate])
        // A part of a name is no rule.
        #expect(try waiting(call(.rules, "ha"), shelf) == [severe])
        #expect(try waiting(call(.rules, "hate", daily: 8), shelf) == [severe])
        #expect(try waiting(call(.rules, "hate", daily: 12), shelf) == [severe, hate])
        #expect(try waiting(call(.all), shelf) == [severe, ModeratorCallSubject(kind: .case, id: cases[0]), hate])
    }

    @Test func aHoldAndAColleagueCallByTheirRule() throws {
        let shelf = try Bookshelf()
        let (held, asked) = (try shelf.start(), try shelf.start())
        try shelf.write { db in
            try CaseDecision.hold(#require(try Fragment.find(held, db)), .word, .insult, at: shelf.now, db)
            _ = try ModerationCase.ask(about: #require(try Fragment.find(asked, db)), .hate, by: shelf.colleague, at: shelf.now, db)
        }
        #expect(try waiting(call(.rules, "insult"), shelf).map(\.id) == [1])
        #expect(try waiting(call(.rules, "hate"), shelf).map(\.id) == [2])
    }

    @Test func facesAndNamesCallOnceHoweverManyReportThem() throws {
        let shelf = try Bookshelf(writers: 5)
        func report(_ part: ProfilePart, _ reason: Reason, by writer: Int64) throws {
            try shelf.write { try ProfileReport.file(part, of: 2, reason, note: "", by: writer, at: shelf.now, $0) }
        }
        try report(.name, .insult, by: 3)
        #expect(try waiting(call(.severe), shelf) == [])
        let subjects = try waiting(call(.all), shelf)
        #expect(subjects == [ModeratorCallSubject(kind: .profile, id: 1)])
        #expect(try waiting(call(.rules, "insult"), shelf) == subjects)
        #expect(try waiting(call(.rules, "spam"), shelf) == [])
        try shelf.write { try call(.all).note(subjects, at: shelf.now, $0) }
        try report(.name, .insult, by: 4)
        #expect(try waiting(call(.all), shelf) == [])
        // Severe is news, and then it is told once too.
        try report(.name, .minors, by: 5)
        let severe = try waiting(call(.all), shelf)
        #expect(severe == [ModeratorCallSubject(kind: .severeProfile, id: 1)])
        try shelf.write { try call(.all).note(severe, at: shelf.now, $0) }
        #expect(try waiting(call(.all), shelf) == [])
    }

    @Test func anAppealCallsByTheRuleOfItsDecision() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start()
        try shelf.write { db in
            let measures = Sanctions(hides: true, reason: .hate)
            let decision = try CaseDecision.impose(measures, on: 1, fragment: story, by: shelf.moderator, at: shelf.now, db)
            try Appeal.file("Perché?", against: decision, at: shelf.now, db)
        }
        #expect(try waiting(call(.rules, "hate"), shelf) == [ModeratorCallSubject(kind: .appeal, id: 1)])
        #expect(try waiting(call(.rules, "spam"), shelf) == [])
        #expect(try waiting(call(.severe), shelf) == [])
    }

    @Test func aWebhookHearsNumbersAndRulesAndNoWords() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start("Il faro spento")
        try shelf.write { db in
            try db.execute(
                sql: """
                    INSERT INTO webhook (address, resources, acts, secret, createdAt)
                    VALUES ('https://hook.example.org/', 'report.created case.decided appeal.created', '*', ?, '2026-01-01')
                    """, arguments: [String(repeating: "s", count: 32)])
            let known = try Report.file(story, .hate, note: "Guardate", by: 2, at: shelf.now, db)
            let measures = Sanctions(hides: true, reason: .hate)
            let decision = try CaseDecision.decide(known.id, version: known.version, measures, by: shelf.moderator, at: shelf.now, db)
            try Appeal.file("Perché?", against: decision, at: shelf.now, db)
        }
        let told = try shelf.read { db in
            try Row.fetchAll(db, sql: "SELECT event, payload FROM webhookDelivery ORDER BY id").map {
                ($0["event"] as String, $0["payload"] as String)
            }
        }
        #expect(told.map { $0.0 } == ["report.created", "case.decided", "appeal.created"])
        #expect(told.first?.1.contains("\"reason\":\"hate\"") == true)
        for word in ["faro", "Guardate", "Perché"] { #expect(!told.contains { $0.1.contains(word) }, "\(word)") }
    }

    @Test func aBrowserCallsTheLastWhoAskedAndTenAreKept() throws {
        let shelf = try Bookshelf()
        let keys = SubscriptionKeys()
        func keep(_ name: String, _ account: Int64) throws {
            let browser = try #require(
                WebSubscription(endpoint: "https://push.example.org/\(name)", p256dh: keys.p256dh, auth: keys.auth))
            try shelf.write { try ModeratorBrowser.keep(browser, "Firefox", of: account, at: shelf.now, $0) }
        }
        try keep("a", 1)
        try keep("a", 2)
        #expect(try shelf.read { try ModeratorBrowser.all(of: 1, $0) } == [])
        for number in 1...11 { try keep(String(number), 2) }
        let kept = try shelf.read { try ModeratorBrowser.all(of: 2, $0).map(\.address) }
        #expect(kept.count == ModeratorBrowser.most)
        #expect(!kept.contains("https://push.example.org/a"))
        #expect(!kept.contains("https://push.example.org/1"))
    }
}

/// The pages of one's calls, and messages on their way to browsers.
@Suite struct ModeratorPushTests {
    /// A push service on this machine, which answers by the last part of the address.
    private final class Service: Sendable {
        let keys = SubscriptionKeys()
        private let heard = Mutex<[(name: String, message: JSON)]>([])
        var messages: [(name: String, message: JSON)] { heard.withLock { $0 } }

        func listen(_ test: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
            let router = Router()
            router.post("push/{name}") { [self] request, context in
                let body = Data(buffer: try await request.body.collect(upTo: 1 << 16))
                let (name, message) = (context.parameters.get("name") ?? "", try keys.read(body))
                heard.withLock { $0.append((name, message)) }
                return Response(status: name == "gone" ? .gone : name == "busy" ? .serviceUnavailable : .created)
            }
            var logger = Logger(label: "push")
            logger.logLevel = .critical
            let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
            try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)/push/") }
        }

        func keep(_ names: [String], at origin: String, of account: Int64, _ db: Database) throws {
            for name in names {
                guard let browser = WebSubscription(endpoint: origin + name, p256dh: keys.p256dh, auth: keys.auth) else { continue }
                try ModeratorBrowser.keep(browser, name, of: account, at: .now, db)
            }
        }
    }

    @Test func whatWaitsIsToldByPushWithRulesAndNumber() async throws {
        let (site, service) = (try await ModerationPagesTests().site(), Service())
        var admin = site.portal.admin
        admin.webPush.allowsPrivate = true
        try await service.listen { [admin] origin in
            try await site.database.write { db in
                try service.keep(["a", "gone", "busy"], at: origin, of: 1, db)
                try ModeratorCall(account: 1, cases: .all, byMail: false, daily: nil, quietFrom: nil, quietTo: nil).save(db)
                let called = try ModeratorCalls.send(admin, at: .now, db)
                #expect(called == 1)
                let again = try ModeratorCalls.send(admin, at: .now, db)
                #expect(again == 0)
            }
            let sent = try await ModeratorPush.sendDue(admin)
            #expect(sent == 3)
            let message = try #require(service.messages.first { $0.name == "a" }?.message)
            #expect(message["badge"] == .number(3))
            #expect(message["url"] == .text(ModerationPages.address))
            #expect(message["tag"] == .text(ModeratorPush.topic))
            #expect(message["stays"] == .flag(true))
            #expect(message["body"]?.text?.contains("Inizio") == false)
            // What was sent is gone, a browser that is gone too, and what failed is tried again later.
            let left = try await site.database.read { db in
                try String.fetchAll(db, sql: "SELECT label FROM moderatorBrowser ORDER BY id")
            }
            #expect(left == ["a", "busy"])
            let early = try await ModeratorPush.sendDue(admin, at: .now + 30)
            #expect(early == 0)
            let late = try await ModeratorPush.sendDue(admin, at: .now + 90)
            #expect(late == 1)
        }
        let mails = try await site.value("SELECT count(*) FROM mail", as: Int.self)
        #expect(mails == 0)
    }

    @Test func whoIsNoModeratorAnyMoreHearsNothing() async throws {
        let (site, service) = (try await ModerationPagesTests().site(), Service())
        var admin = site.portal.admin
        admin.webPush.allowsPrivate = true
        try await service.listen { [admin] origin in
            try await site.database.write { db in
                try service.keep(["a"], at: origin, of: 1, db)
                let message = ModeratorPush.Message(title: "Una", text: "", path: "/", language: .italian, isUrgent: false, waiting: 1)
                try ModeratorPush.enqueue(message, for: 1, at: .now, db)
                try db.execute(sql: "UPDATE account SET isActive = 0 WHERE id = 1")
            }
            let sent = try await ModeratorPush.sendDue(admin)
            #expect(sent == 0)
            #expect(service.messages.isEmpty)
        }
        let left = try await site.value("SELECT count(*) FROM moderatorPush", as: Int.self)
        #expect(left == 0)
    }

    @Test func aRestoredCopySendsNothingOfBefore() async throws {
        let (site, service) = (try await ModerationPagesTests().site(), Service())
        try await site.database.write { db in
            try service.keep(["a"], at: "https://push.example.org/", of: 1, db)
            let message = ModeratorPush.Message(title: "Una", text: "", path: "/", language: .italian, isUrgent: false, waiting: 1)
            try ModeratorPush.enqueue(message, for: 1, at: .now - 60, db)
            try Stories.leaveQuietMode(sending: true, since: .now, db, at: .now)
            let kept = try Int.fetchOne(db, sql: "SELECT count(*) FROM moderatorPush")
            #expect(kept == 1)
            try Stories.leaveQuietMode(sending: false, since: .now, db, at: .now)
            let left = try Int.fetchOne(db, sql: "SELECT count(*) FROM moderatorPush")
            #expect(left == 0)
        }
    }

    @Test func aModeratorChoosesRulesAndBrowsers() async throws {
        let (site, keys) = (try await ModerationPagesTests().site(), SubscriptionKeys())
        try await site.browse(as: "admin", "") { browsers in
            let calls = ModerationPages.calls
            let refused = try await browsers[0].post(calls, [("cases", "rules"), ("byMail", "yes"), ("daily", "8")])
            #expect(refused.status == 422)
            #expect(refused.contains("<option value=\"8\" selected>"))
            try await browsers[0].post(calls, [("cases", "rules"), ("rule", "hate"), ("rule", "pigs"), ("daily", "8")])
            let saved = try await site.value("SELECT rules || ' ' || byMail || ' ' || daily FROM moderatorCall", as: String.self)
            #expect(saved == "hate 0 8")
            let page = try await browsers[0].get(calls)
            #expect(page.contains("name=\"rule\" value=\"hate\" checked"))
            #expect(page.contains("/admin/stories/worker.js"))

            func subscribe(_ address: String) async throws -> Answer {
                try await browsers[0].post(calls + "/browsers", [("endpoint", address), ("p256dh", keys.p256dh), ("auth", keys.auth)])
            }
            let onThisMachine = try await subscribe("https://127.0.0.1/p/1")
            #expect(onThisMachine.status == 422)
            let added = try await subscribe("https://93.184.216.34/old")
            #expect(added.status == 303)
            let fresh = [("endpoint", "https://93.184.216.34/new"), ("p256dh", keys.p256dh), ("auth", keys.auth)]
            let unknown = try await browsers[1].post(ModeratorBrowserPages.renewal, fresh + [("old", "https://93.184.216.34/x")])
            let known = try await browsers[1].post(ModeratorBrowserPages.renewal, fresh + [("old", "https://93.184.216.34/old")])
            #expect(unknown.status == 404)
            #expect(known.status == 204)
            let address = try await site.value("SELECT address FROM moderatorBrowser", as: String.self)
            #expect(address == "https://93.184.216.34/new")
            let worker = try await browsers[0].get("/admin/stories/worker.js")
            #expect(worker.headers[.serviceWorkerAllowed] == "/admin/stories")
            let id = try await site.value("SELECT id FROM moderatorBrowser", as: Int.self) ?? 0
            let strange = try await browsers[0].post("\(calls)/browsers/\(id + 1)/removal")
            #expect(strange.status == 404)
            try await browsers[0].post("\(calls)/browsers/\(id)/removal")
            let left = try await site.value("SELECT count(*) FROM moderatorBrowser", as: Int.self)
            #expect(left == 0)
        }
    }

    @Test func theMenuCountsWhatWaitsForThoseWhoMayDecide() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin", "educator") { browsers in
            let page = try await browsers[0].get("/admin/stories/trees")
            #expect(page.contains("data-waiting=\"/admin/stories/waiting\" data-count=\"3\"><span>3</span>"))
            let other = try await browsers[1].get("/admin")
            #expect(!other.contains("data-waiting"))
            let count = try await browsers[0].call(.get, "/admin/stories/waiting", cookies: true)
            #expect(count.json["count"] == .number(3))
            let refused = try await browsers[1].call(.get, "/admin/stories/waiting", cookies: true)
            #expect(refused.status == 403)
            try await site.database.write { db in
                for number in Int64(1)...3 { try CaseDecision.decide(number, version: 1, .keep, by: .system("tests"), at: .now, db) }
            }
            let done = try await browsers[0].get("/admin/stories/trees")
            #expect(done.contains("data-count=\"0\" hidden>"))
        }
    }
}
