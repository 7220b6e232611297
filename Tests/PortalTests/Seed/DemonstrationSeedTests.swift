import Accounts
import Foundation
import GRDB
import Portal
import TestSupport
import Testing

@testable import Admin

/// The demonstration data itself.
@Suite struct DemonstrationSeedTests {
    @Test func theDemonstrationSeedIsInOrder() throws {
        let root = TestSite.root
        let seed = Seed(
            modules: Portal.modules, words: try TestSite.texts.words(in: .english), accounts: AccountSettings(roles: Portal.roles))
        let mistakes = try seed.check(root + "/seed.yaml")
        #expect(mistakes.map(\.description) == [])
        // The schema beside it is the one the code makes.
        let stored = try? String(contentsOfFile: root + "/seed/schema.json", encoding: .utf8)
        #expect(stored == seed.schema(), "run `portico seed schema seed` and keep what it writes")
        for (name, text) in seed.includedSchemas() {
            guard let stored = try? String(contentsOfFile: root + "/seed/" + name, encoding: .utf8) else { continue }
            #expect(stored == text, "\(name)")
        }
    }

    @Test func theSchemaDescribesEveryFieldOfEveryResource() throws {
        let seed = Seed(modules: Portal.modules, words: try TestSite.texts.words(in: .english), accounts: AccountSettings())
        let all = Self.objects(in: try JSONSerialization.jsonObject(with: Data(seed.schema().utf8)))
        for type in Portal.modules.flatMap({ $0.resources }) {
            let described = all.contains { object in Self.fields(type).allSatisfy { object[$0] != nil } && object["key"] != nil }
            #expect(described, "\(type.name)")
        }
    }

    /// The `properties` of every mapping in the schema.
    private static func objects(in json: Any) -> [[String: Any]] {
        switch json {
        case let object as [String: Any]:
            ((object["properties"] as? [String: Any]).map { [$0] } ?? []) + object.values.flatMap(objects)
        case let list as [Any]: list.flatMap(objects)
        default: []
        }
    }

    private static func fields(_ type: any Resource.Type) -> [String] {
        func names<R: Resource>(_ type: R.Type) -> [String] { R.fields.map(\.name) }
        return names(type)
    }
}
