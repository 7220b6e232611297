import Accounts
import Foundation
import GRDB
import Portal
import TestSupport
import Testing

@testable import Admin

/// The check, plan and application of every variation in `Tests/Fixtures/seed/variations.yaml`; `test_seed_schema.py` tries the schema
/// with the same.
@Suite struct SeedVariationTests {
    private struct Variation {
        let text: String
        let isRight: Bool
    }

    private static func variations() throws -> [Variation] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path
        let file = SeedFile(tests + "/Fixtures/seed/variations.yaml")
        try #require(file.mistakes.count == 0)
        let root = members(file.root)
        let wrappers = members(try #require(root["wrappers"])).compactMapValues(text)
        guard case .list(let items)? = root["variations"]?.content else { return [] }
        return try items.map { item in
            let values = members(item).compactMapValues(text)
            let wrapper = try #require(wrappers[values["in"] ?? ""])
            return Variation(
                text: wrapper.replacing("{}", with: values["text"] ?? "", maxReplacements: 1), isRight: values["check"] == "right")
        }
    }

    private static func members(_ item: SeedItem) -> [String: SeedItem] {
        guard case .map(let pairs) = item.content else { return [:] }
        return Dictionary(pairs.map { ($0.key.name, $0.value) }) { first, _ in first }
    }

    private static func text(_ item: SeedItem) -> String? {
        if case .scalar(let text, _) = item.content { text } else { nil }
    }

    private func seed() throws -> Seed {
        Seed(
            modules: Portal.modules, words: try TestSite.texts.words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: Portal.roles))
    }

    private func mistakes(_ work: () async throws -> SeedPlan) async throws -> [String] {
        do {
            _ = try await work()
            return []
        } catch let refused as SeedRefused {
            return refused.mistakes.map(\.sentence)
        }
    }

    @Test func checkPlanAndApplySayOfEachWhatTheTableSays() async throws {
        let seed = try seed()
        let folder = try TemporaryFolder()
        let variations = try Self.variations()
        #expect(variations.count >= 160)
        let empty = try seed.emptyDatabase()
        let pictures = try PictureStore(folder: folder.path + "/store")
        let passwords = Passwords(seed.accounts)
        for (index, variation) in variations.enumerated() {
            let path = folder.path + "/\(index).yaml"
            try Data(variation.text.utf8).write(to: URL(fileURLWithPath: path))
            let checked = try await empty.read { try seed.report(on: SeedFile(path), $0).mistakes.map(\.sentence) }
            #expect(checked.isEmpty == variation.isRight, "\(variation.text): \(checked)")
            let planned = try await mistakes { try await seed.plan(path, on: empty, pictures: pictures) }
            #expect(planned == checked, "\(variation.text)")
            // A copy, because what is right is written.
            let site = try DatabaseQueue()
            try empty.backup(to: site)
            let applied = try await mistakes {
                try await seed.apply(path, to: site, pictures: pictures, passwords: passwords)
            }
            #expect(applied == checked, "\(variation.text)")
            guard variation.isRight else { continue }
            let again = try await seed.plan(path, on: site, pictures: pictures)
            #expect(again.isNothing, "\(variation.text): \(again)")
        }
    }
}
