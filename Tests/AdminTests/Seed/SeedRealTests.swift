import Accounts
import Foundation
import GRDB
import Portal
import Testing

@testable import Admin

/// The demonstration data itself.
@Suite struct SeedRealTests {
    @Test func theDemonstrationSeedIsInOrder() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized.path
        let seed = Seed(modules: Portal.modules, words: try SeedTrial.words(), accounts: AccountSettings(roles: Portal.roles))
        let clock = ContinuousClock()
        var mistakes: [SeedMistake] = []
        let time = try clock.measure { mistakes = try seed.check(root + "/seed.yaml") }
        print("check of the demonstration seed: \(time)")
        #expect(mistakes.map(\.description) == [])
        // The schema beside it is the one the code makes.
        let stored = try? String(contentsOfFile: root + "/seed/schema.json", encoding: .utf8)
        #expect(stored == seed.schema(), "run `portico seed schema seed` and keep what it writes")
        for (name, text) in seed.includedSchemas() {
            guard let stored = try? String(contentsOfFile: root + "/seed/" + name, encoding: .utf8) else { continue }
            #expect(stored == text, "\(name)")
        }
    }
}
