import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

/// A year of a site that two files and people keep together.
@Suite struct SeedYearTests {
    private static let base = """
        trial:
          camps:
            - { key: nord, name: Nord }
            - { key: sud, name: Sud }
        """

    private static func nord(_ things: [String]) -> String {
        "trial:\n  camps:\n    - key: nord\n      contents:\n        tags:\n          - { key: verdura, name: Verdura }\n        things:\n"
            + things.map { "          - { \($0) }\n" }.joined()
    }

    private static let first = (1...9).map { "key: cosa-\($0), name: Cosa \($0), tag: verdura, price: \($0).00" }

    private func state(_ trial: SeedTrial) async throws -> [String] {
        try await trial.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT key || ' ' || name || ' ' || price || ' ' || note FROM thing WHERE deletedAt IS NULL ORDER BY id")
                + String.fetchAll(db, sql: "SELECT key || ' ' || name FROM camp WHERE deletedAt IS NULL ORDER BY id")
        }
    }

    @Test func nothingIsLostUnsaid() async throws {
        let trial = try SeedTrial(["base.yaml": Self.base, "nord.yaml": Self.nord(Self.first)])
        try await trial.apply(file: "base.yaml")
        try await trial.apply(file: "nord.yaml")
        let words = try SeedTrial.words()
        // People change four things, and throw one away.
        try await trial.database.write { db in
            try db.execute(
                sql: """
                    UPDATE camp SET name = 'Campo nord', folded = 'campo nord' WHERE key = 'nord';
                    UPDATE thing SET price = 111 WHERE key = 'cosa-1';
                    UPDATE thing SET price = 333 WHERE key = 'cosa-3';
                    UPDATE thing SET price = 444 WHERE key = 'cosa-4';
                    UPDATE thing SET deletedAt = '2026-01-01 00:00:00.000' WHERE key = 'cosa-9';
                    """)
            var second = try #require(try Thing.fetch(db, id: 2))
            second.note = "buona"
            try second.update(db, by: .system("Anna"), words: words, zone: .gmt)
        }
        let before = try await state(trial)
        // The files change: a price of each kind, a new key, a removal, another order.
        var things = Self.first
        things[1] = things[1].replacing("2.00", with: "2.50")
        things[2] = things[2].replacing("3.00", with: "3.50")
        things[3] = things[3].replacing("4.00", with: "4.50")
        things[4] = things[4].replacing("key: cosa-5", with: "key: cosa-cinque, was: cosa-5")
        things.remove(at: 7)
        try trial.write("nord.yaml", Self.nord(things.reversed()))
        let kept = try await trial.apply(file: "base.yaml")
        #expect(kept.isNothing, "\(kept)")
        #expect(kept.kept == 1, "\(kept)")
        let refused = try await trial.plan(SeedOptions(trial.folder.path + "/nord.yaml"), file: "nord.yaml")
        #expect(refused.conflicts.count == 2, "\(refused)")
        #expect(refused.kept == 2, "\(refused)")
        #expect(refused.gone == 1, "\(refused)")
        await #expect(throws: SeedRefused.self) { try await trial.apply(file: "nord.yaml") }
        let untouched = try await state(trial)
        #expect(untouched == before)
        // One conflict is solved for the people, the other in the file.
        things[3] = things[3].replacing("4.50", with: "4.44")
        try trial.write("nord.yaml", Self.nord(things.reversed()))
        let done = try await trial.apply(
            file: "nord.yaml", options: SeedOptions(trial.folder.path + "/nord.yaml", policy: .people, prunes: true))
        #expect(done.removed == 1, "\(done)")
        let after = try await state(trial)
        #expect(
            after == [
                "cosa-1 Cosa 1 111 ", "cosa-2 Cosa 2 250 buona", "cosa-3 Cosa 3 333 ", "cosa-4 Cosa 4 444 ", "cosa-cinque Cosa 5 500 ",
                "cosa-6 Cosa 6 600 ", "cosa-7 Cosa 7 700 ", "nord Campo nord", "sud Sud",
            ], "\(after)")
        let again = try await trial.plan(SeedOptions(trial.folder.path + "/nord.yaml"), file: "nord.yaml")
        #expect(again.isNothing, "\(again)")
        // Everything is taken back at once, and the site remembers what the files wrote before.
        let undone = try await trial.undo()
        #expect(undone?.kept == [])
        let back = try await state(trial)
        #expect(back == before)
        let renewed = try await trial.plan(SeedOptions(trial.folder.path + "/nord.yaml"), file: "nord.yaml")
        #expect(renewed.description.contains("~ nord/trial.things cosa-cinque: key"), "\(renewed)")
        let second = try await trial.undo()
        #expect(second == nil)
        let chain = try await trial.database.read { try AuditEntry.verify($0) }
        #expect(chain == nil)
    }
}
