import Foundation
import GRDB
import Testing

@testable import Campus

@Suite struct NewsTests {
    @Test func visitorsReadWhatIsShownNewestFirst() async throws {
        let town = try await NewsFixture()
        try await town.article("Prima", daysAgo: 3)
        try await town.article("Seconda", daysAgo: 1)
        try await town.article("Bozza", published: false)
        try await town.article("Altrove", source: 2, daysAgo: 2)
        try await town.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/news")
            let titles = page.text.matches(of: /<strong>([^<]+)<\/strong>/).map { String($0.1) }
            #expect(titles == ["Seconda", "Altrove", "Prima"])
            let ofOne = try await who[0].get("/campus/news?source=2")
            #expect(ofOne.contains("Altrove"))
            #expect(!ofOne.contains("Seconda"))
            let found = try await who[0].get("/campus/news?q=secon")
            #expect(found.contains("/campus/news/2\""))
            #expect(!found.contains("/campus/news/1\""))
            let hidden = try await who[0].get("/campus/news/3")
            #expect(hidden.status == 404)
            let home = try await who[0].get("/campus")
            #expect(home.contains("/campus/news/2"))
        }
    }

    @Test func aSourceThatIsSwitchedOffTakesItsArticlesWithIt() async throws {
        let town = try await NewsFixture()
        try await town.article("Altrove", source: 2)
        try await town.site.browse(as: "") { who in
            let before = try await who[0].call(.get, "/campus/api/v1/sync")
            #expect(before.contains(#"{"kind":"news","id":1,"#))
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusNewsSource SET active = 0 WHERE id = 2") }
            for path in ["/campus/news/1", "/campus/api/v1/news/1"] {
                let gone = try await who[0].get(path)
                #expect(gone.status == 404, "\(path)")
            }
            for path in ["/campus/news", "/campus/search?q=altrove", "/campus/news.atom", "/campus/api/v1/news"] {
                let page = try await who[0].get(path)
                #expect(page.status == 200, "\(path)")
                #expect(!page.contains("Altrove<"), "\(path)")
                #expect(!page.contains("\"Altrove\""), "\(path)")
            }
            let after = try await who[0].call(.get, "/campus/api/v1/sync")
            #expect(after.contains(#""removed":[{"kind":"news","id":1}"#) || after.contains(#"{"kind":"news","id":1}"#))
        }
    }

    @Test func anArticleIsReadTurnedOverAndKept() async throws {
        let town = try await NewsFixture()
        try await town.article("Prima", daysAgo: 3)
        try await town.article("Seconda & ultima", daysAgo: 1, link: "https://example.org/intero")
        try await town.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/news/2")
            #expect(page.contains("<strong>molto</strong>"))
            #expect(page.contains("Per saperne di più: example.org"))
            #expect(page.contains("href=\"/campus/news/1\""))
            #expect(page.contains("mailto:?subject=Seconda%20%26%20ultima"))
            try await who[0].post("/campus/mine/favourites", [("kind", "news"), ("id", "2")])
            let mine = try await who[0].get("/campus/mine")
            #expect(mine.contains("/campus/news/2"))
        }
    }

    @Test func programsReadNewsInTheNamesOfTheThesisPageByPage() async throws {
        let town = try await NewsFixture()
        for number in 1...3 { try await town.article("Numero \(number)", daysAgo: Double(number)) }
        try await town.site.browse(as: "") { who in
            let first = try await who[0].call(.get, "/campus/api/v1/news?limit=2")
            #expect(first.contains(#""name":"Numero 1","snippet":"In breve.","postdate":"#))
            #expect(first.contains(#""next":"2""#))
            let rest = try await who[0].call(.get, "/campus/api/v1/news?limit=2&cursor=2")
            #expect(rest.contains("Numero 3"))
            #expect(!rest.contains("Numero 2"))
            #expect(rest.contains(#""next":null"#))
            let sources = try await who[0].call(.get, "/campus/api/v1/news/sources")
            #expect(sources.contains(#""link":"https://blog.example.org/feed""#))
            #expect(sources.contains("/campus/news.rss?source=1"))
            let atom = try await who[0].get("/campus/news.atom?source=1")
            #expect(atom.headers[.contentType]?.hasPrefix("application/atom+xml") == true)
            #expect(atom.contains("<title>Numero 1</title>"))
            #expect(atom.headers[.contentLanguage] == "it")
            #expect(atom.headers[.vary]?.contains("Accept-Language") == true)
            let all = try await who[0].get("/campus/news.atom")
            #expect(all.contains("<title>Notizie · "))
            #expect(!atom.contains("<title>Notizie · "))
            #expect(atom.contains("/campus/news?source=1\"/>"))
        }
    }
}
