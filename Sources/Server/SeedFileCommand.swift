import Admin
import ArgumentParser
import Foundation
import Portal
import Web

struct SeedFileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: .localized("seedFile.abstract", "Apply the seed file, check it, or write the site back as one."))

    @Argument(help: .localized("seedFile.file", "The file; without it, the one that PORTICO_SEED names."))
    var file: String?

    @Flag(help: .localized("seedFile.check", "Name every mistake of the file with its line and column; change nothing."))
    var check = false

    @Flag(
        help: .localized(
            "seedFile.dryRun",
            "Say what «apply» would do; change nothing. «portico seed plan» does the same and tells it by its exit code too."))
    var dryRun = false

    @Option(
        help: .localized(
            "seedFile.export", "Write the site without its people into this new folder as a seed file with its pictures.",
            valueName: "folder"))
    var export: String?

    @Flag(
        help: .localized(
            "seedFile.withPeople", "With --export: write accounts and the lists that hold people too, with the hashes of passwords."))
    var withPeople = false

    @Option(
        help: .localized("seedFile.schema", "Write the schemas by which editors complete the file into this folder.", valueName: "folder"))
    var schema: String?

    @OptionGroup var arguments: SeedArguments

    @OptionGroup var site: NewSiteFlag

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        let asked = [check, dryRun, export != nil, schema != nil].filter { $0 }.count
        guard asked <= 1 else { throw ValidationError(.refusal("one", "--check, --dry-run, --export and --schema exclude one another.")) }
        guard !withPeople || export != nil else { throw ValidationError(.refusal("people", "--with-people is for --export.")) }
        guard !withPeople || !arguments.withoutPeople else {
            throw ValidationError(.refusal("peopleBoth", "--with-people and --without-people exclude one another."))
        }
    }

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let path = file ?? configuration.seed
        let run = try SeedRun(configuration, arguments.language)
        let seed = try run.seed
        try await run.reporting {
            if let schema { return try seed.writeSchemas(to: schema) }
            if check {
                let found = try seed.report(path)
                for warning in found.warnings { say(warning.warning(run.words)) }
                guard found.mistakes.isEmpty else { throw Start.refused(found.mistakes, run.words) }
                return say(run.words("seed.command.none", ["file": path]))
            }
            if dryRun {
                let plan = try await seed.plan(path, configuration, options: arguments.options(path))
                say("\(plan)")
                for warning in plan.warnings { complain(warning.warning(run.words)) }
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
}
