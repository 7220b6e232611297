import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// What two people change at the same time: what one of them did not touch is never taken back.
@Suite struct MergeTests {
    private static let books = HistoryTests.books

    private static func book(_ more: [(String, String)] = []) -> [(String, String)] {
        let names = Set(more.map(\.0))
        let usual = [
            ("name", "Riso"), ("copies", "4"), ("price", "1,00"), ("ordering", "10"), ("published", "yes"), ("scope", "1"),
            ("version", "1"),
        ]
        return usual.filter { !names.contains($0.0) } + more
    }

    /// A book of copies 4 at 1,00 €, with two topics.
    private func withBook(_ test: @escaping @Sendable (SampleSite, Browser, Browser) async throws -> Void) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            for name in ["Cereali", "Asciutti", "Scorte"] {
                try await browsers[0].post("/admin/sample/topics", [("name", name), ("ordering", "10")])
            }
            let made = try await browsers[0].post(Self.books, Self.book([("topics", "1"), ("topics", "2")]))
            #expect(made.status == 303)
            try await test(site, browsers[0], browsers[1])
        }
    }

    @Test func whatIDidNotTouchKeepsTheNewerValue() async throws {
        try await withBook { site, librarian, admin in
            let kept = [("topics", "1"), ("topics", "2")]
            try await admin.post(Self.books + "/1", Self.book(kept + [("price", "2,00")]))
            let saved = try await librarian.post(Self.books + "/1", Self.book(kept + [("copies", "9")]))
            #expect(saved.status == 303)
            expect(try await site.value("SELECT copies || ' ' || price FROM book", as: String.self), is: "9 200")
            let page = try await librarian.get(Self.books)
            #expect(page.contains("Salvato «Riso». Nel frattempo Amministratrice ha cambiato, e resta così: Prezzo."))
        }
    }

    @Test func whatBothChangedIsAskedAtTheFieldWithBothValues() async throws {
        try await withBook { site, librarian, admin in
            try await admin.post(Self.books + "/1", Self.book([("price", "2,00"), ("copies", "5")]))
            let asked = try await librarian.post(Self.books + "/1", Self.book([("price", "3,00"), ("name", "Riso buono")]))
            #expect(asked.status == 409)
            #expect(asked.contains("Anche Amministratrice ha cambiato questo campo"))
            #expect(asked.contains(#"name="price" value="3,00""#))
            #expect(asked.contains(#"name="copies" value="5""#))
            #expect(asked.contains(#"name="price.asked" value="record""#))
            #expect(!asked.contains(#"name="copies.asked""#))
            #expect(asked.contains("ha cambiato, e resta così: "))
            #expect(asked.contains("Copie"))
            let again = Self.book([
                ("version", "2"), ("price", "3,00"), ("copies", "5"), ("name", "Riso buono"), ("price.asked", "record"),
            ])
            // Without an answer it is asked again.
            let open = try await librarian.post(Self.books + "/1", again)
            #expect(open.status == 422)
            #expect(open.contains("Scegli quale vale"))
            #expect(open.contains(#"name="price" value="3,00""#))
            expect(try await site.value("SELECT price FROM book", as: Int.self), is: 200)
            expect(try await librarian.post(Self.books + "/1", again + [("price.answer", "theirs")]).status, is: 303)
            let stands = "SELECT name || ' ' || price || ' ' || copies FROM book"
            expect(try await site.value(stands, as: String.self), is: "Riso buono 200 5")
        }
    }

    @Test func whatIAnsweredWithMineStands() async throws {
        try await withBook { site, librarian, admin in
            try await admin.post(Self.books + "/1", Self.book([("price", "2,00")]))
            let mine = [("price", "3,00"), ("version", "2"), ("price.asked", "record"), ("price.answer", "mine")]
            expect(try await librarian.post(Self.books + "/1", Self.book(mine)).status, is: 303)
            expect(try await site.value("SELECT price FROM book", as: Int.self), is: 300)
        }
    }

    @Test func referencesAreMergedOneByOne() async throws {
        try await withBook { site, librarian, admin in
            // One takes the first away, the other adds a third.
            try await admin.post(Self.books + "/1", Self.book([("topics", "2")]))
            let added = Self.book([("topics", "1"), ("topics", "2"), ("topics", "3")])
            expect(try await librarian.post(Self.books + "/1", added).status, is: 303)
            let sql = "SELECT group_concat(topic) FROM (SELECT topic FROM bookTopic ORDER BY topic)"
            expect(try await site.value(sql, as: String.self), is: "2,3")
        }
    }

    @Test func aVersionThatCannotBeIsAConflictAndNoEnd() async throws {
        try await withBook { site, librarian, _ in
            for version in ["9223372036854775807", "-9223372036854775808", "-1", "7", "x", ""] {
                let form = Self.book([("topics", "1"), ("topics", "2"), ("version", version), ("price", "8,00")])
                let answer = try await librarian.post(Self.books + "/1", form)
                #expect(answer.status == 409, "\(version)")
                #expect(answer.contains(#"name="version" value="1""#), "\(version)")
            }
            expect(try await site.value("SELECT price FROM book", as: Int.self), is: 100)
        }
    }

    @Test func datesThatOthersPlannedStay() async throws {
        try await withBook { site, librarian, admin in
            let drawn = [("schedule.from.was", ""), ("schedule.until.was", ""), ("schedule.from", ""), ("schedule.until", "")]
            let planned = drawn.filter { $0.0 != "schedule.until" } + [("schedule.until", "2099-01-07T00:00")]
            try await admin.post(Self.books + "/1", Self.book(planned))
            expect(try await librarian.post(Self.books + "/1", Self.book(drawn + [("copies", "9")])).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 1)
            let other = drawn.filter { $0.0 != "schedule.until" } + [("schedule.until", "2098-01-07T00:00"), ("version", "2")]
            let refused = try await librarian.post(Self.books + "/1", Self.book(other + [("copies", "9")]))
            #expect(refused.status == 422)
            #expect(refused.contains("Amministratrice l’ha programmato diversamente"))
            #expect(refused.contains(#"value="2098-01-07T00:00""#))
            #expect(refused.contains(#"name="schedule.until.was" value="2099-01-07T00:00""#))
        }
    }

    @Test func aDraftIsMergedWithItsNextEdition() async throws {
        try await withBook { site, librarian, admin in
            let kept = [("topics", "1"), ("topics", "2")]
            try await librarian.post(Self.books + "/1", Self.book(kept + [("name", "Riso uno"), ("act", "draft")]))
            let edition = kept + [("edition", "1"), ("act", "draft")]
            try await admin.post(Self.books + "/1", Self.book(edition + [("name", "Riso uno"), ("price", "2,00")]))
            let second = try await librarian.post(Self.books + "/1", Self.book(edition + [("name", "Riso due")]))
            #expect(second.status == 303)
            let draft = "SELECT fields ->> 'name' || ' ' || (fields ->> 'price') FROM draft"
            expect(try await site.value(draft, as: String.self), is: "Riso due 200")
            // Publishing the older edition publishes what the colleague wrote as well.
            let published = kept + [("edition", "1"), ("act", "publish-draft"), ("name", "Riso uno"), ("copies", "7")]
            expect(try await librarian.post(Self.books + "/1", Self.book(published)).status, is: 303)
            let stands = "SELECT name || ' ' || price || ' ' || copies FROM book"
            expect(try await site.value(stands, as: String.self), is: "Riso due 200 7")
        }
    }

    @Test func theFormOfADraftThatIsGoneIsNotTakenForOneOfTheNext() async throws {
        try await withBook { site, librarian, admin in
            let kept = [("topics", "1"), ("topics", "2"), ("act", "draft")]
            try await librarian.post(Self.books + "/1", Self.book(kept + [("name", "Riso uno")]))
            try await admin.post(Self.books + "/1/draft/removal")
            try await admin.post(Self.books + "/1", Self.book(kept + [("name", "Riso altro")]))
            let late = try await librarian.post(Self.books + "/1", Self.book(kept + [("name", "Riso due"), ("edition", "1")]))
            #expect(late.status == 409)
            #expect(late.contains("Riso altro"))
            #expect(late.contains("Riso due"))
            expect(try await site.value("SELECT fields ->> 'name' FROM draft", as: String.self), is: "Riso altro")
        }
    }

    @Test func aFormWithoutADraftThatPublishesOneKeepsWhatIsInIt() async throws {
        try await withBook { site, librarian, admin in
            let kept = [("topics", "1"), ("topics", "2")]
            try await admin.post(Self.books + "/1", Self.book(kept + [("price", "2,00"), ("act", "draft")]))
            let form = Self.book(kept + [("copies", "9"), ("act", "publish-draft")]).filter { $0.0 != "published" }
            expect(try await librarian.post(Self.books + "/1", form).status, is: 303)
            let stands = "SELECT price || ' ' || copies || ' ' || published FROM book"
            expect(try await site.value(stands, as: String.self), is: "200 9 1")
        }
    }

    @Test func aDescriptionOfAPictureStaysAsOthersMadeIt() async throws {
        try await withBook { site, librarian, admin in
            try await site.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO picture ("key", file, width, height, bytes, alt, scopeID, createdAt, updatedAt)
                        VALUES ('riso', '\(String(repeating: "a", count: 32))', 10, 10, 10, 'Riso', 1, '2026-01-01', '2026-01-01')
                        """)
            }
            let picture = [("picture", "1"), ("picture.alt", "Riso"), ("picture.alt.was", "Riso")]
            try await librarian.post(Self.books + "/1", Self.book(picture))
            try await admin.post("/admin/media/1", [("alt", "Un sacco di riso"), ("credit", ""), ("licence", ""), ("version", "1")])
            expect(
                try await librarian.post(Self.books + "/1", Self.book(picture + [("copies", "9"), ("version", "2")])).status, is: 303)
            expect(try await site.value("SELECT alt FROM picture", as: String.self), is: "Un sacco di riso")
            let typed = [("picture", "1"), ("picture.alt", "Un chicco"), ("picture.alt.was", "Riso"), ("copies", "9"), ("version", "3")]
            let refused = try await librarian.post(Self.books + "/1", Self.book(typed))
            #expect(refused.status == 422)
            #expect(refused.contains("Un sacco di riso"))
            #expect(refused.contains(#"value="Un chicco""#))
        }
    }

    // MARK: Cells

    @Test func aRowThatIDidNotTouchReportsNothing() async throws {
        try await withBook { site, librarian, admin in
            try await librarian.post(Self.books, Self.book([("name", "Latte"), ("version", "")]))
            try await admin.post(Self.books + "/1", Self.book([("copies", "5"), ("price", "2,00")]))
            let drawn = [
                ("version.1", "1"), ("copies.1", "4"), ("price.1", "1,00"), ("version.2", "1"), ("copies.2", "4"), ("price.2", "1,50"),
            ]
            let saved = try await librarian.post(Self.books + "/bulk", [("act", "inline")] + drawn)
            #expect(saved.status == 303)
            expect(try await site.value("SELECT group_concat(copies || ' ' || price) FROM book", as: String.self), is: "5 200,4 150")
            let page = try await librarian.get(Self.books)
            #expect(page.contains("1 riga salvata. Latte: Prezzo 1,00"))
            #expect(page.contains(#"action="/admin/undoing""#))
        }
    }

    @Test func cellsThatBothChangedAreAskedAndTheOthersSaved() async throws {
        try await withBook { site, librarian, admin in
            try await librarian.post(Self.books, Self.book([("name", "Latte"), ("version", "")]))
            try await admin.post(Self.books + "/1", Self.book([("price", "2,00")]))
            let typed = [
                ("version.1", "1"), ("copies.1", "8"), ("price.1", "3,00"), ("version.2", "1"), ("copies.2", "9"), ("price.2", "1,00"),
            ]
            let asked = try await librarian.post(Self.books + "/bulk", [("act", "inline")] + typed)
            #expect(asked.status == 409)
            #expect(asked.contains("2 righe salvate."))
            #expect(asked.contains(#"name="price.1" value="3,00""#))
            #expect(asked.contains("Anche Amministratrice ha cambiato"))
            #expect(asked.contains(#"name="version.1" value="3""#))
            #expect(asked.contains(#"action="/admin/sample/books/bulk/undoing""#))
            let cells = "SELECT group_concat(copies || ' ' || price) FROM book"
            expect(try await site.value(cells, as: String.self), is: "8 200,9 100")
            let answered = [("act", "inline"), ("version.1", "3"), ("price.1", "3,00"), ("price.1.asked", "record")]
            expect(try await librarian.post(Self.books + "/bulk", answered).status, is: 422)
            expect(try await librarian.post(Self.books + "/bulk", answered + [("price.1.answer", "mine")]).status, is: 303)
            expect(try await site.value(cells, as: String.self), is: "8 300,9 100")
            try await librarian.post(Self.books + "/bulk/undoing", [("act", "1")])
            expect(try await site.value("SELECT copies FROM book WHERE id = 2", as: Int.self), is: 4)
        }
    }
}
