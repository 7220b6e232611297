import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Crashes as the parent process notes them, one a line.
@Suite struct CrashTests {
    private static let lines = "1800000000 11 run-a 1\n1800000060 6 run-b 0\n"

    @Test func eachCrashIsKeptOnce() async throws {
        try await SampleSite().database.write { db in
            #expect(try CrashNotes.take(Self.lines, db) == 2)
            #expect(try CrashNotes.take(Self.lines, db) == 0)
            #expect(try CrashNotes.take(Self.lines + "1800000120 9 run-c 1\n", db) == 1)
            let crashes = try Crash.latest(2, db)
            #expect(crashes.map(\.signal) == [9, 6])
            #expect(crashes.map(\.served) == [true, false])
            #expect(crashes.map(\.at) == [Date(timeIntervalSince1970: 1_800_000_120), Date(timeIntervalSince1970: 1_800_000_060)])
            #expect(crashes.allSatisfy { $0.titles.isEmpty })
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM audit WHERE action = 'server.crashed'") == 3)
        }
    }

    @Test(arguments: [
        "", "\n\n", "1800000000 11 run-a", "x 11 run-a 1", "1800000000 x run-a 1", "-1 11 run-a 1", "99999999999 11 run-a 1", "a b c d e",
    ])
    func aLineThatIsCutOffIsNone(_ line: String) async throws {
        try await SampleSite().database.write { (db) throws in
            #expect(try CrashNotes.take(line, db) == 0)
            #expect(try Crash.latest(9, db).isEmpty)
        }
    }

    @Test func administratorsAreToldOnTheFirstPage() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            expect(try await browsers[0].get("/admin").contains(IncidentPages.address), is: false)
            try await site.database.write { db in
                _ = try CrashNotes.take("\(Int(Date.now.timeIntervalSince1970)) 11 run-a 1\n", db)
            }
            expect(try await browsers[0].get("/admin").contains(IncidentPages.address), is: true)
            expect(try await browsers[0].get(IncidentPages.address).status, is: 200)
            expect(try await browsers[1].get("/admin").contains(IncidentPages.address), is: false)
            expect(try await browsers[1].get(IncidentPages.address).status, is: 403)
        }
    }
}
