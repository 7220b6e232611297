import Foundation

/// The files that `!include recipes/*.yaml` or `!include recipes/` names, in the order of their names.
struct SeedGlob {
    private(set) var paths: [String] = []
    private(set) var folders: [String] = []
    private let folder: String

    static func isMeant(_ path: String) -> Bool { path.hasSuffix("/") || path.contains("*") || path.contains("?") }

    /// Returns the sentence of a mistake if nothing is found.
    static func find(_ path: String, in folder: String) -> Result<SeedGlob, SeedFileProblem> {
        let isFolder = path.hasSuffix("/")
        guard !path.contains("**"), isFolder || isYAML(path) else { return .failure(SeedFileProblem(sentence: SeedSentences.pattern)) }
        let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
        let literal = Array(parts.prefix { !isPattern($0) })
        if case .failure(let problem) = SeedFile.locate(path, mayBeMissing: true, in: folder) { return .failure(problem) }
        if !literal.isEmpty, case .failure(let problem) = SeedFile.locate(literal.joined(separator: "/"), in: folder),
            problem.sentence == SeedSentences.leaves
        {
            return .failure(problem)
        }
        var glob = SeedGlob(folder: folder)
        var found = [""]
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            found = found.flatMap { isPattern(part) ? glob.names(in: $0, isLast && !isFolder) { matches($0, part) } : [$0 + part] }
            if !isLast || isFolder { found = found.map { $0 + "/" } }
        }
        let isThere = { (path: String) in FileManager.default.fileExists(atPath: folder + "/" + path) }
        glob.paths = isFolder ? found.flatMap { glob.names(in: $0, true, where: isYAML) } : found.filter(isThere)
        guard glob.paths.isEmpty else { return .success(glob) }
        return .failure(SeedFileProblem(sentence: SeedSentences.noMatch + (glob.meant(path, literal).map(SeedSentences.didYouMean) ?? "")))
    }

    private init(folder: String) { self.folder = folder }

    private static func isYAML(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
    private static func isPattern(_ part: String) -> Bool { part.contains("*") || part.contains("?") }

    /// The sorted names in a folder below the seed's, except hidden ones and what is no file, or no folder.
    private mutating func names(in base: String, _ areFiles: Bool, where isMeant: (String) -> Bool) -> [String] {
        guard let real = base.isEmpty ? folder : (try? SeedFile.locate(base, in: folder).get()) else { return [] }
        if !folders.contains(real) { folders.append(real) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: real)) ?? []
        return names.filter { !$0.hasPrefix(".") && isMeant($0) && Self.isFolder(real + "/" + $0) != areFiles }
            .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map { base + $0 }
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private func meant(_ path: String, _ literal: [String]) -> String? {
        for count in literal.indices {
            let parent = literal[..<count].joined(separator: "/")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + parent)) ?? []
            if names.contains(literal[count]) { continue }
            let rest = path.split(separator: "/").dropFirst(count + 1).map { "/" + $0 }.joined() + (path.hasSuffix("/") ? "/" : "")
            let folders = names.sorted().filter { Self.isFolder(folder + "/" + parent + "/" + $0) }
            return nearest(to: literal[count], among: folders).map { (parent.isEmpty ? "" : parent + "/") + $0 + rest }
        }
        let parent = literal.joined(separator: "/")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + parent)) ?? []
        let known = names.sorted().filter { !$0.hasPrefix(".") }.map { parent.isEmpty ? $0 : parent + "/" + $0 }
        return nearest(to: path, among: known)
    }

    /// Whether a name fits a pattern, in which `*` is any text and `?` any letter.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let (name, pattern) = (Array(name.unicodeScalars), Array(pattern.unicodeScalars))
        var (at, of, star, mark) = (0, 0, -1, 0)
        while at < name.count {
            if of < pattern.count, pattern[of] == "*" {
                (star, mark) = (of, at)
                of += 1
            } else if of < pattern.count, pattern[of] == "?" || pattern[of] == name[at] {
                (at, of) = (at + 1, of + 1)
            } else if star >= 0 {
                mark += 1
                (at, of) = (mark, star + 1)
            } else {
                return false
            }
        }
        return pattern[of...].allSatisfy { $0 == "*" }
    }
}
