import Formats
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Feeds that show pictures: sources of the media bring them into the library, and the page of media shows them as tiles.
@Suite struct FeedPictureTests {
    @Test(arguments: [
        ("<media:content url=\"/a.jpg\" medium=\"image\"/>", "https://example.org/a.jpg"),
        ("<media:group><media:thumbnail url=\"https://example.org/b.png\"/></media:group>", "https://example.org/b.png"),
        ("<enclosure url=\"/c.png\" type=\"image/png\" length=\"1\"/>", "https://example.org/c.png"),
        ("<enclosure url=\"/c.mp3\" type=\"audio/mpeg\" length=\"1\"/><itunes:image href=\"/d.jpg\"/>", "https://example.org/d.jpg"),
        ("<media:thumbnail url=\"javascript:alert(1)\"/>", ""), ("", ""),
    ])
    func findsThePicture(inner: String, address: String) throws {
        let text = """
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <title>Foto</title><item><title>Alba</title>\(inner)</item></channel></rss>
            """
        let feed = try FeedReader([UInt8](text.utf8), at: "https://example.org/feed")
        #expect(feed.items.map(\.picture) == [address])
    }

    @Test func aJSONFeedNamesItsPicture() throws {
        let text = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "Alba", "image": "/a.jpg"}]}"#
        #expect(try FeedReader([UInt8](text.utf8), at: "https://example.org/feed").items.map(\.picture) == ["https://example.org/a.jpg"])
    }

    @Test func newestArticlesOfTheMediaAreTilesAndTheirPicturesAreTriedOnce() async throws {
        try await Elsewhere.serve { away, room in
            try await room.site.database.write { try $0.execute(sql: "UPDATE campusNewsSource SET media = 1 WHERE id = 2") }
            let feed = """
                <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Foto</title>
                <item><guid>1</guid><title>Alba sulle barene</title><media:thumbnail url="/image"/></item></channel></rss>
                """
            away.set("/feed", feed)
            #expect(try await room.read(away.address("/feed"))?.outcome == .good)
            // The bytes at this address are no picture.
            let tried = try await room.site.value("SELECT picture FROM campusFeedItem", as: String.self)
            #expect(tried == away.address("/image"))
            #expect(try await room.site.value("SELECT count(*) FROM picture", as: Int.self) == 0)
            try await room.read(away.address("/feed"))
            #expect(try await room.site.value("SELECT picture FROM campusFeedItem", as: String.self) == away.address("/image"))
            try await room.site.browse(as: "") { who in
                let page = try await who[0].get("/campus/media", headers: [.acceptLanguage: "it"])
                #expect(page.contains("Alba sulle barene"))
                #expect(page.contains("Gli ultimi"))
                try await room.site.database.write { try $0.execute(sql: "UPDATE campusNewsSource SET media = 0") }
                #expect(!(try await who[0].get("/campus/media", headers: [.acceptLanguage: "it"]).contains("Alba sulle barene")))
            }
        }
    }

    @Test func onlySourcesOfTheMediaBringPictures() async throws {
        try await Elsewhere.serve { away, room in
            away.set(
                "/feed",
                "<rss version=\"2.0\"><channel><item><guid>1</guid><title>Alba</title><image href=\"/image\"/></item></channel></rss>")
            try await room.read(away.address("/feed"))
            #expect(try await room.site.value("SELECT picture FROM campusFeedItem", as: String.self) == "")
        }
    }
}
