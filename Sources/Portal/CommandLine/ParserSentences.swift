import Foundation
import Web

/// What the reader of command lines says in English by itself, in the language of the terminal.
public struct ParserSentences: Sendable {
    /// A sentence of the library, with names for what it fills in; its text is below `start.usage.parser`.
    struct Sentence: Sendable {
        let key: String
        let english: String

        init(_ key: String, _ english: String) { (self.key, self.english) = (key, english) }
    }

    /// Longer ones before those with which they begin.
    static let refusals = [
        Sentence("missing", "Missing expected argument '{argument}'"), Sentence("missingOne", "Missing one of: '{arguments}'"),
        Sentence("unexpected", "Unexpected argument '{argument}'"),
        Sentence("unexpectedMany", "{count} unexpected arguments: '{arguments}'"),
        Sentence("unknownMeant", "Unknown option '{option}'. Did you mean '{meant}'?"), Sentence("unknown", "Unknown option '{option}'"),
        Sentence("noValue", "Missing value for '{option}'"),
        Sentence("takesNone", "The option '{option}' does not take any value, but '{value}' was specified."),
        Sentence("invalidOf", "The value '{value}' is invalid for '{option}'. Please provide one of {choices}."),
        Sentence("invalidWhy", "The value '{value}' is invalid for '{option}': {why}"),
        Sentence("invalid", "The value '{value}' is invalid for '{option}'"),
        Sentence("already", "Value to be set with flag '{flag}' had already been set with flag '{other}'"),
        Sentence("invalidOption", "Invalid option: {option}"), Sentence("noCommand", "Missing required subcommand."),
    ]

    static let lines = [
        Sentence("error", "Error: {sentence}"), Sentence("about", "Help:  {text}"), Sentence("usage", "Usage: {usage}"),
        Sentence("see", "  See '{command}' for more information."), Sentence("seeDetails", "  See '{command}' for detailed help."),
        Sentence("overview", "OVERVIEW: {text}"), Sentence("usageHead", "USAGE: {usage}"), Sentence("arguments", "ARGUMENTS:"),
        Sentence("settings", "SETTINGS:"), Sentence("options", "OPTIONS:"), Sentence("commands", "SUBCOMMANDS:"),
        Sentence("version", "{label}  Show the version."), Sentence("help", "{label}  Show help information."),
    ]

    static let all = refusals + lines

    private let words: Words

    public init(_ words: Words) { self.words = words }

    /// Returns a help page or a refusal in the reader's language. Lines that the library did not make stay.
    public func localized(_ text: String) -> String {
        guard words.language != .english else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
    }

    private func line(_ line: String) -> String {
        guard let (sentence, values) = Self.find(line, in: Self.lines) else { return standard(line) }
        return say(
            sentence,
            values.mapValues { value in
                switch sentence.key {
                case "error": Self.find(value, in: Self.refusals).map { say($0.sentence, $0.values.mapValues(Self.listed)) } ?? value
                case "usage", "usageHead", "seeDetails": usage(value)
                default: value
                }
            })
    }

    private func say(_ sentence: Sentence, _ values: [String: String]) -> String { words("start.usage.parser.\(sentence.key)", values) }

    /// The library's list, such as `'a', 'b' or 'c'`, without its English words.
    private static func listed(_ value: String) -> String {
        let parts = value.split(separator: #/'(,| and| or) '/#)
        guard parts.count > 1 else { return value }
        return parts.joined(separator: ", ").trimmingCharacters(in: CharacterSet(charactersIn: "'"))
    }

    private func usage(_ text: String) -> String {
        text.replacing("<options>", with: "<\(words("start.usage.parser.someOptions"))>")
            .replacing("<subcommand>", with: "<\(words("start.usage.parser.someCommand"))>")
    }

    /// The mark of the command that is meant without a name; its column stays.
    private func standard(_ line: String) -> String {
        guard line.hasPrefix("  "), let mark = line.firstRange(of: " (default)") else { return line }
        let said = " (\(words("start.usage.parser.standard")))"
        var rest = line[mark.upperBound...]
        for _ in 0..<max(0, said.count - " (default)".count) where rest.hasPrefix("   ") { rest = rest.dropFirst() }
        return line[..<mark.lowerBound] + said + rest
    }

    static func find(_ line: String, in sentences: [Sentence]) -> (sentence: Sentence, values: [String: String])? {
        for sentence in sentences {
            if let values = values(of: line, in: sentence.english) { return (sentence, values) }
        }
        return nil
    }

    /// What a line fills into a sentence; nil if it is another sentence.
    private static func values(of line: String, in english: String) -> [String: String]? {
        var (values, rest, pattern): ([String: String], Substring, Substring) = ([:], line[...], english[...])
        while let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") {
            guard rest.hasPrefix(pattern[..<open]) else { return nil }
            rest = rest.dropFirst(pattern[..<open].count)
            let name = String(pattern[pattern.index(after: open)..<close])
            pattern = pattern[pattern.index(after: close)...]
            let next = pattern[..<(pattern.firstIndex(of: "{") ?? pattern.endIndex)]
            let end: String.Index?
            if next.isEmpty {
                end = rest.endIndex
            } else if next.endIndex == pattern.endIndex {
                end = rest.hasSuffix(next) ? rest.index(rest.endIndex, offsetBy: -next.count) : nil
            } else {
                end = rest.firstRange(of: next)?.lowerBound
            }
            guard let end else { return nil }
            values[name] = String(rest[..<end])
            rest = rest[end...]
        }
        return rest == pattern ? values : nil
    }
}
