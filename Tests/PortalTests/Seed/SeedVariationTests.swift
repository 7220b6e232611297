import Accounts
import Foundation
import Portal
import TestSupport
import Testing

@testable import Admin

/// The check of every variation in `Tests/Fixtures/seed/variations.yaml`; `test_seed_schema.py` tries the schema with the same.
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

    @Test func theCheckSaysOfEachWhatTheTableSays() throws {
        let seed = Seed(
            modules: Portal.modules, words: try TestSite.texts.words(in: .english), accounts: AccountSettings(roles: Portal.roles))
        let folder = try TemporaryFolder()
        let variations = try Self.variations()
        #expect(variations.count >= 90)
        try seed.emptyDatabase().read { db in
            for (index, variation) in variations.enumerated() {
                let path = folder.path + "/\(index).yaml"
                try Data(variation.text.utf8).write(to: URL(fileURLWithPath: path))
                let found = try seed.report(on: SeedFile(path), db).mistakes
                #expect(found.isEmpty == variation.isRight, "\(variation.text): \(found.map(\.sentence))")
            }
        }
    }
}
