import Admin
import Foundation
import Logging
import TestSupport
import Testing
import Web

import class GRDB.DatabaseQueue

@testable import Portal

/// What a start opens and reads at the same time.
struct OpeningTests {
    private func configuration(_ folder: TemporaryFolder) -> Configuration {
        var configuration = Configuration()
        configuration.templates = TestSite.root + "/Templates"
        configuration.assets = TestSite.root + "/Public"
        configuration.data = folder.path + "/data"
        return configuration
    }

    private let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

    @Test func opensANewDatabaseAndReadsThePages() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(configuration(folder), logger: logger)
        #expect(try await portal.isNew)
        #expect(portal.assets.has("portico.css"))
        #expect(portal.admin.pages.templates.has("portal/home"))
    }

    @Test func aSaveIsOnTheDiskWhenItIsAnswered() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        let full = 2
        let pool = try Store.open(configuration)
        #expect(try await pool.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == full)
        let beside = try #require(try Store.existing(configuration))
        #expect(try await beside.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == full)
    }

    @Test(arguments: [
        ("data", "x", "PORTICO_DATA: "),
        ("data/portico.sqlite", String(repeating: "no database at all ", count: 500), "portico.sqlite is damaged"),
    ])
    func saysWhatKeepsItFromOpening(file: String, content: String, said: String) async throws {
        let folder = try TemporaryFolder([file: content])
        let configuration = configuration(folder)
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains(said) == true, "\(refused?.problems ?? [])")
    }

    @Test func doesNotTouchTheDatabaseOfANewerProgram() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        try await Store.open(configuration).write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('house 999 of next year')") }
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains("belongs to a newer Portico") == true)
    }

    @Test func aDatabaseOfAnOlderProgramIsCopiedBeforeItIsChanged() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        let copy = configuration.data + "/" + Backups.beforeUpdate
        let last = try #require(Store.migrator.migrations.last)
        try FileManager.default.createDirectory(atPath: configuration.data, withIntermediateDirectories: true)
        do {
            let older = try DatabaseQueue(path: configuration.data + "/portico.sqlite", configuration: Store.settings)
            try Store.migrator.migrate(older, upTo: Store.migrator.migrations.dropLast().last ?? "")
        }
        // What a killed process left.
        try Data("half a copy".utf8).write(to: URL(fileURLWithPath: copy + ".new"))
        var told: [String] = []
        _ = try Store.open(configuration) { told.append("\($0)") }
        #expect(told.count == 4, "\(told)")
        #expect(!FileManager.default.fileExists(atPath: copy + ".new"))
        let applied = try await DatabaseQueue(path: copy).read { try Store.migrator.appliedMigrations($0) }
        #expect(applied.count == Store.migrator.migrations.count - 1)
        #expect(!applied.contains(last))
        // Nothing to change, nothing to copy.
        try FileManager.default.removeItem(atPath: copy)
        _ = try Store.open(configuration)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func aFailedUpdateIsSaidAndLeavesTheDatabaseAsItWas() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        // The first can be applied again; the second cannot, because what it replaces is gone.
        let (good, bad) = ("campus 150 alerts are told apart from the rest", "stories 012 drafts of several forms")
        let pool = try Store.open(configuration)
        try await pool.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier IN (?, ?)", arguments: [good, bad]) }
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains("as before: the migration «\(bad)» failed") == true, "\(refused?.problems ?? [])")
        #expect(try await pool.read(Store.migrator.missingMigrations) == [good, bad])
    }

    @Test func aDamagedDatabaseIsNotServed() async throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(folder)
        configuration.port = 0
        let path = configuration.data + "/portico.sqlite"
        let store = try Store.open(configuration)
        // A page in use that is not read when a database is opened.
        let (page, size) = try await store.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'fragment'") ?? 0,
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        // What the log still holds would hide the damage.
        _ = try await store.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try store.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: UInt64((page - 1) * size))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
        try handle.close()
        let refused = await #expect(throws: StartProblems.self) {
            try await Portal.open(configuration, logger: logger).run(lookingAfter: .zero)
        }
        #expect(refused?.problems.first?.contains("portico.sqlite is damaged") == true)
        try Data("no database at all, but a text".utf8).write(to: URL(fileURLWithPath: path))
        await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
    }

    @Test func refusesWithWhatIsWrongInTheTemplates() async throws {
        let folder = try TemporaryFolder([
            "templates/texts/it.yaml": "a: x", "templates/texts/en.yaml": "a: x", "templates/home.mustache": "[[b]]",
        ])
        var configuration = configuration(folder)
        configuration.templates = folder.path + "/templates"
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems == ["home.mustache:1: there is no text b"])
    }
}
