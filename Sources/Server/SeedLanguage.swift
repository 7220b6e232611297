import ArgumentParser
import Foundation
import Portal
import Web

struct SeedLanguage: ParsableArguments {
    @Option(help: "The language of the messages: it, en or another that is installed; without it, that of the terminal (LANG).")
    var language: String?

    static var ofTerminal: Language {
        let environment = ProcessInfo.processInfo.environment
        let terminal = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return Language(ofTerminal: terminal) ?? .english
    }

    static func terminalWords(_ configuration: Configuration) throws -> Words { try configuration.readTexts().words(in: ofTerminal) }

    /// The languages are known only once the settings are read.
    func words(_ configuration: Configuration) throws -> Words {
        guard let language else { return try Self.terminalWords(configuration) }
        guard let chosen = Language(rawValue: language) else {
            let known = Language.allCases.map(\.rawValue)
            throw ValidationError("--language is \(known.dropLast().joined(separator: ", ")) or \(known.last ?? ""), not \(language).")
        }
        return try configuration.readTexts().words(in: chosen)
    }
}
