import ArgumentParser
import Foundation
import Portal
import Web

struct SeedLanguage: ParsableArguments {
    @Option(help: "The language of the messages: it or en; without it, that of the terminal (LANG).")
    var language: String?

    func validate() throws {
        guard let language, Language(rawValue: language) == nil else { return }
        throw ValidationError("--language is it or en, not \(language).")
    }

    var chosen: Language { language.flatMap { Language(rawValue: $0) } ?? Self.ofTerminal }

    static var ofTerminal: Language {
        let environment = ProcessInfo.processInfo.environment
        let terminal = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return Language(rawValue: String(terminal.prefix(2))) ?? .english
    }

    static func terminalWords(_ configuration: Configuration) throws -> Words {
        try Texts(folder: configuration.templates + "/texts").words(in: ofTerminal)
    }

    func words(_ configuration: Configuration) throws -> Words {
        try Texts(folder: configuration.templates + "/texts").words(in: chosen)
    }
}
