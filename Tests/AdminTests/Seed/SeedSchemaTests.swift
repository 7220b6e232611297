import Accounts
import AdminTestSupport
import Foundation
import Testing
import Web

@testable import Admin

@Suite struct SeedSchemaTests {
    private func properties(_ json: Any?, _ path: [String]) throws -> [String: Any] {
        var value = try #require(json as? [String: Any])
        for part in path { value = try #require(value[part] as? [String: Any], "\(path)") }
        return value
    }

    @Test func describesEveryFieldOfEveryResource() throws {
        let modules: [any Module.Type] = SamplePortal.modules + [Trial.self]
        let seed = Seed(modules: modules, words: try SeedTrial.words(), accounts: AccountSettings(roles: Trial.roles))
        let root = try #require(try JSONSerialization.jsonObject(with: Data(seed.schema().utf8)) as? [String: Any])
        let all = Self.objects(in: root)
        for module in modules {
            for type in module.resources {
                let fields = Self.fields(type)
                let described = all.contains { object in
                    fields.allSatisfy { object[$0] != nil } && object["key"] != nil
                }
                #expect(described, "\(type.name)")
            }
        }
        let thing = try #require(all.first { $0["moment"] != nil })
        let parts = try properties(thing["parts"], ["items", "properties"])
        #expect(Set(parts.keys) == ["text", "tag", "size", "time"])
        let sizes = (thing["size"] as? [String: Any])?["enum"] as? [Any]
        #expect(sizes?.compactMap { $0 as? String } == ["small", "medium", "large"])
        #expect(sizes?.count == 4)
    }

    @Test func pointsOnlyToWhatIsThere() throws {
        let seed = Seed(modules: [Trial.self], words: try SeedTrial.words(), accounts: AccountSettings())
        let root = try #require(try JSONSerialization.jsonObject(with: Data(seed.schema().utf8)) as? [String: Any])
        let parts = try #require(root["$defs"] as? [String: Any])
        for match in seed.schema().matches(of: #/"#\/\$defs\/([^"]+)"/#) { #expect(parts[String(match.1)] != nil) }
        for (_, text) in seed.includedSchemas() {
            let match = try #require(text.firstMatch(of: #/schema\.json#\/\$defs\/([^"]+)"/#))
            #expect(parts[String(match.1)] != nil)
        }
    }

    @Test func suggestsTheKeysOfASite() async throws {
        let trial = try SeedTrial([
            "seed.yaml": "trial:\n  camps:\n    - { name: Nord, contents: { tags: [{ name: Verdura }, { name: Frutta }] } }\n"
        ])
        try await trial.apply()
        let keys = try await trial.database.read { try trial.seed.keys($0) }
        let root = try JSONSerialization.jsonObject(with: Data(trial.seed.schema(keys: keys).utf8))
        let thing = try #require(Self.objects(in: root).first { $0["moment"] != nil })
        let choices = (thing["tag"] as? [String: Any])?["anyOf"] as? [[String: Any]]
        #expect(choices?.first?["enum"] as? [String] == ["frutta", "verdura"])
        #expect(choices?.count == 2)
        let plain = try JSONSerialization.jsonObject(with: Data(trial.seed.schema().utf8))
        let same = try #require(Self.objects(in: plain).first { $0["moment"] != nil })
        #expect((same["tag"] as? [String: Any])?["anyOf"] == nil)
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
