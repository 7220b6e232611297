import Foundation
import GRDB
import Testing

@testable import Admin

/// Entries that are no records: the same three ways, with their values.
@Suite struct SeedEntryTests {
    private static func file(_ label: String?) -> String {
        """
        trial:
          camps:
            - key: nord
              name: Nord
              contents:
                tags: [{ name: Verdura }]
                things: [{ name: Zucca, tag: verdura }, { name: Mela, tag: verdura }]
                labels:
                  - { thing: mela, text: Rossa }
                  \(label.map { "- { thing: zucca, text: \($0) }" } ?? "")
        """
    }

    private func applied() async throws -> SeedTrial {
        let trial = try SeedTrial(["seed.yaml": Self.file("Dolce")])
        try await trial.apply()
        return trial
    }

    private func people(_ trial: SeedTrial, _ sql: String) async throws { try await trial.database.write { try $0.execute(sql: sql) } }

    private func label(_ trial: SeedTrial) async throws -> String? {
        try await trial.database.read { try String.fetchOne($0, sql: "SELECT text FROM label WHERE thing = 1") }
    }

    @Test func whatOnlyPeopleChangedStaysWithItsValues() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE label SET text = 'Buona' WHERE thing = 1")
        let plan = try await trial.apply()
        #expect(plan.isNothing)
        #expect(
            plan.description.contains("= nord/trial.labels zucca: kept as on the site: text\n    text: Buona -> Dolce"), "\(plan)")
        #expect(try await label(trial) == "Buona")
    }

    @Test func whatOnlyTheFileChangedIsApplied() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE label SET text = 'Verde' WHERE thing = 2")
        try trial.write("seed.yaml", Self.file("Dolcissima"))
        let plan = try await trial.apply()
        #expect(plan.description.contains("~ nord/trial.labels zucca: text\n    text: Dolce -> Dolcissima"), "\(plan)")
        #expect(plan.kept == 1, "\(plan)")
        #expect(try await label(trial) == "Dolcissima")
    }

    @Test(arguments: [(SeedPolicy.file, "Dolcissima"), (.people, "Buona")])
    func whatBothChangedIsAConflict(policy: SeedPolicy, after: String) async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE label SET text = 'Buona' WHERE thing = 1")
        try trial.write("seed.yaml", Self.file("Dolcissima"))
        let refused = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(
            refused?.mistakes.map { "\($0.line): \($0.sentence)" } == [
                "10: conflict: people changed it on the site, and so did the file: text: Buona -> Dolcissima"
            ], "\(String(describing: refused))")
        #expect(try await label(trial) == "Buona")
        try await trial.apply(policy)
        #expect(try await label(trial) == after)
        let again = try await trial.apply()
        #expect(again.isNothing, "\(again)")
    }

    @Test func whatBothChangedAlikeIsNoConflict() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE label SET text = 'Dolcissima' WHERE thing = 1")
        try trial.write("seed.yaml", Self.file("Dolcissima"))
        let plan = try await trial.apply()
        #expect(plan.isNothing, "\(plan)")
        #expect(!plan.description.contains("not applied"), "\(plan)")
        try trial.write("seed.yaml", Self.file("Dolce"))
        try await trial.apply()
        #expect(try await label(trial) == "Dolce")
    }

    @Test func whatPeopleRemovedStaysAwayUntilTheFileChangesIt() async throws {
        let trial = try await applied()
        try await people(trial, "DELETE FROM label WHERE thing = 1")
        let plan = try await trial.apply()
        #expect(plan.description.contains("zucca: kept as on the site (it was removed on the site; --force brings it back)"), "\(plan)")
        #expect(try await label(trial) == nil)
        try trial.write("seed.yaml", Self.file("Dolcissima"))
        let refused = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(
            refused?.mistakes.map(\.sentence) == [
                "conflict: people removed 'zucca' from the site, and the file has changed it since"
            ])
        try await trial.apply(.people)
        #expect(try await label(trial) == nil)
        try await trial.apply(.file)
        #expect(try await label(trial) == "Dolcissima")
    }

    @Test func whatNoFileWroteIsAConflictWithItsValues() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.file(nil)])
        try await trial.apply()
        try await people(trial, "INSERT INTO label (thing, text) VALUES (1, 'Buona')")
        try trial.write("seed.yaml", Self.file("Dolce"))
        let refused = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(
            refused?.mistakes.map(\.sentence) == [
                "conflict: the site has something else, and no file wrote it before: text: Buona -> Dolce"
            ], "\(String(describing: refused))")
    }

    @Test func aRoleThatPeopleDeletedIsNotMadeAgain() async throws {
        let trial = try SeedTrial(["seed.yaml": "roles:\n  - { key: own-aiuto, title: Aiuto, may: [trial.things.see] }\n"])
        try await trial.apply()
        try await people(trial, "DELETE FROM ownRole")
        let plan = try await trial.apply()
        #expect(plan.isNothing)
        #expect(plan.description.contains("= roles own-aiuto: kept as on the site (it was deleted on the site; --force makes it again)"))
        try await trial.apply(.file)
        let count = try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ownRole") }
        #expect(count == 1)
    }

    @Test func aPictureThatPeopleThrewAwayIsAConflictWhenTheFileChangesIt() async throws {
        let trial = try SeedTrial(["seed.yaml": "pictures:\n  - { key: zucca, file: zucca.png, alt: Una zucca }\n"])
        try trial.write("zucca.png", onePixel)
        try await trial.apply()
        try await people(trial, "UPDATE picture SET deletedAt = '2026-01-01 00:00:00.000'")
        let kept = try await trial.apply()
        #expect(kept.isNothing)
        #expect(kept.kept == 1)
        try trial.write("seed.yaml", "pictures:\n  - { key: zucca, file: zucca.png, alt: Una zucca gialla }\n")
        let refused = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(
            refused?.mistakes.map(\.sentence) == ["conflict: people moved 'zucca' to the trash, and the file has changed it since"])
        try await trial.apply(.file)
        let alt = try await trial.database.read { try String.fetchOne($0, sql: "SELECT alt FROM picture WHERE deletedAt IS NULL") }
        #expect(alt == "Una zucca gialla")
    }

    @Test func anErasedRecordIsForgottenWithItsEntries() async throws {
        let trial = try await applied()
        let memory = "SELECT group_concat(kind || ' ' || key) FROM seedMemory WHERE key IN ('zucca', 'mela') ORDER BY kind, key"
        try await people(trial, "UPDATE thing SET deletedAt = '2026-01-01 00:00:00.000' WHERE key = 'zucca'")
        try await trial.database.write { db in
            _ = try Trash.empty(db, Resources([Camp.self, Tag.self, Thing.self]), now: .now)
        }
        let left = try await trial.database.read { try String.fetchOne($0, sql: memory) }
        #expect(left == "trial.labels mela,trial.things mela")
    }
}
