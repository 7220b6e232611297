import Admin
import ArgumentParser
import Foundation
import Portal
import Web

import struct Portal.Configuration

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: .localized("migrate.abstract", "Bring the database's schema up to date and end, or say what that would do."),
        discussion: .localized(
            "migrate.discussion",
            "Ends with 0 when the schema is up to date, 1 when the database is as before. --dry-run ends with 0 if there is nothing to do, 2 if there are migrations and they went well on a copy, 1 if they failed or could not be tried."
        ))

    @Flag(
        help: .localized(
            "migrate.dryRun",
            "Try the migrations on a copy; say what they do, how many rows they concern and how long they take. The data folder stays as it is."
        ))
    var dryRun = false

    @Option(
        help: .localized(
            "migrate.copyIn", "Where --dry-run makes its copy; without it, beside the data folder or in a temporary folder.",
            valueName: "folder"))
    var copyIn: String?

    @OptionGroup var site: NewSiteFlag

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        guard !dryRun || !site.new else {
            throw ValidationError(.refusal("dryRunNew", "--dry-run is for a site that exists, --new for one that does not."))
        }
        guard dryRun || copyIn == nil else { throw ValidationError(.refusal("copyIn", "--copy-in goes with --dry-run.")) }
    }

    func run() throws {
        let run = try CommandRun(settings)
        let words = try language.words(run.configuration)
        try run.reportingNow {
            if dryRun {
                let report = try MigrationDryRun(run.configuration, in: copyIn, endedBy: [SIGINT, SIGTERM]).run()
                say(report.text(words))
                if report.exitCode != 0 { throw ExitCode(report.exitCode) }
            } else {
                say(try migrate(run.configuration, words))
            }
        }
    }

    private func migrate(_ configuration: Configuration, _ words: Words) throws -> String {
        let folder = URL(fileURLWithPath: configuration.data).path
        try Store.requireOwner(configuration)
        if site.new {
            try Store.requireNoSite(configuration)
        } else {
            try Store.requireSite(configuration, mayBeNew: true)
        }
        var (count, duration) = (0, Duration.zero)
        _ = try Store.open(configuration) { progress in
            switch progress {
            case .begun(let missing): count = missing.count
            case .ended(let time): duration = time
            case .copied, .applied: break
            }
        }
        if site.new { return words("commands.migrate.made", ["folder": folder]) }
        guard count > 0 else { return words("commands.migrate.nothing", ["folder": folder]) }
        let values = ["seconds": words.language.seconds(duration), "copy": folder + "/" + Backups.beforeUpdate]
        return words("commands.migrate.done", values, count: count)
    }
}
