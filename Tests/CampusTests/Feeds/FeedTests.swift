import Formats
import Foundation
import Testing

@testable import Campus

@Suite struct FeedTests {
    @Test func datesComeInManyShapes() {
        let moment = Date(timeIntervalSince1970: 1_772_442_000)
        for text in [
            "2 Mar 2026 09:00:00 GMT", "Mon, 2 Mar 26 10:00 +0100", "2026-03-02T09:00:00Z", "2026-03-02T10:00+01:00",
            "Mon, 02 Mar 2026 04:00:00 EST", "lun, 02 marzo 2026 10:00:00 +0100", "Mo, 02 Mär 2026 10:00:00 +0100",
        ] { #expect(FeedTime.date(text) == moment, "\(text)") }
        for text in ["", "domani", "32 Mar 2026 10:00 GMT", "2026-02-30", "2026-03-02T99:00:00Z"] {
            #expect(FeedTime.date(text) == nil, "\(text)")
        }
    }

    @Test func marksAreEscapedAndWhatXMLCannotSayIsLeftOut() {
        let moment = Date(timeIntervalSince1970: 1_772_442_000)
        let entry = FeedEntry(
            identity: "tag:example.org,2026:1", title: "Aula <3> & \"altro\"", text: "Testo\u{1}", address: "https://example.org/1?a=1&b=2",
            publishedAt: moment, updatedAt: moment)
        let feed = Feed(
            address: "https://example.org/a", page: "https://example.org/", title: "Avvisi", author: "Noi", language: "it",
            updatedAt: moment, entries: [entry])
        #expect(feed.atom.contains("Aula &lt;3&gt; &amp; &quot;altro&quot;"))
        #expect(feed.atom.contains("2026-03-02T09:00:00Z"))
        #expect(feed.rss.contains("<description>Testo</description>"))
        #expect(feed.rss.contains("Mon, 02 Mar 2026 09:00:00 +0000"))
        #expect(feed.atom.contains("a=1&amp;b=2"))
    }

    /// Atom says that its text is plain; what RSS describes is HTML.
    @Test func aTextIsReadAsItWasWrittenInBothFeeds() {
        let moment = Date(timeIntervalSince1970: 1_772_442_000)
        let entry = FeedEntry(
            identity: "tag:example.org,2026:1", title: "Marea", text: "Livello < 110\nPasserelle & ponti", address: "https://example.org/1",
            publishedAt: moment, updatedAt: moment)
        let feed = Feed(
            address: "https://example.org/a", page: "https://example.org/", title: "Avvisi", author: "Noi", language: "it",
            updatedAt: moment, entries: [entry])
        #expect(feed.atom.contains("<summary type=\"text\">Livello &lt; 110\nPasserelle &amp; ponti</summary>"))
        #expect(feed.rss.contains("<description>Livello &amp;lt; 110&lt;br&gt;\nPasserelle &amp;amp; ponti</description>"))
    }
}
