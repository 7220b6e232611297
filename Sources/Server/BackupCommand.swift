import Accounts
import Admin
import ArgumentParser
import Foundation
import Portal
import Web

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: .localized(
            "backup.abstract", "Write database, pictures and keys into one archive and try it, also while Portico serves."),
        discussion: .localized(
            "backup.discussion",
            "The archive is a plain .tar with a manifest. It holds every secret of the site: keep it as you keep the server."))

    @Option(
        help: .localized("backup.to", "A new file, or a folder; without it, where the site keeps its backups.", valueName: "file|folder"))
    var to: String?

    @Flag(help: .localized("backup.withoutRehearsal", "Do not unpack and check what was made."))
    var withoutRehearsal = false

    @Option(
        help: .localized(
            "backup.keep", "Of the archives that Portico wrote to the folder of --to, keep only this many.", valueName: "number"))
    var keep: Int?

    @Flag(help: .localized("backup.quiet", "Print nothing when the backup is good: for cron."))
    var quiet = false

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        guard let keep else { return }
        guard keep > 0 else { throw ValidationError(.refusal("keepLeast", "--keep is 1 or more: the new backup stays.")) }
        guard let to else {
            throw ValidationError(.refusal("keepTo", "--keep goes with --to: in the site's own folder /admin/backups says how many stay."))
        }
        guard !withoutRehearsal else {
            throw ValidationError(.refusal("keepTrial", "--keep needs the trial: an untried backup would take the place of a good one."))
        }
        guard !to.hasSuffix(".tar") else {
            throw ValidationError(.refusal("keepFile", "--keep goes with a folder, and «{file}» is a file.", ["file": to]))
        }
    }

    func run() async throws {
        let run = try CommandRun(settings)
        let configuration = run.configuration
        let words = try language.words(configuration)
        let database = try run.reportingNow {
            if to == nil { try Store.requireOwner(configuration) }
            return try Store.existingSite(configuration)
        }
        let backups = Portal.backups(configuration)
        do {
            guard let to else {
                let kept = try await backups.makeAndRehearse(database, by: .system("command line"))
                if !quiet { say(backups.folder + "/" + kept.name) }
                return try printReport(kept.report, words)
            }
            let path = backups.path(keep == nil || to.hasSuffix("/") ? to : to + "/")
            let manifest = try await backups.make(database, to: path)
            if !quiet { say(path) }
            if !withoutRehearsal { try printReport(try await backups.rehearse(path, manifest: manifest), words) }
            // Only now: a bad backup removes no good one.
            guard let keep else { return }
            for gone in try backups.prune((path as NSString).deletingLastPathComponent, keeping: keep) where !quiet {
                say(words("backups.pruned", ["file": gone]))
            }
        } catch let failure as JobFailure {
            throw Start.failed(failure, words)
        }
    }

    private func printReport(_ report: BackupReport?, _ words: Words) throws {
        guard let report, !quiet || !report.isGood else { return }
        for finding in report.findings { say(finding.line(words)) }
        say(words("backups.\(report.isGood ? "tried" : "triedBad")", ["rows": "\(report.rows)", "pictures": "\(report.pictures)"]))
        if !report.isGood { throw ExitCode.failure }
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: .localized("restore.abstract", "Make a data folder from a backup; everything is checked before anything is touched."))

    @Argument(help: .localized("restore.file", "The archive that «portico backup» wrote."))
    var file: String

    @Option(help: .localized("restore.to", "The data folder to make; without it, the one of the settings.", valueName: "folder"))
    var to: String?

    @Flag(help: .localized("restore.replace", "Put what is in the folder aside, into a folder before-restore-… in it."))
    var replace = false

    @OptionGroup var site: NewSiteFlag

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try CommandRun(settings)
        let configuration = run.configuration
        let words = try language.words(configuration)
        let folder = try run.reportingNow { try Store.folderToRestore(configuration, named: to, isNew: site.new, replacing: replace) }
        do {
            let restored = try await Portal.backups(configuration).restore(file, to: folder, replacing: replace)
            for finding in restored.findings { say(finding.line(words)) }
            let manifest = restored.manifest
            say(
                words(
                    "commands.restore.done",
                    [
                        "rows": "\(manifest.rows)", "pictures": "\(manifest.pictures)", "when": manifest.madeAt.formatted(.iso8601),
                        "folder": folder,
                    ]))
            if let aside = restored.aside { say(words("commands.restore.aside", ["folder": aside])) }
        } catch let failure as JobFailure {
            throw Start.failed(failure, words)
        }
    }
}

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: .localized(
            "check.abstract", "Look whether database, pictures, search and audit log are whole; ends with 1 when something is wrong."))

    @Flag(help: .localized("check.repair", "Make the search indexes anew first."))
    var repair = false

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try CommandRun(settings)
        let configuration = run.configuration
        let words = try language.words(configuration)
        let database = try run.reportingNow { try Store.existingSite(configuration) }
        let findings = try await Portal.backups(configuration).examine(database, repairing: repair)
        for finding in findings { say(finding.line(words)) }
        let problems = findings.count { $0.weight == .problem }
        guard problems == 0 else {
            say(words("commands.check.problems", count: problems))
            throw ExitCode.failure
        }
        let isOlder = findings.contains { $0.saying.key == "check.findings.older" }
        say(words("commands.check.\(isOlder ? "older" : "good")"))
    }
}

extension Finding {
    fileprivate func line(_ words: Words) -> String {
        words("commands.check.\(weight == .problem ? "problem" : "note")", ["text": saying.localized(in: words)])
    }
}

extension Start {
    static func failed(_ failure: JobFailure, _ words: Words) -> ExitCode {
        complain(failure.saying.localized(in: words))
        return .failure
    }
}
