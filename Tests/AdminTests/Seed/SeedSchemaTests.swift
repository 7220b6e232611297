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
        #expect((thing["size"] as? [String: Any])?["enum"] as? [String] == ["small", "medium", "large"])
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
