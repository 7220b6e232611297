import Accounts
import Admin
import ArgumentParser
import CoreMetrics
import Foundation
import GRDB
import Logging
import Portal
import Web

import struct Portal.Configuration

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer requests; a new site is made from the seed file first, or by the wizard in the browser.")

    @Flag(help: "Fill no new database from the seed file: the wizard in the browser makes the site.")
    var withoutSeed = false

    @Flag(help: "Go on in place of the machine that wrote this database: the site speaks at once. For a standby; see README.")
    var takeover = false

    @Flag(help: "Serve without the small parent process that starts the server again after a crash: for debuggers and profilers.")
    var alone = false

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        umask(0o077)
        let configuration = try Start.configuration(settings)
        let logger = Start.logger(configuration)
        let say = Announcer(configuration)
        do {
            // Before a folder is made.
            if !Store.hasDatabase(configuration) {
                let hasSeed = try !withoutSeed && configuration.requireSeed()
                let made = hasSeed ? "a new site" : "an empty database"
                say("This is the first start: \(made) is made in \(URL(fileURLWithPath: configuration.data).path).")
            }
            guard let portal = try await open(configuration, logger) else { return }
            MetricsSystem.bootstrap(portal.metricsRegistry)
            if !portal.isReadOnly {
                switch try await portal.compareMark(takesOver: takeover) {
                case .takenUp:
                    say("This database came from elsewhere: nothing leaves the site until an administrator says which site it is.")
                case .takenOver: say("Took over from the machine that wrote this database.")
                case .new, .same: break
                }
            }
            let words = try SeedLanguage.terminalWords(configuration)
            let isNew = try await portal.isNew
            if isNew, !withoutSeed, !portal.isReadOnly, try configuration.requireSeed() {
                say(words("seed.command.settingUp", ["file": configuration.seed]))
                let plan = try await portal.apply(configuration.seed, in: words)
                say(words("seed.command.added", count: plan.added))
            }
            let address = configuration.address
            let setup = try await portal.beginSetup()
            let link = setup == .hasSite ? try await setupLink(portal) : nil
            try await portal.run {
                ServiceManager.tell("READY=1\nSTATUS=Serves on \(address)")
                say(words("seed.command.serves", ["version": ProgramVersion.text, "address": address]))
                if case .begun(let path?) = setup { say(words("seed.command.setUp", ["link": address + path])) }
                if let link { say(words("seed.command.firstAdministrator", ["link": link])) }
            }
        } catch let refusal as CommandRefusal {
            throw try Start.refused(refusal, configuration)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes, try? SeedLanguage.terminalWords(configuration))
        } catch is StartAgain {
            throw ExitCode(Supervision.startAgain)
        }
    }

    /// nil when the process was told to stop first.
    private func open(_ configuration: Configuration, _ logger: Logger) async throws -> Portal? {
        do { return try await Portal.open(configuration, logger: logger) } catch let waiting as WaitingSite {
            Announcer(configuration)("portico waits: \(waiting)", .warning)
            // The parent keeps the socket, and every visitor gets an explanation.
            ServiceManager.tell("READY=1\nSTATUS=Waits: the database can be neither read nor written")
            try await waiting.run(configuration, logger: logger)
            return nil
        }
    }

    /// The whole link; nil also when nothing can be written, and the next start prints it.
    private func setupLink(_ portal: Portal) async throws -> String? {
        guard !portal.isReadOnly else { return nil }
        do {
            return try await portal.database.write { db in
                try Accounts.setupLink(db, roles: Portal.roles).map { try portal.configuration.address(db) + $0 }
            }
        } catch let error as DatabaseError where error.isPassing {
            return nil
        }
    }
}

/// Says what the server does, on the stream of its log.
struct Announcer: Sendable {
    private let format: LogFormat

    init(_ configuration: Configuration) { format = configuration.log.format ?? .usual }

    func callAsFunction(_ text: String, _ level: Logger.Level = .notice) { ProgramLog.say(text, level, in: format) }
}

/// Flushes at once, also to a file, where `print` buffers.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Bring the database's schema up to date and end.")

    @OptionGroup var site: NewSiteFlag

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        let run = try CommandRun(settings)
        try run.reportingNow {
            if site.new {
                try Store.requireNoSite(run.configuration)
            } else {
                try Store.requireSite(run.configuration, mayBeNew: true)
            }
            _ = try Store.open(run.configuration)
        }
    }
}

struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every address with its method.")

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        var configuration = try Start.configuration(settings)
        let logger = Start.logger(configuration)
        // A portal makes folders in its data folder.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-routes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.data = folder.path
        let portal = try Portal(configuration, database: try Store.inMemory(), logger: logger)
        for route in portal.routes.sorted(by: { "\($0.path)" < "\($1.path)" }) { print(route.method.rawValue, route.path) }
    }
}
