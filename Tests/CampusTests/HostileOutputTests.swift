import Admin
import Foundation
import Testing
import Web

@testable import Campus

/// What people wrote goes out to feed readers, calendars, address books and warning systems whole, and covers, turns and ends nothing there.
@Suite struct HostileOutputTests {
    private static let marks = String(repeating: "\u{301}", count: 4)
    /// What was written, and what of it goes out.
    private static let texts: [(written: String, shown: String)] = [
        ("a" + String(repeating: "\u{301}", count: 400) + " b", "a" + marks + " b"),
        ("nome\u{202E}gpj.exe", "nomegpj.exe"),
        ("fine\u{2069}\u{202C}", "fine"),
        ("\u{2068}שלום\u{2069}, x", "\u{2068}שלום\u{2069}, x"),
        ("zero\u{200B}width\u{2800}", "zero\u{200B}width\u{2800}"),
        ("uno\u{2028}due\u{85}tre", "uno\u{2028}due\u{85}tre"),
    ]
    private let moment = Date(timeIntervalSince1970: 1_772_442_000)
    private let rome = TimeZone(identifier: "Europe/Rome")!

    private func feed(_ text: String) -> Feed {
        let entry = FeedEntry(
            identity: "tag:example.org,2026:1", title: text, text: text, address: "https://example.org/1", publishedAt: moment,
            updatedAt: moment, category: text)
        return Feed(
            address: "https://example.org/a", page: "https://example.org/", title: text, subtitle: text, author: text, language: "it",
            updatedAt: moment, entries: [entry])
    }

    /// Every title of a feed and of what is in it.
    private func titles(_ xml: String) throws -> [String] {
        let document = try #require(XMLDocument(Array(xml.utf8)))
        #expect(document.isWhole)
        let root = try #require(document.root)
        let feed = root.name == "feed" ? root : try #require(root.first("channel"))
        return ([feed] + feed.all("entry") + feed.all("item")).flatMap { $0.all("title") + $0.all("category") }.map(\.text)
    }

    @Test(arguments: texts.indices) func aFeedIsWholeAndSettled(index: Int) throws {
        let (written, shown) = Self.texts[index]
        for xml in [feed(written).atom, feed(written).rss] {
            let found = try titles(xml).filter { !$0.isEmpty }
            #expect(found.count >= 2)
            #expect(found.allSatisfy { $0.unicodeScalars.elementsEqual(shown.unicodeScalars) }, "\(found)")
            // Also its author and its texts.
            #expect(ShownText.sanitized(xml).unicodeScalars.elementsEqual(xml.unicodeScalars))
        }
    }

    @Test func nothingInAFeedEndsIt() throws {
        for text in ["</title></entry></feed>", "]]>", "<![CDATA[", "&#0;", "\u{0}\u{B}\u{FFFE}x", "<script>", "\u{D7FF}\u{10FFFF}"] {
            for xml in [feed(text).atom, feed(text).rss] {
                let found = try titles(xml)
                #expect(found.contains(text.replacing("\u{0}\u{B}\u{FFFE}", with: "")), "\(text)")
            }
        }
        // A reader takes what RSS describes for HTML.
        #expect(feed("<script>").rss.contains("<description>&amp;lt;script&amp;gt;</description>\n</item>"))
    }

    private func calendar(_ text: String) -> String {
        let entry = CalendarEntry(
            uid: "event-1@example.org", start: moment, end: moment + 3_600, summary: text, text: text, place: text,
            address: "https://example.org/1", changedAt: moment, reminder: 10)
        return CalendarFile(name: text, zone: rome, entries: [entry]).text
    }

    private func value(_ name: String, _ file: String) -> String? {
        // Scalars, because a mark after a space belongs to the space.
        let lines = String(decoding: Array(file.utf8).split(separator: [0x0D, 0x0A, 0x20]).joined(), as: UTF8.self)
            .components(separatedBy: "\r\n")
        return lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test(arguments: texts.indices) func aCalendarIsWholeAndSettled(index: Int) throws {
        let (written, shown) = Self.texts[index]
        let file = calendar(written)
        for line in file.utf8.split(separator: 0x0A) { #expect(line.count <= 76) }
        for name in ["SUMMARY", "DESCRIPTION", "LOCATION", "X-WR-CALNAME"] {
            let found = try #require(value(name, file), "\(name)").replacing("\\,", with: ",")
            #expect(found.unicodeScalars.elementsEqual(shown.unicodeScalars), "\(name) \(found.unicodeScalars.map(\.value))")
        }
        let read = try CalendarReader(
            Array(file.utf8), zone: rome, in: DateInterval(start: moment - 86_400, duration: 2 * 86_400))
        #expect(read.items.count == 1)
    }

    @Test(arguments: [
        "x\r\nEND:VEVENT\r\nBEGIN:VEVENT", "x\nATTACH:http://e.it", "x\u{0}\u{7F}\u{B}y", "x\r\n ATTACH:e", "\\nATTACH:e;,\\",
    ])
    func nothingInACalendarBeginsALineOfItsOwn(text: String) {
        let lines = calendar(text).components(separatedBy: "\r\n")
        #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
        #expect(!lines.contains { $0.hasPrefix("ATTACH") })
        #expect(calendar(text).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\r" || $0 == "\n" })
    }

    @Test(arguments: texts.indices) func aCardOfAnAddressBookIsWholeAndSettled(index: Int) {
        let (written, shown) = Self.texts[index]
        let escaped = VCard.escaped(written)
        #expect(escaped.replacing("\\,", with: ",").unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(VCard.escaped("x\r\nTEL:1\u{0}\u{7F}") == "x\\nTEL:1")
        for line in VCard.folded(String(repeating: written, count: 30)).utf8.split(separator: 0x0A) { #expect(line.count <= 76) }
    }

    @Test(arguments: texts.indices) func anAlertForOtherSystemsIsWholeAndSettled(index: Int) {
        let (written, shown) = Self.texts[index]
        let xml = XMLText.element("headline", written)
        let inside = xml.dropFirst("<headline>".count).dropLast("</headline>\n".count)
        #expect(inside.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    /// Programs get the letters as they are kept, in JSON that ends where it ends.
    @Test(arguments: texts.indices) func jsonHoldsEveryCharacter(index: Int) throws {
        let written = Self.texts[index].written + "\u{0}\u{1F}\"\\</script>"
        let json = JSON.object([("title", .text(written))]).compact
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
        #expect(read["title"].map { $0.unicodeScalars.elementsEqual(written.unicodeScalars) } == true)
    }
}
