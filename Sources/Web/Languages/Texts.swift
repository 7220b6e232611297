import Dispatch
import Foundation
import Synchronization
import Yams

/// The interface texts, read from `Templates/texts/<language>.yaml` and `Templates/texts/<language>/*.yaml`.
public struct Texts: Sendable {
    enum Entry: Sendable, Equatable {
        case plain(String)
        case plural(one: String, other: String)
    }

    let tables: [Language: TextTable]

    init(tables: [Language: TextTable]) { self.tables = tables }

    public init(folder: String) throws {
        let languages = Language.allCases
        // Reading texts takes a third of a start, so languages are read in parallel.
        let read = Mutex<[Language: [String: Entry]]>([:])
        let unreadable = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: languages.count) { index in
            let (entries, problems) = Self.entries(of: languages[index], in: folder)
            read.withLock { $0[languages[index]] = entries }
            unreadable.withLock { $0 += problems }
        }
        let entries = read.withLock { $0 }
        var problems = unreadable.withLock { $0 }
        for (language, own) in entries {
            for (other, theirs) in entries where other != language {
                for key in own.keys where theirs[key] == nil {
                    problems.append("\(folder)/\(other.rawValue).yaml: \(key) is missing (\(language.rawValue).yaml has it)")
                }
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }
        tables = entries.mapValues { TextTable($0) }
    }

    static func entries(of language: Language, in folder: String) -> (entries: [String: Entry], problems: [String]) {
        var flat: [String: Entry] = [:]
        var problems: [String] = []
        for path in files(of: language, in: folder) {
            do {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                // Strings only, because detecting numbers takes most of the time; without an encoding Yams scans the environment.
                if let root = try Yams.compose(yaml: text, .basic, .default, .utf8) { flatten(root, at: "", into: &flat) }
            } catch {
                problems.append("\(path): \(error)")
            }
        }
        return (flat, problems)
    }

    private static func files(of language: Language, in folder: String) -> [String] {
        let own = folder + "/" + language.rawValue
        let more = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
        return [own + ".yaml"] + more.filter { $0.hasSuffix(".yaml") }.sorted().map { own + "/" + $0 }
    }

    private static func flatten(_ node: Node, at path: String, into entries: inout [String: Entry]) {
        switch node {
        case .mapping(let mapping):
            if mapping.count == 2, let one = mapping["one"]?.string, let other = mapping["other"]?.string {
                entries[path] = .plural(one: one, other: other)
                return
            }
            for (key, value) in mapping {
                let name = key.scalar?.string ?? ""
                flatten(value, at: path.isEmpty ? name : "\(path).\(name)", into: &entries)
            }
        case .scalar(let scalar): entries[path] = .plain(scalar.string)
        default: break
        }
    }

    public func words(in language: Language) -> Words {
        Words(language: language, table: tables[language] ?? TextTable())
    }

    public func has(_ key: String) -> Bool {
        tables[.english]?[key] != nil
    }
}

/// The texts of one language: `words("admin.saved", ["title": "Riso"])`, `words("admin.rows", count: 3)`.
public struct Words: Sendable {
    public let language: Language
    let table: TextTable

    /// The text with its `{name}` placeholders filled; the key itself when the text is missing, so that the gap is visible.
    public func callAsFunction(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        table[key].map { form(of: $0, values, count: count) } ?? key
    }

    public func optional(_ key: String) -> String? {
        table[key].map { form(of: $0, [:], count: nil) }
    }

    private func form(of entry: Texts.Entry, _ values: [String: String], count: Int?) -> String {
        var values = values
        if let count { values["count"] = values["count"] ?? language.number(count) }
        return switch entry {
        case .plain(let text): Self.fill(text, values)
        case .plural(let one, let other): Self.fill(count == 1 ? one : other, values)
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
    public let problems: [String]
    /// Whether a later start may succeed.
    public var isPassing = false
    /// Whether the problems may end without a person's action.
    public var isWorthWaiting = false
    public init(_ problems: [String]) { self.problems = problems }
    public var description: String { problems.joined(separator: "\n") }
}
