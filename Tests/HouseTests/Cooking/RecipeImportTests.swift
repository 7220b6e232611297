import AdminTestSupport
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

/// Recipes come in through the workbench: seen before, accepted at once, and taken back by one undo.
@Suite struct RecipeImportTests {
    private static let address = "/admin/house/recipes/imports"
    private static let file = Data(
        """
        [{"@type":"Recipe","name":"Riso in bianco","recipeYield":"12 pezzi","recipeCategory":"Contorni","author":"Anna","url":"https://example.org/riso",
          "recipeIngredient":["200 g di riso, lavato","1 sale","Per la crema:","2 cucchiai di panna"],
          "recipeInstructions":["Bolli il riso per 10 minuti. Scola."]}]
        """.utf8)

    private func items(_ kitchen: Kitchen) async throws -> [String] {
        try await kitchen.site.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT product.name || ' ' || product.published || ' ' || amount FROM recipeItem JOIN product ON product.id = product
                    WHERE recipe > 3 ORDER BY recipeItem.position
                    """)
        }
    }

    @Test func eachLineStandsBesideItsReadingAndOneUndoTakesAllBack() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator", "educator-blu", "") { browsers in
            let educator = browsers[0]
            let upload = try await educator.get(Self.address)
            #expect(upload.contains("Paprika"))
            #expect(upload.contains("/admin/house/recipe-files/recipes.json"))
            let sent = try await educator.post(Self.address, [], files: [("file", "ricette.json", Self.file)])
            #expect(sent.status == 303)
            // What a format reads needs no choice of columns.
            #expect(sent.location?.hasSuffix("/items") == true)
            let page = try await educator.get(sent.location ?? "")
            for word in [
                "200 g di riso, lavato", "2 cucchiai di panna", "Per la crema", "12 pezzi", "Riso (nuovo)", "10:00", "Lasciata fuori",
                "Anna",
            ] {
                #expect(page.contains(word), "\(word)")
            }
            #expect(counts(page) == ["new": 1])
            let before = try await kitchen.site.value("SELECT count(*) FROM product", as: Int.self)
            let address = String((sent.location ?? "").dropLast("/items".count))
            try await educator.confirmFile(address, page)
            let made = try await items(kitchen)
            // The salt of the house is used; rice and cream are made, hidden.
            #expect(made == ["Riso 0 200 g, lavato", "Sale 1 1", "Panna 0 2 cucchiai (Per la crema)"])
            let origin = try await kitchen.site.value("SELECT author || ' ' || source FROM recipe WHERE id > 3", as: String.self)
            #expect(origin == "Anna https://example.org/riso")
            let steps = try await kitchen.site.database.read { db in
                try String.fetchAll(db, sql: "SELECT text || ' ' || time FROM recipeStep WHERE recipe > 3 ORDER BY position")
            }
            #expect(steps == ["Bolli il riso per 10 minuti. 600", "Scola. 0"])
            let undo = try await educator.post(address + "/undoing")
            #expect(undo.status == 303)
            let after = try await kitchen.site.value("SELECT count(*) FROM product WHERE deletedAt IS NULL", as: Int.self)
            #expect(after == before)
            expect(try await kitchen.site.value("SELECT count(*) FROM recipe WHERE deletedAt IS NULL", as: Int.self), is: 3)
            let stranger = try await browsers[2].get(Self.address)
            #expect(stranger.status == 303)
        }
    }

    @Test func aRecipeWithoutANameIsListedAndGivenOne() async throws {
        let kitchen = try await Kitchen()
        let file = Data(
            #"[{"@type":"Recipe","name":"Mele cotte","recipeIngredient":["1 mela"]},{"@type":"Recipe","recipeIngredient":["2 pere"]}]"#.utf8
        )
        try await kitchen.site.browse(as: "educator") { browsers in
            let sent = try await browsers[0].post(Self.address, [], files: [("file", "due.json", file)])
            let items = sent.location ?? ""
            let page = try await browsers[0].get(items)
            #expect(counts(page) == ["new": 1, "refused": 1])
            let named = try await browsers[0].post(items, [("show", "all"), ("fix.2.name", "Pere cotte")])
            #expect(named.status == 303)
            let again = try await browsers[0].get(items)
            #expect(counts(again) == ["new": 2])
        }
    }

    @Test func severalFilesAndTextsAreRecognisedOrRefusedByName() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let picture = try await educator.post(Self.address, [], files: [("file", "foto.png", Data([0x89, 0x50, 0x4E, 0x47, 0, 1, 2]))])
            #expect(picture.status == 422)
            #expect(picture.contains("foto.png"))
            #expect(picture.contains("Mealie"))
            let letter = try await educator.post(Self.address, [("text", "Caro Marco,\nsto bene.\nAnna")], files: [("file", "", Data())])
            #expect(letter.status == 422)
            let several = try await educator.post(
                Self.address, [],
                files: [
                    ("file", "a.json", Self.file),
                    ("file", "b.txt", Data("Purè\nIngredienti:\n1 kg di patate\nProcedimento:\nBolli.\n".utf8)),
                ])
            let page = try await educator.get(several.location ?? "")
            #expect(counts(page) == ["new": 2])
            #expect(page.contains("di b.txt"))
            let pasted = try await educator.post(
                Self.address, [("text", "Purè\nIngredienti:\n1 kg di patate\nProcedimento:\nBolli.\n")], files: [("file", "", Data())])
            expect(counts(try await educator.get(pasted.location ?? "")), is: ["new": 1])
            let private_ = try await educator.post(Self.address, [("address", "http://127.0.0.1:9/x")], files: [("file", "", Data())])
            #expect(private_.status == 422)
            #expect(private_.contains("rete privata"))
            #expect(private_.contains("value=\"http://127.0.0.1:9/x\""))
            let old = try await educator.get("/admin/house/recipe-files")
            #expect(old.location == Self.address)
        }
    }

    @Test func alikeProductsAreProposedAndLinesCorrected() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let text = "Prova\nIngredienti:\n1 pizzico di sali\n100 g di spaghetto\n2 gomme\nProcedimento:\nBolli.\n"
            let sent = try await educator.post(Self.address, [("text", text)], files: [("file", "", Data())])
            let items = sent.location ?? ""
            let address = String(items.dropLast("/items".count))
            let values = try await educator.get(address + "/values")
            #expect(values.contains("È la stessa di «Spaghetti»"))
            let corrected = try await educator.post(
                items,
                [
                    ("show", "all"), ("fix.1.ingredients.0.amount", "2 pizzichi"), ("fix.1.ingredients.0.product", "Sale"),
                    ("fix.1.ingredients.2.product", ""),
                ])
            #expect(corrected.status == 303)
            let page = try await educator.get(items)
            try await educator.confirmFile(address, page)
            let made = try await self.items(kitchen)
            #expect(made == ["Sale 1 2 pizzichi", "Spaghetto 0 100 g"])
        }
    }

    @Test func aNewProductGetsItsPlace() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let text = "Purè\nIngredienti:\n1 kg di patate\nProcedimento:\nBolli.\n"
            let sent = try await educator.post(Self.address, [("text", text)], files: [("file", "", Data())])
            let items = sent.location ?? ""
            let address = String(items.dropLast("/items".count))
            let page = try await educator.get(address + "/values")
            let form = try #require(page.form(to: address + "/values"))
            let unknown = try await educator.post(address + "/values", form.filled(["asked.0.position": ["Soffitta"]]))
            #expect(unknown.status == 422)
            #expect(unknown.contains("value=\"Soffitta\""))
            let known = try await educator.post(address + "/values", form.filled(["asked.0.position": ["dispensa"]]))
            #expect(known.status == 303)
            let again = try await educator.get(address + "/values")
            #expect(again.contains("value=\"Dispensa\""))
            try await educator.confirmFile(address, try await educator.get(items))
        }
        let place = try await kitchen.site.value("SELECT position FROM product WHERE folded = 'patate'", as: Int.self)
        #expect(place == 1)
    }

    @Test func theRecipesOfAHouseAreDownloadedAndComeInTheSame() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(sql: "UPDATE recipe SET author = 'Anna', source = 'https://example.org/pasta' WHERE id = 1")
        }
        try await kitchen.site.browse(as: "educator", "educator-blu") { browsers in
            let one = try await browsers[0].get("/admin/house/recipes/1/file")
            #expect(one.headers[.contentDisposition] == "attachment; filename=\"pasta.json\"")
            let recipe = try #require(RecipeSource(name: "", bytes: Array(one.text.utf8)).recipes().first)
            try #require(recipe.steps.map(\.text) == ["Bolli l’acqua.", "Cuoci la pasta.", "Scola la pasta."])
            #expect(recipe.steps[1].seconds == 60)
            #expect(recipe.author == "Anna")
            #expect(recipe.address == "https://example.org/pasta")
            #expect(
                recipe.ingredients.map { "\($0.reading.product): \($0.reading.quantity)" } == ["Spaghetti: 1 pacco", "Sale: 1 cucchiaio"])
            let blu = try await browsers[1].get("/admin/house/recipe-files/recipes.json")
            #expect(RecipeSource(name: "", bytes: Array(blu.text.utf8)).recipes().map(\.name) == ["Zuppa"])
            let other = try await browsers[1].get("/admin/house/recipes/1/file")
            #expect(other.status == 404)
        }
    }
}
