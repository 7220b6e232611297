import AdminTestSupport
import Foundation
import HTTPTypes
import Testing
import Web

@testable import Admin

@Suite struct DescriptionTests {
    private func description(_ site: SampleSite, in language: Language = .english) -> APIDescription {
        APIDescription(admin: site.portal.admin, words: site.portal.admin.pages.templates.words(in: language))
    }

    @Test func everyAddressOfTheInterfaceIsDescribedAndNothingElse() async throws {
        let site = try await SampleSite()
        let mounted = Set(
            site.portal.routes.all.filter {
                let path = "\($0.path)"
                return path.hasPrefix("/api/v1") && !path.hasSuffix("**") && $0.method != .head
            }.map {
                "\($0.method.rawValue) \($0.path)"
            })
        let described = description(site).groups.flatMap(\.operations).map { "\($0.method.uppercased()) \($0.path)" }
        #expect(!mounted.isEmpty)
        #expect(mounted == Set(described))
        #expect(Set(described).count == described.count)
    }

    @Test func everyReferenceLeadsSomewhereAndEveryNameIsUsedOnce() async throws {
        let site = try await SampleSite()
        let document = description(site).document
        let references = Set(Self.references(in: document))
        #expect(references.count > 20)
        for reference in references {
            let end = reference.split(separator: "/").dropFirst().reduce(JSON?.some(document)) { $0?[String($1)] }
            #expect(end != nil, "\(reference)")
        }
        let names = description(site).groups.flatMap(\.operations).map(\.id)
        #expect(Set(names).count == names.count)
    }

    /// What a new record has already need not be sent.
    @Test func onlyWhatANewRecordLacksIsCalledRequired() async throws {
        let site = try await SampleSite()
        let sent = description(site).groups.flatMap(\.schemas).first { $0.name == "sample.libraries.sent" }?.schema
        #expect(sent?["required"]?.list?.compactMap(\.text) == ["name"])
        try await site.run(as: "admin") { programs in
            let made = try await programs[0].call(.post, "/api/v1/sample/libraries", #"{"name": "Biblioteca Verde"}"#)
            #expect(made.status == 201)
            #expect(made.json["zone"]?.text == "Europe/Rome")
        }
    }

    /// Nor that which a new record has of the clock alone.
    @Test func aMomentThatIsNeededIsCalledRequired() async throws {
        let site = try await SampleSite()
        let sent = description(site).groups.flatMap(\.schemas).first { $0.name == "sample.evenings.sent" }?.schema
        #expect(sent?["required"]?.list?.compactMap(\.text) == ["name", "starts"])
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

    /// Sent as it stands it makes a record, or names others that are not there.
    @Test func everyExampleOfANewRecordCanBeSent() async throws {
        let site = try await SampleSite()
        let groups = description(site).groups
        let schemas = Dictionary(groups.flatMap(\.schemas).map { ($0.name, $0.schema) }) { first, _ in first }
        let all = groups.flatMap(\.operations).compactMap { Sent($0, schemas[$0.tag + ".sent"]) }
        #expect(all.count == 9)
        try await site.run(as: "admin") { programs in
            for sent in all {
                let answer = try await programs[0].call(.post, sent.path, sent.example)
                let isRefused = answer.status == 422 && !answer.errors.isEmpty
                let mayBe = answer.status == 201 || isRefused && answer.errors.keys.allSatisfy(sent.references.contains)
                #expect(mayBe, "\(sent.path) \(sent.example): \(answer.status) \(answer.errors)")
            }
        }
    }

    private static func references(in json: JSON) -> [String] {
        switch json {
        case .object(let pairs):
            pairs.flatMap { key, value in key == "$ref" ? [value.text ?? ""] : references(in: value) }
        case .list(let items): items.flatMap(references)
        default: []
        }
    }

    @Test func bothLanguagesSayTheSameInTheirWords() async throws {
        let site = try await SampleSite()
        let (english, italian) = (description(site).document, description(site, in: .italian).document)
        func addresses(_ document: JSON) -> [String] {
            guard case .object(let paths)? = document["paths"] else { return [] }
            return paths.map(\.key)
        }
        #expect(addresses(english) == addresses(italian))
        #expect(english != italian)
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/api")
            #expect(page.status == 200)
            #expect(page.contains("/api/v1/sample/tours"))
            #expect(page.contains("curl"))
            let document = try await browsers[0].get("/api/openapi.json")
            #expect(document.status == 200)
            #expect(document.headers[.contentType] == "application/json")
            #expect(document.json["openapi"]?.text == "3.1.0")
        }
    }

    /// What `Problem(…, "kind")` names in the code must have its words and its place on the page.
    @Test func everyKindOfProblemIsExplained() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Sources")
            .standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
        var kinds: Set<String> = ["token"]
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/(?:Problem|self\.init)\(\.[a-zA-Z]+, "([a-zA-Z0-9]+)"/#) { kinds.insert(String(match.1)) }
        }
        #expect(kinds == Set(APIProblems.kinds))
        let site = try await SampleSite()
        for language in Language.allCases {
            let words = site.portal.admin.pages.templates.words(in: language)
            for kind in APIProblems.kinds {
                #expect(words.optional("api.problems.\(kind).title") != nil, "\(kind)")
                #expect(words.optional("api.problems.\(kind).text") != nil, "\(kind)")
            }
            for status in APIDescription.statuses { #expect(words.optional("api.status.\(status).text") != nil, "\(status)") }
        }
    }
}
