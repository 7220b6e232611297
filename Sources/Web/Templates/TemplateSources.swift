import Foundation

struct TemplateSources: Sendable {
    let texts: Texts
    let all: [String: TemplateSource]
    let newest: Date
    let fields: [String]
    let isChecked: Bool
    let checked: CheckedTexts?

    /// Folders whose templates are named without them, because the library accepts no slash in a closing tag: `{{<field}}…{{/field}}`.
    private static let shared = ["components/", "layouts/"]

    /// Reads all sources; throws `StartProblems` with every error. `kept` is the cache file, `siteTexts` the site's own texts.
    init(folder: String, siteTexts: String? = nil, kept: String? = nil, texts given: Texts? = nil) throws {
        let files = Self.files(in: folder)
        let folders = TextFolders(package: folder + "/texts", site: siteTexts)
        let own = folders.siteFiles
        var contents: [String: Data] = [:]
        for path in files.keys where path.hasSuffix(".mustache") {
            contents[path] = FileManager.default.contents(atPath: folder + "/" + path)
        }
        checked = kept.map {
            CheckedTexts(file: $0, texts: files.filter { $0.key.hasSuffix(".yaml") }.merging(own) { $1 }, templates: contents)
        }
        let known = checked?.read()
        isChecked = known != nil
        texts = try known ?? given ?? Texts(folders)
        var all: [String: TemplateSource] = [:]
        var problems: [String] = []
        for path in files.keys where path.hasSuffix(".mustache") {
            guard let source = contents[path].flatMap({ String(data: $0, encoding: .utf8) }) else {
                problems.append("\(path): cannot be read")
                continue
            }
            all[String(path.dropLast(".mustache".count))] = TemplateSource(source)
        }
        let named = Dictionary(grouping: all.keys, by: Self.name)
        problems += named.values.filter { $0.count > 1 }.map { "\($0.sorted().joined(separator: " and ")) have the same name" }
        let whole = all
        for (name, paths) in named { all[name] = all[paths[0]] }
        if !isChecked {
            if all.isEmpty { problems.append("\(folder): holds no templates") }
            for (name, source) in whole { problems += source.problems(named: name, known: all, texts) }
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }
        self.all = all
        newest = (Array(files.values) + own.values).map(\.changed).max() ?? .distantPast
        fields = all.keys.filter { $0.hasPrefix("fields/") }
    }

    private static func name(_ path: String) -> String {
        shared.first { path.hasPrefix($0) }.map { String(path.dropFirst($0.count)) } ?? path
    }

    static func newest(in folder: String, siteTexts: String? = nil) -> Date {
        let own = TextFolders(package: "", site: siteTexts).siteFiles
        return (Array(files(in: folder).values) + own.values).map(\.changed).max() ?? .distantPast
    }

    private static func files(in folder: String) -> [String: FileTime] {
        var found: [String: FileTime] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        where path.hasSuffix(".mustache") || path.hasSuffix(".yaml") {
            found[path] = FileTime(of: folder + "/" + path)
        }
        return found
    }
}

struct TemplateSource: Sendable {
    private let source: String

    init(_ source: String) { self.source = source }

    /// The source with every `[[icon name]]` as a drawing of the file of icons. The name may hold tags.
    private static func withIcons(_ source: String) -> String {
        let parts = source.components(separatedBy: "[[icon ")
        return parts.dropFirst().reduce(into: parts[0]) { result, part in
            let (name, rest) = part.firstRange(of: "]]").map { (part[..<$0.lowerBound], part[$0.upperBound...]) } ?? (part[...], "")
            result += #"<svg class="icon" aria-hidden="true"><use href="{{assets}}/images/icons.svg#\#(name)"/></svg>\#(rest)"#
        }
    }

    var parts: [String] { PlaceholderScanner.partials.flatMap { $0.names(in: source) } }

    var choosesFields: Bool { !PlaceholderScanner.chosenPartials.names(in: source).isEmpty }

    func text(in words: Words, _ constants: [String: String]) -> String {
        let text = PlaceholderScanner.texts.replaced(in: Self.withIcons(source)) { key in
            PlaceholderScanner.places.replaced(in: words(key).escapedForHTML()) { "{{\($0)}}" }
        }
        return PlaceholderScanner.variables.replaced(in: text) { constants[$0]?.escapedForHTML() ?? "{{\($0)}}" }
    }

    /// The errors that drawing would cause, such as `home.mustache:2: there is no template shared/none`.
    func problems(named name: String, known: [String: TemplateSource], _ texts: Texts) -> [String] {
        var problems: [String] = []
        var tags = TemplateLinter()
        for (index, line) in Array(Self.withIcons(source).utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.contains(UInt8(ascii: "{")) || line.contains(UInt8(ascii: "[")) else { continue }
            let place = "\(name).mustache:\(index + 1)"
            problems += PlaceholderScanner.partials.flatMap { $0.names(in: line) }.filter { known[$0] == nil }.map {
                "\(place): there is no template \($0)"
            }
            problems += PlaceholderScanner.texts.names(in: line).filter { !texts.has($0) }.map { "\(place): there is no text \($0)" }
            problems += tags.read(line).map { "\(place): \($0)" }
            // The library indents every line of an indented block or partial; a textarea would grow at each save.
            if Self.isIndentedBlock(line) {
                problems.append("\(place): a block or partial alone on its line must not be indented")
            }
        }
        return problems + tags.left.map { "\(name).mustache: {{\($0)}} is not closed" }
    }

    private static func isIndentedBlock(_ line: ArraySlice<UInt8>) -> Bool {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let tag = line.drop(while: isSpace)
        guard tag.startIndex > line.startIndex, ["{{>", "{{<", "{{$"].contains(where: { tag.starts(with: $0.utf8) }) else { return false }
        return tag.firstPair(of: UInt8(ascii: "}")).map { tag[($0 + 2)...].allSatisfy(isSpace) } ?? false
    }
}
