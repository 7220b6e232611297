import Foundation
import GRDB
import Testing

@testable import Campus
@testable import Portal

/// Own events that were repeated every week are so under the rules that came later.
@Suite struct OwnEventMigrationTests {
    @Test func weeklyEventsKeepTheirTimes() throws {
        let database = try DatabaseQueue()
        try Store.migrator.migrate(database, upTo: "campus 166 series of events")
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (x'00', '2026-01-01');
                    INSERT INTO campusOwnEvent (visitorID, kind, title, starts, ends, weeklyUntil, changedAt)
                      VALUES (1, 'personal', 'Coro', '2026-03-02 19:00:00.000', '2026-03-02 21:00:00.000', '2026-03-30 21:59:59.000', '2026-01-01'),
                        (1, 'personal', 'Dentista', '2026-03-03 09:00:00.000', '2026-03-03 10:00:00.000', NULL, '2026-01-01');
                    """)
        }
        try Store.migrator.migrate(database)
        let zone = TimeZone(identifier: "Europe/Rome") ?? .gmt
        let (weekly, single) = try database.read { db in
            (try #require(try OwnEvent.find(1, of: 1, db)), try #require(try OwnEvent.find(2, of: 1, db)))
        }
        #expect(weekly.occurrences([:], zone: zone).map(\.day) == ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"])
        #expect(single.repetition == nil)
        #expect(single.occurrences([:], zone: zone).map(\.day) == ["2026-03-03"])
    }
}
