import Foundation
import GRDB
import Registry
import TestSupport
import Testing

@testable import Admin

@Suite struct BulkTests {
    static let address = "/admin/house/products"

    private func field(_ page: String, _ name: String) -> String {
        page.firstMatch(of: try! Regex("name=\"\(name)\" value=\"([^\"]*)\"")).flatMap { $0.output[1].substring.map(String.init) } ?? ""
    }

    /// The hidden fields of the page that asks for confirmation.
    private func hidden(_ page: String) -> [(String, String)] {
        page.split(separator: "<form class=\"card").dropFirst().first.map(String.init)?
            .matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#)
            .map { (String($0.1), String($0.2).replacing("&amp;", with: "&").replacing("&#34;", with: "\"")) } ?? []
    }

    private func site(_ count: Int = 6) async throws -> TestSite {
        let site = try await TestSite()
        try await site.addProducts((1...count).map { ("Prodotto \($0)", $0 % 2, 100) })
        try await site.database.write { db in
            // Another house's record of the same kind, which no act of this house may touch.
            try db.execute(
                sql: """
                    INSERT INTO product (houseID, key, createdAt, updatedAt, folded, words, name, stock)
                    VALUES (2, 'x', '2026-01-01', '2026-01-01', 'x', 'x', 'Di Casa Blu', 1)
                    """)
        }
        return site
    }

    @Test func allThatMatchAreShownFirstThenChangedAndPutBackWithOneUndo() async throws {
        let site = try await site()
        try await site.database.write { try $0.execute(sql: "UPDATE product SET published = 0 WHERE id = 2") }
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(
                Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "?stock=absent")])
            #expect(asked.status == 200)
            #expect(asked.contains("Nascondere 2 schede?"))
            #expect(asked.contains("1 era già così."))
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 1)
            let done = try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
            #expect(done.location == Self.address + "?stock=absent")
            let list = try await browsers[0].get(Self.address)
            #expect(list.contains("2 schede ora sono nascoste. 1 era già così."))
            expect(try await site.value("SELECT group_concat(id) FROM product WHERE published = 0", as: String.self), is: "2,4,6")
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", field(list.text, "act"))])
            expect(try await site.value("SELECT group_concat(id) FROM product WHERE published = 0", as: String.self), is: "2")
            #expect(list.contains("bulk/undoing"))
            // And the undoing can be taken back as well.
            let undone = try await browsers[0].get(Self.address)
            #expect(undone.contains("2 schede sono di nuovo come prima."))
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", field(undone.text, "act"))])
            expect(try await site.value("SELECT group_concat(id) FROM product WHERE published = 0", as: String.self), is: "2,4,6")
        }
    }

    @Test func whatChangedSinceTheDryRunIsAskedAgain() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", "?stock=absent")])
            try await site.database.write { try $0.execute(sql: "UPDATE product SET stock = 0, version = version + 1 WHERE id = 1") }
            let again = try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
            #expect(again.status == 200)
            #expect(again.contains("Nel frattempo qualcosa è cambiato"))
            #expect(again.contains("Mettere 4 schede nel cestino?"))
            expect(try await site.value("SELECT count(*) FROM product WHERE deletedAt IS NOT NULL", as: Int.self), is: 0)
            try await browsers[0].post(Self.address + "/bulk", hidden(again.text))
            expect(try await site.value("SELECT group_concat(id) FROM product WHERE deletedAt IS NOT NULL", as: String.self), is: "1,2,4,6")
        }
    }

    @Test(arguments: ["?stock=pochi", "?price.from=poco", "?categories=xyz", "?stock.from=x"])
    func anAddressThatIsNotUnderstoodIsNeverTakenForEverything(back: String) async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for confirmed in ["", "yes"] {
                let answer = try await browsers[0].post(
                    Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", back), ("confirmed", confirmed), ("mark", "")])
                #expect(answer.status == 422)
            }
        }
        expect(try await site.value("SELECT count(*) FROM product WHERE deletedAt IS NOT NULL", as: Int.self), is: 0)
    }

    @Test func everythingOfAHouseIsStillOnlyThatHouse() async throws {
        let site = try await site()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", "")])
            // The other house's educator confirms with this house's mark: it is another set for him.
            let foreign = try await browsers[1].post(Self.address + "/bulk", hidden(asked.text))
            #expect(foreign.contains("Nel frattempo qualcosa è cambiato"))
            try await browsers[1].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            expect(try await browsers[1].get(Self.address).contains("2 non ci sono più, o non puoi cambiarle."), is: true)
            try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
        }
        expect(try await site.value("SELECT group_concat(name) FROM product WHERE deletedAt IS NULL", as: String.self), is: "Di Casa Blu")
    }

    @Test(arguments: ["all=yes", "id=999", "id=1", ""])
    func nobodyIsAskedAboutNoRecord(chosen: String) async throws {
        let pair = chosen.split(separator: "=").map(String.init)
        let chosen = pair.isEmpty ? [] : [(pair[0], pair[1])]
        let site = try await site()
        try await site.database.write { try $0.execute(sql: "UPDATE product SET deletedAt = '2026-01-02' WHERE id = 1") }
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for act in [[("act", "delete")], [("act", "change"), ("field", "stock"), ("step", "value"), ("stock", "3")]] {
                let answer = try await browsers[0].post(Self.address + "/bulk", act + chosen + [("back", "?q=zzzzzz")])
                #expect(answer.location == Self.address + "?q=zzzzzz")
                let list = try await browsers[0].get(Self.address)
                #expect(list.contains(pair.first == "id" ? "1 non c’è più, o non puoi cambiarla." : "Non hai scelto niente"))
            }
        }
    }

    @Test func whereAllStayAsTheyAreTheHeadingCountsNone() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "publish"), ("all", "yes"), ("back", "")])
            #expect(asked.status == 200)
            #expect(asked.contains("<h1>Non cambia niente</h1>"))
            #expect(asked.contains("6 erano già così."))
        }
    }

    @Test func whatIsInUseIsNotDeletedAndSaysSo() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let ingredients = [("ingredients.0.id", ""), ("ingredients.0.product.find", "prodotto 1"), ("ingredients.0.amount", "")]
            try await browsers[0].post(
                "/admin/house/recipes", [("name", "Minestra"), ("difficulty", "easy"), ("people", "2")] + ingredients)
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            #expect(asked.status == 200)
            #expect(asked.contains("1 è usata in altre schede."))
            try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
        }
        expect(try await site.value("SELECT group_concat(id) FROM product WHERE deletedAt IS NOT NULL", as: String.self), is: "2")
    }

    @Test func aFieldGetsAValueInManyRecords() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/scope", [("scope", "1")])
            for name in ["Verdura", "Frutta"] { try await educator.post("/admin/house/categories", [("name", name), ("ordering", "10")]) }
            try await site.database.write { try $0.execute(sql: "INSERT INTO productCategory VALUES (1, 1), (2, 1), (2, 2)") }
            let start = [("act", "change"), ("all", "yes"), ("back", "")]
            expect(try await educator.post(Self.address + "/bulk", start).contains("value=\"categories\""), is: true)
            let value = start + [("field", "categories"), ("step", "value"), ("how", "add")]
            expect(try await educator.post(Self.address + "/bulk", value).status, is: 422)
            let asked = try await educator.post(Self.address + "/bulk", value + [("categories", "2")])
            #expect(asked.contains("aggiungere «Frutta» a 5 schede?"))
            #expect(asked.contains("1 era già così."))
            try await educator.post(Self.address + "/bulk", hidden(asked.text))
            expect(
                try await site.value(
                    "SELECT group_concat(product || '-' || category) FROM (SELECT * FROM productCategory ORDER BY 1, 2)", as: String.self),
                is: "1-1,1-2,2-1,2-2,3-2,4-2,5-2,6-2")
            let list = try await educator.get(Self.address)
            try await educator.post(Self.address + "/bulk/undoing", [("act", field(list.text, "act"))])
            expect(try await site.value("SELECT count(*) FROM productCategory", as: Int.self), is: 3)
            // A value the field refuses is refused before anything is asked.
            let refused = try await educator.post(
                Self.address + "/bulk", [("act", "change"), ("id", "1"), ("field", "stock"), ("step", "value"), ("stock", "molti")])
            #expect(refused.status == 422)
            #expect(refused.contains(#"value="molti""#))
            let price = try await educator.post(
                Self.address + "/bulk",
                [("act", "change"), ("id", "1"), ("id", "2"), ("field", "price"), ("step", "value"), ("price", "2,50")])
            #expect(price.contains("2,50 €"))
            try await educator.post(Self.address + "/bulk", hidden(price.text))
            expect(
                try await site.value("SELECT group_concat(price) FROM product WHERE houseID = 1", as: String.self),
                is: "250,250,100,100,100,100")
        }
    }

    @Test func theChoicesOfAFieldAreNotShownToWhoMayNotEdit() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            for field in ["", "language"] {
                for step in ["", "value"] {
                    let fields = [("act", "change"), ("id", "1"), ("field", field), ("step", step)]
                    expect(try await browsers[0].post("/admin/house/houses/bulk", fields).status, is: 403)
                }
            }
        }
    }

    @Test func onlyFieldsThatAreOfferedCanBeSet() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for (field, value) in [("name", "\"Furbo\""), ("houseID", "2"), ("nonsense", "1")] {
                let fields = [("act", "set"), ("all", "yes"), ("back", ""), ("field", field), ("value", value), ("confirmed", "yes")]
                expect(try await browsers[0].post(Self.address + "/bulk", fields).status, is: 400)
            }
        }
    }

    @Test func aLargeActGoesOnInTheBackgroundAndIsUndoneThereToo() async throws {
        let site = try await site(1_200)
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/scope", [("scope", "1")])
            let asked = try await educator.post(Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "")])
            #expect(asked.contains("Nascondere 1.200 schede?"))
            let begun = try await educator.post(Self.address + "/bulk", hidden(asked.text))
            let progress = try #require(begun.location)
            expect(try await educator.get(progress).contains("0 di 1.200"), is: true)
            // Somebody saves one of them meanwhile: the act leaves it alone.
            try await educator.post(
                Self.address + "/7", [("name", "Prodotto 7"), ("stock", "3"), ("ordering", "7"), ("published", "yes"), ("version", "1")])
            try await site.portal.jobs.runDue()
            let done = try await educator.get(progress)
            #expect(done.contains("1.199 schede ora sono nascoste."))
            #expect(done.contains("è cambiata nel frattempo"))
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 1_199)
            expect(try await site.value("SELECT count(DISTINCT actID) FROM revision WHERE act = 'unpublish'", as: Int.self), is: 1)
            let undoing = try await educator.post(Self.address + "/bulk/undoing", [("act", field(done.text, "act"))])
            try await site.portal.jobs.runDue()
            let undone = try #require(undoing.location)
            expect(try await educator.get(undone).contains("1.199 schede sono di nuovo come prima."), is: true)
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 0)
            expect(try await educator.post(Self.address + "/bulk/undoing", [("act", field(done.text, "act"))]).status, is: 303)
            expect(try await educator.get(Self.address).contains("È già stato annullato."), is: true)
        }
    }

    @Test func aStoppedActKeepsWhatIsDoneAndCanBeUndone() async throws {
        let site = try await site(700)
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/scope", [("scope", "1")])
            let asked = try await educator.post(Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "")])
            let begun = try await educator.post(Self.address + "/bulk", hidden(asked.text))
            let progress = try #require(begun.location)
            let admin = site.portal.admin
            _ = try await site.database.write { db in try BulkAct.step(1, admin, by: .system("prova"), db) }
            expect(try await browsers[1].get(progress).status, is: 404)
            expect(try await browsers[1].post(progress + "/cancellation").status, is: 404)
            try await educator.post(progress + "/cancellation")
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 200)
            let page = try await educator.get(progress)
            #expect(page.contains("Interrotto"))
            try await educator.post(Self.address + "/bulk/undoing", [("act", "1")])
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 0)
        }
    }

    @Test func anActWhoseJobWasStoppedOnTheJobsPageDoesNotPretendToGoOn() async throws {
        let site = try await site(700)
        try await site.browse(as: "educator", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "")])
            let begun = try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
            let progress = try #require(begun.location)
            expect(try await browsers[0].get(progress).contains("data-poll"), is: true)
            let admin = site.portal.admin
            _ = try await site.database.write { db in try BulkAct.step(1, admin, by: .system("prova"), db) }
            try await site.database.write { _ = try Jobs.cancel(1, $0, by: .system("prova")) }
            let stopped = try await browsers[0].get(progress)
            #expect(!stopped.contains("data-poll"))
            #expect(stopped.contains("Interrotto"))
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", "1")])
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 0)
            // Begun anew by mistake, the undone act does nothing more.
            try await site.database.write { _ = try Jobs.retry(1, $0, by: .system("prova")) }
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM product WHERE published = 0", as: Int.self), is: 0)
        }
    }

    /// Whoever looks at a large act later may read another language than the site's.
    @Test func whyARecordWasLeftIsReadInEachReadersLanguage() async throws {
        let site = try await TestSite("house", "registry")
        try await site.database.write { db in
            for code in ["EC01", "EC02"] {
                var course = Course()
                (course.code, course.name) = (code, "Corso")
                try course.insert(db, by: .system("tests"))
            }
            var act = UndoableOperation("lists.acts.set", on: Course.name, scope: nil, by: .system("tests"))
            try act.insert(db)
            try BulkAct.begin(
                act, BulkChange(verb: .set, field: "partOf", value: "1"),
                records: (sql: "target.id, target.version FROM course target", arguments: []), db, by: .system("tests"))
        }
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT group_concat(id) FROM course WHERE partOf = 1", as: String.self), is: "2")
        try await site.browse(as: "admin") { browsers in
            func page(in language: String) async throws -> Answer {
                try await site.database.write { db in
                    try db.execute(sql: "UPDATE account SET language = ? WHERE key = 'admin'", arguments: [language])
                }
                return try await browsers[0].get("/admin/registry/courses/bulk/1")
            }
            let (italian, english) = ("Un insegnamento non è una parte di sé stesso.", "A course is not a part of itself.")
            expect(try await page(in: "it").contains(italian), is: true)
            let read = try await page(in: "en")
            #expect(read.contains(english) && !read.contains(italian))
            // What was kept before says what it said.
            try await site.database.write { db in
                let kept = #"[{"id":1,"title":"EC01","why":"refused","sentence":"Frase di prima."}]"#
                try db.execute(sql: "UPDATE bulkAct SET skipped = ?", arguments: [kept])
            }
            expect(try await page(in: "en").contains("Frase di prima."), is: true)
        }
    }

    @Test func nothingChangedIsSaidInWords() async throws {
        let site = try await site()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.address + "/bulk", [("act", "publish"), ("id", "1"), ("id", "2")])
            expect(try await browsers[0].get(Self.address).contains("Non è cambiato niente. 2 erano già così."), is: true)
        }
        expect(try await site.value("SELECT count(*) FROM act", as: Int.self), is: 0)
    }
}
