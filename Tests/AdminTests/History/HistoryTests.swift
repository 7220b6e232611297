import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct HistoryTests {
    static let products = "/admin/house/products"
    static let recipes = "/admin/house/recipes"

    static func product(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [("name", name), ("stock", "1"), ("ordering", "10"), ("published", "yes"), ("scope", "1")] + more
    }

    @Test func saysWhoChangedThePriceAndWhen() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin", "educator-blu") { browsers in
            try await browsers[0].post(Self.products, Self.product("Riso", [("price", "1,60")]))
            try await browsers[1].post(Self.products + "/1", Self.product("Riso", [("price", "1,90"), ("version", "1")]))
            try await browsers[0].post(Self.products + "/1", Self.product("Riso", [("price", "1,90"), ("stock", "5"), ("version", "2")]))
            let all = try await browsers[0].get(Self.products + "/1/history")
            #expect(all.contains("Amministratrice") && all.contains("1,60 €") && all.contains("1,90 €") && all.contains("In casa"))
            let price = try await browsers[0].get(Self.products + "/1/history?field=price")
            #expect(price.contains("1,90 €") && !price.contains("<li>In casa"))
            let everywhere = try await browsers[1].get("/admin/audit?field=price")
            #expect(everywhere.contains("Prezzo: 1,60 € → 1,90 €") && !everywhere.contains("In casa: 1 → 5"))
            let csv = try await browsers[1].get("/admin/audit/download?field=price")
            #expect(csv.contains("1,60 € → 1,90 €") && !csv.contains("1 → 5"))
            expect(try await browsers[2].get(Self.products + "/1/history").status, is: 404)
            expect(try await browsers[2].get(Self.products + "/1/history/1").status, is: 404)
            expect(try await browsers[2].post(Self.products + "/1/history/1/restoration").status, is: 404)
            expect(try await browsers[0].get(Self.products + "/1/history/99").status, is: 404)
        }
    }

    @Test func aSaveThatChangesNothingMakesNoVersion() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post(Self.products, Self.product("Riso", [("price", "1,60")]))
            try await browsers[0].post(Self.products + "/1", Self.product("Riso", [("price", "1,60"), ("version", "1")]))
            let list = try await browsers[0].get(Self.products)
            #expect(list.contains("«Riso» è rimasto com’era") && !list.contains("Salvato «Riso»"))
            let versions = try await site.value("SELECT count(*) FROM revision WHERE kind = 'house.products'", as: Int.self)
            #expect(versions == 1)
            try await browsers[0].post(Self.products + "/1", Self.product("Riso", [("price", "1,70"), ("version", "1")]))
            let after = try await site.value("SELECT count(*) FROM revision WHERE kind = 'house.products'", as: Int.self)
            #expect(after == 2)
        }
    }

    @Test func showsTextsByWordsPicturesSideBySideAndReferencesByTitle() async throws {
        let site = try await TestSite()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES ('a', '0123456789abcdef0123456789abcdef', 10, 10, 1, 'Una pentola', '', '', 'a.png', 1, '2026-01-01', '2026-01-01')
                    """)
        }
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/house/recipe-categories", [("name", "Primi"), ("ordering", "10"), ("scope", "1")])
            try await educator.post(Self.products, Self.product("Riso"))
            func recipe(_ more: [(String, String)]) -> [(String, String)] {
                [("name", "Risotto"), ("difficulty", "easy"), ("people", "2"), ("scope", "1")] + more
            }
            try await educator.post(
                Self.recipes,
                recipe([
                    ("description", "Si cuoce piano."), ("steps.0.id", ""), ("steps.0.text", "Scalda l’acqua."), ("steps.0.timer", "none"),
                    ("ingredients.0.id", ""), ("ingredients.0.product", "1"), ("ingredients.0.amount", "due tazze"),
                ]))
            let answer = try await educator.post(
                Self.recipes + "/1",
                recipe([
                    ("version", "1"), ("description", "Si cuoce molto piano."), ("category", "1"), ("picture", "1"), ("steps.0.id", "1"),
                    ("steps.0.text", "Scalda il brodo."), ("steps.0.timer", "none"), ("steps.1.id", ""), ("steps.1.text", "Mescola."),
                    ("steps.1.timer", "none"),
                ]))
            #expect(answer.status == 303)
            let newest = try #require(try await site.value("SELECT max(id) FROM revision WHERE kind = 'house.recipes'", as: Int64.self))
            let page = try await educator.get(Self.recipes + "/1/history/\(newest)")
            #expect(page.contains("<ins><span class=\"vh\">aggiunto: </span>molto </ins>"))
            #expect(
                page.contains("Primi") && page.contains("/media/0123456789abcdef0123456789abcdef/480.webp") && page.contains("Nessuna foto")
            )
            #expect(page.contains("Passo 1") && page.contains("Passo 2") && page.contains("Riso · due tazze"))
            #expect(page.contains("<del><span class=\"vh\">tolto: </span>l’acqua.</del>"))
            let present = try await educator.get(Self.recipes + "/1/history/\(newest)?against=present")
            #expect(present.contains("Non c’è nessuna differenza."))
            let audit = try #require(
                try await site.value("SELECT detail FROM audit WHERE action = 'house.recipes.update'", as: String.self))
            #expect(audit.contains("Primi") && audit.contains("Una pentola") && audit.contains("Riso · due tazze"))
        }
    }

    @Test func restoresAVersionNamesWhatIsGoneAndCanBeTakenBack() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for name in ["Verdura", "Frutta"] {
                try await educator.post("/admin/house/categories", [("name", name), ("ordering", "10"), ("scope", "1")])
            }
            try await educator.post(Self.products, Self.product("Zucca", [("categories", "1"), ("categories", "2"), ("price", "2,00")]))
            try await educator.post(Self.products + "/1", Self.product("Zucca gialla", [("version", "1"), ("price", "3,00")]))
            try await educator.post("/admin/house/categories/2/deletion", [("confirmed", "yes")])
            let first = try #require(try await site.value("SELECT min(id) FROM revision WHERE kind = 'house.products'", as: Int64.self))
            let answer = try await educator.post(Self.products + "/1/history/\(first)/restoration")
            #expect(answer.location == Self.products + "/1")
            let form = try await educator.get(Self.products + "/1")
            #expect(form.contains("«Zucca» è tornato a quella versione.") && form.contains("Categorie «Frutta»"))
            #expect(form.contains("name=\"revision\"") && form.contains(#"value="2,00""#))
            expect(try await site.value("SELECT group_concat(category) FROM productCategory", as: String.self), is: "1")
            let made = try #require(try await site.value("SELECT max(id) FROM revision", as: Int64.self))
            try await educator.post("/admin/undoing", [("revision", String(made))])
            expect(try await site.value("SELECT name || price FROM product", as: String.self), is: "Zucca gialla300")
            // A name that another record has taken is said, and nothing is changed.
            try await educator.post(Self.products, Self.product("Zucca"))
            try await educator.post(Self.products + "/1/history/\(first)/restoration")
            expect(try await educator.get(Self.products + "/1/history").contains("c’è un’altra scheda con il nome"), is: true)
            expect(try await site.value("SELECT name FROM product WHERE id = 1", as: String.self), is: "Zucca gialla")
        }
    }

    @Test func aRecordInTheTrashHasItsHistoryAndComesBackWithAVersion() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.products, Self.product("Riso", [("price", "1,00")]))
            try await educator.post(Self.products + "/1", Self.product("Riso", [("price", "2,00"), ("version", "1")]))
            try await educator.post(Self.products + "/1/deletion", [("confirmed", "yes")])
            expect(try await educator.get(Self.products + "/trash").contains(Self.products + "/1/history"), is: true)
            expect(try await educator.get(Self.products + "/1/history").contains("Questa scheda è nel cestino"), is: true)
            expect(try await educator.get(Self.products + "/1/history/1").status, is: 200)
            try await educator.post(Self.products + "/1/history/1/restoration")
            expect(try await site.value("SELECT price FROM product WHERE deletedAt IS NULL", as: Int.self), is: 100)
            let made = try #require(try await site.value("SELECT max(id) FROM revision", as: Int64.self))
            try await educator.post("/admin/undoing", [("revision", String(made))])
            expect(try await site.value("SELECT price FROM product WHERE deletedAt IS NOT NULL", as: Int.self), is: 200)
            // For good means for good: a later record with the same number has no history of this one.
            try await educator.post(Self.products + "/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 0)
            expect(try await educator.get(Self.products + "/1/history").status, is: 404)
        }
    }

    @Test func everySaveOffersUndoAndOnlyWhoMayEditCanPressIt() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.products, Self.product("Riso", [("price", "1,00")]))
            try await educator.post(Self.products + "/1", Self.product("Riso", [("price", "2,00"), ("version", "1")]))
            expect(try await educator.get(Self.products).contains(#"action="/admin/undoing""#), is: true)
            expect(try await browsers[1].post("/admin/undoing", [("revision", "2")]).status, is: 404)
            expect(try await educator.post("/admin/undoing", [("revision", "77")]).status, is: 404)
            expect(try await educator.post("/admin/undoing", []).status, is: 404)
            let acts = try await educator.get("/admin/acts")
            #expect(acts.contains("Riso (prodotto)") && acts.contains(#"name="revision" value="2""#))
            #expect(!acts.contains(#"name="revision" value="1""#))
            try await educator.post("/admin/undoing", [("revision", "2"), ("next", "/admin/acts")])
            expect(try await site.value("SELECT price FROM product", as: Int.self), is: 100)
            expect(try await educator.get("/admin/acts").contains("Rifai"), is: true)
            try await educator.post("/admin/undoing", [("revision", "2")])
            expect(try await educator.get(Self.products).contains("è stato cambiato di nuovo dopo"), is: true)
            expect(try await browsers[1].get("/admin/acts").contains("Riso"), is: false)
        }
    }

    @Test func anActOnManyRecordsIsTakenBackFromTheListOfOwnActs() async throws {
        let site = try await TestSite()
        try await site.database.write { db in
            let educator = Actor(accountID: 2, name: "Educatrice", address: "", requestID: "")
            for name in ["Riso", "Pane"] {
                var product = Product()
                product.stamp.scopeID = TestSite.rossa
                product.name = name
                try product.insert(db, by: educator)
            }
            var act = UndoableOperation("admin.deleted", on: Product.name, scope: TestSite.rossa, by: educator)
            try act.insert(db)
            for var product in try Product.fetchAll(db) { try product.move(toTrash: true, db, by: educator.within(act.id)) }
        }
        try await site.browse(as: "educator-blu", "educator", "admin") { browsers in
            expect(try await browsers[0].post(Self.products + "/bulk/undoing", [("act", "1")]).status, is: 404)
            expect(try await browsers[1].get("/admin/acts").contains(#"name="act" value="1""#), is: true)
            expect(try await browsers[2].post(Self.products + "/bulk/undoing", [("act", "1")]).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM product WHERE deletedAt IS NULL", as: Int.self), is: 2)
            let page = try await browsers[2].get("/admin/acts")
            #expect(page.contains("Modifiche annullate") && page.contains(#"action="/admin/house/products/bulk/undoing""#))
            try await browsers[2].post(Self.products + "/bulk/undoing", [("act", "2")])
            expect(try await site.value("SELECT count(*) FROM product WHERE deletedAt IS NULL", as: Int.self), is: 0)
            try await browsers[1].post(Self.products + "/bulk/undoing", [("act", "1")])
            expect(try await browsers[1].get(Self.products).contains("È già stato annullato."), is: true)
        }
    }

    @Test func forgetsOldVersionsButNeitherTheFirstNorTheNewest() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            try await browsers[0].post(Self.products, Self.product("Riso"))
            for version in 1...4 {
                try await browsers[0].post(
                    Self.products + "/1", Self.product("Riso", [("price", "\(version),00"), ("version", "\(version)")]))
            }
            expect(try await browsers[1].get("/admin/site").contains(#"name="historyDays" value="730""#), is: true)
        }
        expect(try await Revision.prune(site.database, days: 0, now: .distantFuture), is: 0)
        expect(try await Revision.prune(site.database, days: 730, now: .now), is: 0)
        expect(try await Revision.prune(site.database, days: 730, now: .now.addingTimeInterval(731 * 86_400)), is: 3)
        expect(try await site.value("SELECT group_concat(version) FROM revision", as: String.self), is: "1,5")
    }

    @Test func opensALongHistoryQuickly() async throws {
        let site = try await TestSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var product = Product()
            product.stamp.scopeID = TestSite.rossa
            product.name = "Riso"
            try product.insert(db, by: .system("test"))
            for price in 1...200 {
                product.price = price
                try product.update(db, by: .system("test"), words: words, zone: .gmt)
            }
        }
        try await site.browse(as: "educator") { browsers in
            _ = try await browsers[0].get(Self.products + "/1/history")
            let start = ContinuousClock.now
            let page = try await browsers[0].get(Self.products + "/1/history")
            let took = start.duration(to: .now)
            #expect(page.contains("1–50 di 201") && page.contains("2,00 €"))
            print("history of 201 revisions, debug build: \(took)")
            let last = try await browsers[0].get(Self.products + "/1/history?page=5")
            #expect(last.contains("ha creato"))
        }
    }
}

@Suite struct WordDifferenceTests {
    private func told(_ old: String, _ new: String) -> String {
        WordDifference.pieces(old, new).map { piece in
            switch piece.change {
            case .same: piece.text
            case .added: "+[\(piece.text)]"
            case .removed: "-[\(piece.text)]"
            }
        }.joined()
    }

    @Test(arguments: [
        ("Cuoci il riso.", "Cuoci bene il riso.", "Cuoci +[bene ]il riso."),
        ("uno due tre", "uno tre", "uno -[due ]tre"),
        ("a b", "c d", "-[a b]+[c d]"),
        ("", "nuovo", "+[nuovo]"),
        ("via", "", "-[via]"),
        ("Riso", "Riso buono", "Riso+[ buono]"),
        ("uno\ndue", "uno due", "uno-[\n]+[ ]due"),
        ("sale\npepe", "sale\nolio", "sale\n-[pepe]+[olio]"),
        ("è già qui", "e già qui", "-[è ]+[e ]già qui"),
    ])
    func tellsTextsApartByWords(old: String, new: String, told expected: String) {
        #expect(told(old, new) == expected)
    }

    @Test func bothTextsCanBeReadFromTheDifference() {
        let words = ["sale ", "pepe ", "olio\n", "acqua ", "riso "]
        var seed: UInt64 = 7
        func random() -> String {
            (0..<40).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1
                return words[Int(seed >> 33) % words.count]
            }.joined()
        }
        for _ in 0..<50 {
            let (old, new) = (random(), random())
            let pieces = WordDifference.pieces(old, new)
            #expect(pieces.filter { $0.change != .added }.map(\.text).joined() == old)
            #expect(pieces.filter { $0.change != .removed }.map(\.text).joined() == new)
        }
    }

    @Test func aBookIsComparedWithoutDelay() {
        let old = (0..<8_000).map { "parola\($0) " }.joined()
        let new = (0..<8_000).map { "altra\($0) " }.joined()
        #expect(WordDifference.pieces(old, new).count == 2)
    }

    @Test func packedFieldsAreFoundWithoutReadingThem() {
        let a = PackedFields(#"{"name":"a \"{,}: b","price":160,"steps":[{"id":1,"text":"x,}"}],"none":null}"#)
        let b = PackedFields(#"{"name":"a \"{,}: b","price":190,"steps":[{"id":1,"text":"x,}"}],"none":null,"later":1}"#)
        #expect(a["name"]?.text == #"a "{,}: b"# && a["price"]?.number == 160 && a["steps"]?.list?.count == 1)
        #expect(a["none"]?.isNull == true && a["later"] == nil)
        #expect(a.isSame("name", as: b) && !a.isSame("price", as: b) && a.isSame("steps", as: b) && a.isSame("later", as: b))
    }
}
