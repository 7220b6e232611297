import Foundation
import Mustache
import Synchronization

/// All templates, one set for each language: interface texts `[[key]]` are put in when a template is parsed, so they cost nothing when a
/// page is drawn. Everything is checked at the start, so a missing key keeps the program from starting; a template is parsed when a page
/// first needs it, because parsing all of them would take most of the time of a start.
public final class Templates: Sendable {
    /// The texts that the templates were read with.
    public var texts: Texts { loaded.withLock { $0.sources.texts } }

    fileprivate struct Loaded {
        let sources: TemplateSources
        var libraries: [Language: MustacheLibrary] = [:]
        var parsed: [Language: Set<String>] = [:]
    }

    private let folder: String
    /// Whether changed files are looked for at every page.
    public let reloads: Bool
    private let constants: [String: String]
    /// Made from these with constants; parsed once, however many pages share them.
    private let withConstants = Mutex<[[String: String]: Templates]>([:])
    private let loaded: Mutex<Loaded>

    /// Reads and checks every template below `folder`; throws `StartProblems` naming all mistakes.
    /// - Parameters:
    ///   - reloads: look for changed files at every page, for development.
    ///   - kept: a file for the texts that a start has found in order, so that the next one need not read and check them again.
    public init(folder: String, reloads: Bool = false, kept: String? = nil) throws {
        MustacheContentTypes.register(HTMLBytes(), named: HTMLBytes.name)
        self.folder = folder
        self.reloads = reloads
        constants = [:]
        loaded = Mutex(Loaded(sources: try TemplateSources(folder: folder, kept: reloads ? nil : kept)))
    }

    private init(_ other: Templates, constants: [String: String]) {
        (folder, reloads, self.constants) = (other.folder, other.reloads, constants)
        loaded = Mutex(Loaded(sources: other.loaded.withLock { $0.sources }))
    }

    /// The same templates, with values that are the same on every page put in when they are parsed, as texts are.
    func putting(_ constants: [String: String]) -> Templates {
        withConstants.withLock { made in
            let templates = made[constants] ?? Templates(self, constants: constants)
            made[constants] = templates
            return templates
        }
    }

    /// Throws `StartProblems` where the program misses texts; does not ask where an earlier start found all in order.
    public func check(_ problems: (Texts) -> [String]) throws {
        let sources = loaded.withLock { $0.sources }
        guard !sources.isChecked else { return }
        let found = problems(sources.texts)
        guard found.isEmpty else { throw StartProblems(found) }
        sources.checked?.keep(sources.texts)
    }

    /// Whether a template of this name exists.
    public func has(_ name: String) -> Bool {
        loaded.withLock { $0.sources.all[name] != nil }
    }

    /// A page or fragment as HTML. An unknown template is a mistake of ours: it throws, and the visitor sees the error page.
    public func render(_ name: String, _ values: Values, in language: Language) throws -> String {
        if reloads { try reloadIfChanged() }
        let library = try loaded.withLock { try $0.library(for: name, in: language, constants) }
        guard let html = library.render(PageValues(values: values), withTemplate: name) else { throw UnknownTemplate(name: name) }
        return html
    }

    /// The texts of a language.
    public func words(in language: Language) -> Words { texts.words(in: language) }

    struct UnknownTemplate: Error { let name: String }

    private func reloadIfChanged() throws {
        guard TemplateSources.newest(in: folder) > loaded.withLock({ $0.sources.newest }) else { return }
        let fresh = Loaded(sources: try TemplateSources(folder: folder))
        loaded.withLock { $0 = fresh }
    }
}

extension Templates.Loaded {
    /// The templates parsed so far, with this one and whatever it puts in.
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
