import Accounts
import Admin
import ArgumentParser
import Foundation
import Logging
import Portal
import Web

import class GRDB.DatabasePool

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Set up and keep the site by a seed file, check the file, or write the site back as one.",
        subcommands: [
            SeedFileCommand.self, SeedPlanCommand.self, SeedApplyCommand.self, SeedUndoCommand.self,
            SeedSchemaCommand.self, SeedWatchCommand.self, SeedHelpCommand.self,
        ],
        defaultSubcommand: SeedFileCommand.self)
}

/// How a file is planned and applied.
struct SeedArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The name under which the site remembers what the file wrote; the file's name by default.", valueName: "name"))
    var `as`: String?

    @Flag(help: "Where people or another file changed something, let this file win.")
    var force = false

    @Flag(help: "Where both changed something, keep what people or another file wrote.")
    var keepPeople = false

    @Flag(help: "Move records to the trash that this file wrote before and no longer has.")
    var prune = false

    @Option(help: ArgumentHelp("Only a part of the file: house, house/casa-rossa, campus/alerts.", valueName: "part"))
    var only: String?

    @Flag(help: "Leave out accounts and the lists that hold people, as exports do.")
    var withoutPeople = false

    @OptionGroup var language: SeedLanguage

    func validate() throws {
        guard !force || !keepPeople else { throw ValidationError("--force and --keep-people exclude one another.") }
        if let name = `as`, !SeedOptions.isName(name) {
            throw ValidationError("--as takes 1 to 60 letters, digits, dots, hyphens and underscores.")
        }
    }

    func options(_ file: String) -> SeedOptions {
        SeedOptions(
            file, as: `as`, policy: force ? .file : keepPeople ? .people : .refuse, prunes: prune, only: only, withoutPeople: withoutPeople)
    }
}

struct SeedFileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "Apply the seed file, check it, or write the site back as one.")

    @Argument(help: "The file; without it, the one that PORTICO_SEED names.")
    var file: String?

    @Flag(help: "Name every mistake of the file with its line and column; change nothing.")
    var check = false

    @Flag(help: "Say what «apply» would do; change nothing. «portico seed plan» does the same and tells it by its exit code too.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Write the site without its people into this new folder as a seed file with its pictures.", valueName: "folder"))
    var export: String?

    @Flag(help: "With --export: write accounts and the lists that hold people too, with the hashes of passwords.")
    var withPeople = false

    @Option(help: ArgumentHelp("Write the schemas by which editors complete the file into this folder.", valueName: "folder"))
    var schema: String?

    @OptionGroup var arguments: SeedArguments

    @OptionGroup var site: NewSiteFlag

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        let asked = [check, dryRun, export != nil, schema != nil].filter { $0 }.count
        guard asked <= 1 else { throw ValidationError("--check, --dry-run, --export and --schema exclude one another.") }
        guard !withPeople || export != nil else { throw ValidationError("--with-people is for --export.") }
        guard !withPeople || !arguments.withoutPeople else {
            throw ValidationError("--with-people and --without-people exclude one another.")
        }
    }

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let path = file ?? configuration.seed
        let run = try SeedRun(configuration, arguments.language)
        let seed = try Seed.make(configuration).speaking(run.words)
        try await run.reporting {
            if let schema { return try write(schemasTo: schema, configuration) }
            if check {
                let found = try seed.report(path)
                for warning in found.warnings { say(warning.warning(run.words)) }
                guard found.mistakes.isEmpty else { throw Start.refused(found.mistakes, run.words) }
                return say(run.words("seed.command.none", ["file": path]))
            }
            if dryRun {
                let plan = try await seed.plan(path, configuration, options: arguments.options(path))
                say("\(plan)")
                guard plan.conflicts.isEmpty else { throw Start.refused(plan.conflicts, run.words) }
                return
            }
            if let export {
                let portal = try run.portal()
                let notes = try await portal.seed.speaking(run.words).export(
                    portal.database, pictures: portal.admin.pictures, to: export, only: arguments.only, withoutPeople: !withPeople)
                for sentence in notes { say(sentence) }
                return say(run.words("seed.command.written", ["folder": export]))
            }
            try await run.apply(path, arguments.options(path), isNew: site.new)
        }
    }

    private func write(schemasTo folder: String, _ configuration: Configuration) throws {
        let seed = try Seed.make(configuration)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in [("schema.json", seed.schema())] + seed.includedSchemas() {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
    }
}

struct SeedPlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Say what «apply» would do, with old and new values; change nothing.",
        discussion: "Ends with 0 if there is nothing to do, 2 if there are changes, 1 if there are mistakes or conflicts.")

    @Argument(help: "The file; without it, the one that PORTICO_SEED names.")
    var file: String?

    @Flag(help: "As JSON, which «portico seed apply» takes.")
    var json = false

    @OptionGroup var arguments: SeedArguments

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let path = file ?? configuration.seed
        let run = try SeedRun(configuration, arguments.language)
        try await run.reporting {
            let options = arguments.options(path)
            let plan: SeedPlan
            do {
                plan = try await Seed.make(configuration).speaking(run.words).plan(path, configuration, options: options)
            } catch let refused as SeedRefused where json {
                say(refused.written)
                throw refused
            }
            say(json ? PlannedSeed(path, options, plan).written : "\(plan)")
            guard plan.conflicts.isEmpty else { throw Start.refused(plan.conflicts, run.words) }
            if !plan.isNothing { throw ExitCode(2) }
        }
    }
}

struct SeedApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Apply the seed file, or a plan of it if the site is still as it was planned for.",
        discussion: "A backup is made first. «portico seed undo» takes the whole application back.")

    @Argument(help: "The file, or a plan that «portico seed plan --json» wrote.")
    var file: String?

    @OptionGroup var arguments: SeedArguments

    @OptionGroup var site: NewSiteFlag

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let path = file ?? configuration.seed
        let run = try SeedRun(configuration, arguments.language)
        try await run.reporting {
            guard path.hasSuffix(".json") else { return try await run.apply(path, arguments.options(path), isNew: site.new) }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8), let planned = PlannedSeed(text) else {
                throw run.refusal("noPlan", ["file": path])
            }
            try await run.apply(planned.path, planned.options, planned: planned, isNew: site.new)
        }
    }
}

struct SeedUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the last application of a seed file back; what has changed since stays.")

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try SeedRun(try Start.configuration(settings), language)
        try await run.reporting {
            guard let undone = try await run.portal().undoSeed() else {
                throw run.refusal("nothingToUndo")
            }
            let words = run.words
            say(words("seed.command.undone", ["name": undone.application.name], count: undone.records))
            for title in undone.kept { say(words("seed.command.undoKept", ["title": title])) }
            for list in undone.others {
                let backup = undone.application.backup
                say(words("seed.command.\(backup == nil ? "undoAlone" : "undoBackup")", ["list": list, "backup": backup ?? ""]))
            }
        }
    }
}

/// What the seed commands share.
struct SeedRun {
    let configuration: Configuration
    /// Of the messages' language.
    let words: Words

    init(_ configuration: Configuration, _ language: SeedLanguage) throws {
        (self.configuration, words) = (configuration, try language.words(configuration))
    }

    /// The portal on its site; a folder without one is refused.
    func portal() throws -> Portal { try portal(on: Store.openSite(configuration)) }

    private func portal(on database: DatabasePool) throws -> Portal {
        try Portal(configuration, database: database, logger: Start.logger(configuration))
    }

    /// A file with mistakes makes no new site.
    func apply(_ path: String, _ options: SeedOptions, planned: PlannedSeed? = nil, isNew: Bool) async throws {
        if isNew {
            try Store.requireNoSite(configuration)
            if !Store.hasDatabase(configuration) {
                _ = try await Seed.make(configuration).speaking(words).plan(path, configuration, options: options)
            }
        } else {
            try Store.requireSite(configuration, mayBeNew: true)
        }
        let portal = try portal(on: Store.open(configuration))
        let (plan, backup) = try await portal.applyWithBackup(path, options: options, expecting: planned, in: words)
        if let backup { say(words("seed.command.backup", ["file": backup])) }
        say("\(plan)")
        if !plan.isNothing { say(words("seed.command.undo")) }
        try await sayLinks(plan, portal)
    }

    /// Prints the one-time links of new accounts without a password.
    private func sayLinks(_ plan: SeedPlan, _ portal: Portal) async throws {
        let added = plan.parts.filter { $0.name == "accounts" }.flatMap(\.added)
        let (links, address) = try await portal.database.write { [configuration] db in
            (try Accounts.firstPasswordLinks(added, db, by: .system("command line")), try configuration.address(db))
        }
        guard !links.isEmpty else { return }
        say(words("seed.command.links"))
        for link in links { say(words("seed.command.link", ["name": link.name, "link": address + link.path])) }
    }

    /// Says mistakes and conflicts with their places, and ends with 1.
    func reporting(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes, words)
        } catch let refusal as CommandRefusal {
            throw Start.refused(refusal, words)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        } catch is SeedMovedOn {
            throw refusal("movedOn")
        } catch let refused as SeedFailure {
            throw refusal(refused)
        }
    }

    /// Says why nothing was done, and returns a failure code.
    func refusal(_ key: String, _ values: [String: String] = [:]) -> ExitCode { said(words("seed.command.\(key)", values)) }

    private func refusal(_ failure: SeedFailure) -> ExitCode { said(failure.description) }

    private func said(_ sentence: String) -> ExitCode {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
        return .failure
    }
}

extension Start {
    /// Prints all mistakes, in English without words, and returns a failure code.
    static func refused(_ mistakes: [SeedMistake], _ words: Words? = nil) -> ExitCode {
        let count =
            words.map { summary(mistakes, $0) } ?? "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes"): nothing was changed"
        let lines = mistakes.map(\.description) + [count]
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        return .failure
    }

    static func summary(_ mistakes: [SeedMistake], _ words: Words) -> String {
        words(mistakes.allSatisfy(\.isConflict) ? "seed.command.conflicts" : "seed.command.mistakes", count: mistakes.count)
    }
}
