import Foundation
import TestSupport
import Testing

@testable import Admin

@Suite struct SwitchedSystemTests {
    @Test func aSystemThatIsOffIsNotOnTheStartPage() async throws {
        let site = try await TestSite()
        try await site.browse(as: "") { browsers in
            let on = try await browsers[0].get("/")
            #expect(on.contains("href=\"/house\""))
            try await site.database.write { db in
                var settings = try SiteSettings.load(db)
                settings.systems = []
                try settings.save(db)
            }
            let off = try await browsers[0].get("/")
            #expect(!off.contains("href=\"/house\""))
        }
    }

    @Test func monitorsReadHowOldTheLastBackupIs() async throws {
        let site = try await TestSite()
        _ = try await site.database.write { try Jobs.enqueue($0, Backups.kind, by: .system("test")) }
        try await site.portal.jobs.runDue(now: .now + 5)
        try await site.browse(as: "admin") { browsers in
            let health = try await browsers[0].get("/health")
            #expect(health.contains("\"backupAge\":"))
        }
    }
}
