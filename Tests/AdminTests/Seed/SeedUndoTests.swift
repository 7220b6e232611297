import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

/// The undo of an application brings exactly what was before.
@Suite struct SeedUndoTests {
    private static func file(_ zucca: String) -> String {
        """
        trial:
          camps:
            - key: nord
              name: Nord
              contents:
                tags: [{ key: verdura, name: Verdura }]
                things: [{ key: zucca, name: Zucca, tag: verdura, \(zucca) }]
        """
    }

    private func thing(_ trial: SeedTrial) async throws -> String? {
        try await trial.database.read { db in
            try String.fetchOne(db, sql: "SELECT ifnull(price, '-') || ' ' || note || ' ' || (deletedAt IS NULL) FROM thing")
        }
    }

    private func person(_ trial: SeedTrial) async throws -> Actor {
        try await trial.database.write { db in
            var account = Account(key: "anna", name: "Anna", createdAt: .now)
            try account.insert(db)
            return Actor(accountID: account.id, name: "Anna", address: "", requestID: "")
        }
    }

    @Test func theFirstApplicationGoesToTheTrashAndComesBack() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file("price: 1.60")])
        try await trial.apply()
        let anna = try await person(trial)
        let undone = try await trial.database.write { try trial.seed.undo($0, by: anna) }
        #expect(undone?.records == 3)
        #expect(undone?.kept == [])
        #expect(undone?.application.backup == nil)
        let left = try await trial.database.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM seedMemory) + (SELECT count(*) FROM camp WHERE deletedAt IS NULL)
                      + (SELECT count(*) FROM tag WHERE deletedAt IS NULL) + (SELECT count(*) FROM thing WHERE deletedAt IS NULL)
                    """)
        }
        #expect(left == 0)
        // The same file sets the site up again: the person threw nothing away, they took the application back.
        let again = try await trial.apply()
        #expect(again.changed == 3, "\(again)")
        let back = try await thing(trial)
        #expect(back == "160  1")
    }

    @Test func theBackupIsNamedOnlyWhereOneWasMade() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file("price: 1.60")])
        try await trial.apply()
        try trial.write("seed.yaml", Self.file("price: 1.80"))
        try await trial.seed.apply(
            trial.path, to: trial.database, pictures: trial.store, passwords: trial.passwords, backup: "portico-1.tar")
        let undone = try await trial.undo()
        #expect(undone?.application.backup == "portico-1.tar")
    }

    @Test func aRecordThatCameBackFromTheTrashGoesBackWithItsOldValues() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file("price: 1.60, note: Dolce")])
        try await trial.apply()
        try await trial.database.write { db in
            var thing = try #require(try Thing.fetch(db, id: 1))
            try thing.move(toTrash: true, db, by: .system("Anna"))
        }
        try trial.write("seed.yaml", Self.file("price: 1.80, note: Dolcissima"))
        try await trial.apply(.file)
        let there = try await thing(trial)
        #expect(there == "180 Dolcissima 1")
        let undone = try await trial.undo()
        #expect(undone?.kept == [])
        let back = try await thing(trial)
        #expect(back == "160 Dolce 0")
    }

    /// Some pages write fields without a revision, such as a stock that guests use up.
    @Test func whatNoHistoryHoldsComesBackToo() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file("price: 1.60, note: Dolce")])
        try await trial.apply()
        try await trial.database.write { try $0.execute(sql: "UPDATE thing SET price = 177") }
        try trial.write("seed.yaml", Self.file("price: 1.60, note: Dolcissima"))
        try await trial.apply(.file)
        let there = try await thing(trial)
        #expect(there == "160 Dolcissima 1")
        try await trial.undo()
        let back = try await thing(trial)
        #expect(back == "177 Dolce 1")
    }

    @Test func whatHasChangedSinceStaysAndIsNamed() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file("price: 1.60")])
        try await trial.apply()
        try trial.write("seed.yaml", Self.file("price: 1.80"))
        try await trial.apply()
        let words = try SeedTrial.words()
        try await trial.database.write { db in
            var thing = try #require(try Thing.fetch(db, id: 1))
            thing.note = "Buona"
            try thing.update(db, by: .system("Anna"), words: words, zone: .gmt)
        }
        let undone = try await trial.undo()
        #expect(undone?.kept == ["Zucca"])
        let now = try await thing(trial)
        #expect(now == "180 Buona 1")
    }
}
