import Admin
import ArgumentParser
import Foundation
import Portal
import Web

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: .localized("new.abstract", "Write a first seed file from five answers, in the language of the terminal."),
        discussion: .localized(
            "new.discussion",
            "Flags answer questions beforehand; the others are asked, one line each, also from a pipe. No file is overwritten."))

    @Argument(help: .localized("new.path", "The folder or the file to make; seed.yaml without it."))
    var path: String?

    @Option(help: .localized("new.language", "The site's language: it, en or another that is installed."))
    var language: String?

    @Option(help: .localized("new.name", "The site's name."))
    var name: String?

    @Option(help: .localized("new.systems", "The systems with commas: house, questionnaires, campus, stories, citations; or all."))
    var systems: String?

    @Option(help: .localized("new.place", "The name of the first house or, without houses, of the institution."))
    var place: String?

    @Option(help: .localized("new.administrator", "The name of the first administrator."))
    var administrator: String?

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        let configuration = try Start.configuration(settings)
        let texts = try configuration.readTexts()
        var interview = NewSiteInterview(texts, in: SeedLanguage.ofTerminal, given: given, read: { readLine() }, say: { say($0) })
        let file = NewSiteFile(path)
        do {
            try file.requireFree()
            let answers = try interview.run()
            let words = interview.words
            let lines = try file.write(answers, try Seed.make(configuration).speaking(words))
            say(words("commands.new.written", ["file": file.path], count: lines))
            say(words("commands.new.signsIn", ["name": answers.administrator, "key": answers.signInName]))
            let next = file.next(CommandLine.arguments.first ?? "portico", configuration)
            say(words("commands.new.next", ["command": next.map(\.asShellWord).joined(separator: " ")]))
        } catch let refusal as CommandRefusal {
            throw Start.refused(refusal, interview.words)
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes, interview.words)
        }
    }

    private var given: [NewSiteInterview.Question: String] {
        let all: [NewSiteInterview.Question: String?] = [
            .language: language, .name: name, .systems: systems, .place: place, .administrator: administrator,
        ]
        return all.compactMapValues { $0 }
    }
}

extension String {
    fileprivate var asShellWord: String {
        let isPlain =
            !isEmpty && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789/._-+:@".unicodeScalars.contains($0) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
