import Foundation
import GRDB
import Testing

@testable import Questionnaires

/// What publishing says before it happens agrees with whom it asks afterwards.
@Suite struct PublicationReachTests {
    private func occasions(_ db: Database) throws -> Int? { try #require(try PublicationReach(1, now: Faculty.now, db)).occasions }

    /// The offers that students have once it is published.
    private func asked(_ db: Database) throws -> Int {
        _ = try Faculty.publish(db)
        return try Int64.fetchAll(db, sql: "SELECT id FROM student").reduce(0) { sum, student in
            try Offer.refresh(of: student, now: Faculty.now, db)
            return try sum + Offer.all(of: student, db).count
        }
    }

    @Test func theClosedCoursesOfAllStudentsAreCounted() throws {
        try Faculty().database.write { db in
            let said = try occasions(db)
            #expect(said == 3)
            #expect(try asked(db) == 3)
        }
    }

    @Test func coursesOfPastYearsAreNotCounted() throws {
        try Faculty().database.write { db in
            try db.execute(sql: "UPDATE academicYear SET ends = '2026-01-31 00:00:00.000'")
            #expect(try occasions(db) == 0)
            #expect(try asked(db) == 0)
        }
    }

    @Test func onlyTheOpenCoursesOfACampaignAreCounted() throws {
        try Faculty().database.write { db in
            try CampaignTests.add(db, ["opening": "dates", "closes": Faculty.now + 86_400, "days": nil])
            #expect(try occasions(db) == 6)
            #expect(try asked(db) == 6)
        }
    }
}
