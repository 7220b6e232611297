import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// A site that was copied is quiet until a person says that it is the one; then what waited goes or is set aside.
@Suite struct SiteIdentityTests {
    private static let before = Date(timeIntervalSince1970: 1_800_000_000)

    private static func takeUp(_ db: Database, reason: SiteIdentity.Reason = .copied) throws {
        try SiteIdentity.enterQuietMode(reason, instance: "another", [], at: before + 60, db)
    }

    private static func write(_ subject: String, at now: Date, _ db: Database) throws {
        try Mail.enqueue(to: "anna@example.org", of: "sample", subject: subject, body: "x", at: now, db)
    }

    private static func states(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT subject || ' ' || state FROM mail ORDER BY id")
    }

    @Test func aSiteSpeaksUntilItIsTakenUp() async throws {
        try await SampleSite().database.write { db in
            #expect(try !SiteIdentity.isQuiet(db))
            let generation = try SiteIdentity.generation(db)
            try Self.takeUp(db, reason: .restored)
            let identity = try SiteIdentity.current(db)
            #expect(try SiteIdentity.isQuiet(db))
            #expect(identity.generation == generation + 1)
            #expect(identity.quietReason == .restored)
            #expect(identity.quietSince == Self.before + 60)
            #expect(identity.instance == "another")
            #expect(identity.notedPlace == nil)
            #expect(try String.fetchOne(db, sql: "SELECT action FROM audit ORDER BY id DESC") == "site.quiet")
        }
    }

    @Test func theWorkOfTheOriginalIsNotGoneOnWith() async throws {
        try await SampleSite().database.write { db in
            for (kind, state, recurs) in [("a", "waiting", false), ("b", "done", false), ("c", "waiting", true)] {
                let job = try Jobs.insert(
                    db, kind: kind, payload: "{}", title: LocalizedMessage("jobs.kinds.cleaning"), accountID: nil, actor: "", scopeID: nil,
                    runAt: Self.before, attempts: 3, recurs: recurs, now: Self.before)
                try db.execute(sql: "UPDATE job SET state = ? WHERE id = ?", arguments: [state, job.id])
            }
            try Self.takeUp(db)
            let left = try String.fetchAll(db, sql: "SELECT kind || ' ' || state FROM job WHERE kind IN ('a', 'b', 'c') ORDER BY kind")
            #expect(left == ["a cancelled", "b done"])
        }
    }

    @Test func whatWaitedInACopyIsSetAsideUnlessAPersonSendsIt() async throws {
        for isSending in [false, true] {
            try await SampleSite().database.write { db in
                try Self.write("old", at: Self.before, db)
                try Self.takeUp(db)
                try Self.write("new", at: Self.before + 120, db)
                let waiting = try SiteIdentity.waiting(db)
                #expect(waiting.mails == 1)
                #expect(waiting.deliveries == 0)
                try SiteIdentity.leaveQuietMode(sending: isSending, [], at: Self.before + 180, db)
                #expect(try !SiteIdentity.isQuiet(db))
                #expect(try Self.states(db) == (isSending ? ["old waiting", "new waiting"] : ["old failed", "new waiting"]))
                #expect(try SiteIdentity.waiting(db).mails == 0)
            }
        }
    }

    @Test func aSiteThatSpeaksHasNothingToSay() async throws {
        try await SampleSite().database.write { db in
            try Self.write("old", at: Self.before, db)
            try SiteIdentity.leaveQuietMode(sending: false, [], at: Self.before + 60, db)
            #expect(try Self.states(db) == ["old waiting"])
        }
    }

    @Test func aMachineThatReplacesTheOriginalSpeaksAtOnce() async throws {
        try await SampleSite().database.write { db in
            try Self.write("old", at: Self.before, db)
            try Self.takeUp(db)
            let generation = try SiteIdentity.generation(db)
            try SiteIdentity.takeOver(instance: "third", [], at: Self.before + 120, db)
            #expect(try !SiteIdentity.isQuiet(db))
            #expect(try SiteIdentity.current(db).instance == "third")
            #expect(try SiteIdentity.generation(db) == generation + 1)
            #expect(try Self.states(db) == ["old waiting"])
        }
    }

    @Test func theAddressOfMessagesIsTheOwnersOrTheConfirmedOne() async throws {
        let (site, fixed) = (try await SampleSite(), try await SampleSite(publicURL: "https://portal.example.org"))
        try await site.database.write { db in
            #expect(try site.portal.admin.mailOrigin(db) == "http://localhost")
            try SiteIdentity.confirm("https://other.example.org", db)
            #expect(try site.portal.admin.mailOrigin(db) == "https://other.example.org")
            try db.execute(sql: "UPDATE siteIdentity SET address = NULL")
            #expect(try site.portal.admin.mailOrigin(db) == Mail.unknownOrigin)
        }
        try await fixed.database.write { (db) throws in #expect(try fixed.portal.admin.mailOrigin(db) == "https://portal.example.org") }
    }
}
