import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct UndoTests {
    private let actor = Actor.system("test")
    private let zone = TimeZone(identifier: "Europe/Rome") ?? .gmt

    private func product(_ name: String, price: Int?, _ db: Database) throws -> Product {
        var product = Product()
        product.stamp.scopeID = TestSite.rossa
        (product.name, product.price) = (name, price)
        try product.insert(db, by: actor)
        return product
    }

    private func undoLast(_ db: Database, _ words: Words) throws -> Undoing {
        let last = try #require(try Revision.order(Revision.Columns.id.desc).fetchOne(db))
        return try Product.undo(last, db, by: actor, words: words, zone: zone)
    }

    @Test func everyActLeavesARevisionThatCanBeTakenBack() async throws {
        let site = try await TestSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var rice = try product("Riso", price: 160, db)
            rice.price = 190
            try rice.update(db, by: actor, words: words, zone: zone)
            #expect(try undoLast(db, words) == .done)
            #expect(try Product.fetch(db, id: rice.id ?? 0)?.price == 160)

            rice = try #require(try Product.fetch(db, id: rice.id ?? 0))
            try rice.move(toTrash: true, db, by: actor)
            #expect(try undoLast(db, words) == .done)
            rice = try #require(try Product.fetch(db, id: rice.id ?? 0))
            #expect(rice.stamp.deletedAt == nil)

            try rice.setPublished(false, db, by: actor)
            #expect(try undoLast(db, words) == .done)
            #expect(try Product.fetch(db, id: rice.id ?? 0)?.published == true)
            let acts = try String.fetchAll(db, sql: "SELECT act FROM revision ORDER BY id")
            #expect(acts == ["create", "update", "update", "delete", "restore", "unpublish", "publish"])
        }
    }

    @Test func whatWasChangedSinceIsNotTakenBack() async throws {
        let site = try await TestSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var rice = try product("Riso", price: 160, db)
            let created = try #require(try Revision.fetchOne(db))
            rice.price = 190
            try rice.update(db, by: actor, words: words, zone: zone)
            #expect(try Product.undo(created, db, by: actor, words: words, zone: zone) == .changedSince)
            #expect(try Product.fetch(db, id: rice.id ?? 0)?.stamp.deletedAt == nil)
        }
    }

    @Test func oneUndoTakesBackAWholeActButNotWhatSomebodyChangedSince() async throws {
        let site = try await TestSite()
        let id = try await site.database.write { db -> Int64? in
            var products = try ["Riso", "Pane", "Latte"].map { try product($0, price: 100, db) }
            var act = UndoableOperation("admin.deleted", on: Product.name, scope: TestSite.rossa, by: actor)
            try act.insert(db)
            for index in products.indices { try products[index].move(toTrash: true, db, by: actor.within(act.id)) }
            #expect(try act.count(db) == 3)
            try products[1].move(toTrash: false, db, by: actor)
            return act.id
        }
        try await site.browse(["educator"]) { browsers in
            try await browsers[0].post("/admin/house/products/bulk/undoing", [("act", String(id ?? 0))])
            let list = try await browsers[0].get("/admin/house/products")
            #expect(list.contains("flash") && list.contains("«Pane»") && !list.contains("«Riso»"))
            let again = try await browsers[0].post("/admin/house/products/bulk/undoing", [("act", String(id ?? 0))])
            #expect(again.status == 303)
        }
        let (alive, undone) = try await site.database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM product WHERE deletedAt IS NULL"),
                try UndoableOperation.filter(key: id).fetchOne(db)?.undoneAt
            )
        }
        #expect(alive == 3 && undone != nil)
    }

    @Test func aRecipeComesBackWithItsStepsAndIngredients() async throws {
        let site = try await TestSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            let rice = try product("Riso", price: nil, db)
            var recipe = Recipe()
            recipe.stamp.scopeID = TestSite.rossa
            recipe.name = "Risotto"
            recipe.ingredients = [RecipeItem(product: rice.id, amount: "due \"tazze\"\n")]
            recipe.steps = [RecipeStep(text: "Scalda l’acqua."), RecipeStep(text: "Versa il riso.", timer: .down, time: 90)]
            try recipe.insert(db, by: actor)
            let whole = try #require(try Recipe.fetch(db, id: recipe.id ?? 0))
            recipe = whole
            recipe.steps = []
            recipe.ingredients = []
            try recipe.update(db, by: actor, words: words, zone: zone)
            let last = try #require(try Revision.order(Revision.Columns.id.desc).fetchOne(db))
            #expect(try Recipe.undo(last, db, by: actor, words: words, zone: zone) == .done)
            let back = try #require(try Recipe.fetch(db, id: recipe.id ?? 0))
            #expect(back.steps.map(\.text) == whole.steps.map(\.text))
            #expect(back.steps[1].time == 90)
            #expect(back.ingredients.map(\.amount) == ["due \"tazze\"\n"])
        }
    }
}

@Suite struct PackingTests {
    @Test func everyFieldOfEveryResourceComesBackAsItWentIn() {
        func check<R: Resource>(_ type: R.Type) {
            let record = R()
            var back = R()
            #expect(back.unpack(record.packed).isEmpty, "\(R.name)")
            #expect(back.packed == record.packed, "\(R.name)")
        }
        for type in House.resources { check(type) }
    }

    @Test(arguments: [
        #"{"a":[1,-2.5,true,null,"è \"x\" \\ \n\t\u0001",{"c":{}}]}"#, #"[]"#, #""\u007f""#, "9007199254740993",
    ])
    func whatIsWrittenIsReadTheSame(text: String) throws {
        let json = try JSON(parsing: text.utf8)
        #expect(json.compact == text)
        #expect(try JSON(parsing: json.written().utf8) == json)
    }
}
