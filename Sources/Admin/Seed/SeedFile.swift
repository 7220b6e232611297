import Crypto
import Foundation
import Yams

struct SeedFile: Sendable {
    let root: SeedItem
    let files: [String]
    let mistakes: SeedMistakes
    /// The folder that no path may leave, with links resolved.
    let folder: String
    /// Whether a file could not be read, so that missing keys may be in it.
    let isIncomplete: Bool
    let folders: [String]
    /// Of the bytes of all files, without the values of secrets, which stand elsewhere.
    let digest: String

    init(_ path: String, secrets: SeedSecrets = SeedSecrets()) {
        var reading = SeedFileReading(path, secrets)
        let read = reading.open(path, from: nil, display: path)
        var order = SeedOrder(mistakes: reading.mistakes)
        root = order.read(read)
        (files, mistakes, folder, isIncomplete) = (reading.files, order.mistakes, reading.folder, reading.isIncomplete)
        folders = reading.folders
        digest = reading.hash.finalize().prefix(16).hexadecimal
    }

    func locate(_ path: String) -> Result<String, SeedFileProblem> { Self.locate(path, in: folder) }

    /// - Parameter mayBeMissing: whether only a path that leaves the folder is refused.
    static func locate(_ path: String, mayBeMissing: Bool = false, in folder: String) -> Result<String, SeedFileProblem> {
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains(".."), !path.utf8.contains(0) else {
            return .failure(SeedFileProblem(sentence: SeedSentences.leaves))
        }
        if mayBeMissing { return .success(path) }
        // Checks the resolved path, because a link may point anywhere.
        guard let real = realPath(folder + "/" + path) else { return .failure(SeedFileProblem(sentence: noSuchFile(path, in: folder))) }
        return real.hasPrefix(folder == "/" ? "/" : folder + "/")
            ? .success(real) : .failure(SeedFileProblem(sentence: SeedSentences.leaves))
    }

    private static func noSuchFile(_ path: String, in folder: String) -> SeedSentence {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let siblings = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + parent)) ?? []
        let meant = nearest(to: path, among: siblings.sorted().map { parent.isEmpty ? $0 : parent + "/" + $0 })
        return SeedSentences.noSuchFile + (meant.map(SeedSentences.didYouMean) ?? "")
    }

    fileprivate static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

struct SeedFileProblem: Error {
    let sentence: SeedSentence
}

private struct SeedFileReading {
    var files: [String] = []
    var mistakes = SeedMistakes()
    var isIncomplete = false
    var folders: [String] = []
    var hash = SHA256()
    let folder: String
    private let prefix: String
    private let secrets: SeedSecrets
    private var stack: [String] = []
    private var bytes = 0
    private var items = 0

    static let mostFiles = 500
    static let mostBytesOfFile = 4 << 20
    static let mostBytes = 32 << 20
    static let mostItems = 500_000
    static let mostDepth = 40

    init(_ path: String, _ secrets: SeedSecrets) {
        self.secrets = secrets
        let slash = path.lastIndex(of: "/")
        prefix = slash.map { String(path[...$0]) } ?? ""
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        folder = SeedFile.realPath(parent) ?? parent
    }

    mutating func open(_ path: String, from place: SeedPlace?, display: String, depth: Int = 0) -> SeedItem {
        let failure = { (problem: SeedSentence) in place == nil ? problem : SeedSentences.include(path, problem) }
        if files.isEmpty { files.append(display) }
        let here = place ?? SeedPlace(file: 0, line: 1, column: 1)
        let real: String
        if place == nil {
            guard let found = SeedFile.realPath(path) else { return broken(here, SeedSentences.noSuchFile) }
            real = found
        } else {
            switch SeedFile.locate(path, in: folder) {
            case .success(let found): real = found
            case .failure(let problem): return broken(here, failure(problem.sentence))
            }
        }
        guard !SeedGlob.isFolder(real) else { return broken(here, failure(SeedSentences.folder(path))) }
        guard !stack.contains(real) else { return broken(here, SeedSentences.cycle(path)) }
        guard files.count < Self.mostFiles else { return broken(here, SeedSentences.tooMuch("files", Self.mostFiles)) }
        guard let handle = FileHandle(forReadingAtPath: real) else { return broken(here, failure(SeedSentences.unreadable)) }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: Self.mostBytesOfFile + 1) ?? Data() else {
            return broken(here, failure(SeedSentences.unreadable))
        }
        if place != nil { files.append(display) }
        let top = SeedPlace(file: files.count - 1, line: 1, column: 1)
        guard data.count <= Self.mostBytesOfFile else { return broken(top, SeedSentences.tooLarge(Self.mostBytesOfFile >> 20)) }
        bytes += data.count
        hash.update(data: Data("\(data.count):".utf8))
        hash.update(data: data)
        guard bytes <= Self.mostBytes else { return broken(here, SeedSentences.tooMuch("megabytes", Self.mostBytes >> 20)) }
        guard let text = String(validating: data, as: UTF8.self) else { return broken(brokenText(data, top), SeedSentences.notUTF8) }
        stack.append(real)
        defer { stack.removeLast() }
        return read(text, top, depth)
    }

    private mutating func read(_ text: String, _ top: SeedPlace, _ depth: Int) -> SeedItem {
        let yaml = SeedYAML(text)
        for mistake in yaml.mistakes {
            mistakes.note(SeedPlace(file: top.file, line: mistake.line, column: mistake.column), mistake.sentence)
        }
        guard let root = yaml.root else {
            return yaml.mistakes.isEmpty ? broken(top, SeedSentences.empty) : broken(top, nil)
        }
        return convert(root, yaml, top.file, depth)
    }

    private func brokenText(_ data: Data, _ top: SeedPlace) -> SeedPlace {
        let repaired = String(decoding: data, as: UTF8.self)
        var (line, column) = (1, 1)
        for scalar in repaired.unicodeScalars {
            if scalar == "\u{FFFD}" { break }
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return SeedPlace(file: top.file, line: line, column: column)
    }

    private mutating func broken(_ place: SeedPlace, _ sentence: SeedSentence?) -> SeedItem {
        if let sentence { mistakes.note(place, sentence) }
        isIncomplete = true
        return SeedItem(place, .broken)
    }

    private mutating func convert(_ node: Node, _ yaml: SeedYAML, _ file: Int, _ depth: Int) -> SeedItem {
        let place = place(node.mark, file)
        items += 1
        guard items <= Self.mostItems else {
            return items == Self.mostItems + 1 ? broken(place, SeedSentences.tooMuch("values", Self.mostItems)) : broken(place, nil)
        }
        guard depth <= Self.mostDepth else { return broken(place, SeedSentences.tooDeep) }
        if node.anchor != nil { mistakes.note(place, SeedSentences.anchor) }
        switch node {
        case .scalar(let scalar): return convert(scalar, place, yaml, depth)
        case .sequence(let sequence):
            check(tag: sequence.tag, "tag:yaml.org,2002:seq", place)
            var items: [SeedItem] = []
            for node in sequence {
                let item = convert(node, yaml, file, depth + 1)
                if isGlob(node, yaml), case .list(let many) = item.content { items += many } else { items.append(item) }
            }
            return SeedItem(place, .list(items))
        case .mapping(let mapping):
            check(tag: mapping.tag, "tag:yaml.org,2002:map", place)
            return SeedItem(place, .map(convert(mapping, yaml, file, depth)))
        case .alias: return broken(place, SeedSentences.asterisk)
        }
    }

    private mutating func convert(_ scalar: Node.Scalar, _ place: SeedPlace, _ yaml: SeedYAML, _ depth: Int) -> SeedItem {
        let text = yaml.text(scalar)
        let tag = scalar.tag.description
        if tag == "!include" { return include(text, place, depth, asMapping: false) }
        if tag == "!secret" {
            switch secrets.find(text) {
            case .success(let value): return SeedItem(place, .scalar(value, isPlain: false), isSecret: true)
            case .failure(let problem):
                mistakes.note(place, problem.sentence)
                return SeedItem(place, .broken)
            }
        }
        if yaml.isAlias(scalar) { return broken(place, SeedSentences.asterisk) }
        check(tag: scalar.tag, nil, place)
        let isPlain = scalar.style == .plain && tag != "tag:yaml.org,2002:str"
        return SeedItem(place, .scalar(text, isPlain: isPlain), isLiteral: scalar.style == .literal)
    }

    private mutating func convert(_ mapping: Node.Mapping, _ yaml: SeedYAML, _ file: Int, _ depth: Int) -> [(key: SeedKey, value: SeedItem)]
    {
        var pairs: [(key: SeedKey, value: SeedItem)] = []
        var places: [String: [SeedPlace]] = [:]
        for (key, value) in mapping {
            let place = place(key.mark, file)
            guard case .scalar(let scalar) = key, !yaml.isAlias(scalar) else {
                mistakes.note(place, SeedSentences.complexKey)
                continue
            }
            if key.anchor != nil { mistakes.note(place, SeedSentences.anchor) }
            let name = yaml.text(scalar)
            places[name, default: []].append(place)
            let item: SeedItem
            if isGlob(value, yaml), case .scalar(let scalar) = value, holdsLists(name, depth) {
                item = include(yaml.text(scalar), self.place(value.mark, file), depth + 1, asMapping: true)
            } else {
                item = convert(value, yaml, file, depth + 1)
            }
            if !yaml.isRenamed(scalar) { pairs.append((SeedKey(name: name, place: place), item)) }
        }
        for (name, places) in places where places.count > 1 {
            let sorted = places.sorted()
            for place in sorted.dropFirst() { mistakes.note(place, SeedSentences.twiceInMapping(name, line: sorted[0].line)) }
        }
        return pairs
    }

    private mutating func check(tag: Tag, _ usual: String?, _ place: SeedPlace) {
        let name = tag.description
        guard !name.isEmpty, name != usual, !(usual == nil && name.hasPrefix("tag:yaml.org,2002:")) else { return }
        mistakes.note(place, SeedSentences.tag(name))
    }

    private func place(_ mark: Mark?, _ file: Int) -> SeedPlace { SeedPlace(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1) }
}

extension SeedFileReading {
    private func isGlob(_ node: Node, _ yaml: SeedYAML) -> Bool {
        guard case .scalar(let scalar) = node, scalar.tag.description == "!include" else { return false }
        return SeedGlob.isMeant(yaml.text(scalar))
    }

    /// Whether a member is a mapping of lists: a section of the file, or the contents of a record.
    private func holdsLists(_ name: String, _ depth: Int) -> Bool {
        name == "contents" || (depth == 0 && stack.count == 1 && !["roles", "accounts", "pictures"].contains(name))
    }

    /// Opens a file, or all that a pattern or folder names as one list or as one mapping.
    private mutating func include(_ path: String, _ place: SeedPlace, _ depth: Int, asMapping: Bool) -> SeedItem {
        guard SeedGlob.isMeant(path) else { return open(path, from: place, display: prefix + path, depth: depth + 1) }
        switch SeedGlob.find(path, in: folder) {
        case .failure(let problem): return broken(place, SeedSentences.include(path, problem.sentence))
        case .success(let glob):
            folders += glob.folders
            var parts: [SeedItem] = []
            for path in glob.paths { parts.append(open(path, from: place, display: prefix + path, depth: depth + 1)) }
            return asMapping ? merged(parts, place) : SeedItem(place, .list(parts.flatMap(\.listed)))
        }
    }

    private mutating func merged(_ parts: [SeedItem], _ place: SeedPlace) -> SeedItem {
        var pairs: [(key: SeedKey, value: SeedItem)] = []
        for part in parts {
            guard case .map(let more) = part.content else {
                if !part.isBroken { mistakes.note(part.place, SeedSentences.wrongType(expected: "map", found: part)) }
                continue
            }
            for pair in more {
                if let first = pairs.first(where: { $0.key.name == pair.key.name })?.key.place {
                    let known = "\(files[first.file]):\(first.line)"
                    mistakes.note(pair.key.place, SeedSentences.twiceInList("key", pair.key.name, place: known))
                } else {
                    pairs.append(pair)
                }
            }
        }
        return SeedItem(place, .map(pairs))
    }
}

extension SeedItem {
    fileprivate var listed: [SeedItem] { if case .list(let items) = content { items } else { [self] } }
}
