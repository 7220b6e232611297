import Foundation

/// The interface texts of all languages, read from `Templates/texts/<language>.yaml` and `Templates/texts/<language>/*.yaml`.
public struct Texts: Sendable {
    /// A text: plain, or with plural forms (`one`, `other`).
    enum Entry: Sendable, Equatable {
        case plain(String)
        case plural(one: String, other: String)
    }

    let entries: [Language: [String: Entry]]

    /// Reads the texts; throws `StartProblems` that name every key which a language lacks.
    public init(folder: String) throws {
        var entries: [Language: [String: Entry]] = [:]
        var problems: [String] = []
        for language in Language.allCases {
            var flat: [String: String] = [:]
            for path in Self.files(of: language, in: folder) {
                do {
                    flat.merge(try TextsFile(Data(contentsOf: URL(fileURLWithPath: path))).texts) { $1 }
                } catch {
                    problems.append("\(path):\(error)")
                }
            }
            entries[language] = Self.entries(flat)
        }
        for (language, own) in entries {
            for (other, theirs) in entries where other != language {
                for key in own.keys where theirs[key] == nil {
                    problems.append("\(folder)/\(other.rawValue).yaml: \(key) is missing (\(language.rawValue).yaml has it)")
                }
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }
        self.entries = entries
    }

    /// `it.yaml`, then every file of the folder `it`: one for each system.
    private static func files(of language: Language, in folder: String) -> [String] {
        let own = folder + "/" + language.rawValue
        let more = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
        return [own + ".yaml"] + more.filter { $0.hasSuffix(".yaml") }.sorted().map { own + "/" + $0 }
    }

    /// What has the keys `one` and `other` is one text with plural forms.
    private static func entries(_ texts: [String: String]) -> [String: Entry] {
        var entries = texts.mapValues(Entry.plain)
        for (key, one) in texts where key.hasSuffix(".one") {
            let whole = String(key.dropLast(4))
            guard let other = texts[whole + ".other"] else { continue }
            entries[whole] = .plural(one: one, other: other)
            (entries[key], entries[whole + ".other"]) = (nil, nil)
        }
        return entries
    }

    /// The texts of one language.
    public func words(in language: Language) -> Words {
        Words(language: language, entries: entries[language] ?? [:])
    }

    /// Whether all languages have a text of this key.
    public func has(_ key: String) -> Bool {
        entries[.english]?[key] != nil
    }
}

/// The texts of one language: `words("admin.saved", ["title": "Riso"])`, `words("admin.rows", count: 3)`.
public struct Words: Sendable {
    public let language: Language
    let entries: [String: Texts.Entry]

    /// The text of a key with its `{name}` places filled; the key itself when there is none, so that a gap is seen, not hidden.
    public func callAsFunction(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        var values = values
        if let count { values["count"] = values["count"] ?? language.number(count) }
        switch entries[key] {
        case .plain(let text): return Self.fill(text, values)
        case .plural(let one, let other): return Self.fill(count == 1 ? one : other, values)
        case nil: return key
        }
    }

    /// The text of a key, or nil where a text is optional (a field's help).
    public func optional(_ key: String) -> String? {
        entries[key] == nil ? nil : self(key)
    }

    private static func fill(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        // One pass, so that a value which looks like a place is not filled again.
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open]
            result += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// Everything that keeps the program from starting, all at once.
public struct StartProblems: Error, CustomStringConvertible {
    public let problems: [String]
    public init(_ problems: [String]) { self.problems = problems }
    public var description: String { problems.joined(separator: "\n") }
}
