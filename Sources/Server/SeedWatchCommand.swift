import Admin
import ArgumentParser
import Foundation
import Portal
import Web

struct SeedWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: .localized("seedWatch.abstract", "Check the seed file at each save, until Ctrl-C."))

    @Argument(help: .localized("seedWatch.file", "The file; without it, the one that PORTICO_SEED names."))
    var file: String?

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let words = try language.words(configuration)
        let path = file ?? configuration.seed
        let watch = try SeedWatch(path, seed: try Seed.make(configuration).speaking(words))
        say(words("seed.command.watching", ["file": path]))
        while !Task.isCancelled {
            if let report = try watch.next() {
                for mistake in report.mistakes { say(mistake.description) }
                for warning in report.warnings { say(warning.warning(words)) }
                let time = Date.now.formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
                let isRight = report.mistakes.isEmpty
                say("\(time)  " + (isRight ? words("seed.command.none", ["file": path]) : Start.summary(report.mistakes, words)))
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
