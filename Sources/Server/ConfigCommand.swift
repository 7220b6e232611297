import ArgumentParser
import Portal

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print every setting in force, where it comes from and what it means.",
        discussion:
            "Flags go before the environment, this before /etc/portico/portico.env, and that before the YAML file. The values of secrets are not printed."
    )

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws { print(try Start.configuration(settings).described, terminator: "") }
}
