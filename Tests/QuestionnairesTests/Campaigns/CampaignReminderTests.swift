import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Questionnaires

@Suite struct CampaignReminderTests {
    private func recipients(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT recipient FROM mail WHERE system = 'questionnaires' ORDER BY id")
    }

    /// Two students with a confirmed address, and a campaign that ends in seventeen days.
    private func site(reminder: Int) async throws -> TestSite {
        let site = try await FacultySite().site
        try await site.database.write { db in
            try CampaignTests.add(db, ["reminder": reminder])
            for key in ["educator", "educator-blu"] {
                try db.execute(
                    sql:
                        "INSERT INTO accountEmail (accountID, address, confirmedAt) SELECT id, ? || '@example.org', ? FROM account WHERE key = ?",
                    arguments: [key, Faculty.now, key])
            }
        }
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

    @Test func studentsWhoCanStillAnswerAreRemindedOnceForEachCourse() async throws {
        let site = try await site(reminder: 20)
        try await site.database.write { _ = try Faculty.send(["q1": "3"], of: 1, $0) }
        #expect(try await remind(site) == 1)
        #expect(try await remind(site) == 0)
        let all = try await site.database.read { try recipients($0) }
        #expect(all == ["educator-blu@example.org"])
        let body = try await site.value("SELECT body FROM mail WHERE system = 'questionnaires'", as: String.self)
        #expect(body?.contains("https://example.org/questionnaires") == true)
    }

    @Test func nobodyIsRemindedLongBeforeTheEnd() async throws {
        let site = try await site(reminder: 7)
        #expect(try await remind(site) == 0)
    }
}
