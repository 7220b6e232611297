import Admin
import Formats
import Foundation
import Web

/// Recipes of pages and other programs, alone or in archives, as rows of the list of recipes with products by name.
struct RecipeFormat: ImportFormat {
    static let name = "house.recipeFiles"
    static let list: any Resource.Type = Recipe.self
    static let columns = [
        "name", "description", "category", "picture", "people", "calories", "ingredients", "utensils", "steps", "yield", "prepTime",
        "cookTime",
        "totalTime", "source", "author", "keywords", "pictures", "notes",
    ]
    static let answers: [String: ImportFirstAnswer] = ["ingredients.product": .make, "utensils.product": .make, "category": .skip]
    static let endings = ["html", "htm", "jsonld", "paprikarecipes", "paprikarecipe", "cook", "md"]

    static let exports = [(label: "cooking.files.export", address: "/admin/house/recipe-files/recipes.json")]

    private struct File: Sendable {
        let name: String?
        let bytes: Data
    }

    private static let unpackedBytes = 64 << 20
    private static let wanted = [
        ".json", ".jsonld", ".html", ".htm", ".zip", ".paprikarecipe", ".paprikarecipes", ".cook", ".md", ".txt", ".csv",
    ]
    private static let others: Set<String> = [
        "readme.md", "license.md", "version.json", "package.json", "manifest.json", "config.json", "settings.json", "index.md",
        "license.txt",
    ]

    private let name: String
    private let address: String?
    private var files: ArraySlice<File>
    private var pictures: RecipePictures
    private var waiting: [ImportItem<[String: JSON]>] = []

    static func fits(_ source: ImportSource) -> Bool {
        guard var reader = try? RecipeFormat(source, withPictures: false) else { return false }
        while let item = try? reader.next() { if item.content != nil { return true } }
        return false
    }

    init(_ source: ImportSource) throws { try self.init(source, withPictures: true) }

    private init(_ source: ImportSource, withPictures: Bool) throws {
        (name, address) = (source.name, source.address)
        let bytes = Data(source.bytes)
        var budget = Self.unpackedBytes
        let all = try Self.files(bytes, named: nil, depth: 0, &budget, Self.isWanted)
        files = all[...]
        // Pictures have a budget of their own, so that recipes come in without them.
        var pictureBudget = Self.unpackedBytes
        let isArchive = withPictures && ZipArchive.isArchive(bytes)
        let found = isArchive ? try? Self.files(bytes, named: nil, depth: 0, &pictureBudget, RecipePictures.isWanted) : []
        pictures = RecipePictures(found?.map { ($0.name ?? "", $0.bytes) }, beside: all.compactMap(\.name))
    }

    /// The files of an archive that may hold recipes. Tandoor and Paprika put each recipe into an archive inside the archive.
    private static func files(
        _ bytes: Data, named name: String?, depth: Int, _ budget: inout Int, _ isWanted: (String) -> Bool
    ) throws -> [File] {
        guard ZipArchive.isArchive(bytes) else { return [File(name: name, bytes: bytes)] }
        guard depth < 3 else { return [] }
        guard let archive = ZipArchive(bytes, budget: &budget, wanted: isWanted) else { throw ImportRefusal("archive") }
        return try archive.files.flatMap { file in
            try files(file.bytes, named: (name.map { $0 + "/" } ?? "") + file.name, depth: depth + 1, &budget, isWanted)
        }
    }

    private static func isWanted(_ name: String) -> Bool {
        let low = name.lowercased()
        let last = low.split(separator: "/").last.map(String.init) ?? ""
        return wanted.contains(where: low.hasSuffix) && !last.hasPrefix(".") && !low.hasPrefix("__macosx/") && !others.contains(last)
            && !low.contains("/templates/")
    }

    static func recipes(_ source: ImportSource) throws -> [SourceRecipe] {
        try RecipeFormat(source).files.flatMap { file in
            RecipeSource(name: file.name ?? source.name, bytes: [UInt8](file.bytes), address: source.address).recipes()
        }
    }

    mutating func next() throws -> ImportItem<[String: JSON]>? {
        while waiting.isEmpty {
            guard let file = files.popFirst() else { return pictures.unused() }
            let found = RecipeSource(name: file.name ?? name, bytes: [UInt8](file.bytes), address: address).recipes()
            for (index, recipe) in found.enumerated() {
                var (values, remarks) = recipe.imported
                let own = pictures.take(for: recipe, in: file.name ?? "", isOnly: found.count == 1)
                remarks += own.remarks
                if own.picture != nil, !recipe.pictures.contains(where: { $0.contains("://") }) { values["pictures"] = nil }
                let place = ImportPlace(.element, index + 1, of: file.name)
                waiting.append(ImportItem(place, values, remarks, pictures: own.picture.map { ["picture": $0] } ?? [:]))
            }
            if found.isEmpty, let name = file.name {
                waiting = [ImportItem(ImportPlace(.element, 1, of: name), nil, [ImportRemark("noRecipe", ["file": name])])]
            }
        }
        return waiting.removeFirst()
    }
}
