import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// Commands find the site's folder, and no command makes a second site by mistake.
struct SiteFolderTests {
    private let folder: TemporaryFolder
    private let configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        configuration = try Configuration(
            flags: ["data": folder.path + "/data"],
            environment: ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"])
    }

    private func refusalText(_ language: Language = .english, _ work: () throws -> Void) throws -> String {
        let refusal = #expect(throws: CommandRefusal.self) { try work() }
        return try refusal?.localized(in: TestSite.texts.words(in: language)) ?? ""
    }

    private func makeSite(withAccount: Bool) throws {
        let pool = try Store.open(configuration)
        if withAccount {
            try pool.write { db in
                try db.execute(
                    sql: "INSERT INTO account (key, name, createdAt, updatedAt) VALUES ('anna', 'Anna', '2026-01-01', '2026-01-01')")
            }
        }
        try pool.close()
    }

    @Test func aFolderWithoutASiteIsRefusedAndNotMade() throws {
        let missing = "There is no site in “\(folder.path)/data”, which comes from --data: nothing was done."
        #expect(try refusalText { _ = try Store.openSite(configuration) }.hasPrefix(missing))
        #expect(try refusalText { _ = try Store.existingSite(configuration) }.hasPrefix(missing))
        #expect(try refusalText { try Store.requireSite(configuration) }.hasPrefix(missing))
        #expect(try refusalText { try Store.requireSite(configuration, mayBeNew: true) }.hasSuffix("To make a new site there, add --new."))
        #expect(
            try refusalText(.italian) { try Store.requireSite(configuration, mayBeNew: true) }.hasSuffix(
                "Per fare lì un sito nuovo aggiungi --new."))
        #expect(folder.contents == [])
    }

    @Test func theRefusalSaysWhereTheFolderComesFrom() throws {
        var usual = configuration
        usual.data = folder.path + "/data"
        usual.origins["data"] = nil
        #expect(try refusalText { try Store.requireSite(usual) }.contains("with --data, with PORTICO_DATA or in /etc/portico/portico.env."))
        usual.origins["data"] = .variables("/etc/portico/portico.env")
        #expect(try refusalText { try Store.requireSite(usual) }.contains("which comes from PORTICO_DATA in /etc/portico/portico.env"))
    }

    @Test func aSiteIsOpenedAndNoNewOneIsMadeThere() throws {
        try makeSite(withAccount: true)
        #expect(throws: Never.self) { try Store.openSite(configuration).close() }
        #expect(throws: Never.self) { try Store.existingSite(configuration).close() }
        #expect(
            try refusalText { try Store.requireNoSite(configuration) } == "“\(folder.path)/data” holds a site already: leave --new out.")
    }

    @Test func rootWritesNothingIntoTheFolderOfAnotherUser() throws {
        try makeSite(withAccount: true)
        #expect(throws: Never.self) { try Store.requireOwner(configuration) }
        // Only root can give a folder away; others have nothing to be refused.
        guard let nobody = getpwnam("nobody"), chown(configuration.data, nobody.pointee.pw_uid, nobody.pointee.pw_gid) == 0 else { return }
        #expect(try refusalText { try Store.requireOwner(configuration) }.hasSuffix("Run the command with sudo -u nobody."))
    }

    @Test func aDatabaseWithoutAccountsIsNoSiteYet() throws {
        try makeSite(withAccount: false)
        #expect(throws: Never.self) { try Store.requireNoSite(configuration) }
        #expect(throws: Never.self) { try Store.requireSite(configuration) }
    }

    @Test func aFileThatIsNoDatabaseMayBeASite() throws {
        try folder.write("This is no database, whatever its name says.", to: "data/portico.sqlite")
        #expect(try refusalText { try Store.requireNoSite(configuration) }.contains("holds a site already"))
    }

    @Test func aRestoreNamesItsFolderOrReplacesASite() throws {
        func target(_ named: String?, isNew: Bool = false, replacing: Bool = false) throws -> String {
            try Store.folderToRestore(configuration, named: named, isNew: isNew, replacing: replacing)
        }
        #expect(try refusalText { _ = try target(nil) }.contains("add --new"))
        #expect(try refusalText { _ = try target(nil, replacing: true) }.contains("add --new"))
        #expect(try refusalText { _ = try target(folder.path + "/other", replacing: true) }.contains("\(folder.path)/other"))
        #expect(try target(nil, isNew: true) == configuration.data)
        #expect(try target(folder.path + "/other") == folder.path + "/other")
        #expect(try target(folder.path + "/other", isNew: true, replacing: true) == folder.path + "/other")
        try makeSite(withAccount: true)
        #expect(try target(nil, replacing: true) == configuration.data)
        #expect(try refusalText { _ = try target(nil, isNew: true) }.contains("leave --new out"))
    }

    @Test func aNamedSeedFileMustExist() throws {
        try folder.write("", to: "seeds/seed.yaml")
        func seed(_ path: String?) throws -> Bool {
            var named = configuration
            if let path {
                named.seed = path
                named.origins["seed"] = .environment
            } else {
                named.seed = folder.path + "/none.yaml"
            }
            return try named.requireSeed()
        }
        #expect(try seed(folder.path + "/seeds/seed.yaml"))
        #expect(try !seed(nil))
        #expect(
            try refusalText { _ = try seed(folder.path + "/seeds/sed.yaml") }
                == "PORTICO_SEED names the seed file “\(folder.path)/seeds/sed.yaml”, which does not exist; do you mean “\(folder.path)/seeds/seed.yaml”? Nothing was done."
        )
        #expect(try refusalText { _ = try seed("/nowhere/seed.yaml") }.hasSuffix("which does not exist: nothing was done."))
    }

    @Test func linksLeadToTheSitesAddress() async throws {
        let site = try await TestSite()
        var settings = configuration
        settings.host = "::1"
        settings.port = 8144
        #expect(settings.address == "http://[::1]:8144")
        try await site.database.write { try $0.execute(sql: "UPDATE siteIdentity SET address = NULL") }
        let listening = try await site.database.read { [settings] in try settings.address($0) }
        #expect(listening == "http://[::1]:8144")
        try await site.database.write { try $0.execute(sql: "UPDATE siteIdentity SET address = 'https://confirmed.example'") }
        let confirmed = try await site.database.read { [settings] in try settings.address($0) }
        #expect(confirmed == "https://confirmed.example")
        settings.url = "https://portal.example.org"
        let named = try await site.database.read { [settings] in try settings.address($0) }
        #expect(named == "https://portal.example.org")
    }
}
