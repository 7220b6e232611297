import AdminTestSupport
import Foundation
import GRDB
import Testing

@Suite struct BookFormTests {
    static let address = "/admin/sample/books"

    private func names(_ text: String) -> [String] {
        text.matches(of: #/<th scope="row"[^>]*>.*?<a href="[^"]*"[^>]*>([^<]+)</#).map { String($0.1) }
    }

    @Test func createsAProductWithItsArgomentisAndShops() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1"), ("next", "/admin/sample/books")])
            for name in ["Verdura", "Frutta"] { try await librarian.post("/admin/sample/topics", [("name", name), ("ordering", "10")]) }
            try await librarian.post("/admin/sample/sellers", [("name", "Alimentari"), ("radius", "300"), ("place", "42.35, 13.40")])
            let answer = try await librarian.post(
                Self.address,
                [
                    ("name", "Zucchine d’estate"), ("topics", "1"), ("topics", "2"), ("sellers", "1"), ("copies", "3"),
                    ("price", "1,60"),
                    ("ordering", "10"), ("published", "yes"),
                ])
            #expect(answer.status == 303)
            #expect(answer.location == Self.address)
            let list = try await librarian.get(Self.address)
            #expect(list.contains("Zucchine d’estate"))
            #expect(list.contains("Verdura, Frutta"))
            #expect(list.contains("Creato «Zucchine d’estate»."))
        }
        expect(try await site.value("SELECT price FROM book", as: Int.self), is: 160)
        expect(try await site.value("SELECT key FROM book", as: String.self), is: "zucchine-d-estate")
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'sample.books.create'", as: Int.self), is: 1)
    }

    @Test func refusesAFormWithEveryReasonAndEverythingTyped() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let answer = try await browsers[0].post(
                Self.address, [("name", ""), ("copies", "molti"), ("price", "uno e sessanta"), ("ordering", "10"), ("published", "yes")])
            #expect(answer.status == 422)
            #expect(answer.contains("Ci sono 3 cose da correggere"))
            #expect(answer.contains(#"value="molti""#))
            #expect(answer.contains(#"value="uno e sessanta""#))
            #expect(answer.contains("Scrivi un numero intero da 0 a 9.999."))
        }
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 0)
    }

    @Test func anotherLibrarysRecordsAreNotThere() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            try await browsers[0].post(Self.address, [("name", "Riso"), ("copies", "1"), ("ordering", "10")])
            for path in ["/1", "/1/deletion", "/abc", "/999", "/9223372036854775808"] {
                expect(try await browsers[1].get(Self.address + path).status, is: 404)
            }
            for path in ["/1", "/1/copies", "/1/deletion"] {
                expect(try await browsers[1].post(Self.address + path, [("name", "Mio"), ("version", "1")]).status, is: 404)
            }
            try await browsers[1].post(Self.address + "/bulk", [("id", "1"), ("act", "delete")])
            try await browsers[1].post(Self.address + "/bulk", [("act", "inline"), ("version.1", "1"), ("copies.1", "99")])
            expect(try await browsers[1].post("/admin/scope", [("scope", "1")]).status, is: 404)
            expect(
                try await browsers[1].post(Self.address, [("name", "Intruso"), ("copies", "1"), ("ordering", "1"), ("scope", "1")]).status,
                is: 404)
            // A topic of another library cannot be linked either.
            try await browsers[0].post("/admin/sample/topics", [("name", "Verdura"), ("ordering", "10")])
            let answer = try await browsers[1].post(
                Self.address, [("name", "Furbo"), ("copies", "1"), ("ordering", "1"), ("topics", "1")])
            #expect(answer.status == 422)
        }
        expect(try await site.value("SELECT name || copies || coalesce(deletedAt, '') FROM book", as: String.self), is: "Riso1")
    }

    @Test func neitherOfTwoEditorsLosesText() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            try await browsers[0].post(Self.address, [("name", "Riso"), ("copies", "1"), ("ordering", "10")])
            let first = try await browsers[0].post(
                Self.address + "/1", [("name", "Riso Carnaroli"), ("copies", "1"), ("ordering", "10"), ("version", "1")])
            #expect(first.status == 303)
            let second = try await browsers[1].post(
                Self.address + "/1", [("name", "Riso Arborio"), ("copies", "5"), ("ordering", "10"), ("version", "1")])
            #expect(second.status == 409)
            #expect(second.contains("Riso Carnaroli"))
            #expect(second.contains("Riso Arborio"))
            #expect(second.contains("Bibliotecaria"))
            #expect(second.contains(#"name="version" value="2""#))
            let third = try await browsers[1].post(
                Self.address + "/1", [("name", "Riso Arborio"), ("copies", "5"), ("ordering", "10"), ("version", "2")])
            #expect(third.status == 303)
        }
        expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso Arborio")
    }

    @Test func deletesToTheTrashAndUndoes() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            for name in ["Riso", "Pasta", "Farina"] {
                try await librarian.post(Self.address, [("name", name), ("copies", "1"), ("ordering", "10")])
            }
            try await librarian.post(Self.address + "/bulk", [("id", "1"), ("id", "2"), ("act", "delete")])
            let list = try await librarian.get(Self.address)
            #expect(list.contains("2 schede sono nel cestino."))
            #expect(!list.contains(">Riso<"))
            #expect(list.contains(#"action="/admin/sample/books/bulk/undoing""#))
            try await librarian.post(Self.address + "/trash", [("act", "restore"), ("id", "1"), ("id", "2")])
            expect(try await librarian.get(Self.address).contains("Riso"), is: true)
            try await librarian.post(Self.address + "/3/deletion")
            let question = try await librarian.post(Self.address + "/trash", [("act", "erase"), ("id", "3")])
            #expect(question.contains("Eliminare per sempre"))
            try await librarian.post(Self.address + "/trash", [("act", "erase"), ("id", "3"), ("confirmed", "yes")])
        }
        expect(try await site.value("SELECT group_concat(name) FROM book WHERE deletedAt IS NULL", as: String.self), is: "Riso,Pasta")
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 2)
    }

    @Test func aTitleTakenMeanwhileStaysInTheTrash() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.address, [("name", "Riso"), ("copies", "1"), ("ordering", "10")])
            try await librarian.post(Self.address + "/1/deletion")
            expect(try await librarian.post(Self.address, [("name", "RISO"), ("copies", "1"), ("ordering", "10")]).status, is: 303)
            expect(try await librarian.post(Self.address, [("name", "riso"), ("copies", "1"), ("ordering", "10")]).status, is: 422)
            try await librarian.post(Self.address + "/trash", [("act", "restore"), ("id", "1")])
            expect(try await librarian.get(Self.address).contains("«Riso» resta nel cestino"), is: true)
        }
    }

    @Test func changesCopiesAndPriceInTheList() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            for name in ["Riso", "Pasta"] { try await librarian.post(Self.address, [("name", name), ("copies", "1"), ("ordering", "10")]) }
            let fields = [
                ("act", "inline"), ("version.1", "1"), ("copies.1", "7"), ("price.1", "2,5"), ("version.2", "1"), ("copies.2", "meno"),
                ("price.2", ""),
            ]
            let answer = try await librarian.post(Self.address + "/bulk", fields)
            #expect(answer.status == 422)
            #expect(answer.contains("1 riga salvata. Riso: Copie 1 → 7, Prezzo niente → 2,50"))
            #expect(answer.contains("Pasta: «meno» non va bene."))
            #expect(answer.contains(#"name="copies.2" value="meno""#))
        }
        expect(try await site.value("SELECT copies || '/' || price FROM book WHERE id = 1", as: String.self), is: "7/250")
        expect(try await site.value("SELECT copies FROM book WHERE id = 2", as: Int.self), is: 1)
    }

    @Test func findsWithoutAccentsAndFilters() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/sample/topics", [("name", "Bevande"), ("ordering", "10")])
            try await librarian.post(
                Self.address, [("name", "Caffè d'orzo"), ("copies", "1"), ("price", "3"), ("ordering", "10"), ("topics", "1")])
            try await librarian.post(Self.address, [("name", "Tè freddo"), ("copies", "0"), ("ordering", "10"), ("topics", "1")])
            try await librarian.post(Self.address, [("name", "Pane"), ("copies", "0"), ("ordering", "10")])
            for (query, found) in [
                ("q=CAFFE", ["Caffè d&#39;orzo"]), ("q=orz", ["Caffè d&#39;orzo"]), ("q=%22%2A", []),
                ("topics=1", ["Caffè d&#39;orzo", "Tè freddo"]),
                ("price=absent", ["Pane", "Tè freddo"]), ("copies=absent&topics=1", ["Tè freddo"]), ("topics=none", ["Pane"]),
                ("sort=-name", ["Tè freddo", "Pane", "Caffè d&#39;orzo"]), ("sort=-price", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
                ("sort=price;DROP", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
                ("topics=xyz", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
            ] {
                let page = try await librarian.get(Self.address + "?" + query)
                #expect(page.status == 200)
                #expect(names(page.text) == found, "\(query)")
            }
        }
    }
}
