import Foundation
import GRDB
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Admin
@testable import Portal

/// Each wrong folder, file or setting of the machine is named.
@Suite struct DoctorInsideTests {
    private func names(_ results: [DoctorResult]) -> Set<String> {
        Set(results.filter { $0.state != .ok }.map { "\($0.state.rawValue) \($0.check).\($0.sentence)" })
    }

    /// A data folder with a site, closed as a start makes it.
    private func data() throws -> (folder: TemporaryFolder, configuration: Configuration) {
        let folder = try TemporaryFolder(["data/portico.sqlite": "", "data/pictures/a": "", "data/backups/.keep": ""])
        var configuration = Configuration()
        configuration.data = folder.path + "/data"
        for name in ["data", "data/backups"] { chmod(folder.path + "/" + name, 0o700) }
        return (folder, configuration)
    }

    @Test func aMissingOrEmptyFolderIsAFault() throws {
        var (folder, configuration) = try data()
        unlink(configuration.data + "/portico.sqlite")
        #expect(names(FolderChecks(configuration: configuration).results) == ["fault folder.empty"])
        configuration.data = folder.path + "/none"
        #expect(names(FolderChecks(configuration: configuration).results) == ["fault folder.missing"])
    }

    @Test(
        arguments: [
            (0o700, "data", nil), (0o755, "data", "fault folder.open"), (0o701, "data", "fault folder.open"),
            (0o750, "data", "warning folder.group"), (0o755, "data/pictures", nil),
        ] as [(mode_t, String, String?)])
    func aFolderThatOthersCanReadIsAFault(_ mode: mode_t, _ name: String, named wanted: String?) throws {
        let (folder, configuration) = try data()
        chmod(folder.path + "/" + name, mode)
        let found = names(FolderChecks(configuration: configuration).results).filter { $0.contains("folder.") }
        #expect(found == Set([wanted].compactMap(\.self)))
    }

    @Test func filesOfAnotherUserAreAFault() throws {
        let (folder, configuration) = try data()
        // Only root can give a file away; others have nothing to look for.
        let isGiven = chown(folder.path + "/data/pictures/a", 12_345, 12_345) == 0
        let found = FolderChecks(configuration: configuration).results.first { $0.check == "owner" }
        #expect(found?.sentence == (isGiven ? "mixed" : "ok"))
        #expect(found?.values["file"].map { $0.hasSuffix("/pictures/a") } ?? !isGiven)
        let all = FileFacts.foreign(in: configuration.data, owner: geteuid() &+ 1)
        #expect(all?.hasPrefix(folder.path) == true)
    }

    @Test func backupsAreLookedAt() throws {
        var (folder, configuration) = try data()
        #expect(
            names(FolderChecks(configuration: configuration).results).isSuperset(of: ["warning backupDisk.same", "warning backupAge.none"]))
        configuration.backups = folder.path + "/elsewhere"
        #expect(names(FolderChecks(configuration: configuration).results).contains("warning backupFolder.missing"))
        try folder.write("", to: "elsewhere/portico-2026-05-03-031500.tar")
        chmod(folder.path + "/elsewhere", 0o755)
        let open = names(FolderChecks(configuration: configuration).results)
        #expect(open.isSuperset(of: ["fault backupFolder.open", "warning backupAge.untried"]))
        // A file is no folder that can be written.
        configuration.backups = folder.path + "/data/portico.sqlite/backups"
        #expect(names(FolderChecks(configuration: configuration).results).contains("fault backupFolder.closed"))
    }

    @Test(arguments: [(true, 10.0, "ok"), (true, 40.0, "old"), (false, 10.0, "failed")])
    func theLastGoodBackupHasAnAge(_ isGood: Bool, hours: Double, named wanted: String) throws {
        let (folder, configuration) = try data()
        try folder.write("", to: "data/backups/portico-2026-05-03-031500.tar")
        let backups = Portal.backups(configuration)
        let report = BackupReport(
            version: "1", madeAt: .now, rows: 1, pictures: 0, findings: isGood ? [] : [Finding(.problem, "older")], making: 0, rehearsing: 0
        )
        try backups.keep(report, of: backups.folder + "/portico-2026-05-03-031500.tar")
        var checks = FolderChecks(configuration: configuration)
        checks.now = .now + hours * 3_600
        #expect(checks.results.first { $0.check == "backupAge" }?.sentence == wanted)
    }

    @Test(
        arguments: [
            ([:], ["warning settings.noURL"]),
            (["PORTICO_URL": "http://portal.example.org"], ["warning settings.plain"]),
            (["PORTICO_URL": "http://localhost:8080"], []),
            (
                ["PORTICO_URL": "https://portal.example.org", "PORTICO_TRUSTED_PROXIES": "127.0.0.1", "PORTICO_HOST": "0.0.0.0"],
                ["warning settings.exposed"]
            ),
            (["PORTICO_URL": "https://portal.example.org"], ["fault settings.noProxy"]),
            (["PORTICO_URL": "https://portal.example.org", "PORTICO_TRUSTED_PROXIES": "127.0.0.1"], []),
            (["PORTICO_URL": "https://portal.example.org", "PORTICO_TRUSTED_PROXIES": "localhost"], ["fault settings.proxy"]),
            (
                ["PORTICO_URL": "https://portal.example.org", "PORTICO_TRUSTED_PROXIES": "::1", "PORTICO_DEVELOPMENT": "yes"],
                ["warning settings.development"]
            ),
        ] as [([String: String], Set<String>)])
    func settingsThatDoNotFitAreNamed(_ environment: [String: String], named wanted: Set<String>) throws {
        let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]
        let configuration = try Configuration(environment: folders.merging(environment) { $1 })
        let found = names(SettingChecks(configuration: configuration, files: []).results).filter { $0.contains(" settings.") }
        #expect(found == wanted)
    }

    @Test(
        arguments: [
            ("accounts:\n  - { key: a, password: viola sasso 91 }\n", "", 0o644, "open"),
            ("accounts:\n  - { key: a, password: viola sasso 91 }\n", "", 0o600, "ok"),
            ("accounts:\n  - { key: a, password: !secret first }\n", "", 0o644, "none"),
            ("accounts:\n  - key: a\n    password: portico-demo-account\n", "", 0o644, "none"),
            ("parts: !include part.yaml\n", "- key: b\n  password: viola sasso 91\n", 0o644, "open"),
            ("site: { name: Casa }\n", "", 0o644, "none"),
        ] as [(String, String, mode_t, String)])
    func aSeedWithSecretsIsClosed(_ seed: String, part: String, mode: mode_t, named wanted: String) throws {
        let folder = try TemporaryFolder(["seed.yaml": seed, "part.yaml": part])
        for name in ["seed.yaml", "part.yaml"] { chmod(folder.path + "/" + name, mode) }
        var configuration = Configuration()
        configuration.seed = folder.path + "/seed.yaml"
        let found = SettingChecks(configuration: configuration, files: []).results.first { $0.check == "secrets" }
        #expect(found?.sentence == wanted)
    }

    @Test func theFileOfSettingsAndTheFolderOfSecretsAreClosedToo() throws {
        let token = "PORTICO_METRICS_TOKEN=a-token-of-twenty-letters\n"
        let folder = try TemporaryFolder(["portico.env": token, "blu.env": token, "secrets/first": "x"])
        var configuration = Configuration()
        configuration.seed = folder.path + "/none.yaml"
        for name in ["portico.env", "secrets/first"] { chmod(folder.path + "/" + name, 0o600) }
        configuration.secrets = folder.path + "/secrets"
        var found: DoctorResult? {
            SettingChecks(configuration: configuration, files: [folder.path + "/portico.env"]).results.first { $0.check == "secrets" }
        }
        #expect(found?.sentence == "ok")
        chmod(folder.path + "/secrets/first", 0o644)
        #expect(found?.values["path"] == folder.path + "/secrets/first")
        chmod(folder.path + "/secrets/first", 0o600)
        chmod(folder.path + "/portico.env", 0o644)
        #expect(found?.values["path"] == folder.path + "/portico.env")
        for (name, mode) in [("portico.env", 0o600), ("blu.env", 0o644)] as [(String, mode_t)] { chmod(folder.path + "/" + name, mode) }
        configuration.environmentFile = folder.path + "/blu.env"
        #expect(found?.values["path"] == folder.path + "/blu.env")
    }

    @Test func whatIsMissingIsNamedWithItsPackage() {
        var machine = MachineChecks()
        machine.programs = [
            NeededProgram(path: "/bin/sh", package: "dash", use: .backups),
            NeededProgram(path: "/nowhere/vips", package: "libvips-tools", use: .pictures),
            NeededProgram(path: "/nowhere/ffmpeg", package: "ffmpeg", use: .recordings),
        ]
        machine.mounts = ["leaflet": "/nowhere/leaflet"]
        let found = machine.results.filter { $0.check == "programs" }
        #expect(names(found) == ["fault programs.pictures", "warning programs.recordings", "warning programs.map"])
        #expect(found.compactMap { $0.values["package"] } == ["libvips-tools", "ffmpeg", "libjs-leaflet"])
        #expect(machine.results.contains { $0.check == "clock" })
    }

    @Test func messagesAreLookedAt() async throws {
        let site = try await TestSite(onDisk: true)
        var configuration = site.portal.configuration
        func found(_ service: ServerObservation? = nil, postdrop: String = "/nowhere") async -> Set<String> {
            var checks = SendingChecks(configuration: configuration, service: service)
            checks.postdrop = postdrop
            return names(await checks.results(site.database)).filter { !$0.contains("push") }
        }
        #expect(await found() == ["warning mail.none"])
        configuration.mail = "/bin/true"
        #expect(await found() == ["warning mail.sender"])
        configuration.mailFrom = "portico@example.org"
        #expect(await found() == [])
        // Postfix takes messages in by a program with the rights of its group.
        let folder = try TemporaryFolder(["postdrop": ""])
        chmod(folder.path + "/postdrop", 0o2755)
        var confined = ServerObservation()
        #expect(await found(confined, postdrop: folder.path + "/postdrop") == [])
        confined.isConfined = true
        #expect(await found(confined, postdrop: folder.path + "/postdrop") == ["fault mail.confined"])
        try await site.database.write { db in
            let id = try Mail.enqueue(to: "a@example.org", of: "stories", subject: "s", body: "b", at: .now, db)
            try db.execute(sql: "UPDATE mail SET state = 'failed', error = 'too bad' WHERE id = ?", arguments: [id])
        }
        #expect(await found() == ["fault mail.failed"])
        try await site.database.write {
            try $0.execute(sql: "UPDATE siteIdentity SET quietSince = ?, quietReason = 'copied'", arguments: [Date.now])
        }
        #expect(await found() == ["fault mail.failed", "warning quiet.quiet"])
    }

    @Test(arguments: [("/bin/true", "ok"), ("/bin/false", "refused"), (nil, "none")])
    func aMessageOfTrialSaysWhetherItWasTaken(_ command: String?, named wanted: String) async throws {
        let site = try await TestSite()
        var configuration = site.portal.configuration
        configuration.mail = command
        let checks = SendingChecks(configuration: configuration, service: nil, recipient: "a@example.org")
        let found = await checks.results(site.database).first { $0.check == "trial" }
        #expect(found?.sentence == wanted)
    }

    @Test func noticesNeedAContact() async throws {
        let site = try await TestSite(environment: ["PORTICO_URL": "https://portal.example.org"])
        func found(_ configuration: Configuration, _ database: (any DatabaseReader)?) async -> DoctorResult? {
            await SendingChecks(configuration: configuration, service: nil).results(database).first { $0.check == "push" }
        }
        let right = await found(site.portal.configuration, site.database)
        #expect(right?.sentence == "later")
        #expect(right?.values["contact"] == "https://portal.example.org")
        #expect(await found(site.portal.configuration, nil)?.state == .unknown)
        #expect(await found(Configuration(), site.database)?.sentence == "noHTTPS")
    }

    @Test func aServiceThatIsSilentOrAnotherIsNamed() async throws {
        let (folder, configuration) = try data()
        func found(_ answer: DoctorClient.Answer, hasToken: Bool = true) -> Set<String> {
            names(ServiceChecks(configuration: configuration, answer: answer, hasToken: hasToken).results)
        }
        #expect(found(.init(failure: "refused")) == ["fault service.silent"])
        #expect(found(.init(failure: "time")) == ["unknown service.time"])
        #expect(found(.init(status: 404)) == ["fault service.other"])
        #expect(found(.init(status: 404), hasToken: false) == ["unknown service.unknown"])
        var observation = ServerObservation(configuration)
        func told(_ observation: ServerObservation) throws -> Set<String> {
            let body = [UInt8](try JSONEncoder().encode(observation))
            return found(.init(status: 200, body: body))
        }
        #expect(try told(observation) == [])
        observation.url = "https://other.example.org"
        #expect(try told(observation) == ["fault service.settings"])
        observation.url = nil
        observation.writesBackups = false
        #expect(try told(observation) == ["fault service.closed"])
        #expect(folder.contents == ["data"])
    }
}
