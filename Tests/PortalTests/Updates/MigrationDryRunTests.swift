import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

struct MigrationDryRunTests {
    /// A folder with a site that lacks the last migrations, and an empty folder for copies.
    private struct OlderSite {
        let folder: TemporaryFolder
        let configuration: Configuration
        let copies: String
        let missing: [String]

        init(lacking count: Int = 12) throws {
            folder = try TemporaryFolder()
            copies = URL(fileURLWithPath: folder.path).standardizedFileURL.path + "/copies"
            var configuration = Configuration()
            configuration.data = folder.path + "/data"
            self.configuration = configuration
            for path in [configuration.data, copies] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            let all = Store.migrator.migrations
            missing = Array(all.suffix(count))
            let older = try DatabaseQueue(path: Store.path(configuration), configuration: Store.settings)
            try Store.migrator.migrate(older, upTo: all.dropLast(count).last)
            try older.close()
        }

        var dryRun: MigrationDryRun { MigrationDryRun(configuration, in: copies) }

        /// The size and time of each file. Reading a file here would drop SQLite's locks of this process.
        func files() throws -> [String: [Int]] {
            let names = try FileManager.default.contentsOfDirectory(atPath: configuration.data)
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    var facts = stat()
                    stat(configuration.data + "/" + name, &facts)
                    return (name, [Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec])
                })
        }

        func leftovers() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: copies) }
    }

    private static func words(_ language: Language) throws -> Words {
        try Texts(folder: TestSite.root + "/Templates/texts").words(in: language)
    }

    @Test func eachMigrationIsTriedAndNothingIsChanged() throws {
        let site = try OlderSite()
        let before = try site.files()
        let report = try site.dryRun.run()
        #expect(report.missing == site.missing)
        #expect(report.trial?.steps.map(\.migration) == site.missing)
        #expect(report.exitCode == 2)
        #expect(try site.files() == before)
        #expect(try site.leftovers() == [])
    }

    @Test(arguments: Language.allCases) func migrationsAreNamedBySystem(_ language: Language) throws {
        let site = try OlderSite()
        let words = try Self.words(language)
        let lines = try site.dryRun.run().text(words).split(separator: "\n").map(String.init)
        for (title, migrations) in MigrationSystems.grouped(site.missing) {
            let at = try #require(lines.firstIndex(of: words(title)))
            for (offset, migration) in migrations.enumerated() {
                #expect(lines[at + 1 + offset].hasPrefix("  " + MigrationSystems.name(migration, words) + ": "))
            }
        }
        #expect(lines.last == words("commands.migrate.unchanged"))
    }

    /// `Templates/texts/*/migrations.yaml` names each migration in words.
    @Test(arguments: Language.allCases) func everyMigrationHasAName(_ language: Language) throws {
        let words = try Self.words(language)
        let unnamed = Store.migrator.migrations.filter { words.optional(MigrationSystems.key($0)) == nil }
        #expect(unnamed == [])
        #expect(Set(Store.migrator.migrations.map(MigrationSystems.key)).count == Store.migrator.migrations.count)
    }

    @Test func aSiteThatIsUpToDateNeedsNoTrial() throws {
        let site = try OlderSite(lacking: 0)
        let before = try site.files()
        let report = try site.dryRun.run()
        #expect(report.missing == [])
        #expect(report.exitCode == 0)
        #expect(try site.files() == before)
    }

    /// What a server has committed and not yet moved into the file counts too.
    @Test func theLogOfARunningServerIsReadAndLeftAlone() throws {
        let site = try OlderSite(lacking: 3)
        let server = try DatabasePool(path: Store.path(site.configuration), configuration: Store.settings)
        try Store.migrator.migrate(server, upTo: Store.migrator.migrations.dropLast(2).last)
        let before = try site.files()
        #expect(before.keys.contains("portico.sqlite-wal"))
        let report = try site.dryRun.run()
        #expect(report.missing == Array(site.missing.suffix(2)))
        #expect(report.trial?.steps.count == 2)
        let after = try site.files()
        #expect(Set(after.keys) == Set(before.keys))
        for name in ["portico.sqlite", "portico.sqlite-wal"] { #expect(after[name] == before[name]) }
        try server.close()
    }

    @Test func withoutSpaceItSaysSo() throws {
        let site = try OlderSite()
        var dryRun = site.dryRun
        dryRun.freeBytes = { _ in 3 << 20 }
        let report = try dryRun.run()
        #expect(report.trial == nil)
        #expect(report.exitCode == 1)
        let text = report.text(try Self.words(.english))
        #expect(text.contains("“\(site.copies)” has only 3 MB free"))
        #expect(text.contains(MigrationSystems.name(site.missing[0], try Self.words(.english))))
        #expect(try site.leftovers() == [])
    }

    @Test func noCopyIsMadeInTheDataFolder() throws {
        let site = try OlderSite()
        let before = try site.files()
        let report = try MigrationDryRun(site.configuration, in: site.configuration.data + "/inner").run()
        #expect(report.trial == nil)
        #expect(report.obstacle?.sentences.first?.key == "commands.migrate.nowhere")
        #expect(try site.files() == before)
    }

    @Test func aCopyOfAKilledProcessIsRemoved() throws {
        let site = try OlderSite(lacking: 1)
        let dead = site.copies + "/" + TrialFolder.prefix + "999999999-x"
        let alive = site.copies + "/" + TrialFolder.prefix + "\(getpid())-x"
        for folder in [dead, alive] { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
        _ = try site.dryRun.run()
        #expect(!FileManager.default.fileExists(atPath: dead))
        #expect(FileManager.default.fileExists(atPath: alive))
    }

    @Test func theDatabaseOfANewerProgramIsRefused() throws {
        let site = try OlderSite()
        let newer = try DatabaseQueue(path: Store.path(site.configuration))
        try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('house 999 of next year')") }
        try newer.close()
        let refused = #expect(throws: StartProblems.self) { try site.dryRun.run() }
        #expect(refused?.problems.first?.contains("belongs to a newer Portico") == true)
    }
}
