import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Every alert ends by itself.
@Suite struct AlertEndTests {
    private func end(_ town: AlertTown) async throws -> Date? {
        try await town.site.database.read { db in
            try Date.fetchOne(db, sql: "SELECT expiresAt FROM campusBulletin ORDER BY id DESC LIMIT 1")
        }
    }

    @Test(arguments: [("info", 14.0), ("warning", 3.0), ("emergency", 1.0)])
    func withoutATypedEndItEndsAfterTheUsualTime(severity: String, days: Double) async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed", severity: severity)
        let before = Date.now
        try await town.site.browse(as: "admin") { who in
            let answer = try await town.publish(id, who[0])
            #expect(answer.status == 303)
        }
        let end = try #require(try await end(town))
        #expect(abs(end.timeIntervalSince(before) - days * 86_400) < 600)
    }

    @Test func theTypedEndHoldsAndAnEmptyOneIsRefused() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        try await town.site.browse(as: "admin") { who in
            let address = "/admin/campus/alerts/\(id)/bulletins"
            let page = try await who[0].get("/admin/campus/alerts/\(id)/publication")
            #expect(page.contains("name=\"until\""))
            let refused = try await who[0].post(address, [("version", "1"), ("at", "2390-01-01T10:00"), ("until", "")])
            #expect(refused.status == 422)
            #expect(refused.contains("Scrivi fino a quando vale"))
            #expect(refused.contains("value=\"2390-01-01T10:00\""))
            let past = try await who[0].post(address, [("version", "1"), ("at", ""), ("until", "2001-01-01T10:00")])
            #expect(past.status == 422)
            #expect(past.contains("value=\"2001-01-01T10:00\""))
            #expect(try await who[0].post(address, [("version", "1"), ("at", ""), ("until", "2399-01-01T10:00")]).status == 303)
        }
        let stored = try await town.site.value("SELECT expiresAt FROM campusBulletin", as: String.self)
        #expect(stored?.hasPrefix("2399-01-01 09:00") == true)
    }

    @Test func aDrillFromAProgramOrASeedFileEndsToo() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Prova", english: "Test", isDrill: true)
        try await town.site.database.write { db in
            let alert = try #require(try Alert.fetch(db, id: id))
            _ = try Bulletin.propose(alert, at: nil, db, by: .system("tests"), now: .now)
        }
        #expect(try await end(town) != nil)
    }

    @Test func whatIsOutForLongEndsIfItIsADrill() async throws {
        let town = try await AlertTown()
        for isDrill in [true, false] {
            let id = try await town.alert("Vecchio \(isDrill)", english: "Old", isDrill: isDrill)
            try await town.site.database.write { db in
                let alert = try #require(try Alert.fetch(db, id: id))
                var old = Bulletin(seen: alert, in: .italian, at: .now - 3 * 86_400)
                try old.insert(db)
            }
        }
        try await town.site.database.write { db in _ = try AlertJobs.run(db, .system("tests"), now: .now) }
        let states = try await town.site.database.read { try String.fetchAll($0, sql: "SELECT state FROM campusBulletin ORDER BY id") }
        #expect(states == ["ended", "published"])
    }
}
