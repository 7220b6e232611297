import AdminTestSupport
import Foundation
import GRDB
import Testing

/// Books of Biblioteca Rossa, each named with its copies and price.
extension SampleSite {
    func addBooks(_ books: [(name: String, copies: Int, price: Int?)]) async throws {
        try await database.write { db in
            for book in books {
                let folded = book.name.lowercased()
                try db.execute(
                    sql: """
                        INSERT INTO book (libraryID, key, createdAt, updatedAt, folded, words, name, copies, price)
                        VALUES (1, ?, '2026-01-10 10:00:00.000', '2026-01-10 10:00:00.000', ?, ?, ?, ?, ?)
                        """, arguments: [folded.replacing(" ", with: "-"), folded, folded, book.name, book.copies, book.price])
            }
        }
    }
}

func names(_ text: String) -> [String] {
    text.matches(of: #/<th scope="row"[^>]*>.*?<a href="[^"]*"[^>]*>([^<]+)</#).map { String($0.1) }
}

@Suite struct ListFilterTests {
    static let address = "/admin/sample/books"

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Caffè", 1, 300), ("Latte", 0, 150), ("Pane", 5, nil), ("Riso", 9, 100)])
        try await site.database.write { db in
            for (name, book) in [("Bevande", [1, 2]), ("Colazione", [1, 3]), ("Cereali", [4])] {
                try db.execute(
                    sql: """
                        INSERT INTO topic (libraryID, key, createdAt, updatedAt, folded, words, name)
                        VALUES (1, ?, '2026-01-01', '2026-01-01', ?, ?, ?)
                        """, arguments: [name.lowercased(), name.lowercased(), name.lowercased(), name])
                let id = db.lastInsertedRowID
                for one in book { try db.execute(sql: "INSERT INTO bookTopic VALUES (?, ?)", arguments: [one, id]) }
            }
            try db.execute(sql: "UPDATE book SET updatedAt = '2026-03-01 10:00:00.000', published = 0 WHERE name = 'Riso'")
        }
        return site
    }

    @Test func oneFilterTakesAnyOfItsValuesAndSeveralFiltersAllApply() async throws {
        try await site().browse(as: "librarian") { browsers in
            for (query, found) in [
                ("topics=1,3", ["Caffè", "Latte", "Riso"]), ("topics=1,3&copies=absent", ["Latte"]),
                ("topics=1&published=yes&q=caf", ["Caffè"]), ("topics=none", []),
                ("topics=any", ["Caffè", "Latte", "Pane", "Riso"]),
                ("topics=2,none", ["Caffè", "Pane"]),
                ("price.from=1,00&price.to=1,50", ["Latte", "Riso"]), ("price.from=1.5", ["Caffè", "Latte"]),
                ("price.to=1,00&price=absent", ["Pane", "Riso"]), ("copies.from=5", ["Pane", "Riso"]),
                ("price=present", ["Caffè", "Latte", "Riso"]),
                ("updated.from=2026-02-01", ["Riso"]), ("updated.to=10/1/2026", ["Caffè", "Latte", "Pane"]),
                ("created.from=1/1/2026&sort=-copies", ["Riso", "Pane", "Caffè", "Latte"]),
                ("published=yes,no", ["Caffè", "Latte", "Pane", "Riso"]), ("picture=present", []),
            ] {
                let page = try await browsers[0].get(Self.address + "?" + query)
                #expect(page.status == 200, "\(query)")
                #expect(names(page.text) == found, "\(query)")
            }
        }
    }

    @Test func whoChangedARecordIsAFilter() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[0].post(Self.address + "/1", [("name", "Caffè"), ("copies", "2"), ("ordering", "1"), ("version", "1")])
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            try await browsers[1].post(Self.address + "/2", [("name", "Latte"), ("copies", "2"), ("ordering", "1"), ("version", "1")])
            expect(names(try await browsers[0].get(Self.address + "?by=2").text), is: ["Caffè"])
            expect(names(try await browsers[0].get(Self.address + "?by=1,2").text), is: ["Caffè", "Latte"])
            let panel = try await browsers[0].get(Self.address + "?panel=filters")
            #expect(panel.contains("Amministratrice"))
            #expect(!panel.contains("Bibliotecario Blu"))
        }
    }

    @Test func aRangeThatCannotBeReadIsSaidAtItsFieldAndKept() async throws {
        try await site().browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(Self.address + "?price.from=poco&updated.to=ieri")
            #expect(page.status == 422)
            #expect(page.contains(#"value="poco""#))
            #expect(page.contains("Scrivi un prezzo, per esempio 1,60."))
            #expect(page.contains("Scrivi un giorno, per esempio 3/5/2026."))
        }
    }

    @Test func eachChoiceSaysHowManyRecordsItLeaves() async throws {
        try await site().browse(as: "librarian") { browsers in
            func count(_ page: String, _ filter: String, _ value: String) -> String? {
                let pattern = try? Regex(#"name="\#(filter)" value="\#(value)"[^>]*><span>[^<]*<span class="count">([0-9.]+)"#)
                return pattern.flatMap { page.firstMatch(of: $0) }.flatMap { $0.output[1].substring.map(String.init) }
            }
            let all = try await browsers[0].get(Self.address + "?panel=filters").text
            #expect(count(all, "topics", "1") == "2")
            #expect(count(all, "topics", "none") == "0")
            #expect(count(all, "price", "absent") == "1")
            #expect(count(all, "published", "no") == "1")
            // A choice in a filter does not change what that filter offers, only what the others do.
            let some = try await browsers[0].get(Self.address + "?panel=filters&topics=1").text
            #expect(count(some, "topics", "3") == "1")
            #expect(count(some, "price", "absent") == "0")
            #expect(count(some, "published", "yes") == "2")
        }
    }

    @Test func chipsAreTakenAwayOneByOne() async throws {
        try await site().browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(Self.address + "?topics=1,3&price.from=1&q=la&sort=-price")
            #expect(page.contains(#"class="chip" href="/admin/sample/books?q=la&amp;topics=3&amp;price.from=1&amp;sort=-price""#))
            #expect(page.contains(#"href="/admin/sample/books?q=la&amp;topics=1,3&amp;sort=-price""#))
            #expect(page.contains("Prezzo: da 1,00 €"))
        }
    }

    @Test func aFormWithoutScriptLeadsToAnAddressThatCanBeRead() async throws {
        try await site().browse(as: "librarian") { browsers in
            let answer = try await browsers[0].get(Self.address + "?q=&topics=1&topics=3&price.from=1%2C00&price.to=")
            #expect(answer.status == 303)
            #expect(answer.location == Self.address + "?topics=1,3&price.from=1,00")
        }
    }

    @Test func textFieldsAreSearchedByThemselves() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let sellers = "/admin/sample/sellers"
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(sellers, [("name", "Roma"), ("address", "Via Verdi 3"), ("radius", "300")])
            try await browsers[0].post(
                sellers, [("name", "Alimentari"), ("address", "Viale Roma, 8"), ("radius", "300"), ("place", "42.35, 13.40")])
            try await browsers[0].post(sellers, [("name", "Forno"), ("radius", "300"), ("published", "yes")])
            for (query, found) in [
                ("address=roma", ["Alimentari"]), ("address=absent", ["Forno"]), ("address=present", ["Alimentari", "Roma"]),
                ("place=present", ["Alimentari"]), ("address=VIA", ["Alimentari", "Roma"]),
            ] {
                expect(names(try await browsers[0].get(sellers + "?" + query).text), is: found)
            }
        }
    }

    @Test func countingReadsAnIndexAndNotTheRows() async throws {
        let site = try await SampleSite()
        try await site.addBooks((1...300).map { ("Prodotto \($0)", $0 % 5, nil) })
        let plan = try await site.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT count(*) FILTER (WHERE book."published" = 1), count(*) FILTER (WHERE book."price" IS NULL)
                    FROM book WHERE book.libraryID = 1 AND book.deletedAt IS NULL AND book."published" = 1
                    """
            ).map { $0["detail"] as String }.joined()
        }
        #expect(plan.contains("COVERING INDEX book_facets"), "\(plan)")
    }
}

@Suite struct ListColumnTests {
    static let address = "/admin/sample/books"

    private func heads(_ text: String) -> [String] {
        text.matches(of: #/<th scope="col" class="k-[a-z]+"[^>]*>\s*(?:<a[^>]*>\s*)?([^<]*[^<\s])\s*</#).map { String($0.1) }
    }

    @Test func eachPersonHasColumnsOfTheirOwnAndTheAddressComesFirst() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 3, 160)])
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            let order = ["price", "ordering", "copies", "updated", "topics"]
            let fields = order.map { ("order", $0) } + [("column", "copies"), ("column", "price"), ("column", "updated")]
            let saved = try await browsers[0].post(Self.address + "/columns", fields + [("act", "save")])
            #expect(saved.status == 303)
            expect(heads(try await browsers[0].get(Self.address).text), is: ["Nome", "Prezzo", "Copie", "Ultima modifica"])
            expect(heads(try await browsers[1].get(Self.address).text).contains("Ultima modifica"), is: false)
            expect(
                heads(try await browsers[1].get(Self.address + "?columns=ordering,price,nonsense").text),
                is: ["Nome", "Posto nell’elenco", "Prezzo"])
            try await browsers[0].post(Self.address + "/columns", [("act", "reset")])
            expect(heads(try await browsers[0].get(Self.address).text).contains("Ultima modifica"), is: false)
        }
    }

    @Test func linesMoveWithoutBeingSavedAndOneColumnIsNeeded() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let fields = ["topics", "shelf", "copies"].map { ("order", $0) } + [("column", "copies")]
            let page = try await browsers[0].post(Self.address + "/columns", fields + [("act", "up.copies")])
            #expect(page.status == 200)
            let order = page.text.matches(of: #/name="order" value="([a-z]+)"/#).map { String($0.1) }
            #expect(order.prefix(3) == ["topics", "copies", "shelf"])
            expect(try await browsers[0].post(Self.address + "/columns", [("order", "copies"), ("act", "save")]).status, is: 422)
        }
        expect(try await site.value("SELECT count(*) FROM listColumns", as: Int.self), is: 0)
    }
}

@Suite struct SavedViewTests {
    static let address = "/admin/sample/books"

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Latte", 0, 150), ("Pane", 5, nil)])
        return site
    }

    @Test func aViewIsTheListAsItWasWithANameAboveIt() async throws {
        try await site().browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            let saved = try await browsers[0].post(
                Self.address + "/views", [("name", "Finiti"), ("back", "?copies=absent&sort=-name&columns=price&page=2")])
            #expect(saved.location == Self.address + "?copies=absent&sort=-name&columns=price")
            let list = try await browsers[0].get(Self.address + "?copies=absent&sort=-name&columns=price")
            #expect(list.contains(#"aria-current="true">Finiti"#))
            #expect(names(list.text) == ["Latte"])
            // Somebody else's own views are theirs.
            expect(try await browsers[1].get(Self.address).contains("Finiti"), is: false)
            for path in ["/views/1", "/views/1/deletion", "/views/1/default"] {
                expect(try await browsers[1].post(Self.address + path, [("name", "Mia")]).status, is: 404)
            }
            for (name, status) in [("", 422), (String(repeating: "x", count: 61), 422)] {
                expect(try await browsers[0].post(Self.address + "/views", [("name", name), ("back", "")]).status, is: status)
            }
        }
    }

    @Test func aSharedViewIsSeenInItsLibraryOnlyAndIsAudited() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "admin", "librarian-blu") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.address + "/views", [("name", "Finiti"), ("back", "?copies=absent"), ("shared", "yes")])
            expect(try await browsers[1].get(Self.address).contains("Finiti"), is: true)
            expect(try await browsers[2].get(Self.address).contains("Finiti"), is: false)
            expect(try await browsers[2].post(Self.address + "/views/1/deletion").status, is: 404)
            // The name is taken now, for the others too.
            expect(try await browsers[1].post(Self.address + "/views", [("name", "finiti"), ("back", "")]).status, is: 422)
            try await browsers[1].post(Self.address + "/views/1", [("name", "Da comprare"), ("shared", "yes")])
            expect(try await browsers[0].get(Self.address).contains("Da comprare"), is: true)
            try await browsers[1].post(Self.address + "/views/1/deletion")
        }
        expect(
            try await site.value("SELECT group_concat(action) FROM audit WHERE objectKind = 'listView'", as: String.self),
            is: "list.share-view,list.share-view,list.delete-view")
    }

    @Test func theListBeginsWithTheViewOnePrefers() async throws {
        try await site().browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.address + "/views", [("name", "Finiti"), ("back", "?copies=absent")])
            try await browsers[0].post(Self.address + "/views/1/default", [("on", "yes")])
            expect(try await browsers[0].get(Self.address).location, is: Self.address + "?copies=absent")
            expect(names(try await browsers[0].get(Self.address + "?view=all").text), is: ["Latte", "Pane"])
            try await browsers[0].post(Self.address + "/views/1/default", [("on", "no")])
            expect(try await browsers[0].get(Self.address).status, is: 200)
        }
    }
}

@Suite struct ListLayoutTests {
    @Test func recordsWithPicturesAreAGridAndThoseWithPositionsAMap() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso & \"co\"", 3, 160)])
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let grid = try await browsers[0].get("/admin/sample/books?layout=grid")
            #expect(grid.contains("<li class=\"tile\" data-row>"))
            #expect(grid.contains("Riso &amp; &#34;co&#34;"))
            #expect(!grid.contains("<table"))
            // A resource without positions has no map.
            expect(try await browsers[0].get("/admin/sample/books?layout=map").contains("<table"), is: true)
            let sellers = "/admin/sample/sellers"
            try await browsers[0].post(sellers, [("name", "Forno <b>"), ("radius", "300"), ("place", "42.35, 13.40")])
            try await browsers[0].post(sellers, [("name", "Bar"), ("radius", "300"), ("place", "42.36, 13.41")])
            try await browsers[0].post(sellers, [("name", "Chissà"), ("radius", "300")])
            let map = try await browsers[0].get(sellers + "?layout=map")
            #expect(map.text.matches(of: #/<circle /#).count == 2)
            #expect(map.contains("42.35000, 13.40000"))
            #expect(map.contains("Forno &lt;b&gt;"))
            #expect(map.contains("1 scheda non ha una posizione."))
        }
    }
}
