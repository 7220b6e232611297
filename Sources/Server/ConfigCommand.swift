import ArgumentParser
import Portal
import Web

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: .localized("config.abstract", "Print every setting in force, where it comes from and what it means."),
        discussion:
            .localized(
                "config.discussion",
                "Flags go before the environment, this before /etc/portico/portico.env, and that before the YAML file. The values of secrets are not printed."
            )
    )

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        let configuration = try Start.configuration(settings)
        say(configuration.described(in: try language.words(configuration)).trimmingSpaces())
    }
}
