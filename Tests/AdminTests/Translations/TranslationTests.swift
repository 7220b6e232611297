import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct TranslationTests {
    private let actor = Actor.system("test")

    /// A site that speaks English too, with one recipe.
    private func site() async throws -> (site: TestSite, recipe: Int64) {
        let site = try await TestSite()
        let id = try await site.database.write { db -> Int64 in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            var recipe = Recipe()
            recipe.stamp.scopeID = TestSite.rossa
            recipe.name = "Riso in bianco"
            recipe.steps = ["Metti l’acqua.", "Aspetta."].map { text in
                var step = RecipeStep()
                step.text = text
                return step
            }
            try recipe.insert(db, by: actor)
            return try #require(recipe.id)
        }
        return (site, id)
    }

    private func fields(_ version: Int, _ others: [(String, String)]) -> [(String, String)] {
        [("version", String(version)), ("act", "save-stay")] + others
    }

    /// The value of a hidden field of a page.
    private func hidden(_ name: String, _ page: Answer) -> String {
        let rest = page.text.split(separator: "name=\"\(name)\" value=\"", maxSplits: 1).dropFirst().first ?? ""
        return String(rest.prefix { $0 != "\"" }).replacing("&quot;", with: "\"").replacing("&#34;", with: "\"").replacing(
            "&#39;", with: "'")
    }

    @Test func aRecordAndItsPartsAreTranslatedOnAPageOfTheirOwnAndTheFormKeepsThem() async throws {
        let (site, id) = try await site()
        let address = "/admin/house/recipes/\(id)"
        try await site.browse(as: "educator") { browsers in
            let page = try await browsers[0].get(address + "/translations/en")
            #expect(page.contains("Riso in bianco") && page.contains("name=\"t.steps.1.text\"") && page.contains("manca"))
            let typed = [("t.name", "Plain rice"), ("t.steps.0.text", "Add the water."), ("t.steps.1.text", " ")]
            let saved = try await browsers[0].post(address + "/translations/en", fields(1, typed))
            #expect(saved.status == 303)
            let form = try await browsers[0].get(address)
            #expect(form.contains("1 testo da tradurre"))
            // The whole form goes back as the browser shows it.
            var whole = fields(2, [("name", "Riso in bianco"), ("description", "Facile."), ("difficulty", "easy"), ("people", "2")])
            whole.append(("translations", hidden("translations", form)))
            for (index, step) in ["Metti l’acqua.", "Aspetta."].enumerated() {
                let name = "steps.\(index)"
                whole += [(name + ".id", hidden(name + ".id", form)), (name + ".text", step), (name + ".timer", "none")]
                whole.append((name + ".translations", hidden(name + ".translations", form)))
            }
            let again = try await browsers[0].post(address, whole)
            #expect(again.status == 303)
        }
        let recipe = try await site.database.read { try #require(try Recipe.fetch($0, id: id)) }
        #expect(recipe.description == "Facile.")
        #expect(recipe.translations["name", .english] == .init("Plain rice", of: "Riso in bianco"))
        #expect(recipe.steps[0].translations["text", .english]?.text == "Add the water.")
        #expect(recipe.steps[1].translations["text", .english] == nil)
        #expect(recipe.translations.reading("name", recipe.name, in: .english) == ("Plain rice", false))
        #expect(recipe.translations.reading("description", recipe.description, in: .english) == ("Facile.", true))
    }

    @Test func aTranslationWhoseOriginalChangedIsToBeCheckedUntilSomebodySaysItIsRight() async throws {
        let (site, id) = try await site()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var recipe = try #require(try Recipe.fetch(db, id: id))
            for text in recipe.translatableTexts(words) {
                recipe.translate(text, into: LanguageVersion(.english), as: .init("x", of: text.original))
            }
            try recipe.update(db, by: actor, words: words, zone: .gmt)
            #expect(try lacking(db).isEmpty)
            recipe.name = "Riso bollito"
            try recipe.update(db, by: actor, words: words, zone: .gmt)
            #expect(try lacking(db) == [id])
        }
        try await site.browse(as: "educator") { browsers in
            let address = "/admin/house/recipes/\(id)/translations/en"
            let page = try await browsers[0].get(address)
            #expect(page.contains("da rivedere") && page.contains("«<span lang=\"it\">Riso in bianco</span>»"))
            let list = try await browsers[0].get("/admin/translations/en")
            #expect(list.contains(address))
            _ = try await browsers[0].post(address, fields(3, [("t.name", "x"), ("t.steps.0.text", "x"), ("t.steps.1.text", "x")]))
            expect(try await site.database.read { try lacking($0) }, is: [id])
            let right = [("t.name", "x"), ("right.name", "yes"), ("t.steps.0.text", "x"), ("t.steps.1.text", "x")]
            // What changes nothing makes no version.
            _ = try await browsers[0].post(address, fields(3, right))
            expect(try await site.database.read { try lacking($0) }, is: [])
        }
    }

    private func lacking(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT r.id FROM recipe r WHERE \(try #require(Recipe.untranslated(in: .english)))")
    }

    @Test func whatIsTooLongOrSavedOverSomebodyElseIsRefusedAndKept() async throws {
        let (site, id) = try await site()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let address = "/admin/house/recipes/\(id)/translations/en"
            let long = String(repeating: "a", count: 81)
            let refused = try await browsers[0].post(address, fields(1, [("t.name", long)]))
            #expect(refused.status == 422 && refused.contains(long) && refused.contains("#f-t-name"))
            let late = try await browsers[0].post(address, fields(0, [("t.name", "Plain rice")]))
            #expect(late.status == 409 && late.contains("Plain rice"))
            expect(try await browsers[1].get(address).status, is: 404)
            expect(try await browsers[0].get("/admin/house/recipes/\(id)/translations/it").status, is: 404)
        }
        expect(try await site.value("SELECT count(*) FROM recipe WHERE translations <> '{}'", as: Int.self), is: 0)
    }
}
