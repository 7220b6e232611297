import Foundation
import Mustache
import Synchronization

/// All templates per language. Parsing fills in the interface texts `[[key]]`, so they cost nothing when a page is drawn. The start checks
/// everything; each template is parsed at first use, because parsing all would take most of the start.
public final class Templates: Sendable {
    public var texts: Texts { loaded.withLock { $0.sources.texts } }

    fileprivate struct Loaded {
        let sources: TemplateSources
        var libraries: [Language: MustacheLibrary] = [:]
        var parsed: [Language: Set<String>] = [:]
    }

    private let folder: String
    private let siteTexts: String?
    public let reloads: Bool
    private let constants: [String: String]
    private let withConstants = Mutex<[[String: String]: Templates]>([:])
    private let loaded: Mutex<Loaded>

    /// Throws `StartProblems` with all errors. `reloads` checks for changed files at every page; `kept` caches checked texts; `texts` are
    /// those of the folders, if they are read already.
    public init(folder: String, siteTexts: String? = nil, reloads: Bool = false, kept: String? = nil, texts: Texts? = nil) throws {
        MustacheContentTypes.register(HTMLBytes(), named: HTMLBytes.name)
        self.folder = folder
        self.siteTexts = siteTexts
        self.reloads = reloads
        constants = [:]
        let sources = try TemplateSources(folder: folder, siteTexts: siteTexts, kept: reloads ? nil : kept, texts: texts)
        loaded = Mutex(Loaded(sources: sources))
    }

    private init(_ other: Templates, constants: [String: String]) {
        (folder, siteTexts, reloads, self.constants) = (other.folder, other.siteTexts, other.reloads, constants)
        loaded = Mutex(Loaded(sources: other.loaded.withLock { $0.sources }))
    }

    func filling(_ constants: [String: String]) -> Templates {
        withConstants.withLock { made in
            let templates = made[constants] ?? Templates(self, constants: constants)
            made[constants] = templates
            return templates
        }
    }

    /// Throws `StartProblems` for missing texts; skipped when an earlier start found none.
    public func check(_ problems: (Texts) -> [String]) throws {
        let sources = loaded.withLock { $0.sources }
        guard !sources.isChecked else { return }
        let found = problems(sources.texts)
        guard found.isEmpty else { throw StartProblems(found) }
        sources.checked?.keep(sources.texts)
    }

    public func has(_ name: String) -> Bool {
        loaded.withLock { $0.sources.all[name] != nil }
    }

    public func render(_ name: String, _ values: Values, in language: Language) throws -> String {
        if reloads { try reloadIfChanged() }
        let library = try loaded.withLock { try $0.library(for: name, in: language, constants) }
        guard let html = library.render(PageValues(values: values), withTemplate: name) else { throw UnknownTemplate(name: name) }
        return html
    }

    public func words(in language: Language) -> Words { texts.words(in: language) }

    struct UnknownTemplate: Error { let name: String }

    private func reloadIfChanged() throws {
        guard TemplateSources.newest(in: folder, siteTexts: siteTexts) > loaded.withLock({ $0.sources.newest }) else { return }
        let fresh = Loaded(sources: try TemplateSources(folder: folder, siteTexts: siteTexts))
        loaded.withLock { $0 = fresh }
    }
}

extension Templates.Loaded {
    mutating func library(for name: String, in language: Language, _ constants: [String: String]) throws -> MustacheLibrary {
        var library = libraries[language] ?? MustacheLibrary()
        guard parsed[language]?.contains(name) != true else { return library }
        var waiting = [name]
        while let name = waiting.popLast() {
            guard let source = sources.all[name], parsed[language, default: []].insert(name).inserted else { continue }
            let text = source.text(in: sources.texts.words(in: language), constants)
            try library.register("{{% CONTENT_TYPE: \(HTMLBytes.name)}}\n" + text, named: name)
            waiting += source.parts
            if source.choosesFields { waiting += sources.fields }
        }
        libraries[language] = library
        return library
    }
}
