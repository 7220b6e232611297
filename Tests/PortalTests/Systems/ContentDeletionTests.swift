import Portal
import TestSupport
import Testing

@testable import Admin

@Suite struct ContentDeletionTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    @Test func anEmptiedPortalKeepsWhatItBeganWith() async throws {
        let made = try await filledTables()
        try await site.database.write { try ContentDeletion.empty($0, Portal.modules, by: .system("test")) }
        #expect(try await filledTables().isSuperset(of: made))
    }

    /// The tables with rows in a new portal.
    private func filledTables() async throws -> Set<String> {
        let counts = try await site.database.read { try Backups.counts($0) }
        return Set(counts.filter { $0.value > 0 }.keys).subtracting(["house", "revision", "sqlite_sequence"])
    }
}
