import ArgumentParser
import Foundation
import Portal
import Web

struct SeedLanguage: ParsableArguments {
    @Option(
        help: .localized(
            "seedLanguage.language",
            "The language of the messages: it, en or another that is installed; without it, that of the terminal (LANG)."))
    var language: String?

    static var ofTerminal: Language { .ofTerminal(ProcessInfo.processInfo.environment) }

    /// The language of refusals, which may come before the command line is read: that of `--language` or of the terminal.
    static var ofRefusals: Language {
        let arguments = CommandLine.arguments
        let typed = zip(arguments, arguments.dropFirst()).first { $0.0 == "--language" }?.1
        return typed.flatMap { Language(rawValue: $0) } ?? ofTerminal
    }

    static var earlyWords: Words? {
        var configuration = Configuration()
        if let folder = ProcessInfo.processInfo.environment["PORTICO_TEMPLATES"] { configuration.templates = folder }
        return try? configuration.readTexts().words(in: ofRefusals)
    }

    static func terminalWords(_ configuration: Configuration) throws -> Words { try configuration.readTexts().words(in: ofTerminal) }

    func words(_ configuration: Configuration) throws -> Words { try words(of: configuration.readTexts()) }

    func words(of texts: Texts) throws -> Words {
        guard let language else { return texts.words(in: Self.ofTerminal) }
        guard let chosen = Language(rawValue: language) else {
            let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                .refusal("language", "--language is one of {known}, not {language}.", ["known": known, "language": language]))
        }
        return texts.words(in: chosen)
    }
}
