import Foundation

/// Parses RSS 2.0, RSS 1.0 and Atom leniently. Addresses are never fetched. A document that defines entities is refused, because they only
/// serve expansion attacks.
public struct FeedReader: Sendable {
    public struct Item: Sendable, Equatable {
        /// The feed's identifier, else the address.
        public var identity: String
        public var title: String
        /// An absolute http or https address; empty without one.
        public var address: String
        public var text: String
        /// Nil without a valid date.
        public var publishedAt: Date?
    }

    public enum Refusal: Error { case entities, noFeed }

    /// Bytes; longer feeds are not read to the end.
    public static let longest = 4 << 20
    private static let mostItems = 200

    public let items: [Item]

    public init(_ bytes: [UInt8], at address: String) throws {
        guard let document = XMLDocument(FeedEntities.numbered(bytes)) else { throw Refusal.noFeed }
        if document.definesEntities { throw Refusal.entities }
        guard let root = document.root, ["rss", "RDF", "feed"].contains(root.name) else { throw Refusal.noFeed }
        let channel = root.name == "feed" ? root : root.first("channel") ?? root
        let found = root.name == "feed" ? root.all("entry") : channel.all("item") + (root.name == "RDF" ? root.all("item") : [])
        let base = Self.base(of: root, in: URL(string: address))
        items = found.prefix(Self.mostItems).compactMap { Self.item($0, base) }
        // An empty feed is valid; a document truncated before its first article is not.
        if items.isEmpty, !document.isWhole { throw Refusal.noFeed }
    }

    private static func item(_ element: XMLElement, _ base: URL?) -> Item? {
        let link = element.all("link").first { ["", "alternate"].contains($0["rel"] ?? "") } ?? element.first("link")
        let guid = element.first("guid")
        var written = link.flatMap { $0["href"] ?? $0.text } ?? ""
        if written.isEmpty, let guid, guid["isPermaLink"] != "false" { written = guid.text }
        let address = Self.whole(written, Self.base(of: element, in: base))
        let text = ["description", "summary", "encoded", "content"].lazy.compactMap { element.first($0)?.plain(600) }.first { !$0.isEmpty }
        let title = element.first("title")?.plain(240) ?? ""
        let named = (guid ?? element.first("id"))?.text ?? ""
        let identity = String((named.isEmpty ? address : named).prefix(500))
        guard !identity.isEmpty, !(title.isEmpty && (text ?? "").isEmpty) else { return nil }
        let dates = ["pubDate", "published", "issued", "date", "updated", "modified"]
        return Item(
            identity: identity, title: title.isEmpty ? String((text ?? "").prefix(80)) : title, address: address, text: text ?? "",
            publishedAt: dates.lazy.compactMap { element.first($0).flatMap { FeedTime.date($0.text) } }.first)
    }

    /// The base address of an element (XML Base).
    private static func base(of element: XMLElement, in outer: URL?) -> URL? {
        element["base"].flatMap { URL(string: $0, relativeTo: outer)?.absoluteURL } ?? outer
    }

    /// An absolute address that is safe for a browser; else empty.
    private static func whole(_ written: String, _ base: URL?) -> String {
        let written = written.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !written.isEmpty, written.utf8.count <= 2_000, let url = URL(string: written, relativeTo: base)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host?.isEmpty == false
        else { return "" }
        return url.absoluteString
    }
}
