import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct SearchTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private static let books = "/admin/sample/books"

    private func add(_ names: [String], _ browser: Browser, to path: String = SearchTests.books) async throws {
        for name in names {
            let fields = [("name", name), ("copies", "1"), ("ordering", "10"), ("price", ""), ("act", "save")]
            let answer = try await browser.post(path, fields)
            #expect(answer.status == 303, "\(name)")
        }
    }

    private func search(_ words: String, _ browser: Browser) async throws -> String {
        let answer = try await browser.get("/admin/search?q=" + words.queryEscaped)
        #expect(answer.status == 200)
        return String(answer.text.components(separatedBy: "<main")[1].components(separatedBy: "</main>")[0])
    }

    /// The titles found, in their order.
    private func titles(_ words: String, _ browser: Browser) async throws -> [String] {
        try await search(words, browser).matches(of: #/(?s)class="main hit">.*?<a href="[^"]*">([^<]*)</a>/#).map { String($0.1) }
    }

    private func use(_ library: Int64, _ browser: Browser) async throws {
        try await browser.post("/admin/scope", [("scope", String(library)), ("next", "/admin")])
    }

    @Test func findsByBeginningsWithoutAccentsBestFirst() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            try await use(SampleSite.rossa, browsers[0])
            try await add(["Biscotti al caffè", "Caffè", "Caffettiera", "Torta di mele"], browsers[0])
            expect(try await titles("caffe", browsers[0]) == ["Caffè", "Caffettiera", "Biscotti al caffè"])
            expect(try await titles("CAFFÈ bisc", browsers[0]) == ["Biscotti al caffè"])
            // Not one letter too much, or nothing would ever be refused.
            expect(try await titles("xyzzy", browsers[0]).isEmpty)
            let page = try await search("caffe", browsers[0])
            #expect(page.contains("href=\"/admin/sample/books?q=caffe\">Vedi tutto in «Libri»: 3"))
            let list = try await browsers[0].get("/admin/sample/books?q=caffe")
            #expect(list.contains("<span class=\"count\">3</span>"))
        }
    }

    @Test func tellsNothingOfOtherLibraries() async throws {
        try await site.browse(as: "librarian", "librarian-blu", "admin") { [self] browsers in
            try await use(SampleSite.rossa, browsers[0])
            try await add(["Zafferano rosso"], browsers[0])
            try await use(SampleSite.blu, browsers[0])
            try await add(["Zafferano blu"], browsers[0])
            expect(try await titles("zafferano", browsers[1]) == ["Zafferano blu"])
            // Neither the right words nor a slip, nor the palette, betray what is in the other library.
            for words in ["rosso", "zafferano rosso", "rossoo", "rsso"] {
                let page = try await search(words, browsers[1])
                #expect(!page.contains("Zafferano rosso"), "\(words)")
                #expect(!page.contains("Risultati per «rosso»"), "\(words)")
                let palette = try await browsers[1].get("/admin/search/suggestions?q=" + words.queryEscaped)
                #expect(!palette.contains("Zafferano rosso"), "\(words)")
                #expect(!palette.contains("«rosso»"), "\(words)")
            }
            let alone = try await browsers[1].get("/admin/search?q=rosso&kind=sample.books")
            #expect(!alone.contains("Zafferano"))
            // Somebody of both libraries sees both, the other library's with its name.
            let both = try await search("zafferano", browsers[0])
            #expect(both.contains("Zafferano rosso"))
            #expect(both.contains("<span class=\"hit-place quiet\">Biblioteca Rossa</span>"))
            expect(try await titles("zafferano", browsers[2]).count == 2)
        }
    }

    @Test func showsPeopleOnlyToThoseWhoKeepThem() async throws {
        try await site.browse(as: "librarian", "admin") { [self] browsers in
            expect(try await titles("amministratrice", browsers[1]) == ["Amministratrice"])
            expect(try await titles("amministratrice", browsers[0]).isEmpty)
            expect(try await browsers[0].get("/admin/search?q=amministratrice&kind=account").contains("Amministratrice</a>") == false)
        }
    }

    @Test func followsEveryWrite() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            let librarian = browsers[0]
            try await use(SampleSite.rossa, librarian)
            try await add(["Riso"], librarian)
            let id = try #require(try await site.value("SELECT id FROM book", as: Int64.self))
            try await librarian.post(
                "\(Self.books)/\(id)", [("name", "Orzo"), ("copies", "1"), ("ordering", "10"), ("version", "1"), ("act", "save")])
            expect(try await titles("riso", librarian).isEmpty)
            expect(try await titles("orzo", librarian) == ["Orzo"])
            try await librarian.post("\(Self.books)/\(id)/deletion", [("confirmed", "yes")])
            expect(try await titles("orzo", librarian).isEmpty)
            try await librarian.post("\(Self.books)/trash", [("act", "restore"), ("id", String(id))])
            expect(try await titles("orzo", librarian) == ["Orzo"])
            try await librarian.post("\(Self.books)/\(id)/deletion", [("confirmed", "yes")])
            try await librarian.post("\(Self.books)/trash", [("act", "erase"), ("id", String(id)), ("confirmed", "yes")])
            expect(try await titles("orzo", librarian).isEmpty)
        }
    }

    @Test func forgivesSlips() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            try await use(SampleSite.rossa, browsers[0])
            try await add(["Risotto", "Parmigiano reggiano", "Zucchine"], browsers[0])
            for slip in ["risoto", "rissotto", "rizotto", "irsotto", "isotto", "risoot"] {
                let page = try await search(slip, browsers[0])
                #expect(page.contains("Risultati per «risotto»"), "\(slip)")
                #expect(page.contains(">Risotto</a>"), "\(slip)")
            }
            let two = try await search("parmiggianno", browsers[0])
            #expect(two.contains("Risultati per «parmigiano»"))
            #expect(two.contains(">Parmigiano reggiano</a>"))
            let second = try await search("parmigiano regiano", browsers[0])
            #expect(second.contains("Risultati per «parmigiano reggiano»"))
            let palette = try await browsers[0].get("/admin/search/suggestions?q=zuchine")
            #expect(palette.contains("Zucchine"))
        }
    }

    @Test func takesAnythingTyped() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            try await add(["Riso"], browsers[0])
            let hostile = [
                "\"", "'", "*", "riso*", "\"riso", "riso OR", "NEAR(riso", "words:riso", "-riso", "^riso", "(", "riso AND NOT", "{a b}:c",
                "%", "\\",
                "<script>alert(1)</script>", "\u{0}riso", "ri\u{0}so", "e\u{301}", "\u{600}", "👩‍👩‍👧", "ß", "ﬁ", "İ",
                "a b c d e f g h i j k l m",
                String(repeating: "riso ", count: 200), String(repeating: "a", count: 5000), "𞤀𞤁", "日本", " ", "--; DROP TABLE book",
            ]
            for words in hostile {
                let page = try await browsers[0].get("/admin/search?q=" + words.queryEscaped)
                #expect(page.status == 200, "\(words.debugDescription)")
                #expect(!page.contains("<script>alert"), "\(words.debugDescription)")
                let palette = try await browsers[0].get("/admin/search/suggestions?q=" + words.queryEscaped)
                #expect(palette.status == 200, "\(words.debugDescription)")
            }
            for query in ["?q=%FF%FE", "?q=%00", "?kind=%27", "?q=riso&kind=book%27--"] {
                expect(try await browsers[0].get("/admin/search" + query).status == 200, "\(query)")
            }
        }
    }

    @Test func offersPagesAndActs() async throws {
        try await site.browse(as: "librarian", "") { [self] browsers in
            let page = try await search("visita nuova", browsers[0])
            #expect(page.contains("href=\"/admin/sample/tours/new\""))
            let palette = try await browsers[0].get("/admin/search/suggestions?q=esci")
            #expect(palette.contains("sign-out"))
            #expect(palette.headers[.cacheControl] == "no-store")
            let likeliest = try await browsers[0].get("/admin/search/suggestions?q=nuovo%20lib").text
            let (book, shelf) = (likeliest.firstRange(of: #"books\/new"#), likeliest.firstRange(of: #"shelves\/new"#))
            #expect(try #require(book).lowerBound < #require(shelf).lowerBound)
            let start = try await browsers[0].get("/admin/search/suggestions?q=")
            #expect(start.contains("Nuovo libro"))
            #expect(!start.contains("people"))
            expect(try await browsers[0].get("/admin/search/suggestions?q=persone").contains("people") == false)
            expect(try await browsers[1].get("/admin/search?q=riso").status == 303)
            expect(try await browsers[1].get("/admin/search/suggestions?q=riso").status == 303)
        }
    }

    @Test func showsNothingOfASystemThatIsOff() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            expect(try await titles("rossa", browsers[0]) == ["Biblioteca Rossa"])
            let form = [
                ("name", "Portico"), ("language", "it"), ("zone", "Europe/Rome"), ("tiles", ""), ("historyDays", "730"),
                ("trashDays", "90"),
                ("version", "0"),
                ("act", "save"),
            ]
            expect(try await browsers[0].post("/admin/site", form).status == 303)
            expect(try await titles("rossa", browsers[0]).isEmpty)
        }
    }

    @Test func makesTheIndexAnewWhenItDoesNotFit() async throws {
        try await site.browse(as: "admin") { [self] browsers in
            try await site.database.write { db in
                try db.execute(sql: "DROP TRIGGER search_library_insert; INSERT INTO searchWords (searchWords) VALUES ('delete-all')")
            }
            expect(try await titles("rossa", browsers[0]).isEmpty)
            try await site.database.write { try SearchIndex.prepare($0, for: site.portal.admin.resources.all) }
            expect(try await titles("rossa", browsers[0]) == ["Biblioteca Rossa"])
            let changes = try await site.database.write { db in
                let before = db.totalChangesCount
                try SearchIndex.prepare(db, for: site.portal.admin.resources.all)
                return db.totalChangesCount - before
            }
            #expect(changes == 0)
        }
    }

    /// What is wanted is not worked out while the file says that this program has made the triggers from these resources; they are counted.
    @Test func comparesItsTriggersOnceForAProgram() async throws {
        let (wanted, left, made) = try await site.database.write { [self] db in
            let sql = "SELECT sql FROM sqlite_master WHERE name = 'search_library_insert'"
            try SearchIndex.prepare(db, for: site.portal.admin.resources.all)
            let wanted = try String.fetchOne(db, sql: sql)
            try db.execute(
                sql: """
                    DROP TRIGGER search_library_insert;
                    CREATE TRIGGER search_library_insert AFTER INSERT ON library BEGIN SELECT 1; END;
                    """)
            try SearchIndex.prepare(db, for: site.portal.admin.resources.all)
            let left = try String.fetchOne(db, sql: sql)
            try db.execute(sql: "PRAGMA user_version = 0")
            try SearchIndex.prepare(db, for: site.portal.admin.resources.all)
            return (wanted, left, try String.fetchOne(db, sql: sql))
        }
        #expect(wanted?.contains("searchWords") == true)
        #expect(left?.contains("SELECT 1") == true)
        #expect(made == wanted)
        let version = try await site.value("PRAGMA user_version", as: Int.self)
        #expect(version != 0)
    }

    @Test func countsManyWithoutReadingAll() async throws {
        try await site.database.write { db in
            for number in 1...2_100 {
                let title = number == 1 ? "Scatola" : "Scatola \(number)"
                try db.execute(
                    sql: """
                        INSERT INTO book (libraryID, key, createdAt, updatedAt, folded, words, name)
                        VALUES (1, ?, '2026-01-01', '2026-01-01', ?, ?, ?)
                        """,
                    arguments: ["p\(number)", title.lowercased(), title.lowercased(), title])
            }
        }
        try await site.browse(as: "librarian") { [self] browsers in
            try await use(SampleSite.rossa, browsers[0])
            let page = try await search("scatola", browsers[0])
            #expect(page.contains("Vedi tutto in «Libri»"))
            #expect(page.contains("I risultati sono moltissimi"))
            // The oldest of all, which the newest 2,000 do not hold, is found by how its title begins.
            expect(try await titles("scatola", browsers[0]).first == "Scatola")
        }
    }
}
