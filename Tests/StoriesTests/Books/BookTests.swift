import Foundation
import Testing
import Web

@testable import Stories

@Suite struct BookTests {
    private let book = Book(
        title: "Tempesta & mare", address: "https://storie.example.org/stories/1/branches/2", language: .italian,
        pages: [
            .init(title: "", text: "Una riga\ne un'altra <b>", author: "Anna Neri", photo: nil),
            .init(title: "Poi", text: "", author: "Bruno", photo: [1, 2, 3]),
            .init(title: "", text: "Fine", author: "Anna Neri", photo: [4], description: "Un molo & \"due\" barche"),
        ], credits: "Frammenti di", photoOf: "Foto di", changedAt: Date(timeIntervalSince1970: 1_800_000_000))

    private func files() throws -> [String: String] {
        var budget = 1 << 20
        let archive = try #require(ZipArchive(Data(book.bytes), budget: &budget) { _ in true })
        return Dictionary(uniqueKeysWithValues: archive.files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    @Test func theFirstFileSaysWhatItIs() throws {
        // Readers look for these bytes at this place.
        let bytes = book.bytes
        #expect(String(decoding: bytes[30..<58], as: UTF8.self) == "mimetypeapplication/epub+zip")
        let files = try files()
        #expect(
            Set(files.keys) == [
                "mimetype", "META-INF/container.xml", "book/package.opf", "book/contents.xhtml", "book/story.xhtml", "book/photo1.webp",
                "book/photo2.webp",
            ])
    }

    @Test func everyFragmentNamesItsAuthorAndEveryAuthorIsNamedOnce() throws {
        let files = try files()
        let story = try #require(files["book/story.xhtml"])
        #expect(story.components(separatedBy: "<small>Anna Neri</small>").count == 3)
        #expect(story.contains("Frammenti di Anna Neri, Bruno."))
        #expect(story.contains(#"<img src="photo1.webp" alt="Foto di Bruno"/>"#))
        #expect(story.contains("Una riga<br/>e un&#39;altra &lt;b&gt;") || story.contains("Una riga<br/>e un'altra &lt;b&gt;"))
        let package = try #require(files["book/package.opf"])
        #expect(package.components(separatedBy: "<dc:creator>").count == 3)
        #expect(package.contains("<dc:title>Tempesta &amp; mare</dc:title>"))
        #expect(package.contains("2027-01-15T08:00:00Z"))
        #expect(package.contains(#"<item id="photo1" href="photo1.webp" media-type="image/webp"/>"#))
    }

    @Test func aPhotoIsSaidInTheWordsOfItsWriter() throws {
        let story = try #require(try files()["book/story.xhtml"])
        #expect(story.contains(#"<img src="photo2.webp" alt="Un molo &amp; &quot;due&quot; barche"/>"#) || story.contains("&#34;due&#34;"))
        #expect(!story.contains("Foto di Anna Neri"))
    }

    @Test func theSumIsTheOneOfTheStandard() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}

@Suite struct SpreadingTests {
    @Test func theFeedIsDatedByItsNewestStory() {
        let entries = [
            NewsFeed.Entry(
                address: "/stories/2", title: "Uno & due", text: "<b>", author: "anna",
                createdAt: Date(timeIntervalSince1970: 1_800_000_000)),
            NewsFeed.Entry(address: "/stories/1", title: "Prima", text: "", author: "bruno", createdAt: Date(timeIntervalSince1970: 0)),
        ]
        let text = NewsFeed(title: "Storie", origin: "https://storie.example.org", language: .italian, entries: entries).text
        #expect(text.contains("<title>Storie</title><updated>2027-01-15T08:00:00Z</updated>"))
        #expect(text.contains("<title>Uno &amp; due</title>"))
        #expect(text.contains("<summary>&lt;b&gt;</summary>"))
        #expect(text.components(separatedBy: "<entry>").count == 3)
    }

    /// What an older database holds covers, turns and ends nothing in a feed.
    @Test func theFeedShowsHostileTextSafely() {
        let heap = "a" + String(repeating: "\u{301}", count: 400)
        let entry = NewsFeed.Entry(
            address: "/stories/1", title: heap + "</title>", text: "nome\u{202E}gpj.exe\u{0}", author: "\u{2069}anna",
            createdAt: Date(timeIntervalSince1970: 0))
        let text = NewsFeed(title: "Storie", origin: "https://storie.example.org", language: .italian, entries: [entry]).text
        #expect(text.contains("<title>a" + String(repeating: "\u{301}", count: 4) + "&lt;/title&gt;</title>"))
        #expect(text.contains("<summary>nomegpj.exe</summary>"))
        #expect(text.contains("<name>anna</name>"))
    }

    @Test func theMapNamesEveryStoryOnce() {
        let stories: [(id: Int64, changedAt: Date)] = [(2, Date(timeIntervalSince1970: 0)), (1, Date(timeIntervalSince1970: 0))]
        let text = SiteMap.text(stories, origin: "https://storie.example.org")
        #expect(text.components(separatedBy: "<url>").count == 3)
        #expect(text.contains("<loc>https://storie.example.org/stories/2</loc><lastmod>1970-01-01T00:00:00Z</lastmod>"))
    }
}
