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
        abstract: .localized(
            "serve.abstract", "Answer requests; a new site is made from the seed file first, or by the wizard in the browser."))

    @Flag(help: .localized("serve.withoutSeed", "Fill no new database from the seed file: the wizard in the browser makes the site."))
    var withoutSeed = false

    @Flag(
        help: .localized(
            "serve.takeover", "Go on in place of the machine that wrote this database: the site speaks at once. For a standby; see README.")
    )
    var takeover = false

    @Flag(help: .localized("serve.existing", "Refuse a data folder without a site, such as one whose restore has failed."))
    var existing = false

    @Flag(
        help: .localized(
            "serve.replica", "Only read a database that Litestream keeps up to date; changes are left to the primary. See docs/scaling.md.")
    )
    var replica = false

    @Flag(
        help: .localized(
            "serve.alone", "Serve without the small parent process that starts the server again after a crash: for debuggers and profilers."
        ))
    var alone = false

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        guard replica, takeover || existing else { return }
        throw ValidationError(
            .refusal("replica", "--replica goes with neither --takeover nor --existing: a replica only reads what Litestream writes."))
    }

    func run() async throws {
        umask(0o077)
        var configuration = try Start.configuration(settings)
        configuration.isReplica = replica
        try await serve(configuration)
    }

    private func serve(_ configuration: Configuration) async throws {
        let logger = Start.logger(configuration)
        let say = StartupLogger(configuration)
        do {
            if existing { try Store.requireExistingSite(configuration) }
            // Before a folder is made.
            if !replica, !Store.hasDatabase(configuration) {
                let hasSeed = try !withoutSeed && configuration.requireSeed()
                let folder = URL(fileURLWithPath: configuration.data).path
                let words = try SeedLanguage.terminalWords(configuration)
                say(words("commands.serve.\(hasSeed ? "newSite" : "newDatabase")", ["folder": folder]))
            }
            guard let portal = try await open(configuration, logger, say) else { return }
            MetricsSystem.bootstrap(portal.metricsRegistry)
            // Reading the texts a second time would double a start and what it holds in memory.
            let words = portal.words(in: SeedLanguage.ofTerminal)
            if !portal.isReadOnly {
                switch try await portal.compareMark(takesOver: takeover) {
                case .enteredQuietMode: say(words("commands.serve.takenUp"))
                case .takenOver: say(words("commands.serve.takenOver"))
                case .new, .same: break
                }
            }
            let isNew = try await portal.isNew
            if isNew, !withoutSeed, !existing, !portal.isReadOnly, try configuration.requireSeed() {
                say(words("seed.command.settingUp", ["file": configuration.seed]))
                let plan = try await portal.apply(configuration.seed, in: words)
                say(words("seed.command.added", count: plan.added))
            }
            let address = configuration.address
            let setup = try await portal.beginSetup()
            let link = setup == .hasSite ? try await setupLink(portal) : nil
            try await portal.run {
                say(words("seed.command.serves", ["version": ProgramVersion.text, "address": address]))
                if case .begun(let path?) = setup { say(words("seed.command.setUp", ["link": address + path])) }
                if let link { say(words("seed.command.firstAdministrator", ["link": link])) }
                // Last, because the package looks for the link when the service is ready.
                ServiceManager.notify("READY=1\nSTATUS=Serves on \(address)")
            }
        } catch let refusal as CommandRefusal {
            throw try Start.refused(refusal, configuration)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes, try? SeedLanguage.terminalWords(configuration))
        } catch is RestartNeeded {
            throw ExitCode(Supervision.restartExitCode)
        }
    }

    /// nil when the process was told to stop first.
    private func open(_ configuration: Configuration, _ logger: Logger, _ say: StartupLogger) async throws -> Portal? {
        do {
            return try await Portal.open(configuration, logger: logger) {
                report($0, UpdateNotice(configuration: configuration) { say($0) })
            }
        } catch let waiting as UnavailableSite {
            let words = try? SeedLanguage.terminalWords(configuration)
            let text = EarlyText("waits", "portico waits: {problems}", ["problems": waiting.localized(in: words)])
            say(text.localized(in: words), .warning)
            // The parent keeps the socket, and every visitor gets an explanation.
            ServiceManager.notify(
                "READY=1\nSTATUS=Waits: \(replica ? "Litestream has not restored the database" : "the database can be neither read nor written")"
            )
            try await waiting.run(configuration, logger: logger)
            return nil
        }
    }

    private func report(_ progress: UpdateProgress, _ notice: UpdateNotice) {
        notice(progress)
        switch progress {
        case .begun: ServiceManager.notify("STATUS=Updates the database")
        // An update may take longer than the service manager waits for a start.
        case .copied, .applied: ServiceManager.notify("EXTEND_TIMEOUT_USEC=900000000")
        case .ended: break
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

struct StartupLogger: Sendable {
    private let format: LogFormat

    init(_ configuration: Configuration) { format = configuration.log.format ?? .usual }

    func callAsFunction(_ text: String, _ level: Logger.Level = .notice) { ProgramLog.say(text, level, in: format) }
}

/// Flushes at once, also to a file, where `print` buffers.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((TerminalText.escaped(line) + "\n").utf8))
}

/// The same beside what a command prints.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((TerminalText.escaped(line) + "\n").utf8))
}

struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: .localized("routes.abstract", "List every address with its method."))

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        var configuration = try Start.configuration(settings)
        let logger = Start.logger(configuration)
        // A portal makes folders in its data folder.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-routes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.data = folder.path
        let portal = try Portal(configuration, database: try Store.inMemory(), logger: logger)
        for route in portal.routes.sorted(by: { "\($0.path)" < "\($1.path)" }) { say("\(route.method.rawValue) \(route.path)") }
    }
}
