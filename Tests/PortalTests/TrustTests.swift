import Foundation
import GRDB
import TestSupport
import Testing

@testable import Portal

/// The page of promises says what is so: tests that exist, tables that there are.
@Suite struct TrustTests {
    private static let page = Result { try String(contentsOfFile: TestSite.root + "/docs/trust.md", encoding: .utf8) }

    /// The rows of the table below a heading, cell by cell.
    private func rows(_ heading: String) throws -> [[String]] {
        let text = try Self.page.get()
        let start = try #require(text.range(of: "\n## \(heading)\n"))
        let part = text[start.upperBound...].prefix(upTo: text[start.upperBound...].range(of: "\n## ")?.lowerBound ?? text.endIndex)
        let lines = part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        return lines.map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
    }

    private func quoted(_ text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }

    /// The names of all tests, in Swift and in Python.
    private func tests() throws -> Set<String> {
        let folder = TestSite.root + "/Tests"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }
        let names = try files.flatMap { file in
            try String(contentsOfFile: folder + "/" + file, encoding: .utf8).matches(of: /(?:func|def) +([A-Za-z0-9_]+)\(/).map {
                String($0.1)
            }
        }
        return Set(names)
    }

    @Test func everyCheckNamesATestThatExistsOrSaysWhyNot() throws {
        let (rows, tests) = (try rows("The 80 checks"), try tests())
        #expect(rows.compactMap(\.first) == (1...80).map { String($0) })
        for row in rows {
            let named = quoted(row.last ?? "")
            let isExplained = row.last?.hasPrefix("No test: ") == true && (row.last?.count ?? 0) > 30
            #expect(row.count == 3, "\(row)")
            if isExplained { continue }
            #expect(!named.isEmpty, "\(row)")
            #expect(named.allSatisfy(tests.contains), "\(row)")
        }
    }

    @Test func everyKeySaysWhereItLiesAndHowItIsChanged() throws {
        let keys = try rows("Keys")
        #expect(keys.count >= 7)
        #expect(keys.allSatisfy { $0.count == 4 })
        #expect(keys.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
        // Files and words of the environment that hold a secret are among them.
        let text = keys.joined().joined(separator: " ")
        for name in ["factor.key", "PORTICO_APNS_KEY", "PORTICO_METRICS_TOKEN"] { #expect(text.contains(name)) }
    }

    @Test func everyConnectionSaysWhoDecides() throws {
        let connections = try rows("Outgoing connections")
        #expect(connections.count >= 8)
        #expect(connections.allSatisfy { $0.count == 3 })
        #expect(connections.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    }

    @Test func everyTableHasItsClass() throws {
        let classed = try rows("Data").flatMap { quoted($0[1]) }
        #expect(Set(classed).count == classed.count)
        let tables = try Store.inMemory().read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%Words%'")
        }
        #expect(Set(tables).subtracting(classed) == [])
        #expect(Set(classed).subtracting(tables) == [])
    }
}
