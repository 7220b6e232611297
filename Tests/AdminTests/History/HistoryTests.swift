import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct HistoryTests {
    static let books = "/admin/sample/books"
    static let tours = "/admin/sample/tours"

    static func book(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [("name", name), ("copies", "1"), ("ordering", "10"), ("published", "yes"), ("scope", "1")] + more
    }

    @Test func saysWhoChangedThePriceAndWhen() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin", "librarian-blu") { browsers in
            try await browsers[0].post(Self.books, Self.book("Riso", [("price", "1,60")]))
            try await browsers[1].post(Self.books + "/1", Self.book("Riso", [("price", "1,90"), ("version", "1")]))
            try await browsers[0].post(Self.books + "/1", Self.book("Riso", [("price", "1,90"), ("copies", "5"), ("version", "2")]))
            let all = try await browsers[0].get(Self.books + "/1/history")
            #expect(all.contains("Amministratrice"))
            #expect(all.contains("1,60 €"))
            #expect(all.contains("1,90 €"))
            #expect(all.contains("Copie"))
            let price = try await browsers[0].get(Self.books + "/1/history?field=price")
            #expect(price.contains("1,90 €"))
            #expect(!price.contains("<li>Copie"))
            let everywhere = try await browsers[1].get("/admin/audit?field=price")
            #expect(everywhere.contains("Prezzo: 1,60 € → 1,90 €"))
            #expect(!everywhere.contains("Copie: 1 → 5"))
            let csv = try await browsers[1].get("/admin/audit/download?field=price")
            #expect(csv.contains("1,60 € → 1,90 €"))
            #expect(!csv.contains("1 → 5"))
            expect(try await browsers[2].get(Self.books + "/1/history").status, is: 404)
            expect(try await browsers[2].get(Self.books + "/1/history/1").status, is: 404)
            expect(try await browsers[2].post(Self.books + "/1/history/1/restoration").status, is: 404)
            expect(try await browsers[0].get(Self.books + "/1/history/99").status, is: 404)
        }
    }

    @Test func aSaveThatChangesNothingMakesNoVersion() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, Self.book("Riso", [("price", "1,60")]))
            try await browsers[0].post(Self.books + "/1", Self.book("Riso", [("price", "1,60"), ("version", "1")]))
            let list = try await browsers[0].get(Self.books)
            #expect(list.contains("«Riso» è rimasto com’era"))
            #expect(!list.contains("Salvato «Riso»"))
            let versions = try await site.value("SELECT count(*) FROM revision WHERE kind = 'sample.books'", as: Int.self)
            #expect(versions == 1)
            try await browsers[0].post(Self.books + "/1", Self.book("Riso", [("price", "1,70"), ("version", "1")]))
            let after = try await site.value("SELECT count(*) FROM revision WHERE kind = 'sample.books'", as: Int.self)
            #expect(after == 2)
        }
    }

    @Test func showsTextsByWordsPicturesSideBySideAndReferencesByTitle() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES ('a', '0123456789abcdef0123456789abcdef', 10, 10, 1, 'Una pentola', '', '', 'a.png', 1, '2026-01-01', '2026-01-01')
                    """)
        }
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/sample/topics", [("name", "Primi"), ("ordering", "10"), ("scope", "1")])
            try await librarian.post(Self.books, Self.book("Riso"))
            func tour(_ more: [(String, String)]) -> [(String, String)] {
                [("name", "Risotto"), ("level", "easy"), ("people", "2"), ("scope", "1")] + more
            }
            try await librarian.post(
                Self.tours,
                tour([
                    ("description", "Si cuoce piano."), ("stops.0.id", ""), ("stops.0.text", "Scalda l’acqua."), ("stops.0.timer", "none"),
                    ("books.0.id", ""), ("books.0.book", "1"), ("books.0.amount", "due tazze"),
                ]))
            let answer = try await librarian.post(
                Self.tours + "/1",
                tour([
                    ("version", "1"), ("description", "Si cuoce molto piano."), ("topic", "1"), ("picture", "1"), ("stops.0.id", "1"),
                    ("stops.0.text", "Scalda il brodo."), ("stops.0.timer", "none"), ("stops.1.id", ""), ("stops.1.text", "Mescola."),
                    ("stops.1.timer", "none"),
                ]))
            #expect(answer.status == 303)
            let newest = try #require(try await site.value("SELECT max(id) FROM revision WHERE kind = 'sample.tours'", as: Int64.self))
            let page = try await librarian.get(Self.tours + "/1/history/\(newest)")
            #expect(page.contains("<ins><span class=\"vh\">aggiunto: </span>molto </ins>"))
            #expect(page.contains("Primi"))
            #expect(page.contains("/media/0123456789abcdef0123456789abcdef/480.webp"))
            #expect(page.contains("Nessuna foto"))
            #expect(page.contains("Tappa 1"))
            #expect(page.contains("Tappa 2"))
            #expect(page.contains("Riso · due tazze"))
            #expect(page.contains("<del><span class=\"vh\">tolto: </span>l’acqua.</del>"))
            let present = try await librarian.get(Self.tours + "/1/history/\(newest)?against=present")
            #expect(present.contains("Non c’è nessuna differenza."))
            let audit = try #require(
                try await site.value("SELECT detail FROM audit WHERE action = 'sample.tours.update'", as: String.self))
            #expect(audit.contains("Primi"))
            #expect(audit.contains("Una pentola"))
            #expect(audit.contains("Riso · due tazze"))
        }
    }

    @Test func restoresAVersionNamesWhatIsGoneAndCanBeTakenBack() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            for name in ["Verdura", "Frutta"] {
                try await librarian.post("/admin/sample/topics", [("name", name), ("ordering", "10"), ("scope", "1")])
            }
            try await librarian.post(Self.books, Self.book("Zucca", [("topics", "1"), ("topics", "2"), ("price", "2,00")]))
            try await librarian.post(Self.books + "/1", Self.book("Zucca gialla", [("version", "1"), ("price", "3,00")]))
            try await librarian.post("/admin/sample/topics/2/deletion", [("confirmed", "yes")])
            let first = try #require(try await site.value("SELECT min(id) FROM revision WHERE kind = 'sample.books'", as: Int64.self))
            let answer = try await librarian.post(Self.books + "/1/history/\(first)/restoration")
            #expect(answer.location == Self.books + "/1")
            let form = try await librarian.get(Self.books + "/1")
            #expect(form.contains("«Zucca» è tornato a quella versione."))
            #expect(form.contains("Argomenti «Frutta»"))
            #expect(form.contains("name=\"revision\""))
            #expect(form.contains(#"value="2,00""#))
            expect(try await site.value("SELECT group_concat(topic) FROM bookTopic", as: String.self), is: "1")
            let made = try #require(try await site.value("SELECT max(id) FROM revision", as: Int64.self))
            try await librarian.post("/admin/undoing", [("revision", String(made))])
            expect(try await site.value("SELECT name || price FROM book", as: String.self), is: "Zucca gialla300")
            // A name that another record has taken is said, and nothing is changed.
            try await librarian.post(Self.books, Self.book("Zucca"))
            try await librarian.post(Self.books + "/1/history/\(first)/restoration")
            expect(try await librarian.get(Self.books + "/1/history").contains("c’è un’altra scheda con il nome"), is: true)
            expect(try await site.value("SELECT name FROM book WHERE id = 1", as: String.self), is: "Zucca gialla")
        }
    }

    @Test func aRecordInTheTrashHasItsHistoryAndComesBackWithAVersion() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.books, Self.book("Riso", [("price", "1,00")]))
            try await librarian.post(Self.books + "/1", Self.book("Riso", [("price", "2,00"), ("version", "1")]))
            try await librarian.post(Self.books + "/1/deletion", [("confirmed", "yes")])
            expect(try await librarian.get(Self.books + "/trash").contains(Self.books + "/1/history"), is: true)
            expect(try await librarian.get(Self.books + "/1/history").contains("Questa scheda è nel cestino"), is: true)
            expect(try await librarian.get(Self.books + "/1/history/1").status, is: 200)
            try await librarian.post(Self.books + "/1/history/1/restoration")
            expect(try await site.value("SELECT price FROM book WHERE deletedAt IS NULL", as: Int.self), is: 100)
            let made = try #require(try await site.value("SELECT max(id) FROM revision", as: Int64.self))
            try await librarian.post("/admin/undoing", [("revision", String(made))])
            expect(try await site.value("SELECT price FROM book WHERE deletedAt IS NOT NULL", as: Int.self), is: 200)
            // For good means for good: a later record with the same number has no history of this one.
            try await librarian.post(Self.books + "/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 0)
            expect(try await librarian.get(Self.books + "/1/history").status, is: 404)
        }
    }

    @Test func everySaveOffersUndoAndOnlyWhoMayEditCanPressIt() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.books, Self.book("Riso", [("price", "1,00")]))
            try await librarian.post(Self.books + "/1", Self.book("Riso", [("price", "2,00"), ("version", "1")]))
            expect(try await librarian.get(Self.books).contains(#"action="/admin/undoing""#), is: true)
            expect(try await browsers[1].post("/admin/undoing", [("revision", "2")]).status, is: 404)
            expect(try await librarian.post("/admin/undoing", [("revision", "77")]).status, is: 404)
            expect(try await librarian.post("/admin/undoing", []).status, is: 404)
            let acts = try await librarian.get("/admin/acts")
            #expect(acts.contains("Riso (libro)"))
            #expect(acts.contains(#"name="revision" value="2""#))
            #expect(!acts.contains(#"name="revision" value="1""#))
            try await librarian.post("/admin/undoing", [("revision", "2"), ("next", "/admin/acts")])
            expect(try await site.value("SELECT price FROM book", as: Int.self), is: 100)
            expect(try await librarian.get("/admin/acts").contains("Rifai"), is: true)
            try await librarian.post("/admin/undoing", [("revision", "2")])
            expect(try await librarian.get(Self.books).contains("è stato cambiato di nuovo dopo"), is: true)
            expect(try await browsers[1].get("/admin/acts").contains("Riso"), is: false)
        }
    }

    @Test func anActOnManyRecordsIsTakenBackFromTheListOfOwnActs() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            let librarian = Actor(accountID: 2, name: "Bibliotecaria", address: "", requestID: "")
            for name in ["Riso", "Pane"] {
                var book = SampleBook()
                book.stamp.scopeID = SampleSite.rossa
                book.name = name
                try book.insert(db, by: librarian)
            }
            var act = UndoableOperation("admin.deleted", on: SampleBook.name, scope: SampleSite.rossa, by: librarian)
            try act.insert(db)
            for var book in try SampleBook.fetchAll(db) { try book.move(toTrash: true, db, by: librarian.within(act.id)) }
        }
        try await site.browse(as: "librarian-blu", "librarian", "admin") { browsers in
            expect(try await browsers[0].post(Self.books + "/bulk/undoing", [("act", "1")]).status, is: 404)
            expect(try await browsers[1].get("/admin/acts").contains(#"name="act" value="1""#), is: true)
            expect(try await browsers[2].post(Self.books + "/bulk/undoing", [("act", "1")]).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NULL", as: Int.self), is: 2)
            let page = try await browsers[2].get("/admin/acts")
            #expect(page.contains("Modifiche annullate"))
            #expect(page.contains(#"action="/admin/sample/books/bulk/undoing""#))
            try await browsers[2].post(Self.books + "/bulk/undoing", [("act", "2")])
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NULL", as: Int.self), is: 0)
            try await browsers[1].post(Self.books + "/bulk/undoing", [("act", "1")])
            expect(try await browsers[1].get(Self.books).contains("È già stato annullato."), is: true)
        }
    }

    @Test func forgetsOldVersionsButNeitherTheFirstNorTheNewest() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[0].post(Self.books, Self.book("Riso"))
            for version in 1...4 {
                try await browsers[0].post(
                    Self.books + "/1", Self.book("Riso", [("price", "\(version),00"), ("version", "\(version)")]))
            }
            expect(try await browsers[1].get("/admin/site").contains(#"name="historyDays" value="730""#), is: true)
        }
        expect(try await Revision.prune(site.database, days: 0, now: .distantFuture), is: 0)
        expect(try await Revision.prune(site.database, days: 730, now: .now), is: 0)
        expect(try await Revision.prune(site.database, days: 730, now: .now.addingTimeInterval(731 * 86_400)), is: 3)
        expect(try await site.value("SELECT group_concat(version) FROM revision", as: String.self), is: "1,5")
    }

    @Test func opensALongHistoryQuickly() async throws {
        let site = try await SampleSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var book = SampleBook()
            book.stamp.scopeID = SampleSite.rossa
            book.name = "Riso"
            try book.insert(db, by: .system("test"))
            for price in 1...200 {
                book.price = price
                try book.update(db, by: .system("test"), words: words, zone: .gmt)
            }
        }
        try await site.browse(as: "librarian") { browsers in
            _ = try await browsers[0].get(Self.books + "/1/history")
            let start = ContinuousClock.now
            let page = try await browsers[0].get(Self.books + "/1/history")
            let took = start.duration(to: .now)
            #expect(page.contains("1–50 di 201"))
            #expect(page.contains("2,00 €"))
            print("history of 201 revisions, debug build: \(took)")
            let last = try await browsers[0].get(Self.books + "/1/history?page=5")
            #expect(last.contains("ha creato"))
        }
    }
}

@Suite struct WordDifferenceTests {
    private func difference(_ old: String, _ new: String) -> String {
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
        #expect(difference(old, new) == expected)
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
        let a = PackedFields(#"{"name":"a \"{,}: b","price":160,"stops":[{"id":1,"text":"x,}"}],"none":null}"#)
        let b = PackedFields(#"{"name":"a \"{,}: b","price":190,"stops":[{"id":1,"text":"x,}"}],"none":null,"later":1}"#)
        #expect(a["name"]?.text == #"a "{,}: b"#)
        #expect(a["price"]?.number == 160)
        #expect(a["stops"]?.list?.count == 1)
        #expect(a["none"]?.isNull == true)
        #expect(a["later"] == nil)
        #expect(a.isSame("name", as: b))
        #expect(!a.isSame("price", as: b))
        #expect(a.isSame("stops", as: b))
        #expect(a.isSame("later", as: b))
    }
}
