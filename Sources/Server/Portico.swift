import ArgumentParser
import Citations
import Foundation
import Logging
import Portal
import Web

/// Runs before a second thread exists.
@main
enum Program {
    @MainActor static func main() async {
        if CommandLine.arguments.dropFirst().first == XPathProcess.command { XPathServer.run() }
        if CommandLine.arguments.dropFirst().first == PDFText.command { PDFText.run() }
        ServiceManager.readEnvironment()
        // Without root, libdispatch tells the system's log of every thread whose priority it may not raise.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        if !Supervisor.isParent {
            Supervisor.joinParent()
        } else if let serve = try? Portico.parseAsRoot() as? Serve, !serve.alone, let configuration = try? serve.settings.configuration {
            Supervisor.supervise(configuration)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        // `help seed products` is about the file, not the command.
        let isOfSeed = arguments.starts(with: ["help", "seed"]) && arguments.count > 2
        await run(isOfSeed ? ["seed", "help"] + arguments.dropFirst(2) : arguments)
    }

    private static func run(_ arguments: [String]) async {
        if let unknown = Usage.unknownCommand(arguments) { Usage.end(with: unknown) }
        do {
            var command = try await Portico.asyncParseAsRoot(arguments)
            guard var working = command as? any AsyncParsableCommand else { return try command.run() }
            try await working.run()
        } catch {
            Usage.end(with: error)
        }
    }
}

struct Portico: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portico", abstract: .localized("portico.abstract", "A self-hosted portal for places that educate and care."),
        version: "portico \(ProgramVersion.described)",
        subcommands: [
            Serve.self, NewCommand.self, SeedCommand.self, ImportCommand.self, AccountCommand.self, BackupCommand.self,
            RestoreCommand.self, CheckCommand.self, MigrateCommand.self, Routes.self, ConfigCommand.self, DoctorCommand.self,
            TextsCommand.self, InstitutionCommand.self,
        ], defaultSubcommand: Serve.self)
}

enum Start {
    static func configuration(_ settings: SettingFlags) throws -> Configuration {
        do {
            return try settings.configuration
        } catch let problems as StartProblems {
            throw refused(problems)
        }
    }

    /// Prints all errors, in English where the texts cannot be read, and returns a failure code for the supervisor.
    static func refused(_ problems: StartProblems) -> ExitCode {
        let words = SeedLanguage.earlyWords
        let head = EarlyText("cannot", "portico cannot start:").localized(in: words)
        for line in [head] + problems.localized(in: words).map({ "  " + $0 }) { ProgramLog.say(line, .error, in: .atStart) }
        return .failure
    }

    static func logger(_ configuration: Configuration) -> Logger {
        let format = configuration.log.format ?? .usual
        LoggingSystem.bootstrap { ProgramLog(label: $0, format: format) }
        var logger = Logger(label: "portico")
        logger.logLevel = configuration.log.level
        return logger
    }
}
