import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Logging
import Testing

@testable import Admin

/// A way back is a way back: nothing that was under way in a copy is done again, and nothing leaves it before somebody says so.
@Suite struct QuietModeTests {
    let site: SampleSite
    let folder: TemporaryFolder
    let listener = Listener()

    init() async throws { (site, folder) = (try await SampleSite(), try TemporaryFolder()) }

    private var backups: Backups { site.portal.admin.backups }

    /// Restores the site as it is now, or as an archive has it, and starts there.
    private func restore(_ archive: String? = nil, takesOver: Bool = false) async throws -> (portal: SamplePortal, database: DatabasePool) {
        let path = archive ?? folder.path + "/made.tar"
        if archive == nil { _ = try await backups.make(site.database, to: path) }
        let target = folder.path + "/restored"
        _ = try await backups.restore(path, to: target, replacing: false)
        return try await site.start(on: target, takesOver: takesOver)
    }

    private func runner(_ portal: SamplePortal) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        var admin = portal.admin
        admin.allowsPrivateWebhooks = true
        return JobRunner(admin: admin, own: portal.jobs.kinds.filter { $0.name != Backups.kind }, logger: logger)
    }

    /// Later than every lease of before.
    private var later: Date { .now + 10 * JobQueue.lease }

    private func addBook() async throws {
        try await site.browse(as: "librarian") { browsers in
            let form = [("name", "Riso"), ("ordering", "10"), ("copies", "1"), ("scope", "1")]
            expect(try await browsers[0].post("/admin/sample/books", form).status == 303)
        }
    }

    // MARK: Nothing is done twice

    /// The copy that the emptying makes holds the emptying itself, at work.
    @Test func theSafetyCopyOfAnEmptyingIsNotEmptiedAgain() async throws {
        try await addBook()
        _ = try await site.database.write { db in
            try Jobs.enqueue(db, ContentDeletion.name, by: Actor(accountID: 1, name: "Amministratrice", address: "", requestID: ""))
        }
        try await site.portal.jobs.runDue(now: .now + 5)
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 0)
        let archive = try #require(backups.kept().first)
        let (portal, database) = try await restore(archive.path)
        try await runner(portal).runDue(now: later)
        let found = try await database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM book"),
                try String.fetchOne(db, sql: "SELECT state FROM job WHERE kind = 'emptying'"),
                try String.fetchOne(db, sql: "SELECT error FROM job WHERE kind = 'emptying'")
            )
        }
        #expect(found.0 == 1)
        #expect(found.1 == "cancelled")
        #expect(LocalizedMessage(json: found.2 ?? "").key == "jobs.errors.restored")
        try await site.browse(["admin"], on: portal) { browsers in
            let page = try await browsers[0].get("/admin/jobs")
            #expect(page.contains("Finito quando questo sito è nato da una copia"))
            #expect(!page.contains("/admin/jobs/1/repetition"))
            // It cannot be begun anew from the list either.
            try await browsers[0].post("/admin/jobs/1/repetition")
        }
        try await runner(portal).runDue(now: later)
        expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM book") } == 1)
    }

    /// Whatever way it came by: a job that takes away is done only in the course of events in which it was asked for.
    @Test func aJobThatTakesAwayRefusesADatabaseOlderThanItsRequest() async throws {
        try await addBook()
        try await site.database.write { db in
            try Jobs.enqueue(db, ContentDeletion.name, by: .system("test"))
            try db.execute(sql: "UPDATE siteIdentity SET generation = generation + 1")
        }
        try await site.portal.jobs.runDue(now: .now + 5)
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 1)
        let error = try await site.value("SELECT error FROM job WHERE kind = 'emptying' AND state = 'failed'", as: String.self)
        #expect(LocalizedMessage(json: error ?? "").key == "jobs.errors.older")
        #expect(backups.kept().isEmpty)
    }

    @Test func ofEveryKindNothingIsUnderWayInARestoredSite() async throws {
        let kinds = site.portal.jobs.kinds + SamplePortal.modules.flatMap { $0.jobs }
        try await site.database.write { db in
            for name in Set(kinds.map(\.name)).sorted() {
                try Jobs.enqueue(db, name, by: .system("test"))
                let running = try Jobs.enqueue(db, name, by: .system("test"))
                try db.execute(
                    sql: "UPDATE job SET state = 'running', worker = 'x', leaseUntil = '2020-01-01', attempts = 1 WHERE id = ?",
                    arguments: [running.id])
            }
            try db.execute(
                sql: """
                    INSERT INTO schedule (kind, recordID, act, at, plannedAt, actor)
                    VALUES ('sample.books', 1, 'publish', '2999-01-01', '2026-01-01', 'x')
                    """)
        }
        let (portal, database) = try await restore()
        let ended = try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT kind, count(*) FROM job WHERE state = 'cancelled' AND error LIKE '%restored%' GROUP BY kind")
                .reduce(into: [:]) { $0[$1[0] as String] = $1[1] as Int }
        }
        #expect(ended == Dictionary(uniqueKeysWithValues: Set(kinds.map(\.name)).map { ($0, 2) }))
        // What was planned for a day has its alarm again.
        let left = try await database.read { try String.fetchAll($0, sql: "SELECT kind FROM job WHERE state <> 'cancelled'") }
        #expect(left == ["schedules"])
        try await runner(portal).runDue(now: later)
        let begun = try await database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE recurs = 0 AND state IN ('done', 'failed', 'running')")
        }
        #expect(begun == 0)
        // Timetables go on, except for what reaches out.
        let recurring = try await database.read { try String.fetchSet($0, sql: "SELECT kind FROM job WHERE recurs = 1") }
        #expect(recurring.contains("cleaning"))
        #expect(recurring.contains("trash"))
    }

    // MARK: Nothing leaves

    /// A site with a webhook's notice and a message on their way.
    private func prepare(_ address: String) async throws {
        try await site.database.write { db in
            var hook = try Webhook(
                id: nil, address: address, resources: "*", acts: "*", secret: Webhook.freshSecret(), isOn: true,
                createdAt: db.transactionDate
            ).inserted(db)
            hook.failures = 0
            try Mail.enqueue(to: "anna@example.org", of: "sample", subject: "Prima", body: "Ciao", at: .now - 5, db)
            try Jobs.enqueue(db, Outbox.kind, by: .system("test"))
        }
        try await addBook()
    }

    private func letters(_ portal: SamplePortal) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: portal.data + "/mail")) ?? []).count { $0.hasSuffix(".eml") }
    }

    @Test func aRestoredSiteIsQuietUntilSomebodySaysWhichSiteItIs() async throws {
        try await listener.listen { address in
            try await prepare(address)
            let (portal, database) = try await restore()
            try await site.browse(["admin", "librarian"], on: portal) { browsers in
                // What is asked for meanwhile waits too.
                let form = [("name", "Sale"), ("ordering", "20"), ("copies", "1"), ("scope", "1")]
                try await browsers[1].post("/admin/sample/books", form)
                try await runner(portal).runDue(now: later)
                #expect(listener.notices.isEmpty)
                #expect(letters(portal) == 0)
                let page = try await browsers[0].get("/admin/sample/books")
                #expect(page.contains("Questo sito è nato da un backup"))
                #expect(page.contains("Adesso il sito è questo, a http://localhost"))
                // Everybody is told, and only who keeps the site may say so.
                let librarian = try await browsers[1].get("/admin")
                #expect(librarian.contains("Questo sito è nato da un backup"))
                #expect(!librarian.contains("Adesso il sito è questo"))
                expect(try await browsers[1].post("/admin/site/address", [("address", "http://localhost")]).status == 403)
                let about = try await browsers[0].get("/admin/site/address")
                #expect(about.contains("messaggi 1, avvisi ai webhook 1"))
                let bad = try await browsers[0].post("/admin/site/address", [("address", "javascript:alert(1)")])
                #expect(bad.status == 422)
                #expect(bad.contains("javascript:alert(1)"))
                #expect(bad.contains("non è l’indirizzo di un sito"))
                expect(try await browsers[0].post("/admin/site/address", [("address", "http://localhost")]).status == 303)
                expect(try await browsers[0].get("/admin").contains("nato da un backup") == false)
            }
            try await runner(portal).runDue(now: later)
            // What waited in the copy may have been sent by the original; what came since goes.
            #expect(listener.notices.map { $0.json["record"]?["name"]?.text ?? "" } == ["Sale"])
            #expect(letters(portal) == 0)
            let aside = try await database.read { db in
                (
                    try String.fetchOne(db, sql: "SELECT error FROM mail WHERE state = 'failed'"),
                    try String.fetchOne(db, sql: "SELECT error FROM webhookDelivery WHERE state = 'failed'")
                )
            }
            #expect(aside.0 == "restored")
            #expect(aside.1 == "restored")
            // And nothing is lost: by hand it can still go.
            try await site.browse(["admin"], on: portal) { browsers in
                try await browsers[0].post("/admin/webhooks/1/repetitions", [("since", "2020-01-01T00:00")])
            }
            try await runner(portal).runDue(now: later)
            #expect(listener.notices.map { $0.json["record"]?["name"]?.text ?? "" } == ["Sale", "Riso"])
            let acts = try await database.read {
                try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'site.%' ORDER BY id")
            }
            #expect(acts == ["site.quiet", "site.speak"])
        }
    }

    @Test func whatWaitedGoesWhereSomebodyWantsIt() async throws {
        try await listener.listen { address in
            try await prepare(address)
            let (portal, _) = try await restore()
            try await site.browse(["admin"], on: portal) { browsers in
                try await browsers[0].post("/admin/site/address", [("address", "http://localhost"), ("sending", "yes")])
            }
            try await runner(portal).runDue(now: later)
            #expect(listener.notices.count == 1)
            #expect(letters(portal) == 1)
            try await runner(portal).runDue(now: later)
            #expect(listener.notices.count == 1)
            #expect(letters(portal) == 1)
        }
    }

    @Test func aTakeoverGoesOnAndTakesNothingAway() async throws {
        try await listener.listen { address in
            try await prepare(address)
            _ = try await site.database.write { db in try Jobs.enqueue(db, ContentDeletion.name, by: .system("test")) }
            let (portal, database) = try await restore(takesOver: true)
            try await runner(portal).runDue(now: later)
            #expect(listener.notices.count == 1)
            #expect(letters(portal) == 1)
            let state = try await database.read { db in
                (try SiteIdentity.isQuiet(db), try Int.fetchOne(db, sql: "SELECT count(*) FROM book"))
            }
            #expect(!state.0)
            #expect(state.1 == 1)
        }
    }

    // MARK: The mark

    @Test func aDatabaseThatCameInAnotherWayIsKnownByItsMark() async throws {
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try await site.database.vacuum(into: data + "/portico.sqlite")
        let mark = InstanceMark(data: data)
        let database = try DatabaseQueue(path: data + "/portico.sqlite")
        // The first start, and every later one.
        expect(try await mark.compare(database, []) == .new)
        expect(try await mark.compare(database, []) == .same)
        expect(try await database.read { try SiteIdentity.isQuiet($0) } == false)
        // The database alone goes to another folder, as a replica does.
        let other = folder.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try await database.vacuum(into: other + "/portico.sqlite")
        let copy = try DatabaseQueue(path: other + "/portico.sqlite")
        expect(try await InstanceMark(data: other).compare(copy, []) == .enteredQuietMode)
        expect(try await copy.read { try SiteIdentity.isQuiet($0) })
        // A standby says that it takes over.
        expect(try await InstanceMark(data: other).compare(copy, [], takesOver: true) == .takenOver)
        expect(try await copy.read { try SiteIdentity.isQuiet($0) } == false)
        expect(try await InstanceMark(data: other).compare(copy, [], takesOver: true) == .same)
        expect(try await copy.read { try SiteIdentity.generation($0) } == 3)
    }
}
