import Admin
import ArgumentParser
import Foundation
import Portal

struct SeedHelpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: .localized(
            "seedHelp.abstract", "Show the lists of the seed file, or the fields of a list with their limits and examples."))

    @Argument(help: .localized("seedHelp.list", "The list, such as products or house.products; without it, all lists are named."))
    var list: String?

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let reference = SeedReference(try Seed.make(configuration), try language.words(configuration))
        guard let list else { return say(reference.text) }
        let found = reference.find(list)
        guard !found.isEmpty else {
            complain(reference.unknown(list))
            throw ExitCode.failure
        }
        say(found.map { reference.text(of: $0) }.joined(separator: "\n\n"))
    }
}
