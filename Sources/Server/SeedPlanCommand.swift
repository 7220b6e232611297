import Admin
import ArgumentParser
import Portal

struct SeedPlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: .localized("seedPlan.abstract", "Say what «apply» would do, with old and new values; change nothing."),
        discussion: .localized(
            "seedPlan.discussion", "Ends with 0 if there is nothing to do, 2 if there are changes, 1 if there are mistakes or conflicts."))

    @Argument(help: .localized("seedPlan.file", "The file; without it, the one that PORTICO_SEED names."))
    var file: String?

    @Flag(help: .localized("seedPlan.json", "As JSON, which «portico seed apply» takes."))
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
                plan = try await run.seed.plan(path, configuration, options: options)
            } catch let refused as SeedRefused where json {
                say(refused.written)
                throw refused
            }
            say(json ? PlannedSeed(path, options, plan).written : "\(plan)")
            for warning in plan.warnings { complain(warning.warning(run.words)) }
            guard plan.conflicts.isEmpty else { throw Start.refused(plan.conflicts, run.words) }
            if !plan.isNothing { throw ExitCode(2) }
        }
    }
}
