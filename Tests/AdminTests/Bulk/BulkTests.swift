import Foundation
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

@Suite struct BulkTests {
    static let address = "/admin/sample/books"

    private func field(_ page: String, _ name: String) -> String {
        page.firstMatch(of: try! Regex("name=\"\(name)\" value=\"([^\"]*)\"")).flatMap { $0.output[1].substring.map(String.init) } ?? ""
    }

    /// The hidden fields of the page that asks for confirmation.
    private func hidden(_ page: String) -> [(String, String)] {
        page.split(separator: "<form class=\"card").dropFirst().first.map(String.init)?
            .matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#)
            .map { (String($0.1), String($0.2).replacing("&amp;", with: "&").replacing("&#34;", with: "\"")) } ?? []
    }

    private func site(_ count: Int = 6) async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks((1...count).map { ("Prodotto \($0)", $0 % 2, 100) })
        try await site.database.write { db in
            // Another library's record of the same kind, which no act of this library may touch.
            try db.execute(
                sql: """
                    INSERT INTO book (libraryID, key, createdAt, updatedAt, folded, words, name, copies)
                    VALUES (2, 'x', '2026-01-01', '2026-01-01', 'x', 'x', 'Di Biblioteca Blu', 1)
                    """)
        }
        return site
    }

    @Test func allThatMatchAreShownFirstThenChangedAndPutBackWithOneUndo() async throws {
        let site = try await site()
        try await site.database.write { try $0.execute(sql: "UPDATE book SET published = 0 WHERE id = 2") }
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(
                Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "?copies=absent")])
            #expect(asked.status == 200)
            #expect(asked.contains("Nascondere 2 schede?"))
            #expect(asked.contains("1 era già così."))
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 1)
            let done = try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
            #expect(done.location == Self.address + "?copies=absent")
            let list = try await browsers[0].get(Self.address)
            #expect(list.contains("2 schede ora sono nascoste. 1 era già così."))
            expect(try await site.value("SELECT group_concat(id) FROM book WHERE published = 0", as: String.self), is: "2,4,6")
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", field(list.text, "act"))])
            expect(try await site.value("SELECT group_concat(id) FROM book WHERE published = 0", as: String.self), is: "2")
            #expect(list.contains("bulk/undoing"))
            // And the undoing can be taken back as well.
            let undone = try await browsers[0].get(Self.address)
            #expect(undone.contains("2 schede sono di nuovo come prima."))
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", field(undone.text, "act"))])
            expect(try await site.value("SELECT group_concat(id) FROM book WHERE published = 0", as: String.self), is: "2,4,6")
        }
    }

    @Test func whatChangedSinceTheDryRunIsAskedAgain() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", "?copies=absent")])
            try await site.database.write { try $0.execute(sql: "UPDATE book SET copies = 0, version = version + 1 WHERE id = 1") }
            let again = try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
            #expect(again.status == 200)
            #expect(again.contains("Nel frattempo qualcosa è cambiato"))
            #expect(again.contains("Mettere 4 schede nel cestino?"))
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NOT NULL", as: Int.self), is: 0)
            try await browsers[0].post(Self.address + "/bulk", hidden(again.text))
            expect(try await site.value("SELECT group_concat(id) FROM book WHERE deletedAt IS NOT NULL", as: String.self), is: "1,2,4,6")
        }
    }

    @Test(arguments: ["?copies=pochi", "?price.from=poco", "?topics=xyz", "?copies.from=x"])
    func anAddressThatIsNotUnderstoodIsNeverTakenForEverything(back: String) async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for confirmed in ["", "yes"] {
                let answer = try await browsers[0].post(
                    Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", back), ("confirmed", confirmed), ("mark", "")])
                #expect(answer.status == 422)
            }
        }
        expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NOT NULL", as: Int.self), is: 0)
    }

    @Test func everythingOfALibraryIsStillOnlyThatLibrary() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("all", "yes"), ("back", "")])
            // The other library's librarian confirms with this library's mark: it is another set for him.
            let foreign = try await browsers[1].post(Self.address + "/bulk", hidden(asked.text))
            #expect(foreign.contains("Nel frattempo qualcosa è cambiato"))
            try await browsers[1].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            expect(try await browsers[1].get(Self.address).contains("2 non ci sono più, o non puoi cambiarle."), is: true)
            try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
        }
        expect(
            try await site.value("SELECT group_concat(name) FROM book WHERE deletedAt IS NULL", as: String.self), is: "Di Biblioteca Blu")
    }

    @Test(arguments: ["all=yes", "id=999", "id=1", ""])
    func nobodyIsAskedAboutNoRecord(chosen: String) async throws {
        let pair = chosen.split(separator: "=").map(String.init)
        let chosen = pair.isEmpty ? [] : [(pair[0], pair[1])]
        let site = try await site()
        try await site.database.write { try $0.execute(sql: "UPDATE book SET deletedAt = '2026-01-02' WHERE id = 1") }
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for act in [[("act", "delete")], [("act", "change"), ("field", "copies"), ("step", "value"), ("copies", "3")]] {
                let answer = try await browsers[0].post(Self.address + "/bulk", act + chosen + [("back", "?q=zzzzzz")])
                #expect(answer.location == Self.address + "?q=zzzzzz")
                let list = try await browsers[0].get(Self.address)
                #expect(list.contains(pair.first == "id" ? "1 non c’è più, o non puoi cambiarla." : "Non hai scelto niente"))
            }
        }
    }

    @Test func whereAllStayAsTheyAreTheHeadingCountsNone() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "publish"), ("all", "yes"), ("back", "")])
            #expect(asked.status == 200)
            #expect(asked.contains("<h1>Non cambia niente</h1>"))
            #expect(asked.contains("6 erano già così."))
        }
    }

    @Test func whatIsInUseIsNotDeletedAndSaysSo() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let books = [("books.0.id", ""), ("books.0.book.find", "prodotto 1"), ("books.0.amount", "")]
            try await browsers[0].post(
                "/admin/sample/tours", [("name", "Minestra"), ("level", "easy"), ("people", "2")] + books)
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            #expect(asked.status == 200)
            #expect(asked.contains("1 è usata in altre schede."))
            try await browsers[0].post(Self.address + "/bulk", hidden(asked.text))
        }
        expect(try await site.value("SELECT group_concat(id) FROM book WHERE deletedAt IS NOT NULL", as: String.self), is: "2")
    }

    @Test func aFieldGetsAValueInManyRecords() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1")])
            for name in ["Verdura", "Frutta"] { try await librarian.post("/admin/sample/topics", [("name", name), ("ordering", "10")]) }
            try await site.database.write { try $0.execute(sql: "INSERT INTO bookTopic VALUES (1, 1), (2, 1), (2, 2)") }
            let start = [("act", "change"), ("all", "yes"), ("back", "")]
            expect(try await librarian.post(Self.address + "/bulk", start).contains("value=\"topics\""), is: true)
            let value = start + [("field", "topics"), ("step", "value"), ("how", "add")]
            expect(try await librarian.post(Self.address + "/bulk", value).status, is: 422)
            let asked = try await librarian.post(Self.address + "/bulk", value + [("topics", "2")])
            #expect(asked.contains("aggiungere «Frutta» a 5 schede?"))
            #expect(asked.contains("1 era già così."))
            try await librarian.post(Self.address + "/bulk", hidden(asked.text))
            expect(
                try await site.value(
                    "SELECT group_concat(book || '-' || topic) FROM (SELECT * FROM bookTopic ORDER BY 1, 2)", as: String.self),
                is: "1-1,1-2,2-1,2-2,3-2,4-2,5-2,6-2")
            let list = try await librarian.get(Self.address)
            try await librarian.post(Self.address + "/bulk/undoing", [("act", field(list.text, "act"))])
            expect(try await site.value("SELECT count(*) FROM bookTopic", as: Int.self), is: 3)
            // A value the field refuses is refused before anything is asked.
            let refused = try await librarian.post(
                Self.address + "/bulk", [("act", "change"), ("id", "1"), ("field", "copies"), ("step", "value"), ("copies", "molti")])
            #expect(refused.status == 422)
            #expect(refused.contains(#"value="molti""#))
            let price = try await librarian.post(
                Self.address + "/bulk",
                [("act", "change"), ("id", "1"), ("id", "2"), ("field", "price"), ("step", "value"), ("price", "2,50")])
            #expect(price.contains("2,50 €"))
            try await librarian.post(Self.address + "/bulk", hidden(price.text))
            expect(
                try await site.value("SELECT group_concat(price) FROM book WHERE libraryID = 1", as: String.self),
                is: "250,250,100,100,100,100")
        }
    }

    @Test func theChoicesOfAFieldAreNotShownToWhoMayNotEdit() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            for field in ["", "language"] {
                for stop in ["", "value"] {
                    let fields = [("act", "change"), ("id", "1"), ("field", field), ("step", stop)]
                    expect(try await browsers[0].post("/admin/sample/libraries/bulk", fields).status, is: 403)
                }
            }
        }
    }

    @Test func onlyFieldsThatAreOfferedCanBeSet() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for (field, value) in [("name", "\"Furbo\""), ("libraryID", "2"), ("nonsense", "1")] {
                let fields = [("act", "set"), ("all", "yes"), ("back", ""), ("field", field), ("value", value), ("confirmed", "yes")]
                expect(try await browsers[0].post(Self.address + "/bulk", fields).status, is: 400)
            }
        }
    }

    @Test func aLargeActGoesOnInTheBackgroundAndIsUndoneThereToo() async throws {
        let site = try await site(1_200)
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1")])
            let asked = try await librarian.post(Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "")])
            #expect(asked.contains("Nascondere 1.200 schede?"))
            let begun = try await librarian.post(Self.address + "/bulk", hidden(asked.text))
            let progress = try #require(begun.location)
            expect(try await librarian.get(progress).contains("0 di 1.200"), is: true)
            // Somebody saves one of them meanwhile: the act leaves it alone.
            try await librarian.post(
                Self.address + "/7", [("name", "Prodotto 7"), ("copies", "3"), ("ordering", "7"), ("published", "yes"), ("version", "1")])
            try await site.portal.jobs.runDue()
            let done = try await librarian.get(progress)
            #expect(done.contains("1.199 schede ora sono nascoste."))
            #expect(done.contains("è cambiata nel frattempo"))
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 1_199)
            expect(try await site.value("SELECT count(DISTINCT actID) FROM revision WHERE act = 'unpublish'", as: Int.self), is: 1)
            let undoing = try await librarian.post(Self.address + "/bulk/undoing", [("act", field(done.text, "act"))])
            try await site.portal.jobs.runDue()
            let undone = try #require(undoing.location)
            expect(try await librarian.get(undone).contains("1.199 schede sono di nuovo come prima."), is: true)
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 0)
            expect(try await librarian.post(Self.address + "/bulk/undoing", [("act", field(done.text, "act"))]).status, is: 303)
            expect(try await librarian.get(Self.address).contains("È già stato annullato."), is: true)
        }
    }

    @Test func aStoppedActKeepsWhatIsDoneAndCanBeUndone() async throws {
        let site = try await site(700)
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1")])
            let asked = try await librarian.post(Self.address + "/bulk", [("act", "unpublish"), ("all", "yes"), ("back", "")])
            let begun = try await librarian.post(Self.address + "/bulk", hidden(asked.text))
            let progress = try #require(begun.location)
            let admin = site.portal.admin
            _ = try await site.database.write { db in try BulkAct.step(1, admin, by: .system("prova"), db) }
            expect(try await browsers[1].get(progress).status, is: 404)
            expect(try await browsers[1].post(progress + "/cancellation").status, is: 404)
            try await librarian.post(progress + "/cancellation")
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 200)
            let page = try await librarian.get(progress)
            #expect(page.contains("Interrotto"))
            try await librarian.post(Self.address + "/bulk/undoing", [("act", "1")])
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 0)
        }
    }

    @Test func anActWhoseJobWasStoppedOnTheJobsPageDoesNotPretendToGoOn() async throws {
        let site = try await site(700)
        try await site.browse(as: "librarian", "admin") { browsers in
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
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 0)
            // Begun anew by mistake, the undone act does nothing more.
            try await site.database.write { _ = try Jobs.retry(1, $0, by: .system("prova")) }
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book WHERE published = 0", as: Int.self), is: 0)
        }
    }

    /// Whoever looks at a large act later may read another language than the site's.
    @Test func whyARecordWasLeftIsReadInEachReadersLanguage() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            for name in ["Storia", "Arte"] {
                var topic = SampleTopic()
                topic.name = name
                topic.stamp.scopeID = SampleSite.rossa
                try topic.insert(db, by: .system("tests"))
            }
            var act = UndoableOperation("lists.acts.set", on: SampleTopic.name, scope: SampleSite.rossa, by: .system("tests"))
            try act.insert(db)
            try BulkAct.begin(
                act, BulkChange(verb: .set, field: "partOf", value: "1"),
                records: (sql: "target.id, target.version FROM topic target", arguments: []), db, by: .system("tests"))
        }
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT group_concat(id) FROM topic WHERE partOf = 1", as: String.self), is: "2")
        try await site.browse(as: "admin") { browsers in
            func page(in language: String) async throws -> Answer {
                try await site.database.write { db in
                    try db.execute(sql: "UPDATE account SET language = ? WHERE key = 'admin'", arguments: [language])
                }
                return try await browsers[0].get("/admin/sample/topics/bulk/1")
            }
            let (italian, english) = ("Un argomento non è una parte di sé stesso.", "A topic is not a part of itself.")
            expect(try await page(in: "it").contains(italian), is: true)
            let read = try await page(in: "en")
            #expect(read.contains(english))
            #expect(!read.contains(italian))
            // What was kept before says what it said.
            try await site.database.write { db in
                let kept = #"[{"id":1,"title":"Storia","why":"refused","sentence":"Frase di prima."}]"#
                try db.execute(sql: "UPDATE bulkAct SET skipped = ?", arguments: [kept])
            }
            expect(try await page(in: "en").contains("Frase di prima."), is: true)
        }
    }

    @Test func nothingChangedIsSaidInWords() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.address + "/bulk", [("act", "publish"), ("id", "1"), ("id", "2")])
            expect(try await browsers[0].get(Self.address).contains("Non è cambiato niente. 2 erano già così."), is: true)
        }
        expect(try await site.value("SELECT count(*) FROM act", as: Int.self), is: 0)
    }
}
