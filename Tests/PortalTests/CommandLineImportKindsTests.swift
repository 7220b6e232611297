import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// The command `portico import` and programs take every kind of source that a person may bring.
@Suite struct CommandLineImportKindsTests {
    @Test(arguments: ImportSamples.all.keys.sorted()) func everyKindIsChecked(_ name: String) async throws {
        let site = try await TestSite("house", "registry", "campus", "questionnaires", "citations")
        let format = try #require(Portal.modules.flatMap { $0.importFormats }.first { $0.name == name })
        let place = try await site.database.read { db in
            try format.list.scope.flatMap { scope in
                try String.fetchOne(db, sql: "SELECT key FROM \(scope.table) WHERE \(scope.notTrashed) ORDER BY id LIMIT 1")
            }
        }
        let bytes = try #require(ImportSamples.all[name]?.first)
        let report = try await CommandLineImport(site.portal.admin).run(
            bytes, named: "prova", into: format.list.name, place: place, checksOnly: true, in: .english)
        #expect(report.summary.first?.isNumber == true)
        #expect(!report.summary.hasPrefix("0"))
        #expect(report.result == nil)
        let left = try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM stagedImport") }
        #expect(left == 0)
    }

    @Test func aDirectoryIsChecked() async throws {
        let site = try await TestSite("house", "registry", "campus")
        let person = "dn: uid=rossi,dc=prova\nobjectClass: inetOrgPerson\ncn: Maria Rossi\nmail: rossi@prova.example\n"
        let list = try #require(Portal.modules.flatMap { $0.resources }.first { $0.name == "registry.people" })
        let report = try await CommandLineImport(site.portal.admin).run(
            Array(person.utf8), named: "prova.ldif", into: list.name, place: nil, checksOnly: true, in: .english)
        // The attribute that no field holds is named, so that the file does not come in as a whole.
        #expect(report.summary.hasPrefix("1 "))
        #expect(!report.isWhole)
    }
}
