import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

private let books = "/api/v1/sample/books"

@Suite struct ListingAPITests {
    @Test func pagesHoldEachRecordOnceWhateverIsAddedBetween() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            for name in ["b", "d", "f", "h", "l", "n", "p"] { try await program.make(books, #"{"name": "\#(name)"}"#) }
            var page = try await program.call(.get, books + "?limit=3")
            #expect(page.names == ["b", "d", "f"])
            let link = try #require(page.headers[.init("Link")!])
            #expect(link == "<\(page.json["next"]?.text ?? "")>; rel=\"next\"")
            // One before the border, one after it, one away.
            for name in ["a", "i"] { try await program.make(books, #"{"name": "\#(name)"}"#) }
            try await program.call(.delete, "\(books)/1", match: "*")
            page = try await program.call(.get, page.json["next"]?.text ?? "")
            #expect(page.names == ["h", "i", "l"])
            page = try await program.call(.get, page.json["next"]?.text ?? "")
            #expect(page.names == ["n", "p"])
            #expect(page.json["next"]?.isNull == true)
            #expect(page.headers[.init("Link")!] == nil)
        }
    }

    @Test(arguments: ["price", "-price", "copies", "-updated", "-name"])
    func everyOrderGoesThroughAllRecordsAlsoThoseWithoutAValue(sort: String) async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            for (name, price) in [("a", "null"), ("b", "100"), ("c", "100"), ("d", "null"), ("e", "50"), ("f", "100"), ("g", "null")] {
                try await program.make(books, #"{"name": "\#(name)", "price": \#(price)}"#)
            }
            let whole = try await program.call(.get, books + "?sort=\(sort)")
            var names: [String] = []
            var next: String? = books + "?sort=\(sort)&limit=2"
            while let address = next {
                let page = try await program.call(.get, address)
                names += page.names
                next = page.json["next"]?.text
            }
            #expect(names == whole.names)
            #expect(Set(names).count == 7)
        }
    }

    @Test func filtersAndSearchAreThoseOfThePage() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let (seller, _) = try await program.make("/api/v1/sample/sellers", #"{"name": "Forno"}"#)
            try await program.make(books, #"{"name": "Pane", "sellers": [\#(seller)], "price": 200, "copies": 1}"#)
            try await program.make(books, #"{"name": "Pasta", "published": false}"#)
            for (query, names) in [
                ("sellers=\(seller)", ["Pane"]), ("sellers=none", ["Pasta"]), ("published=no", ["Pasta"]), ("price=present", ["Pane"]),
                ("copies=absent", ["Pasta"]), ("q=PAN", ["Pane"]), ("price.from=200", ["Pane"]), ("price.to=199", []),
                ("price.from=150&price.to=250", ["Pane"]),
                ("sellers=\(seller),none", ["Pane", "Pasta"]), ("created.to=2001-01-01", []), ("q=pa&published=yes", ["Pane"]),
                ("sort=-name", ["Pasta", "Pane"]),
            ] {
                let found = try await program.call(.get, "\(books)?\(query)")
                #expect(found.names == names, "\(query)")
            }
            let other = try await program.call(.get, books + "?sort=name&limit=1")
            let cursor = other.json["next"]?.text?.split(separator: "cursor=").last.map(String.init) ?? ""
            let mixed = try await program.call(.get, books + "?sort=-price&cursor=\(cursor)")
            #expect(mixed.status == 400)
        }
    }

    @Test func recordsSayWhereTheirPicturesAre() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu", "librarian", "admin") { programs in
            let program = programs[0]
            let sent = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.png\"\r\n\r\nno picture\r\n--b--\r\n"
            let refused = try await program.call(
                .post, "/api/v1/media/pictures", sent, type: "multipart/form-data; boundary=b")
            #expect(refused.status == 422, "\(refused.text)")
            #expect(refused.errors["/file"] != nil, "\(refused.text)")
            // A library that does not exist gets no picture.
            let nowhere = try await programs[2].call(
                .post, "/api/v1/media/pictures?scope=99", sent, type: "multipart/form-data; boundary=b")
            #expect(nowhere.status == 404)
            let id = try await site.database.write { db -> Int64 in
                try db.execute(
                    sql: """
                        INSERT INTO picture ("key", file, width, height, bytes, scopeID, createdAt, updatedAt)
                        VALUES ('pane', '\(String(repeating: "a", count: 32))', 10, 10, 10, 2, '2026-01-01', '2026-01-01'),
                          ('rossa', '\(String(repeating: "b", count: 32))', 10, 10, 10, 1, '2026-01-01', '2026-01-01')
                        """)
                return db.lastInsertedRowID - 1
            }
            let made = try await program.call(.post, books, #"{"name": "Pane", "picture": \#(id)}"#)
            let thumb = made.json["pictures"]?["\(id)"]?["thumb"]?.text
            #expect(thumb == "/media/\(String(repeating: "a", count: 32))/96.webp", "\(made.text)")
            // The picture of another library is not there.
            let other = try await program.call(.post, books, #"{"name": "Latte", "picture": \#(id + 1)}"#)
            #expect(other.errors["/picture"] != nil)
            let list = try await program.call(.get, "/api/v1/media/pictures")
            #expect(list.json["items"]?.list?.compactMap { $0["key"]?.text } == ["pane"])
            let hidden = try await program.call(.get, "/api/v1/media/pictures/\(id + 1)")
            #expect(hidden.status == 404)
            let both = try await programs[1].call(.get, "/api/v1/media/pictures?limit=1")
            let rest = try await programs[1].call(.get, both.json["next"]?.text ?? "")
            #expect(rest.json["items"]?.list?.first?["key"]?.text == "pane")
            #expect(rest.json["next"]?.isNull == true)
        }
    }
}
