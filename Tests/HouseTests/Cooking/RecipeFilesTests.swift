import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct RecipeFilesTests {
    private static let address = "/admin/house/recipe-files"

    private func read(_ json: String) -> [RecipeDraft] { RecipeReading.drafts(in: Data(json.utf8)) }

    @Test func readsWhatSchemaOrgDescribes() throws {
        let drafts = read(
            """
            {"@context": "https://schema.org", "@graph": [{"@type": "WebPage"}, {"@type": ["Recipe", "Thing"], "name": "Torta <b>di</b> mele",
             "description": "<p>Buona &amp; facile.</p>", "recipeCategory": ["Dolci"], "recipeYield": ["6", "6 porzioni"],
             "nutrition": {"calories": "320 calories"}, "recipeIngredient": ["3 mele, sbucciate", "200 g di farina", "2 cucchiai d’olio", "sale"],
             "tool": ["teglia", {"@type": "HowToTool", "name": "ciotola"}],
             "recipeInstructions": [{"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "Taglia le mele."}]},
               {"@type": "HowToStep", "text": "Cuoci.", "timeRequired": "PT1H5M"}, "Spegni il forno."]}]}
            """)
        let draft = try #require(drafts.first)
        #expect(drafts.count == 1)
        #expect(draft.name == "Torta di mele")
        #expect(draft.description == "Buona & facile.")
        #expect(draft.category == "Dolci")
        #expect(draft.people == 6)
        #expect(draft.calories == 320)
        #expect(
            draft.ingredients.map { "\($0.name): \($0.amount)" } == ["Mele: 3 sbucciate", "Farina: 200 g", "Olio: 2 cucchiai", "Sale: "])
        #expect(draft.utensils.map(\.name) == ["Teglia", "Ciotola"])
        try #require(draft.steps.map(\.text) == ["Taglia le mele.", "Cuoci.", "Spegni il forno."])
        #expect(draft.steps[1].seconds == 3900)
    }

    @Test(arguments: [("6 persone", 6), ("Serves 4", 4), ("8", 8), ("24 biscotti", 2), ("1 ciambella", 2)])
    func knowsForHowManyItIs(yield: String, people: Int) throws {
        let draft = try #require(read(#"{"@type": "Recipe", "name": "Prova", "recipeYield": "\#(yield)"}"#).first)
        #expect(draft.people == people)
    }

    @Test func readsWhatMealieExports() throws {
        let drafts = read(
            """
            {"name": "Risotto", "slug": "risotto", "recipeYield": "4 servings", "recipeCategory": [{"name": "Primi"}], "tools": [{"name": "pentola"}],
             "recipeIngredient": [{"quantity": 320, "unit": {"name": "g"}, "food": {"name": "riso"}, "note": ""},
               {"quantity": 1.5, "unit": null, "food": {"name": "cipolla"}, "note": "tritata"},
               {"quantity": 0, "unit": null, "food": null, "note": "1 l brodo", "display": "1 l brodo"}],
             "recipeInstructions": [{"title": "", "text": "Trita la cipolla."}, {"title": "", "text": "Tosta il riso."}]}
            """)
        let draft = try #require(drafts.first)
        #expect(draft.name == "Risotto")
        #expect(draft.people == 4)
        #expect(draft.category == "Primi")
        #expect(draft.utensils.map(\.name) == ["Pentola"])
        #expect(draft.ingredients.map { "\($0.name): \($0.amount)" } == ["Riso: 320 g", "Cipolla: 1.5 tritata", "Brodo: 1 l"])
        #expect(draft.steps.map(\.text) == ["Trita la cipolla.", "Tosta il riso."])
    }

    /// The files in an archive of Mealie's spell their keys in another way than its service does.
    @Test func readsTheKeysOfMealiesArchives() throws {
        let drafts = read(
            """
            {"name": "Risotto", "recipe_yield": "6", "recipe_servings": 0, "recipe_category": [{"name": "Primi"}],
             "recipe_ingredient": [{"quantity": 320, "unit": {"name": "g"}, "food": {"name": "riso"}, "note": "", "original_text": null}],
             "recipe_instructions": [{"title": "", "text": "Tosta il riso."}]}
            """)
        let draft = try #require(drafts.first)
        #expect(draft.people == 6)
        #expect(draft.category == "Primi")
        #expect(draft.steps.map(\.text) == ["Tosta il riso."])
        #expect(draft.ingredients.map { "\($0.name): \($0.amount)" } == ["Riso: 320 g"])
    }

    @Test(arguments: ["", "\u{FEFF}", "\n  "])
    func readsASavedWebPage(_ before: String) throws {
        let drafts = read(
            before + """
                <!doctype html><html><head><meta charset="utf-8"><script>var x = "<b>";</script>
                <script type="application/ld+json">{broken</script>
                <script type="application/ld+json">{"@graph": [{"@type": "WebSite", "name": "Sito"}, {"@type": ["Recipe"], "name": "Purè",
                  "recipeIngredient": ["1 kg di patate"], "recipeInstructions": "Bolli.\\nSchiaccia."}]}</script></head><body><p>Purè</body>
                """)
        #expect(drafts.map(\.name) == ["Purè"])
        #expect(drafts.first?.steps.map(\.text) == ["Bolli.", "Schiaccia."])
    }

    /// Pages of the web as they are: the type spelled in other ways, comments around, line breaks inside of texts, a semicolon at the end.
    @Test(arguments: [
        ("application/ld+json; charset=utf-8", "", ""), ("Application/LD+JSON", "", ";"), ("application/ld+json", "<!--\n", "\n-->"),
        ("application/ld+json", "//<![CDATA[\n", "\n//]]>"),
    ])
    func readsUntidyPages(_ type: String, _ before: String, _ after: String) throws {
        let drafts = read(
            """
            <html><head><script type="\(type)">\(before){"@type": "http://schema.org/Recipe", "name": "Purè", "description": "Buono.
            Facile.", "recipeIngredient": ["Patate 1 kg"], "recipeInstructions": [{"@type": "HowToSection", "itemListElement":
            [{"@type": "HowToStep", "itemListElement": [{"@type": "HowToDirection", "text": "Bolli \\"piano\\"."}]}]}]}\(after)</script>
            </head></html>
            """)
        let draft = try #require(drafts.first)
        #expect(drafts.count == 1)
        #expect(draft.name == "Purè")
        #expect(draft.description == "Buono.\nFacile.")
        #expect(draft.ingredients == [.init(name: "Patate", amount: "1 kg")])
        #expect(draft.steps.map(\.text) == ["Bolli \"piano\"."])
    }

    @Test(arguments: [
        ("Spaghetti 320 g", "Spaghetti: 320 g"), ("Tuorli 6 (di uova medie)", "Tuorli: 6 di uova medie"),
        ("Farina 00 500 g", "Farina 00: 500 g"),
        ("Pepe nero q.b.", "Pepe nero: q.b."), ("Sale quanto basta", "Sale: quanto basta"), ("Burro - 50 g", "Burro: 50 g"),
        ("Latte: 1 litro", "Latte: 1 litro"), ("Tuorli (circa 4) 80 g", "Tuorli: circa 4, 80 g"), ("Farina tipo 1", "Farina tipo 1: "),
        ("200g flour", "Flour: 200g"), ("1½ cups milk", "Milk: 1½ cups"), ("2 to 3 potatoes", "Potatoes: 2 to 3"),
        ("1 (400 g) can tomatoes", "Tomatoes: 1 (400 g) can"), ("2 x 400g cans tomatoes", "Tomatoes: 2 x 400g cans"),
        ("10 ml / 2 tsp oil", "Oil: 10 ml / 2 tsp"), ("un pizzico di sale", "Sale: un pizzico"),
        ("1 cucchiaio colmo di miele", "Miele: 1 cucchiaio colmo"),
        ("1 bicchiere e mezzo di vino", "Vino: 1 bicchiere e mezzo"), ("1,5 l di brodo", "Brodo: 1,5 l"), ("Sale e pepe", "Sale e pepe: "),
        ("4 fette di pane (raffermo), tostato", "Pane: 4 fette raffermo, tostato"), ("7up", "7up: "), ("12", "12: "),
    ])
    func tellsAmountsFromNames(_ line: String, _ expected: String) {
        #expect(IngredientLine(line).item.map { "\($0.name): \($0.amount)" } == expected)
    }

    @Test func readsEntitiesNumbersAndLongSentences() throws {
        let long = Array(repeating: "parola", count: 150).joined(separator: " ")
        let drafts = read(
            """
            {"@type": "Recipe", "name": "L&#8217;uovo &egrave; &#x2019;l&agrave; &foo; & \\u0000", "nutrition": {"calories": "1130 kJ / 1.270 kcal"},
             "recipeIngredient": ["Zucchero 100 g", "Uova 2", "Zucchero 20 g"], "recipeInstructions": "1. Rompi.\\n2. Sbatti.\\n3. \(long)."}
            """)
        let draft = try #require(drafts.first)
        #expect(draft.name == "L’uovo è ’là &foo; &")
        #expect(draft.calories == 1270)
        #expect(draft.ingredients.map { "\($0.name): \($0.amount)" } == ["Zucchero: 100 g + 20 g", "Uova: 2"])
        #expect(draft.steps.prefix(2).map(\.text) == ["Rompi.", "Sbatti."])
        #expect(draft.steps.dropFirst(2).map(\.text).joined(separator: " ") == long + ".")
        #expect(draft.steps.allSatisfy { $0.text.count <= 500 })
    }

    @Test func readsWhatTandoorExports() throws {
        let drafts = read(
            """
            {"name": "Minestra", "description": "", "servings": 3, "steps": [
              {"instruction": "Taglia le verdure.\\nMetti l'acqua.", "time": 25, "ingredients": [
                {"food": null, "unit": null, "amount": "0", "note": "Per la minestra", "is_header": true},
                {"food": {"name": "carote"}, "unit": {"name": "pezzi"}, "amount": "2.0000000000000000", "note": ""}]}]}
            """)
        let draft = try #require(drafts.first)
        #expect(draft.people == 3)
        #expect(draft.ingredients.map { "\($0.name): \($0.amount)" } == ["Carote: 2 pezzi"])
        #expect(draft.steps.map(\.text) == ["Taglia le verdure.", "Metti l'acqua."])
        #expect(draft.steps.map(\.seconds) == [0, 1500])
    }

    @Test(arguments: [
        "", "x", "[]", "{}", #"{"@type":"Person","name":"A","recipeIngredient":[]}"#, #"{"@type":"Recipe","name":""}"#, "PK\u{3}\u{4}",
        "[[[[[[[[[[",
    ])
    func whatIsNoRecipeIsNone(_ text: String) { #expect(read(text).isEmpty) }

    @Test func whatGoesOutComesInTheSame() throws {
        var draft = RecipeDraft(name: "Pasta \"al\" pomodoro", description: "Semplice.", category: "Primi", people: 4, calories: 480)
        draft.ingredients = [.init(name: "Olio d’oliva, extra", amount: "3 cucchiai"), .init(name: "Sale")]
        draft.utensils = [.init(name: "Pentola", amount: "1")]
        draft.description += "\nVeloce."
        draft.steps = [.init(text: "Bolli l’acqua. Sala.\nAspetta."), .init(text: "Cuoci.", seconds: 540)]
        #expect(read(RecipeDraft.file([draft])) == [draft])
        var other = draft
        other.name = "Altra"
        #expect(read(RecipeDraft.file([draft, other])) == [draft, other])
    }

    @Test func aLongStepIsCutBetweenItsSentences() throws {
        let sentence = "Mescola piano con il cucchiaio di legno e guarda bene la pentola"
        let text = Array(repeating: sentence, count: 20).joined(separator: ". ") + "."
        let draft = try #require(read(#"{"@type":"Recipe","name":"X","recipeInstructions":["\#(text)"]}"#).first)
        #expect(draft.steps.count == 3)
        #expect(draft.steps.allSatisfy { $0.text.count <= 500 && $0.text.hasSuffix(".") })
        #expect(draft.steps.map(\.text).joined(separator: " ") == text)
    }

    @Test func nothingIsWrittenBeforeTheEducatorAgrees() async throws {
        let kitchen = try await Kitchen()
        let file = Data(
            #"[{"@type":"Recipe","name":"Pasta"},{"@type":"Recipe","name":"Riso","recipeIngredient":["200 g riso","1 sale"],"recipeInstructions":["Bolli."]}]"#
                .utf8)
        try await kitchen.site.browse(as: "educator", "educator-blu", "") { browsers in
            let educator = browsers[0]
            let page = try await educator.post(
                Self.address, [], files: [("files", "ricette.json", file), ("files", "foto.png", Data([1, 2, 3]))])
            #expect(page.status == 200)
            #expect(page.contains("C’è già"))
            #expect(page.contains("Prodotti nuovi: Riso"))
            #expect(page.contains("foto.png"))
            let before = try await kitchen.site.value("SELECT count(*) FROM recipe", as: Int.self)
            #expect(before == 3)
            let packed = try #require(page.text.firstMatch(of: #/name="recipes" value="([^"]*)"/#)).1.description.replacing(
                "&#34;", with: "\"")
            let answer = try await educator.post(Self.address + "/imports", [("recipes", packed), ("recipe", "0"), ("recipe", "1")])
            #expect(answer.status == 303)
            let list = try await educator.get("/admin/house/recipes")
            #expect(list.contains("Ho preso una ricetta."))

            let none = try await educator.post(Self.address + "/imports", [("recipes", packed)])
            #expect(none.status == 303)
            let without = try await educator.get("/admin/house/recipes")
            #expect(without.contains("Non ho preso ricette"))

            let nothing = try await educator.post(Self.address, [], files: [("files", "foto.png", Data([1, 2, 3]))])
            #expect(nothing.status == 422)
            #expect(nothing.contains("Qui non ho trovato ricette: foto.png."))
            let stranger = try await browsers[2].get(Self.address)
            #expect(stranger.status == 303)
            let other = try await browsers[1].get("/admin/house/recipes/1/file")
            #expect(other.status == 404)
        }
        let made = try await kitchen.site.database.read { db in
            try String.fetchAll(db, sql: "SELECT name || ' ' || published || ' ' || houseID FROM recipe WHERE id > 3")
        }
        #expect(made == ["Riso 0 1"])
        let items = try await kitchen.site.database.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT product.name || ' ' || product.published || ' ' || amount FROM recipeItem JOIN product ON product.id = product WHERE recipe > 3"
            )
        }
        // The salt of the house is used; the rice is made, hidden.
        #expect(items == ["Riso 0 200 g", "Sale 1 1"])
        let audited = try await kitchen.site.value("SELECT count(*) FROM audit WHERE action = 'house.recipes.create'", as: Int.self)
        #expect(audited == 1)
    }

    @Test func theRecipesOfAHouseAreDownloaded() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator", "educator-blu") { browsers in
            let one = try await browsers[0].get("/admin/house/recipes/1/file")
            #expect(one.headers[.contentDisposition] == "attachment; filename=\"pasta.json\"")
            let draft = try #require(RecipeReading.drafts(in: Data(one.text.utf8)).first)
            try #require(draft.steps.map(\.text) == ["Bolli l’acqua.", "Cuoci la pasta.", "Scola la pasta."])
            #expect(draft.steps[1].seconds == 60)
            let blu = try await browsers[1].get(Self.address + "/recipes.json")
            #expect(RecipeReading.drafts(in: Data(blu.text.utf8)).map(\.name) == ["Zuppa"])
        }
    }

    @Test func archivesAreReadWithinLimits() throws {
        // Made with Python's zipfile: recipes/a.json (deflated) and inner.zip with b.json (stored).
        let archive = try #require(Data(base64Encoded: Self.archive))
        #expect(RecipeReading.drafts(in: archive).map(\.name).sorted() == ["Brodo", "Crostata"])
        var budget = 10
        #expect(ZipArchive(archive, budget: &budget, wanted: { _ in true }) == nil)
        for length in stride(from: 4, to: archive.count, by: 7) { _ = RecipeReading.drafts(in: archive.prefix(length)) }
        for place in stride(from: 0, to: archive.count, by: 3) {
            var broken = archive
            broken[place] ^= 0xFF
            _ = RecipeReading.drafts(in: broken)
        }
    }

    private static let archive = """
        UEsDBBQAAAAIAEaBdV0HKnwjUwAAAH0AAAAOAAAAcmVjaXBlcy9hLmpzb26rVspLzE1VslJQci7KLy5JLElU0lFQKkpNzixI9cxLL0pNyUzNKwHKR8ciiReX\
        FJUml2Tm5xWDZKqVSlIrQGqUPHMLEoGGKCSl5qXiJ/SUamNrAVBLAwQUAAAACABGgXVdAHTzFJIAAADcAAAACQAAAGlubmVyLnppcAvwZmYRYQABt8bS2FRp\
        1swUIBuEuYG4KDU5syBVL6s4P69aKS8xN1XJSkHJqSg/JV9JR0GpOLWoLDMvvRgoaATilqQWgNjR1UqZecUlRaXJJZn5eWAd+Tk5mXogLUDlRakpmal5JWCV\
        sUChkkywsQa1sbUB3oxMIsy4nQMDDYwMqI4L8GZlAwkxAqElkO4FKwMAUEsBAhQDFAAAAAgARoF1XQcqfCNTAAAAfQAAAA4AAAAAAAAAAAAAAIABAAAAAHJl\
        Y2lwZXMvYS5qc29uUEsBAhQDFAAAAAgARoF1XQB08xSSAAAA3AAAAAkAAAAAAAAAAAAAAIABfwAAAGlubmVyLnppcFBLBQYAAAAAAgACAHMAAAA4AQAAAAA=
        """
}
