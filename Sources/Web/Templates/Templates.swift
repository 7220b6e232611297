import Foundation
import Mustache
import Synchronization

/// All templates, one compiled set for each language: interface texts `[[key]]` are put in when a template is read, so they cost
/// nothing when a page is drawn, and a missing key keeps the program from starting.
public final class Templates: Sendable {
    /// The texts that the templates were read with.
    public var texts: Texts { loaded.withLock { $0.texts } }

    private struct Loaded {
        var texts: Texts
        var libraries: [Language: MustacheLibrary]
        var newest: Date
    }

    private let folder: String
    private let reloads: Bool
    private let loaded: Mutex<Loaded>

    /// Reads and checks every template below `folder`; throws `StartProblems` naming all mistakes.
    /// - Parameter reloads: look for changed files at every page, for development.
    public init(folder: String, reloads: Bool = false) throws {
        self.folder = folder
        self.reloads = reloads
        loaded = Mutex(try Self.load(folder))
    }

    /// Whether a template of this name exists.
    public func has(_ name: String) -> Bool {
        loaded.withLock { $0.libraries[.english]?.getTemplate(named: name) != nil }
    }

    /// A page or fragment as HTML. An unknown template is a mistake of ours: it throws, and the visitor sees the error page.
    public func render(_ name: String, _ values: [String: Any], in language: Language) throws -> String {
        if reloads { try reloadIfChanged() }
        let library = loaded.withLock { $0.libraries[language]! }
        guard let html = library.render(values, withTemplate: name) else { throw UnknownTemplate(name: name) }
        return html
    }

    /// The texts of a language.
    public func words(in language: Language) -> Words { texts.words(in: language) }

    struct UnknownTemplate: Error { let name: String }

    private func reloadIfChanged() throws {
        let newest = Self.files(in: folder).values.max() ?? .distantPast
        guard newest > loaded.withLock({ $0.newest }) else { return }
        let fresh = try Self.load(folder)
        loaded.withLock { $0 = fresh }
    }
}

// MARK: - Reading and checking

extension Templates {
    private static func load(_ folder: String) throws -> Loaded {
        MustacheContentTypes.register(HTMLBytes(), named: HTMLBytes.name)
        let texts = try Texts(folder: folder + "/texts")
        let files = files(in: folder)
        var sources: [String: String] = [:]
        var problems: [String] = []
        for path in files.keys where path.hasSuffix(".mustache") {
            guard let source = try? String(contentsOfFile: folder + "/" + path, encoding: .utf8) else {
                problems.append("\(path): cannot be read")
                continue
            }
            sources[String(path.dropLast(".mustache".count))] = source
        }
        if sources.isEmpty { problems.append("\(folder): holds no templates") }
        for (name, source) in sources { problems += check(source, named: name, known: sources, texts: texts) }

        var libraries: [Language: MustacheLibrary] = [:]
        for language in Language.allCases {
            var library = MustacheLibrary()
            for (name, source) in sources {
                do {
                    let text = putTexts(into: source, texts.words(in: language))
                    try library.register("{{% CONTENT_TYPE: \(HTMLBytes.name)}}\n" + text, named: name)
                } catch {
                    problems.append("\(name).mustache: \(error)")
                }
            }
            libraries[language] = library
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }
        return Loaded(texts: texts, libraries: libraries, newest: files.values.max() ?? .distantPast)
    }

    /// Paths below the folder with the time each was changed.
    private static func files(in folder: String) -> [String: Date] {
        var found: [String: Date] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".mustache") || path.hasSuffix(".yaml") {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + path)
            found[path] = attributes?[.modificationDate] as? Date ?? .distantPast
        }
        return found
    }

    private static func check(_ source: String, named name: String, known: [String: String], texts: Texts) -> [String] {
        var problems: [String] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(name).mustache:\(index + 1)"
            for name in Marks.partials.flatMap({ $0.names(in: line) }) where known[name] == nil {
                problems.append("\(place): there is no template \(name)")
            }
            for key in Marks.texts.names(in: line) where !texts.has(key) {
                problems.append("\(place): there is no text \(key)")
            }
            // The library prefixes every line of an indented block or partial with the indentation: a textarea would grow by it at each save.
            if isIndentedBlock(line) {
                problems.append("\(place): a block or partial alone on its line must not be indented")
            }
        }
        return problems
    }

    private static func isIndentedBlock(_ line: Substring) -> Bool {
        let tag = line.drop { $0 == " " || $0 == "\t" }
        guard tag.startIndex > line.startIndex, ["{{>", "{{<", "{{$"].contains(where: tag.hasPrefix) else { return false }
        return tag.firstRange(of: "}}").map { tag[$0.upperBound...].allSatisfy { $0 == " " || $0 == "\t" } } ?? false
    }

    private static func putTexts(into source: String, _ words: Words) -> String {
        Marks.texts.replaced(in: source) { key in
            Marks.places.replaced(in: words(key).escapedForHTML()) { "{{\($0)}}" }
        }
    }
}
