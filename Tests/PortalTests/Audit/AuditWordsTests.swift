import Foundation
import Portal
import TestSupport
import Testing
import Web

@testable import Admin

/// The words of the audit log for what acts write into it.
@Suite struct AuditWordsTests {
    /// The names of details that the sources write, by file.
    private func written() throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: TestSite.root + "/Sources") where file.hasSuffix(".swift") {
            let source = try String(contentsOfFile: "\(TestSite.root)/Sources/\(file)", encoding: .utf8)
            for part in source.split(separator: "AuditEntry.write(").dropFirst() {
                // Up to the end of the call, which is far before its limit.
                let call = part.prefix(400).prefix { $0 != "}" }
                guard let detail = call.firstRange(of: "detail: [") else { continue }
                let pairs = call[detail.upperBound...].prefix { $0 != "]" }
                found[file, default: []].formUnion(pairs.matches(of: #/"([A-Za-z-]+)":/#).map { String($0.1) })
            }
        }
        return found
    }

    @Test func everyDetailHasWordsInBothLanguages() throws {
        let kinds = Portal.modules.flatMap { $0.resources }.map { "\($0.name).fields" }
        let places = ["admin.audit.details", "admin.people.fields", "admin.site.fields", "admin.fields"] + kinds
        let found = try written()
        #expect(found.values.map(\.count).reduce(0, +) > 30)
        for language in [Language.italian, .english] {
            let words = try TestSite.texts.words(in: language)
            for (file, names) in found {
                for name in names {
                    #expect(places.contains { words.optional("\($0).\(name)") != nil }, "\(file): \(name)")
                }
            }
        }
    }
}
