import ArgumentParser

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: .localized("seed.abstract", "Set up and keep the site by a seed file, check the file, or write the site back as one."),
        subcommands: [
            SeedFileCommand.self, SeedPlanCommand.self, SeedApplyCommand.self, SeedUndoCommand.self,
            SeedSchemaCommand.self, SeedWatchCommand.self, SeedHelpCommand.self,
        ],
        defaultSubcommand: SeedFileCommand.self)
}
