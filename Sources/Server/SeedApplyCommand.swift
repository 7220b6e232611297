import Admin
import ArgumentParser
import Foundation
import Portal

struct SeedApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: .localized("seedApply.abstract", "Apply the seed file, or a plan of it if the site is still as it was planned for."),
        discussion: .localized("seedApply.discussion", "A backup is made first. «portico seed undo» takes the whole application back."))

    @Argument(help: .localized("seedApply.file", "The file, or a plan that «portico seed plan --json» wrote."))
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
            guard !arguments.areGiven else { throw run.refusal("planOptions", ["file": path]) }
            try await run.apply(planned.path, planned.options, planned: planned, isNew: site.new)
        }
    }
}
