import Foundation
import Web

struct FeedEntry: Sendable {
    var identity: String
    var title: String
    var text: String
    var address: String
    var publishedAt: Date
    var updatedAt: Date
    var category = ""
    var type = "text/html"
    var links: [(relation: String, type: String, address: String)] = []
    var warning: CAPSummary?
}

struct Feed: Sendable {
    var address: String
    var page: String
    var title: String
    var subtitle = ""
    var author: String
    var language: String
    var updatedAt: Date
    var entries: [FeedEntry]

    /// RFC 4287.
    var atom: String {
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom"\(warned) xml:lang="\(language.escapedForXML())">
            <id>\(address.escapedForXML())</id>
            <link rel="self" type="application/atom+xml" href="\(address.escapedForXML())"/>
            <link rel="alternate" type="text/html" href="\(page.escapedForXML())"/>
            <updated>\(WrittenTime.iso(updatedAt))</updated>
            <author><name>\(ShownText.sanitized(author).escapedForXML())</name></author>

            """
        text += XMLText.element("title", title) + XMLText.element("subtitle", subtitle)
        for entry in entries { text += Self.atom(entry) }
        return text + "</feed>\n"
    }

    private var warned: String { entries.contains { $0.warning != nil } ? " xmlns:cap=\"\(CAPSummary.space)\"" : "" }

    private static func atom(_ entry: FeedEntry) -> String {
        var text = "<entry>\n" + XMLText.element("id", entry.identity)
        text += "<title>\(ShownText.sanitized(entry.title).escapedForXML())</title>\n"
        text += "<link rel=\"alternate\" type=\"\(entry.type)\" href=\"\(entry.address.escapedForXML())\"/>\n" + links(entry)
        text += "<published>\(WrittenTime.iso(entry.publishedAt))</published>\n<updated>\(WrittenTime.iso(entry.updatedAt))</updated>\n"
        if !entry.category.isEmpty { text += "<category term=\"\(ShownText.sanitized(entry.category).escapedForXML())\"/>\n" }
        text += "<summary type=\"text\">\(ShownText.sanitized(entry.text).escapedForXML())</summary>\n"
        return text + (entry.warning?.xml ?? "") + "</entry>\n"
    }

    private static func links(_ entry: FeedEntry) -> String {
        entry.links.map { link in
            let type = link.type.isEmpty ? "" : " type=\"\(link.type)\""
            return "<link rel=\"\(link.relation)\"\(type) href=\"\(link.address.escapedForXML())\"/>\n"
        }.joined()
    }

    var rss: String {
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"\(warned)>
            <channel>
            <title>\(ShownText.sanitized(title).escapedForXML())</title>
            <link>\(page.escapedForXML())</link>
            <description>\(ShownText.sanitized(subtitle.isEmpty ? title : subtitle).escapedForXML())</description>
            <language>\(language.escapedForXML())</language>
            <lastBuildDate>\(WrittenTime.mail(updatedAt))</lastBuildDate>
            <atom:link rel="self" type="application/rss+xml" href="\(address.escapedForXML())"/>

            """
        for entry in entries { text += Self.rss(entry) }
        return text + "</channel>\n</rss>\n"
    }

    private static func rss(_ entry: FeedEntry) -> String {
        "<item>\n<title>\(ShownText.sanitized(entry.title).escapedForXML())</title>\n" + XMLText.element("link", entry.address)
            + "<guid isPermaLink=\"false\">\(entry.identity.escapedForXML())</guid>\n"
            + "<pubDate>\(WrittenTime.mail(entry.publishedAt))</pubDate>\n" + XMLText.element("category", entry.category)
            + "<description>\(html(entry.text).escapedForXML())</description>\n" + (entry.warning?.xml ?? "") + "</item>\n"
    }

    /// Escaped plain text: RSS readers interpret it as HTML and join lines.
    private static func html(_ text: String) -> String { ShownText.sanitized(text).escapedForHTML().replacing("\n", with: "<br>\n") }
}
