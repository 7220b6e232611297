import Admin
import ArgumentParser
import Foundation
import Portal
import Synchronization
import Web

/// The words of `--help` and of refused command lines, which are needed before any setting is read.
enum Usage {
    private static let isAsked = CommandLine.arguments.dropFirst().contains { ["help", "--help", "-h"].contains($0) }
    private static let isRefused = Atomic(false)
    private static let early = SeedLanguage.earlyWords

    /// The texts of the help, read only when it is asked for or a command line is refused; English without them.
    static var words: Words? { isAsked || isRefused.load(ordering: .relaxed) ? early : nil }

    /// Prints the help or a refusal in the language of the terminal, and ends.
    static func end(with error: any Error) -> Never {
        let code = Portico.exitCode(for: error)
        // The refusal says what the argument is, by its help.
        if code != .success { isRefused.store(true, ordering: .relaxed) }
        let text = Portico.fullMessage(for: error)
        guard !text.isEmpty, let words else { Portico.exit(withError: error) }
        let said = ParserSentences(words).localized(text)
        if code == .success { say(said) } else { complain(said) }
        Portico.exit(withError: code)
    }

    /// A word in the place of a command that is none; the reader of command lines would take it for an argument of `serve`.
    static func unknownCommand(_ arguments: [String]) -> ValidationError? {
        let known = Portico.configuration.subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() } + ["help"]
        guard let first = arguments.first, !first.hasPrefix("-"), !known.contains(first) else { return nil }
        guard let meant = nearest(to: first, among: known) else {
            return ValidationError(
                .refusal("command", "There is no command «{name}»; «portico help» names them all.", ["name": first]))
        }
        return ValidationError(
            .refusal("commandMeant", "There is no command «{name}»; do you mean «{meant}»?", ["name": first, "meant": meant]))
    }
}

extension String {
    /// A sentence of the help: its text below `start.usage`, and the same in English.
    static func localized(_ key: String, _ english: String) -> String { EarlyText("usage.\(key)", english).localized(in: Usage.words) }

    static func refusal(_ key: String, _ english: String, _ values: [String: String] = [:]) -> String {
        EarlyText("usage.refused.\(key)", english, values).localized(in: SeedLanguage.earlyWords)
    }
}

extension ArgumentHelp {
    static func localized(_ key: String, _ english: String, valueName: String? = nil) -> Self {
        Self(.localized(key, english), valueName: valueName)
    }
}
