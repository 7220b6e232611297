import Foundation

/// Parses RSS, Atom and JSON Feed leniently, without fetching addresses. Documents that define entities are refused.
public struct FeedReader: Sendable {
    public struct Item: Sendable, Equatable {
        /// The feed's identifier, else the address, else title and date.
        public var identity: String
        public var title: String
        /// An absolute http or https address; empty without one.
        public var address: String
        public var text: String
        /// Nil without a valid date.
        public var publishedAt: Date?
        /// The address of the sound or film of an episode; empty without one.
        public var media = ""
        /// The address of a picture; empty without one.
        public var picture = ""

        public init(
            identity: String, title: String, address: String, text: String, publishedAt: Date? = nil, media: String = "",
            picture: String = ""
        ) {
            (self.identity, self.title, self.address, self.text) = (identity, title, address, text)
            (self.publishedAt, self.media, self.picture) = (publishedAt, media, picture)
        }
    }

    public enum Refusal: Error { case entities, noFeed }

    /// Bytes; longer feeds are not read to the end.
    public static let longest = 4 << 20
    private static let mostItems = 200

    public let items: [Item]
    /// Items that say nothing, and those beyond the limit.
    public let leftOut: Int

    /// - Parameter charset: the encoding that the sender names; a feed that is no UTF-8 and names none is read by it.
    public init(_ bytes: [UInt8], at address: String, charset: String? = nil) throws {
        if let feed = JSONFeed(bytes, at: address) {
            let found = feed.items.prefix(Self.mostItems).compactMap { $0 }
            (items, leftOut) = (found, feed.items.count - found.count)
            return
        }
        guard let document = XMLDocument(FeedEntities.numbered(FeedText.utf8(bytes, charset: charset))) else { throw Refusal.noFeed }
        if document.definesEntities { throw Refusal.entities }
        guard let root = document.root, ["rss", "RDF", "feed"].contains(root.name) else { throw Refusal.noFeed }
        let channel = root.name == "feed" ? root : root.first("channel") ?? root
        let found = root.name == "feed" ? root.all("entry") : channel.all("item") + (root.name == "RDF" ? root.all("item") : [])
        let base = Self.base(of: root, in: URL(string: address))
        items = found.prefix(Self.mostItems).compactMap { Self.item($0, base) }
        leftOut = found.count - items.count
        // An empty feed is valid; a document truncated before its first article is not.
        if items.isEmpty, !document.isWhole { throw Refusal.noFeed }
    }

    private static func item(_ element: XMLElement, _ outer: URL?) -> Item? {
        let base = Self.base(of: element, in: outer)
        let links = element.all("link").filter { $0["rel"] != "enclosure" }
        let link = links.first { ["", "alternate"].contains($0["rel"] ?? "") } ?? links.first
        let guid = element.first("guid")
        var written = link.flatMap { $0["href"] ?? $0.text } ?? ""
        if written.isEmpty, let guid, guid["isPermaLink"] != "false" { written = guid.text }
        let address = Self.whole(written, base)
        // Films of Media RSS have their text in a group.
        let parts = [element] + element.all("group")
        let text = ["description", "summary", "encoded", "content"].lazy.compactMap { name in
            parts.lazy.compactMap { $0.first(name)?.plain(600) }.first { !$0.isEmpty }
        }.first
        let title = parts.lazy.compactMap { $0.first("title")?.plain(240) }.first { !$0.isEmpty } ?? ""
        let dates = ["pubDate", "published", "issued", "date", "updated", "modified"]
        let date = dates.lazy.compactMap { element.first($0).flatMap { FeedTime.date($0.text) } }.first
        let named = (guid ?? element.first("id"))?.text ?? ""
        return item(named, title, address, text ?? "", date, media: media(parts, base), picture: picture(parts, base))
    }

    /// Nil for one without title and text.
    static func item(
        _ named: String, _ title: String, _ address: String, _ text: String, _ date: Date?, media: String, picture: String = ""
    ) -> Item? {
        guard !(title + text).isEmpty else { return nil }
        let shown = title.isEmpty ? String(text.prefix(80)) : title
        // Without an identifier and an address, title and date tell items apart.
        let other = [shown, date.map { String(Int(cutting: $0.timeIntervalSince1970)) } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let identity = [named, address, media, other].first { !$0.isEmpty } ?? other
        return Item(
            identity: String(identity.prefix(500)), title: shown, address: address, text: text, publishedAt: date, media: media,
            picture: picture)
    }

    /// The picture: of Media RSS, an enclosure, or that of a podcast's episode; the first one, which is the one that the feed prefers.
    private static func picture(_ parts: [XMLElement], _ base: URL?) -> String {
        func isPicture(_ element: XMLElement) -> Bool {
            (element["type"] ?? element["medium"] ?? "").lowercased().hasPrefix("image")
        }
        let found = parts.flatMap { part in
            (part.all("content") + part.all("enclosure") + part.all("link").filter { $0["rel"] == "enclosure" }).filter(isPicture)
                + part.all("thumbnail") + part.all("image")
        }
        return found.lazy.map { whole($0["url"] ?? $0["href"] ?? "", base) }.first { !$0.isEmpty } ?? ""
    }

    /// The sound or film: `enclosure`, `link rel="enclosure"` or Media RSS.
    private static func media(_ parts: [XMLElement], _ base: URL?) -> String {
        let enclosures = parts.flatMap { part in
            part.all("enclosure") + part.all("link").filter { $0["rel"] == "enclosure" } + part.all("content").filter { $0["url"] != nil }
        }
        let all = enclosures.map { (address: whole($0["url"] ?? $0["href"] ?? "", base), type: $0["type"] ?? $0["medium"] ?? "") }
        return all.first { !$0.address.isEmpty && FeedMedia(address: $0.address, type: $0.type) != nil }?.address ?? ""
    }

    private static func base(of element: XMLElement, in outer: URL?) -> URL? {
        element["base"].flatMap { URL(string: $0, relativeTo: outer)?.absoluteURL } ?? outer
    }

    /// An absolute address that is safe for a browser; else empty.
    static func whole(_ written: String, _ base: URL?) -> String {
        let written = written.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !written.isEmpty, written.utf8.count <= 2_000, let url = URL(string: written, relativeTo: base)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host?.isEmpty == false
        else { return "" }
        return url.absoluteString
    }
}
