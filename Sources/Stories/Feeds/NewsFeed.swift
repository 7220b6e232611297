import Foundation
import Web

/// The newest stories as an Atom feed (RFC 4287).
struct NewsFeed: Sendable {
    struct Entry: Equatable, Sendable {
        let address: String
        let title: String
        let text: String
        let author: String
        let createdAt: Date
    }

    let title: String
    let origin: String
    let language: Language
    let entries: [Entry]

    var text: String {
        let updated = entries.map(\.createdAt).max() ?? Date(timeIntervalSince1970: 0)
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, "\n",
            #"<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\#(language.rawValue)">"#,
            "<id>\(origin.escapedForXML())/stories</id><title>\(title.escapedForXML())</title>",
            "<updated>\(PostElement.stamp(updated))</updated>", #"<link href="\#(origin.escapedForXML())/stories"/>"#,
            #"<link rel="self" href="\#(origin.escapedForXML())/stories/feed.atom"/>"#,
        ]
        return head.joined() + entries.map(xml).joined() + "</feed>\n"
    }

    private func xml(_ entry: Entry) -> String {
        let address = (origin + entry.address).escapedForXML()
        return [
            "<entry><id>\(address)</id><title>\(ShownText.sanitized(entry.title).escapedForXML())</title>", #"<link href="\#(address)"/>"#,
            "<updated>\(PostElement.stamp(entry.createdAt))</updated>",
            "<author><name>\(ShownText.sanitized(entry.author).escapedForXML())</name></author>",
            "<summary>\(ShownText.sanitized(entry.text).escapedForXML())</summary></entry>",
        ].joined()
    }
}

/// The addresses of all stories for search engines (sitemaps.org).
enum SiteMap {
    static let most = 50_000

    static func text(_ stories: [(id: Int64, changedAt: Date)], origin: String) -> String {
        let addresses = stories.prefix(most).map { story in
            "<url><loc>\(origin.escapedForXML())/stories/\(story.id)</loc><lastmod>\(PostElement.stamp(story.changedAt))</lastmod></url>"
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#
            + addresses.joined() + "</urlset>\n"
    }
}
