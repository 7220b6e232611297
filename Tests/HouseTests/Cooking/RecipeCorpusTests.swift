import Admin
import Foundation
import Testing
import Web

@testable import House

/// Reads a folder of public recipes of other programs and pages, and writes what they are read as, for bench/recipes.py to judge.
/// `make corpus` runs it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PORTICO_RECIPES"] != nil)) struct RecipeCorpusTests {
    private struct Line: Encodable {
        let file: String
        /// Why nothing is read; nil for recipes.
        var refusal: String?
        var recipes: [Read] = []
    }

    private struct Read: Encodable {
        let name: String
        let people: Int?
        let yield: String
        let prepTime, cookTime, totalTime: Int?
        let pictures, keywords: [String]
        let author, address, category: String
        let ingredients: [[String: String]]
        let steps: [[String: String]]
        let actions: Int
        let remarks: [String]

        init(_ recipe: SourceRecipe) {
            (name, people, yield) = (recipe.name, recipe.people, recipe.yield)
            (prepTime, cookTime, totalTime) = (recipe.prepTime, recipe.cookTime, recipe.totalTime)
            (pictures, keywords) = (recipe.pictures, recipe.keywords)
            (author, address, category) = (recipe.author, recipe.address, recipe.category)
            ingredients = recipe.ingredients.map { item in
                [
                    "line": item.line, "quantity": item.reading.quantity, "unit": item.reading.unit, "product": item.reading.product,
                    "note": item.reading.note, "section": item.section,
                ]
            }
            steps = recipe.steps.map { ["text": $0.text, "section": $0.section, "seconds": String($0.seconds)] }
            let (values, remarks) = recipe.imported
            actions = values["steps"]?.list?.count ?? 0
            self.remarks = remarks.map(\.key)
        }
    }

    @Test func everyFileIsRead() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["PORTICO_RECIPES"])
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        let known = Set(files)
        let endings = [".testhtml", ".html", ".json", ".zip", ".csv", ".cook", ".md", ".txt", ".paprikarecipes"]
        let out = environment["PORTICO_RECIPES_REPORT"] ?? folder + "/report.jsonl"
        var text = Data()
        for file in files where endings.contains(where: file.hasSuffix) {
            // What a page must give lies beside it.
            if file.hasSuffix(".json"), known.contains(file.dropLast(".json".count) + ".testhtml") { continue }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
            var line = Line(file: file)
            do {
                line.recipes = try RecipeFormat.recipes(ImportSource((file as NSString).lastPathComponent, [UInt8](bytes))).map(Read.init)
                if line.recipes.isEmpty { line.refusal = "unknown" }
            } catch { line.refusal = "\(error)" }
            text += try JSONEncoder().encode(line) + [0x0A]
        }
        try text.write(to: URL(fileURLWithPath: out))
        #expect(!text.isEmpty)
    }
}
