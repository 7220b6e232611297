import Foundation
import GRDB
import Logging
import TestSupport
import Testing

@testable import Accounts
@testable import Admin
@testable import Campus
@testable import Citations
@testable import House
@testable import Portal
@testable import Web

/// A real work of each kind of job is backed up twice in the middle of it: when nothing of it is done, and when all of it is done and its
/// end is not noted. In what is restored nothing is done twice, and nothing is lost.
@Suite struct EveryJobTests {
    /// Kinds of which no real work is made here, and why. As rows at work they are in `QuietModeTests`.
    private static let elsewhere = [
        "emptying": "it takes everything away; QuietModeTests restores its own safety copy",
        "mailTrial": "it needs a mail server; MailSettingTests send one",
        "passwordLink": "it needs a mail server and a confirmed address; ForgottenPasswordTests use its link",
        "questionnaire-push": "it needs a student's browser with keys and a push service",
        "questionnaire-reminders": "it needs a student's account with a confirmed address; CampaignReminderTests run it twice",
        "questionnaire-traces": "it needs sent answers in the sealed pool and their key; MixingTests end it half way",
        "push": "it needs a guest's device with keys and a push service",
        "timer": "it needs a guest's device with keys and a push service",
        "stories-photos": "it needs a hidden photo without a hash; VandalTests find copies by it",
        "campus-telling": "it needs an hour of the day that is over; campus-alert-telling is the same run",
    ]

    /// A job as people ask for it, and what of the database tells whether it is done.
    private struct Asked: Sendable {
        let kind: String
        let effect: String
        let ask: @Sendable (Database) throws -> Void
    }

    static let actor = Actor(accountID: 1, name: "Amministratrice", address: "", requestID: "")
    static let host = "127.0.0.1"

    private static func plain(_ kind: String, _ effect: String, payload: [String: String] = [:]) -> Asked {
        Asked(kind: kind, effect: effect) { try Jobs.enqueue($0, kind, payload: payload, by: actor) }
    }

    private static func asked(_ first: Int64, _ last: Int64) -> [Asked] {
        [
            plain("backup", "SELECT count(*) FROM audit WHERE action = 'backup.create'"),
            Asked(kind: "bulk", effect: "SELECT count(*) FROM category WHERE deletedAt IS NOT NULL") { db in
                var act = UndoableOperation("lists.acts.delete", on: "house.categories", scope: 2, by: actor)
                try act.insert(db)
                let unused = "id, version FROM category WHERE name = 'Da buttare' AND deletedAt IS NULL"
                try BulkAct.begin(act, BulkChange(verb: .delete), records: (unused, []), db, by: actor)
            },
            plain("campus-alerts", "SELECT count(*) FROM campusBulletin WHERE title = 'Pianificato' AND state = 'published'"),
            plain("campus-alert-telling", "SELECT count(*) FROM campusDelivery WHERE channel = 'mail' AND state = 'sent'"),
            plain("campus-events", "SELECT count(*) FROM campusEvent WHERE title = 'Antico' AND deletedAt IS NOT NULL"),
            plain("campus-feeds", "SELECT count(*) FROM campusArticle WHERE title = 'Dal feed'"),
            plain("campus-links", "SELECT count(*) FROM campusLinkCheck WHERE address LIKE 'http://\(host)%'"),
            plain("campus-visits", "SELECT ifnull(sum(number), 0) FROM campusVisits"),
            plain("citation-source", "SELECT count(*) FROM citationDocument WHERE name LIKE '\(host)%'", payload: ["run": String(first)]),
            Asked(kind: "citations", effect: "SELECT count(*) FROM citationOutcome WHERE runID = \(last) AND computedAt IS NOT NULL") {
                db in
                try RunJob.enqueue(try #require(try Run.fetch(db, id: last)), last, db, by: actor)
            },
            plain("cleaning", "SELECT count(*) FROM session WHERE expiresAt < '2021'"),
            plain("history", "SELECT count(*) FROM previewLink"),
            Asked(kind: "import", effect: "SELECT count(*) FROM product WHERE name LIKE 'Dal file%'") { db in
                // As a person accepts it, again where they have to.
                try db.execute(sql: "UPDATE stagedImport SET state = 'working'")
                let staged = try #require(try StagedImport.fetchOne(db))
                try ImportJob.enqueue(.application, staged, mark: staged.outcome.mark, db, by: actor)
            },
            plain("questionnaire-drafts", "SELECT count(*) FROM filling WHERE day < '2021'"),
            plain("questionnaire-offers", "SELECT count(*) FROM offer"),
            plain("schedules", "SELECT count(*) FROM campusArticle WHERE title = 'Pianificata' AND published = 1"),
            plain("stories-calls", "SELECT count(*) FROM moderatorCalled"),
            plain("stories-windows", "SELECT count(*) FROM votedInTime"),
            plain("storyMail", "SELECT count(*) FROM mail WHERE recipient = 'anna@example.org' AND state <> 'waiting'"),
            plain("trash", "SELECT count(*) FROM product WHERE name = 'Nel cestino'"),
            plain("urgentMail", "SELECT count(*) FROM mail WHERE recipient = 'ugo@example.org' AND state <> 'waiting'"),
            Asked(kind: "webhook", effect: "SELECT count(*) FROM webhookDelivery WHERE state = 'done' AND eventID <> 'left'") { db in
                let id = try Int64.fetchOne(db, sql: "SELECT id FROM webhookDelivery WHERE eventID <> 'left'") ?? 0
                try Jobs.enqueue(db, "webhook", payload: ["delivery": id], by: actor)
            },
            plain("webhooks-left", "SELECT attempts FROM webhookDelivery WHERE eventID = 'left'"),
        ]
    }

    // MARK: A site and its copies

    private struct Copy {
        let portal: Portal
        let database: DatabasePool
        let runner: JobRunner
    }

    private static func kinds(_ portal: Portal) -> [JobKind] {
        [LiveSources(permitted: nil, neighbours: [host]).kind] + portal.jobs.kinds.filter { $0.name != LiveSources.job }
    }

    private static func admin(_ portal: Portal) -> AdminContext {
        var admin = portal.admin
        admin.allowsPrivateWebhooks = true
        admin.neighbours = [host]
        return admin
    }

    private static func restore(_ site: TestSite, _ archive: String, to folder: String) async throws -> Copy {
        _ = try await site.portal.admin.backups.restore(archive, to: folder, replacing: false)
        let (portal, database) = try await site.start(on: folder)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let ofModules = Set(portal.admin.modulesOn.flatMap { $0.jobs }.map(\.name))
        let own = kinds(portal).filter { $0.name != Backups.kind && !ofModules.contains($0.name) }
        return Copy(portal: portal, database: database, runner: JobRunner(admin: admin(portal), own: own, logger: logger))
    }

    /// What a table holds, but for what the taking up itself says and does.
    private static func contents(_ database: any DatabaseReader) async throws -> [String: String] {
        let own = ["job", "jobReceiver", "siteIdentity", "audit", "stagedImport", "bulkAct", "bulkItem"]
        return try await database.read { db in
            let sql = """
                SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
                """
            return try String.fetchAll(db, sql: sql).filter { !own.contains($0) }.reduce(into: [:]) { found, table in
                let rows = try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map(\.description)
                found[table] = "\(rows.count) \(rows.hashValue)"
            }
        }
    }

    private static func effects(_ asked: [Asked], _ database: any DatabaseReader) async throws -> [String: Int] {
        try await database.read { db in
            try asked.reduce(into: [:]) { $0[$1.kind] = try Int.fetchOne(db, sql: $1.effect) ?? -1 }
        }
    }

    private static func letters(_ portal: Portal) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: portal.configuration.data + "/mail")) ?? []).count { $0.hasSuffix(".eml") }
    }

    /// Later than every lease of before, and sooner than what a timetable repeats by the hour.
    private static var later: Date { .now + 10 * JobQueue.lease }

    // MARK: The test

    @Test func nothingIsDoneTwiceAndNothingIsLost() async throws {
        let (site, folder, neighbour) = (try await TestSite.seeded(), try TemporaryFolder(), Neighbour())
        try await neighbour.listen { origin in
            let (first, last) = try await Self.prepare(site, origin)
            let asked = Self.asked(first, last)
            let all = Set(site.portal.jobs.kinds.map(\.name))
            #expect(all == Set(asked.map(\.kind)).union(Self.elsewhere.keys), "a kind of job without a real work here")
            try await site.database.write { db in
                for one in asked { try one.ask(db) }
                try db.execute(
                    sql: "UPDATE job SET state = 'running', worker = 'x', leaseUntil = '2999-01-01', attempts = 1 WHERE recurs = 0")
            }
            let backups = site.portal.admin.backups
            let (begun, done) = (folder.path + "/begun.tar", folder.path + "/done.tar")
            let before = try await Self.effects(asked, site.database)
            _ = try await backups.make(site.database, to: begun)
            let contentsBefore = try await Self.contents(site.database)

            // The real work of each, whose end is not noted.
            let admin = Self.admin(site.portal)
            for one in asked {
                let sql = "SELECT * FROM job WHERE kind = ? AND worker = 'x'"
                let job = try await site.database.read { try Job.fetchOne($0, sql: sql, arguments: [one.kind]) }
                let kind = try #require(Self.kinds(site.portal).first { $0.name == one.kind })
                do {
                    _ = try await kind.run(JobWork(job: try #require(job), admin: admin, worker: "x"))
                } catch {
                    Issue.record("\(one.kind): \(error)")
                }
            }
            let after = try await Self.effects(asked, site.database)
            for one in asked { #expect(before[one.kind] != after[one.kind], "\(one.kind) did something") }
            _ = try await backups.make(site.database, to: done)
            let contentsAfter = try await Self.contents(site.database)
            let (told, written) = (neighbour.notices, Self.letters(site.portal))
            #expect(told == 1)
            #expect(written >= 2)

            // All is done: nothing is done again, before and after the site speaks.
            let second = try await Self.restore(site, done, to: folder.path + "/second")
            try await second.runner.runDue(now: Self.later)
            let contentsOfSecond = try await Self.contents(second.database)
            for (table, content) in contentsAfter { #expect(contentsOfSecond[table] == content, "\(table) after the work") }
            try await second.database.write { try SiteIdentity.leaveQuietMode(sending: false, second.portal.admin.modules, at: .now, $0) }
            try await second.runner.runDue(now: Self.later)
            expect(try await Self.effects(asked, second.database), is: after)
            #expect(neighbour.notices == told)
            #expect(Self.letters(second.portal) == 0)

            // Nothing is done: nothing is begun by itself, and asked for again each does what it would have done.
            let fresh = try await Self.restore(site, begun, to: folder.path + "/fresh")
            try await fresh.runner.runDue(now: Self.later)
            let contentsOfFresh = try await Self.contents(fresh.database)
            // What was planned for a moment that is over is due by its timetable, in a copy too.
            let planned: Set = ["schedule", "campusArticle", "campusChange", "revision"]
            for (table, content) in contentsBefore where !planned.contains(table) {
                #expect(contentsOfFresh[table] == content, "\(table) before the work")
            }
            #expect(neighbour.notices == told)
            #expect(Self.letters(fresh.portal) == 0)
            try await fresh.database.write { db in
                try SiteIdentity.leaveQuietMode(sending: true, fresh.portal.admin.modules, at: .now, db)
                // A backup of the copy says nothing of the original's.
                for one in asked where one.kind != Backups.kind { try one.ask(db) }
            }
            try await fresh.runner.runDue(now: Self.later)
            let again = try await Self.effects(asked, fresh.database)
            // Visits are counted in memory until they are written down.
            for one in asked where ![Backups.kind, "campus-visits"].contains(one.kind) {
                #expect(again[one.kind] == after[one.kind], "\(one.kind) asked for again")
            }
            // What was left without a job goes out too.
            #expect(neighbour.notices == told + 2)
            #expect(Self.letters(fresh.portal) == written)
        }
    }

    private func expect<Value: Equatable>(_ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(value == expected, sourceLocation: sourceLocation)
    }
}
