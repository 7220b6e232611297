import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// How a record is chosen in another's form, and what becomes of a choice.
@Suite struct ReferenceTests {
    private static let books = "/admin/sample/books"
    private static let book = [("name", "Riso"), ("copies", "1"), ("ordering", "10"), ("scope", "1")]

    private func addShelves(_ count: Int, _ site: SampleSite) async throws {
        try await site.database.write { db in
            for number in 1...count {
                try db.execute(
                    sql: """
                        INSERT INTO shelf (libraryID, key, createdAt, updatedAt, folded, words, name)
                        VALUES (1, ?1, '2026-01-01', '2026-01-01', ?1, ?1, 'Ripiano ' || ?2)
                        """, arguments: ["ripiano \(number)", number])
            }
        }
    }

    @Test func fewAreAMenu() async throws {
        let site = try await SampleSite()
        try await addShelves(menuLimit, site)
        try await site.browse(as: "librarian") { browsers in
            let form = try await browsers[0].get(Self.books + "/new")
            #expect(form.contains(">Ripiano 7</option>"))
            #expect(!form.contains("name=\"shelf.find\""))
        }
    }

    @Test func amongManyANameIsTypedWhateverItsCase() async throws {
        let site = try await SampleSite()
        try await addShelves(menuLimit + 1, site)
        try await site.browse(as: "librarian") { browsers in
            let form = try await browsers[0].get(Self.books + "/new")
            #expect(form.contains("name=\"shelf.find\""))
            #expect(form.contains("/admin/sample/shelves/choices"))
            let exact = try await browsers[0].post(Self.books, Self.book + [("shelf.find", "RIPIANO 7")])
            #expect(exact.status == 303)
            let none = try await browsers[0].post(Self.books, [("name", "Pane")] + Self.book.dropFirst() + [("shelf.find", "Cantina")])
            #expect(none.status == 422)
            #expect(none.contains("Non c’è niente che si chiami «Cantina»."))
            #expect(none.contains("value=\"Cantina\""))
            let several = try await browsers[0].post(Self.books, [("name", "Pane")] + Self.book.dropFirst() + [("shelf.find", "ripiano")])
            #expect(several.status == 422)
            #expect(several.contains("«ripiano» può essere più di una cosa: scegli quale."))
            let choices = try await browsers[0].get("/admin/sample/shelves/choices?q=ripiano%201")
            let found = try JSON(parsing: choices.text.utf8).list ?? []
            #expect(found.count == 12)
            #expect(found.first?["label"]?.text == "Ripiano 1")
        }
        expect(try await site.value("SELECT shelf FROM book", as: Int.self), is: 7)
    }

    @Test func aChoiceThatWentToTheTrashStaysUntilSomebodyChoosesAgain() async throws {
        let site = try await SampleSite()
        try await addShelves(2, site)
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, Self.book + [("shelf", "1")])
            let question = try await browsers[0].post("/admin/sample/shelves/1/deletion")
            #expect(question.contains("Riso"))
            try await browsers[0].post("/admin/sample/shelves/1/deletion", [("confirmed", "yes")])
            expect(try await site.value("SELECT shelf FROM book", as: Int.self), is: 1)
            let form = try await browsers[0].get(Self.books + "/1")
            #expect(form.contains(">Ripiano 1</option>"))
            // Erased for good it leaves the field empty.
            try await browsers[0].post("/admin/sample/shelves/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
        }
        expect(try await site.value("SELECT shelf IS NULL FROM book", as: Bool.self), is: true)
    }

    @Test func severalAreKeptInTheirOrderAndOnce() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            for name in ["Arte", "Storia", "Viaggi"] {
                try await browsers[0].post("/admin/sample/topics", [("name", name), ("ordering", "10"), ("scope", "1")])
            }
            let chosen = ["3", "1", "3"].map { ("topics", $0) }
            expect(try await browsers[0].post(Self.books, Self.book + chosen).status, is: 303)
            expect(try await site.value("SELECT group_concat(topic) FROM bookTopic", as: String.self), is: "3,1")
            let list = try await browsers[0].get(Self.books)
            #expect(list.contains("Viaggi, Arte"))
        }
    }

    @Test func thePageOfARecordNamesItsUsesToWhoMaySeeThem() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[0].post("/admin/sample/topics", [("name", "Arte"), ("ordering", "10"), ("scope", "1")])
            try await browsers[0].post(Self.books, Self.book + [("topics", "1")])
            try await site.database.write { db in
                var role = CustomRole(
                    title: "Solo argomenti", scope: "library", grants: ["sample.topics.edit", "sample.topics.see"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ? WHERE accountID = 2", arguments: [role.name])
            }
            // The message that the book was made is shown once, on the next page.
            try await browsers[0].get("/admin")
            let blind = try await browsers[0].post("/admin/sample/topics/1/deletion")
            #expect(blind.status == 200)
            #expect(!blind.contains("Riso"))
            let seeing = try await browsers[1].post("/admin/sample/topics/1/deletion")
            #expect(seeing.contains("Riso"))
        }
        expect(try await site.value("SELECT deletedAt IS NULL FROM topic", as: Bool.self), is: true)
    }
}
