import GRDB
import Testing

@testable import Admin

@Suite struct PlannedSeedTests {
    /// Also where the plan names only the key of a new record.
    @Test func aPlanIsRefusedWhenTheFileHasChanged() async throws {
        let text = "trial:\n  camps:\n    - { key: nord, name: Nord }\n"
        let trial = try SeedTrial(["seed.yaml": text])
        let planned = try #require(PlannedSeed(PlannedSeed(trial.path, SeedOptions(trial.path), try await trial.plan()).written))
        try trial.write("seed.yaml", text.replacing("name: Nord", with: "name: Nordest"))
        await #expect(throws: SeedMovedOn.self) { try await trial.apply(expecting: planned) }
        let camps = try await trial.database.read { db in try String.fetchAll(db, sql: "SELECT name FROM camp") }
        #expect(camps.isEmpty)
        try trial.write("seed.yaml", text)
        let done = try await trial.apply(expecting: planned)
        #expect(done.added == 1)
    }
}
