import Foundation
import Yams

/// The folders of texts: the package's, with all of Italian and English, and the site's, whose texts go before.
public struct TextFolders: Sendable {
    public let package: String
    public let site: String?

    public init(package: String, site: String? = nil) { (self.package, self.site) = (package, site) }

    private var all: [String] { [package] + [site].compactMap(\.self) }

    /// Italian, English and every language that has a folder or a file; throws `StartProblems` for those without a language's code.
    public func languages() throws -> [Language] {
        var (found, problems): (Set<Language>, [String]) = ([], [])
        for folder in all {
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() where !name.hasPrefix(".") {
                let path = folder + "/" + name
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                guard isFolder.boolValue || name.hasSuffix(".yaml") else { continue }
                let code = isFolder.boolValue ? name : String(name.dropLast(".yaml".count))
                if !Language.isCode(code) {
                    problems.append("\(path): «\(code)» is not the code of a language, such as fr or pt-BR")
                } else if isFolder.boolValue, Self.texts(in: path).isEmpty {
                    problems.append("\(path): holds no texts; a language needs files that end in .yaml")
                } else {
                    found.insert(.named(code))
                }
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems) }
        let others = found.subtracting([.italian, .english])
        return [.italian, .english] + others.sorted { $0.rawValue < $1.rawValue }
    }

    public func offer() throws { Language.offer(try languages()) }

    var siteFiles: [String: FileTime] {
        guard let site else { return [:] }
        let paths = ((try? FileManager.default.subpathsOfDirectory(atPath: site)) ?? []).filter { $0.hasSuffix(".yaml") }
        return Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in FileTime(of: site + "/" + path).map { (site + "/" + path, $0) } })
    }

    /// The texts of one language. Those of the site go before the package's, and these before what CLDR says of the language.
    func read(_ language: Language, keepingPlaces: Bool = false) -> ReadTexts {
        var read = ReadTexts(keepsPlaces: keepingPlaces)
        let conventions = (package as NSString).deletingLastPathComponent + "/languages/\(language.rawValue).yaml"
        if FileManager.default.fileExists(atPath: conventions) { read.add(conventions) }
        for (index, folder) in all.enumerated() {
            let own = folder + "/" + language.rawValue
            let isComplete = index == 0 && [.italian, .english].contains(language)
            if isComplete || FileManager.default.fileExists(atPath: own + ".yaml") { read.add(own + ".yaml") }
            for file in Self.texts(in: own) { read.add(own + "/" + file) }
            if index == 0 { read.endPackage() }
        }
        return read
    }

    private static func texts(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

struct ReadTexts {
    /// Whether the place of every text is kept, and not only of the conventions.
    private let keepsPlaces: Bool
    private(set) var entries: [String: Texts.Entry] = [:]
    private(set) var packageKeys: Set<String> = []
    private(set) var places: [String: String] = [:]
    private(set) var problems: [String] = []

    init(keepsPlaces: Bool = false) { self.keepsPlaces = keepsPlaces }

    mutating func endPackage() { packageKeys = Set(entries.keys) }

    mutating func dropEmpty(beside english: [String: Texts.Entry]) {
        entries = entries.filter { key, entry in entry != .plain("") || english[key] == nil || english[key] == .plain("") }
    }

    mutating func add(_ path: String) {
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            // Strings only, because detecting numbers takes most of the time; without an encoding Yams scans the environment.
            guard let root = try Yams.compose(yaml: text, .basic, .default, .utf8) else { return }
            guard root.mapping != nil else { return refuse(root, path, "is not a mapping of names to texts") }
            add(root, "", path)
        } catch YamlError.duplicatedKeysInMapping(let names, let context) {
            problems.append("\(path):\(context.mark.line): \(names.joined(separator: ", ")) is there twice")
        } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _) {
            problems.append("\(path):\(mark.line):\(mark.column): \(problem)")
        } catch {
            problems.append("\(path): \(error)")
        }
    }

    private mutating func add(_ node: Node, _ key: String, _ path: String) {
        switch node {
        case .mapping(let mapping):
            if let entry = Self.plural(mapping) {
                set(entry, key, node, path)
                return
            }
            for (name, value) in mapping {
                let name = name.scalar?.string ?? ""
                add(value, key.isEmpty ? name : "\(key).\(name)", path)
            }
        case .scalar(let scalar): set(.plain(scalar.string), key, node, path)
        default: refuse(node, path, "\(key) is a list, and texts are words")
        }
    }

    private mutating func set(_ entry: Texts.Entry, _ key: String, _ node: Node, _ path: String) {
        entries[key] = entry
        guard keepsPlaces || key.hasPrefix("language.") else { return }
        places[key] = "\(path):\(node.mark?.line ?? 1)"
    }

    private mutating func refuse(_ node: Node, _ path: String, _ sentence: String) {
        problems.append("\(path):\(node.mark?.line ?? 1): \(sentence)")
    }

    /// A mapping of plural forms: names of categories only, with other among them.
    private static func plural(_ mapping: Node.Mapping) -> Texts.Entry? {
        guard mapping.count > 1, let other = mapping["other"]?.scalar?.string else { return nil }
        var forms: [PluralCategory: String] = [:]
        for (name, value) in mapping {
            guard let category = name.scalar.flatMap({ PluralCategory(rawValue: $0.string) }), let text = value.scalar?.string else {
                return nil
            }
            forms[category] = text
        }
        if forms.count == 2, let one = forms[.one] { return .plural(one: one, other: other) }
        return .forms(forms)
    }

    func conventionProblems() -> [String] {
        LanguageConventions.problems(entries).map { "\(places[$0.key] ?? "texts"): \($0.key) \($0.sentence)" }
    }
}
