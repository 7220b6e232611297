import Dispatch
import Foundation
import Synchronization

/// The interface texts, read from `texts/<language>.yaml` and `texts/<language>/*.yaml`. English says what another language lacks.
public struct Texts: Sendable {
    enum Entry: Sendable, Equatable {
        case plain(String)
        case plural(one: String, other: String)
        case forms([PluralCategory: String])

        var plainText: String? { if case .plain(let text) = self { text } else { nil } }
    }

    let tables: [Language: TextTable]

    init(tables: [Language: TextTable]) {
        self.tables = tables
        for (language, table) in tables where table["language.name"] != nil {
            language.traits.publish(LanguageConventions(table, code: language.rawValue))
        }
    }

    public init(folder: String) throws { try self.init(TextFolders(package: folder)) }

    /// Reads all languages; throws `StartProblems` with every error of every file.
    public init(_ folders: TextFolders) throws {
        let languages = try folders.languages()
        let read = Self.read(languages, in: folders)
        var problems = read.values.flatMap(\.problems)
        for (language, other) in [(Language.italian, Language.english), (.english, .italian)] {
            guard let own = read[language]?.packageKeys, let theirs = read[other]?.packageKeys else { continue }
            for key in own.subtracting(theirs) where !key.hasPrefix("language.") {
                problems.append("\(folders.package)/\(other.rawValue).yaml: \(key) is missing (\(language.rawValue).yaml has it)")
            }
        }
        for (language, texts) in read {
            problems += texts.conventionProblems()
            guard ![.italian, .english].contains(language), texts.problems.isEmpty, texts.entries["language.name"] == nil else { continue }
            let folder = folders.site ?? folders.package
            problems.append(
                "\(folder)/\(language.rawValue)/language.yaml: language.name is missing, the name that the language has for itself")
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }
        let english = read[.english]?.entries ?? [:]
        self.init(
            tables: read.mapValues { texts in
                var texts = texts
                texts.dropEmpty(beside: english)
                return TextTable(texts.entries)
            })
    }

    /// Reading texts takes a third of a start, so languages are read in parallel.
    static func read(_ languages: [Language], in folders: TextFolders, keepingPlaces: Bool = false) -> [Language: ReadTexts] {
        let read = Mutex<[Language: ReadTexts]>([:])
        DispatchQueue.concurrentPerform(iterations: languages.count) { index in
            let texts = folders.read(languages[index], keepingPlaces: keepingPlaces)
            read.withLock { $0[languages[index]] = texts }
        }
        return read.withLock { $0 }
    }

    public func words(in language: Language) -> Words {
        let english = tables[.english] ?? TextTable()
        return Words(language: language, table: tables[language] ?? english, english: english)
    }

    public func has(_ key: String) -> Bool {
        tables[.english]?[key] != nil
    }
}

/// The texts of one language: `words("admin.saved", ["title": "Riso"])`, `words("admin.rows", count: 3)`.
public struct Words: Sendable {
    public let language: Language
    let table: TextTable
    let english: TextTable

    init(language: Language, table: TextTable, english: TextTable? = nil) {
        (self.language, self.table, self.english) = (language, table, english ?? table)
    }

    /// The text with its `{name}` placeholders filled; the key itself when the text is missing, so that the gap is visible.
    public func callAsFunction(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        text(key, values, count: count) ?? key
    }

    public func optional(_ key: String) -> String? { text(key, [:], count: nil) }

    /// The name of a language: a text such as `translations.in.fr`, or the name that the language has for itself.
    public func name(of language: Language, _ texts: String) -> String { optional("\(texts).\(language.rawValue)") ?? language.ownName }

    /// Whether the text is in this language, and not the English one in its place.
    public func isOwn(_ key: String) -> Bool { table[key] != nil }

    private func text(_ key: String, _ values: [String: String], count: Int?) -> String? {
        if let entry = table[key] { return form(of: entry, language, values, count: count) }
        return english[key].map { form(of: $0, .english, values, count: count) }
    }

    private func form(of entry: Texts.Entry, _ spoken: Language, _ values: [String: String], count: Int?) -> String {
        var values = values
        if let count { values["count"] = values["count"] ?? language.number(count) }
        switch entry {
        case .plain(let text): return Self.fill(text, values)
        case .plural(let one, let other): return Self.fill(count.map(spoken.plural) == .one ? one : other, values)
        case .forms(let forms):
            let chosen = count.flatMap { forms[spoken.plural($0)] } ?? forms[.other]
            return Self.fill(chosen ?? "", values)
        }
    }

    private static func fill(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        // One pass, so that a value that looks like a placeholder is not filled again.
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open]
            result += values[name].map(ShownText.isolated) ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// All problems that prevent the start, reported together.
public struct StartProblems: Error, CustomStringConvertible {
    public let all: [EarlyText]
    /// Whether a later start may succeed.
    public var isPassing = false
    /// Whether the problems may end without a person's action.
    public var isWorthWaiting = false
    public init(_ problems: [String]) { all = problems.map { EarlyText($0) } }
    public init(all: [EarlyText]) { self.all = all }
    public var problems: [String] { localized(in: nil) }
    public func localized(in words: Words?) -> [String] { all.map { $0.localized(in: words) } }
    public var description: String { problems.joined(separator: "\n") }
}
