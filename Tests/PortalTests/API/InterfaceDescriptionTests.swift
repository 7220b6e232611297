import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import Admin

/// The description of the JSON interface with every system.
@Suite struct InterfaceDescriptionTests {
    private func description(_ site: TestSite) -> APIDescription {
        APIDescription(admin: site.portal.admin, words: site.portal.admin.pages.templates.words(in: .english))
    }

    @Test func everyAddressOfTheInterfaceIsDescribedAndNothingElse() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let mounted = Set(
            site.portal.routes.filter {
                let path = "\($0.path)"
                let isOurs = ["/api/v1", "/api/admin", "/campus/api/v1", "/ws"].contains(where: path.hasPrefix)
                return isOurs && !path.hasSuffix("**") && $0.method != .head
            }.map {
                "\($0.method.rawValue) \($0.path)"
            })
        let described = description(site).groups.flatMap(\.operations).map { "\($0.method.uppercased()) \($0.path)" }
        #expect(!mounted.isEmpty)
        #expect(mounted == Set(described))
        #expect(Set(described).count == described.count)
    }

    /// What a program sends that takes the example of a new record from the page.
    private struct Sent: Sendable {
        let path: String
        let example: String
        /// Fields that hold numbers of other records, as the refusals call them.
        let references: Set<String>

        init?(_ operation: APIDescription.Operation, _ schema: JSON?) {
            guard operation.id.hasSuffix("-create"), let example = operation.example, let schema,
                case .object(let properties)? = schema["properties"]
            else { return nil }
            let isScoped = operation.parameters.contains { $0["$ref"]?.text?.hasSuffix("/scope") == true }
            path = operation.path + (isScoped ? "?scope=1" : "")
            self.example = example.compact
            references = Set(
                properties.filter { $0.value["x-resource"] != nil || $0.value["items"]?["x-resource"] != nil }.map { "/" + $0.key })
        }
    }

    /// An example creates a record, or is refused for a missing reference.
    @Test func everyExampleOfANewRecordCanBeSent() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let groups = description(site).groups
        let schemas = Dictionary(groups.flatMap(\.schemas).map { ($0.name, $0.schema) }) { first, _ in first }
        let all = groups.flatMap(\.operations).compactMap { Sent($0, schemas[$0.tag + ".sent"]) }
        #expect(all.count > 40)
        let secret = try await site.database.write { db in
            try AccessToken.make(
                "test", access: .write, areas: [AccessToken.everything], scope: nil, life: 3_600, of: 1, db, by: .system("test")
            ).secret
        }
        try await site.browse(as: "") { browsers in
            for sent in all {
                let headers: HTTPFields = [.authorization: "Bearer \(secret)"]
                let answer = try await browsers[0].call(.post, sent.path, sent.example, headers: headers)
                let errors = try JSON(parsing: answer.text.utf8)["errors"]?.list?.compactMap { $0["pointer"]?.text } ?? []
                let isRefused = answer.status == 422 && !errors.isEmpty
                let mayBe = answer.status == 201 || isRefused && errors.allSatisfy(sent.references.contains)
                #expect(mayBe, "\(sent.path) \(sent.example): \(answer.status) \(errors)")
            }
        }
    }
}
