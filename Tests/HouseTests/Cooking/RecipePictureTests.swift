import Admin
import AdminTestSupport
import Formats
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

/// Pictures that come in with recipes, and what is said of those that do not.
@Suite struct RecipePictureTests {
    /// A picture of one pixel.
    private static let pixel = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data())
    private static let soup = "Bolli @zucca{1%kg} con @sale.\n"
    private static let json = #"{"@type": "Recipe", "name": "Purè", "recipeIngredient": ["sale"], "recipeInstructions": ["Bolli."]}"#

    private struct Read: Equatable {
        let name: String
        var picture: String?
        var remarks: [String] = []
    }

    private static func archive(_ files: [(String, String)]) -> [UInt8] {
        var archive = StoredZip()
        for (name, text) in files { archive.add(name, Array(text.utf8)) }
        return archive.bytes
    }

    private static func read(_ bytes: [UInt8], _ name: String = "ricette.zip") throws -> [Read] {
        var reader = try RecipeFormat(ImportSource(name, bytes))
        var all: [Read] = []
        while let item = try reader.next() {
            let ours = ["noPicture", "morePictures", "unusedPictures", "picturesTooLarge"]
            let remarks = item.remarks.filter { ours.contains($0.key) }.map { ([$0.key] + $0.values.values).joined(separator: " ") }
            all.append(Read(name: item.content?["name"]?.text ?? "-", picture: item.pictures["picture"]?.name, remarks: remarks))
        }
        return all
    }

    @Test func thePicturesBesideARecipeAreItsOwn() throws {
        let files = [("Zuppa.cook", Self.soup), ("Zuppa.1.jpg", "b"), ("Zuppa.jpg", "a"), ("altro.png", "c"), ("Riso.cook", Self.soup)]
        let found = try Self.read(Self.archive(files))
        #expect(found.contains(Read(name: "Zuppa", picture: "Zuppa.jpg", remarks: ["morePictures Zuppa.1.jpg"])))
        #expect(found.contains(Read(name: "Riso")))
        #expect(found.contains(Read(name: "-", remarks: ["unusedPictures altro.png"])))
        #expect(found.count == 3)
    }

    @Test(arguments: [
        ["Purè/recipe.json", "Purè/thumb.jpg", "Purè/full.jpg"],
        ["ricette/pure/pure.json", "ricette/pure/images/tiny-original.webp", "ricette/pure/images/full.jpg"],
    ])
    func theFolderOfARecipeHoldsItsPicture(_ names: [String]) throws {
        let files = [(names[0], Self.json), (names[1], "small"), (names[2], "large")]
        #expect(try Self.read(Self.archive(files)) == [Read(name: "Purè", picture: "full.jpg")])
    }

    @Test func aRecipeMayHoldItsPicture() throws {
        let paprika = #"{"name": "Purè", "ingredients": "sale", "directions": "Bolli.", "photo": "a.jpg", "photo_data": "AAEC"}"#
        #expect(try Self.read(Array(paprika.utf8), "a.json") == [Read(name: "Purè", picture: "a.jpg")])
        let page = Self.json.replacingOccurrences(of: #""name""#, with: #""image": "data:image/png;base64,AAEC", "name""#)
        #expect(try Self.read(Array(page.utf8), "a.json") == [Read(name: "Purè", picture: "Purè.jpg")])
    }

    @Test func aPictureIsFoundByItsName() throws {
        let keeper = #"""
            <html><body><div class="recipe-details"><h2 itemprop="name">Purè</h2><img src="images/pure.jpg" itemprop="photo0">
            <div itemprop="recipeIngredients"><p>sale</p></div><div itemprop="recipeDirections"><p>Bolli.</p></div></div>
            <div class="recipe-details"><h2 itemprop="name">Riso</h2><img src="images/riso.jpg" itemprop="photo0">
            <div itemprop="recipeIngredients"><p>riso</p></div><div itemprop="recipeDirections"><p>Bolli.</p></div></div></body></html>
            """#
        let found = try Self.read(Self.archive([("recipes.html", keeper), ("images/pure.jpg", "a")]))
        #expect(found == [Read(name: "Purè", picture: "pure.jpg"), Read(name: "Riso", remarks: ["noPicture images/riso.jpg"])])
    }

    @Test func aPictureOfTheWebIsNotFetched() throws {
        let page = Self.json.replacingOccurrences(of: #""name""#, with: #""image": "https://example.org/a.jpg", "name""#)
        var reader = try RecipeFormat(ImportSource("a.json", Array(page.utf8)))
        let item = try #require(try reader.next())
        #expect(item.pictures.isEmpty)
        #expect(item.content?["pictures"]?.text == "https://example.org/a.jpg")
    }

    @Test func picturesComeInWithTheirRecipesAndBrokenOnesAreNamed() async throws {
        let kitchen = try await Kitchen()
        var archive = StoredZip()
        archive.add("Minestra.cook", Array(Self.soup.utf8))
        archive.add("Minestra.png", Self.pixel)
        archive.add("Brodo.cook", Array(Self.soup.utf8))
        archive.add("Brodo.jpg", Array("non è una foto".utf8))
        let file = Data(archive.bytes)
        try await kitchen.site.browse(as: "educator") { browsers in
            let sent = try await browsers[0].post("/admin/house/recipes/imports", [], files: [("file", "cucina.zip", file)])
            let items = sent.location ?? ""
            let page = try await browsers[0].get(items)
            #expect(page.contains("Minestra.png (nuovo)"))
            #expect(page.contains("Brodo.jpg non diventa la foto"))
            try await browsers[0].confirmFile(String(items.dropLast("/items".count)), page)
            let made = try await kitchen.site.database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT recipe.name || ': ' || ifnull(picture.alt || ' ' || picture.original, '-') FROM recipe
                        LEFT JOIN picture ON picture.id = recipe.picture WHERE recipe.id > 3 ORDER BY recipe.name
                        """)
            }
            #expect(made == ["Brodo: -", "Minestra: Minestra Minestra.png"])
            // The same picture once more changes nothing.
            let again = try await browsers[0].post("/admin/house/recipes/imports", [], files: [("file", "cucina.zip", file)])
            let second = try await browsers[0].get(again.location ?? "")
            #expect(!second.contains("Minestra.png (nuovo)"))
        }
    }
}
