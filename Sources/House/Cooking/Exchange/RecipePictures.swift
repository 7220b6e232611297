import Admin
import Formats
import Foundation
import Web

/// The pictures in an archive of recipes. Programs keep them in the recipe, beside it, or in a folder that the recipe names.
struct RecipePictures: Sendable {
    private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".avif"]
    private static let small = ["thumb", "min-original", "tiny-original"]
    private static let firstNames = ["full", "image", "original", "photo", "cover"]

    private var files: [(path: String, bytes: Data)]
    private let isTooLarge: Bool
    /// How many files of recipes are in each folder.
    private let recipesIn: [String: Int]
    private var used: Set<String> = []
    private var isOver = false

    /// `all` is nil if the pictures could not be unpacked.
    init(_ all: [(path: String, bytes: Data)]?, beside recipes: [String]) {
        files = (all ?? []).filter { Self.isPicture($0.path) }.sorted { $0.path < $1.path }
        isTooLarge = all == nil
        recipesIn = Dictionary(recipes.map { (Self.folder(of: $0), 1) }, uniquingKeysWith: +)
    }

    static func isWanted(_ name: String) -> Bool {
        let low = name.lowercased()
        return (isPicture(low) || low.hasSuffix(".zip")) && !low.hasPrefix("__macosx/") && !self.name(of: low).hasPrefix(".")
    }

    private static func isPicture(_ path: String) -> Bool {
        let low = path.lowercased()
        return endings.contains(where: low.hasSuffix) && !small.contains(where: name(of: low).hasPrefix)
    }

    private static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    private static func stem(of path: String) -> String {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// The recipe's first picture; remarks name its others and those that are missing.
    mutating func take(for recipe: SourceRecipe, in file: String, isOnly: Bool) -> (picture: ImportPicture?, remarks: [ImportRemark]) {
        var (found, missing) = named(recipe, in: file)
        if isOnly { for path in beside(file) where !found.contains(path) { found.append(path) } }
        used.formUnion(found)
        var remarks = isTooLarge ? [ImportRemark("picturesTooLarge", ["limit": "64"])] : []
        if !missing.isEmpty, found.isEmpty, recipe.photo == nil, !isTooLarge {
            remarks.append(ImportRemark("noPicture", ["file": missing.joined(separator: ", ").shortened(to: 200)]))
        }
        let own =
            recipe.photo
            ?? found.first.flatMap { path in
                files.first { $0.path == path }.map { ImportPicture(Self.name(of: path), $0.bytes) }
            }
        let others = recipe.photo == nil ? found.dropFirst() : found[...]
        if !others.isEmpty {
            remarks.append(ImportRemark("morePictures", ["files": others.joined(separator: ", ").shortened(to: 1_000)]))
        }
        return (own, remarks)
    }

    /// The pictures that the recipe names: in its folder, or alone of that name in the archive.
    private func named(_ recipe: SourceRecipe, in file: String) -> (found: [String], missing: [String]) {
        var (found, missing): ([String], [String]) = ([], [])
        let folder = Self.folder(of: file)
        for text in recipe.pictures where !text.contains("://") && !text.hasPrefix("data:") && text.utf8.count < 500 {
            let decoded = (text.removingPercentEncoding ?? text).replacing("\\", with: "/")
            let path = decoded.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
            let name = Self.name(of: path)
            guard !name.isEmpty else { continue }
            let alike = files.map(\.path).filter { $0 == path || $0.hasSuffix("/" + path) || Self.name(of: $0) == name }
            let best =
                alike.first { $0 == (folder.isEmpty ? path : folder + "/" + path) }
                ?? alike.first { $0.hasSuffix("/" + path) && path.contains("/") }
                ?? alike.first { !folder.isEmpty && $0.hasPrefix(folder + "/") } ?? (alike.count == 1 ? alike[0] : nil)
            if let best {
                if !found.contains(best) { found.append(best) }
            } else if Self.endings.contains(where: name.lowercased().hasSuffix) {
                missing.append(text)
            }
        }
        return (found, missing)
    }

    /// The pictures beside a file with a single recipe: `Soup.jpg` of `Soup.cook`, and all of its folder if no other recipe is in it.
    private func beside(_ file: String) -> [String] {
        let (folder, stem) = (Self.folder(of: file), Self.stem(of: file))
        let near = files.map(\.path).filter { path in
            let own = Self.folder(of: path)
            if own == folder {
                let name = Self.stem(of: path)
                if name == stem || name.hasPrefix(stem + ".") { return true }
            }
            return !folder.isEmpty && recipesIn[folder] == 1 && (own == folder || own.hasPrefix(folder + "/"))
        }
        func rank(_ path: String) -> Int {
            let name = Self.stem(of: path).lowercased()
            return name == stem.lowercased() ? 0 : Self.firstNames.firstIndex(of: name).map { $0 + 1 } ?? 100
        }
        return near.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    /// Once, at the end: an item that names the pictures of no recipe.
    mutating func unused() -> ImportItem<[String: JSON]>? {
        let rest = files.map(\.path).filter { !used.contains($0) }
        guard !isOver, let first = rest.first else { return nil }
        isOver = true
        let names = rest.joined(separator: ", ").shortened(to: 1_000)
        return ImportItem(ImportPlace(.element, 1, of: first), nil, [ImportRemark("unusedPictures", ["files": names])])
    }
}

extension ImportPicture {
    /// `data:image/png;base64,…`; nil for anything else.
    init?(data address: String, name: String) {
        guard address.hasPrefix("data:image/"), let comma = address.firstIndex(of: ","), address[..<comma].hasSuffix(";base64"),
            let bytes = Data(base64Encoded: String(address[address.index(after: comma)...]), options: .ignoreUnknownCharacters),
            !bytes.isEmpty
        else { return nil }
        self.init(name, bytes)
    }
}
