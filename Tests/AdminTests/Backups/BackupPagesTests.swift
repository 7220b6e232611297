import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Backups by the timetable and by hand, and what people see of them.
@Suite struct BackupPagesTests {
    let site: SampleSite
    let samples: Samples
    var backups: Backups { site.portal.admin.backups }

    init() async throws {
        (site, samples) = (try await SampleSite(), try Samples())
        _ = try await site.add(samples, width: 20, scopeID: nil)
    }

    @Test func aBackupIsMadeTriedAndShown() async throws {
        try await site.browse(as: "admin", "librarian") { [self] browsers in
            let admin = browsers[0]
            expect(try await admin.get("/admin").contains("copie di sicurezza finora"))
            // No name of a file that does not exist.
            expect(try await admin.get("/admin/backups").contains("/FILE.tar"))
            expect(try await admin.post("/admin/backups").location == "/admin/backups")
            expect(try await admin.get("/admin/backups").contains("Si sta facendo una copia"))
            try await admin.post("/admin/backups")
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'backup' AND recurs = 0", as: Int.self) == 1)
            try await site.portal.jobs.runDue(now: .now + 5)
            let kept = try #require(backups.kept().first)
            #expect(kept.isGood)
            #expect(kept.report?.pictures == 1)
            let page = try await admin.get("/admin/backups")
            #expect(page.contains("L’ultima copia buona è stata fatta oggi"))
            #expect(page.contains(kept.name))
            #expect(page.contains("portico restore"))
            let front = try await admin.get("/admin")
            #expect(!front.contains("copie di sicurezza finora"))
            #expect(front.contains("href=\"/admin/backups\""))
            // It is nobody else's business.
            expect(try await browsers[1].get("/admin/backups").status == 403)
            expect(try await browsers[1].post("/admin/backups").status == 403)
            expect(try await browsers[1].post("/admin/backups/downloads/\(kept.name)").status == 403)
            expect(try await browsers[1].get("/admin").contains("/admin/backups") == false)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'backup.create'", as: Int.self) == 1)
    }

    @Test func aBadBackupIsSaidLoudly() async throws {
        let file = try #require(try await site.value("SELECT file FROM picture", as: String.self))
        unlink("\(site.data)/pictures/\(file)/480.webp")
        try await site.browse(as: "admin") { [self] browsers in
            try await browsers[0].post("/admin/backups")
            try await site.portal.jobs.runDue(now: .now + 5)
            expect(backups.kept().first?.isGood == false)
            let page = try await browsers[0].get("/admin/backups")
            #expect(page.contains("Nessuna copia è buona"))
            #expect(page.contains("manca il file pictures/\(file)/480.webp"))
            let admin = try await browsers[0].get("/admin")
            #expect(admin.contains("copia di sicurezza non buona"))
            #expect(admin.contains("lavoro non riuscito"))
        }
    }

    @Test func aDownloadAsksForThePasswordAgainAndIsLogged() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            let admin = browsers[0]
            try await admin.post("/admin/backups")
            try await site.portal.jobs.runDue(now: .now + 5)
            let name = try #require(backups.kept().first?.name)
            let address = "/admin/backups/downloads/\(name)"
            try await site.database.write { try $0.execute(sql: "UPDATE session SET createdAt = datetime('now', '-1 hour')") }
            let asked = try await admin.post(address)
            #expect(asked.location == "/admin/account/factors/proof?next=/admin/backups")
            expect(try await admin.get(try #require(asked.location)).contains("name=\"next\" value=\"/admin/backups\""))
            let proof = [("password", SampleSite.password), ("next", "/admin/backups")]
            expect(try await admin.post("/admin/account/factors/proof", proof).location == "/admin/backups")
            // Never on to another site.
            let elsewhere = [("password", SampleSite.password), ("next", "//evil.example")]
            expect(try await admin.post("/admin/account/factors/proof", elsewhere).location == "/admin/account/factors")
            let archive = try await admin.post(address)
            #expect(archive.status == 200)
            #expect(archive.headers[.contentType] == "application/x-tar")
            #expect(archive.text.hasPrefix("manifest.json"))
            for other in ["..", "factor.key", "portico-x.tar"] {
                expect(try await admin.post("/admin/backups/downloads/\(other)").status == 404, "\(other)")
            }
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'backup.download'", as: Int.self) == 1)
    }

    @Test func theSettingsDecideWhen() async throws {
        try await site.portal.jobs.runDue(now: .now)
        let zone = try #require(TimeZone(identifier: "Europe/Rome"))
        @Sendable func hours() async throws -> [Int] {
            try await site.database.read { db in
                try Date.fetchAll(db, sql: "SELECT runAt FROM job WHERE kind = 'backup' AND state = 'waiting'")
                    .map { Calendar.current.dateComponents(in: zone, from: $0).hour ?? -1 }
            }
        }
        expect(try await hours() == [3])
        try await site.browse(as: "admin") { [self] browsers in
            let wrong = try await browsers[0].post("/admin/backups/plan", [("on", "yes"), ("hour", "24"), ("days", "x"), ("weeks", "4")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("#f-hour\""))
            #expect(wrong.contains("#f-days\""))
            #expect(wrong.contains("value=\"24\""))
            let later = try await browsers[0].post("/admin/backups/plan", [("on", "yes"), ("hour", "5"), ("days", "3"), ("weeks", "0")])
            #expect(later.location == "/admin/backups")
            try await site.portal.jobs.runDue(now: .now)
            expect(try await hours() == [5])
            // The form of the other settings leaves them alone.
            let settings = [
                ("name", "Casa"), ("language", "it"), ("zone", "Europe/Rome"), ("tiles", ""), ("version", "0"), ("systems", "sample"),
                ("historyDays", "730"), ("trashDays", "90"),
            ]
            try await browsers[0].post("/admin/site", settings)
            #expect(site.portal.admin.site.name == "Casa")
            #expect(site.portal.admin.site.backups.days == 3)
            try await browsers[0].post("/admin/backups/plan", [("hour", "5"), ("days", "3"), ("weeks", "0")])
            try await site.portal.jobs.runDue(now: .now)
            expect(try await hours() == [])
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'backup.plan'", as: Int.self) == 2)
    }

    @Test func keepsOneForEachOfTheLastDaysAndWeeks() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Rome"))
        // A Wednesday, noon.
        let now = Date(timeIntervalSince1970: 1_793_793_600)
        func backup(_ hoursAgo: Double, good: Bool = true) -> KeptBackup {
            let madeAt = now - hoursAgo * 3_600
            let report = BackupReport(
                version: "1", madeAt: madeAt, rows: 1, pictures: 0, findings: good ? [] : [Finding(.problem, "audit")], making: 0,
                rehearsing: 0)
            return KeptBackup(name: "\(Int(hoursAgo))", path: "", bytes: 1, madeAt: madeAt, report: report)
        }
        var plan = BackupPlan()
        (plan.days, plan.weeks) = (3, 2)
        // Today three, one each day before for a month.
        let all = [backup(1), backup(2, good: false), backup(5)] + (1...30).map { backup(Double($0) * 24 + 9) }
        let gone = Set(Backups.superfluous(all, plan, in: zone, now: now).map(\.name))
        let stay = all.map(\.name).filter { !gone.contains($0) }
        // All of today; yesterday and the day before; the newest of last week, a Sunday.
        #expect(stay == ["1", "2", "5", "33", "57", "81"])
        // The last good one stays however old it is.
        let bad = [backup(2_000)] + (2...40).map { backup(Double($0) * 24, good: false) }
        #expect(!Backups.superfluous(bad, plan, in: zone, now: now).contains { $0.name == "2000" })
    }

    @Test func removesWhatTheNightMadeTooMany() async throws {
        try FileManager.default.createDirectory(atPath: backups.folder, withIntermediateDirectories: true)
        for day in 1...20 {
            let path = backups.folder + "/portico-2026-01-\(day + 10)-030000.tar"
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: Date.now - Double(day) * 86_400 - 90_000], ofItemAtPath: path)
        }
        _ = try await site.database.write { try Jobs.enqueue($0, Backups.kind, by: .system("test")) }
        try await site.portal.jobs.runDue(now: .now + 5)
        // One new, and of the untried old ones what 7 days and 4 weeks keep.
        #expect((8...12).contains(backups.kept().count), "\(backups.kept().map(\.name))")
        #expect(backups.kept()[0].isGood)
    }
}
