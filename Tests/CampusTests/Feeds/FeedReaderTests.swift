import Formats
import Foundation
import Testing

@testable import Campus

@Suite struct FeedReaderTests {
    private func items(_ text: String) throws -> [FeedReader.Item] {
        try FeedReader(Array(text.utf8), at: "https://blog.example.org/feed/index.xml").items
    }

    @Test func readsRSSAsSitesWriteIt() throws {
        let found = try items(
            """
            <?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title>
            <item><title>Perch&eacute; no</title><guid>a-1</guid><link>/2026/perche</link><pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate>
            <description>&lt;p&gt;Due &lt;b&gt;parole&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;</description></item>
            <item><title>Senza guid</title><link>https://blog.example.org/2</link><pubDate>dopodomani</pubDate></item>
            <item><title>Cattivo</title><guid>a-3</guid><link>javascript:alert(1)</link></item></channel></rss>
            """)
        #expect(found.map(\.title) == ["Perché no", "Senza guid", "Cattivo"])
        #expect(found.map(\.identity) == ["a-1", "https://blog.example.org/2", "a-3"])
        #expect(found.map(\.address) == ["https://blog.example.org/2026/perche", "https://blog.example.org/2", ""])
        #expect(found[0].text == "Due parole")
        #expect(found[0].publishedAt == Date(timeIntervalSince1970: 1_772_442_000))
        #expect(found[1].publishedAt == nil)
    }

    @Test func readsAtomWithItsAlternateLink() throws {
        let found = try items(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><id>tag:x,2026:1</id><title type="html">Uno &amp;amp; due</title>
            <link rel="self" href="https://blog.example.org/1.atom"/><link rel="alternate" href="1.html"/>
            <summary>In breve</summary><updated>2026-03-02T09:00:00Z</updated></entry></feed>
            """)
        #expect(found.first?.address == "https://blog.example.org/feed/1.html")
        #expect(found.first?.title == "Uno & due")
        #expect(found.first?.publishedAt == Date(timeIntervalSince1970: 1_772_442_000))
    }

    @Test func addressesAreReadAgainstTheBaseThatTheFeedNames() throws {
        let found = try items(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://pages.example.org/blog/"><title>Blog</title>
            <entry><id>1</id><title>Uno</title><link href="uno.html"/></entry>
            <entry xml:base="2026/"><id>2</id><title>Due</title><link href="due.html"/></entry></feed>
            """)
        #expect(found.map(\.address) == ["https://pages.example.org/blog/uno.html", "https://pages.example.org/blog/2026/due.html"])
    }

    @Test func refusesEntitiesAndWhatIsNoFeed() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ah"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <rss><channel><item><title>&b;</title><guid>1</guid></item></channel></rss>
            """
        #expect(throws: FeedReader.Refusal.entities) { try items(bomb) }
        let stranger =
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss><channel><item><title>&x;</title></item></channel></rss>"
        #expect(throws: FeedReader.Refusal.entities) { try items(stranger) }
        for text in ["", "{}", "<!doctype html><html><body><p>Ciao</p></body></html>", "\u{89}PNG\r\n", "<rss><channel><it", "<svg/>"] {
            #expect(throws: FeedReader.Refusal.noFeed, "\(text)") { try items(text) }
        }
    }

    @Test func nestsAndGrowsOnlySoFar() throws {
        let deep = String(repeating: "&lt;b&gt;", count: 50_000)
        let found = try items(
            "<rss><channel><item><title>\(deep)Fondo</title><guid>1</guid><description>\(deep)</description></item></channel></rss>")
        #expect(found.allSatisfy { $0.title.unicodeScalars.count <= 241 })
        let long = String(repeating: "parola ", count: 400)
        let cut = try items("<rss><channel><item><title>\(long)</title><guid>1</guid></item></channel></rss>")
        #expect(cut[0].title.hasSuffix("parola…"))
        #expect(cut[0].title.unicodeScalars.count <= 240)
        let many = (0..<900).map { "<item><title>N\($0)</title><guid>\($0)</guid></item>" }.joined()
        #expect(try items("<rss><channel>\(many)</channel></rss>").count == 200)
    }

    @Test func episodesKeepTheirSoundAndFilmsTheirText() throws {
        let found = try items(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Podcast</title>
            <item><title>Puntata 1</title><guid isPermaLink="false">p-1</guid><enclosure url="https://cdn.example.org/1.mp3?x=1" type="audio/mpeg" length="9"/></item>
            <item><title>Con foto</title><guid isPermaLink="false">p-2</guid><enclosure url="https://cdn.example.org/1.jpg" type="image/jpeg"/></item>
            </channel></rss>
            """)
        #expect(found.map(\.media) == ["https://cdn.example.org/1.mp3?x=1", ""])
        #expect(found.map(\.address) == ["", ""])
        let film = try items(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><entry><id>yt:1</id><title>Lezione</title>
            <link rel="alternate" href="https://www.example.com/watch?v=1"/><media:group><media:title>Lezione</media:title>
            <media:content url="https://www.example.com/v/1" type="application/x-shockwave-flash"/>
            <media:description>Prima parte</media:description></media:group></entry></feed>
            """)
        #expect(film.first?.text == "Prima parte")
        #expect(film.first?.media == "https://www.example.com/v/1")
        #expect(film.first?.address == "https://www.example.com/watch?v=1")
    }

    @Test func aTitleAloneIsAnArticleAndNothingIsCounted() throws {
        let text =
            "<rss><channel><item><title>Solo titolo</title></item><item><guid>2</guid></item><item><title>Altro</title></item></channel></rss>"
        let feed = try FeedReader(Array(text.utf8), at: "https://a.example/feed")
        #expect(feed.items.map(\.title) == ["Solo titolo", "Altro"])
        #expect(Set(feed.items.map(\.identity)).count == 2)
        #expect(feed.leftOut == 1)
    }

    @Test func readsJSONFeed() throws {
        let found = try items(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Blog", "items": [
              {"id": 7, "url": "/7", "title": "Sette", "content_html": "<p>Uno</p><p>due</p>", "date_published": "2026-03-02T10:00:00+01:00",
               "attachments": [{"url": "https://cdn.example.org/7.m4a", "mime_type": "audio/x-m4a"}]},
              {"id": "8", "content_text": "Senza titolo"}, {"id": "9"}, 4]}
            """)
        #expect(found.map(\.identity) == ["7", "8"])
        #expect(found.map(\.title) == ["Sette", "Senza titolo"])
        #expect(found[0].address == "https://blog.example.org/7")
        #expect(found[0].text == "Uno due")
        #expect(found[0].media == "https://cdn.example.org/7.m4a")
        #expect(found[0].publishedAt == Date(timeIntervalSince1970: 1_772_442_000))
    }

    @Test func lettersAreThoseOfTheServerOrAreGuessed() throws {
        let text = "<rss><channel><item><title>Attività perché</title><guid>1</guid></item></channel></rss>"
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        for (bytes, charset) in [(latin, "ISO-8859-1"), (latin, nil), (latin, "utf-8"), (Array(text.utf8), "iso-8859-1")] {
            let feed = try FeedReader(bytes, at: "https://a.example/feed", charset: charset)
            #expect(feed.items.map(\.title) == ["Attività perché"], "\(charset ?? "")")
        }
        #expect(FeedText.charset(of: "application/rss+xml; Charset=\"ISO-8859-15\"") == "ISO-8859-15")
        #expect(FeedText.charset(of: "text/xml") == nil)
    }

    @Test func aPageNamesItsFeeds() {
        let page = """
            <!doctype html><html><head><link rel="alternate" type="application/rss+xml" title="Blog » Comments Feed" href="/comments/feed">
            <link rel="alternate" type="application/rss+xml; charset=utf-8" title="Blog" href="/feed">
            <link rel="stylesheet" href="/a.css"></head><body><a href="webcal://a.example/cal.ics">Cal</a></body></html>
            """
        let bytes = Array(page.utf8)
        #expect(
            FeedLinks.addresses(.news, in: bytes, at: "https://a.example/blog/") == [
                "https://a.example/feed", "https://a.example/comments/feed",
            ])
        #expect(FeedLinks.addresses(.calendar, in: bytes, at: "https://a.example/blog/") == ["https://a.example/cal.ics"])
        #expect(FeedLinks.addresses(.news, in: Array("{}".utf8), at: "https://a.example/").isEmpty)
    }
}
