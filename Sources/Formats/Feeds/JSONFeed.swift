import Foundation

/// Parses a JSON Feed (versions 1 and 1.1).
struct JSONFeed {
    /// Nil for an item without title and text.
    let items: [FeedReader.Item?]

    init?(_ bytes: [UInt8], at address: String) {
        guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{"),
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any], let list = object["items"] as? [Any],
            (object["version"] as? String)?.contains("jsonfeed.org") == true
        else { return nil }
        let base = URL(string: address)
        items = list.prefix(10_000).map { ($0 as? [String: Any]).flatMap { Self.item($0, base) } }
    }

    private static func item(_ item: [String: Any], _ base: URL?) -> FeedReader.Item? {
        func text(_ name: String) -> String { (item[name] as? String)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "" }
        let addresses = ["url", "external_url"].map { FeedReader.whole(text($0), base) }
        let body = ["summary", "content_text", "content_html"].lazy.map { XMLElement.plain(text($0), 600) }.first { !$0.isEmpty } ?? ""
        let files = (item["attachments"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }.map { file in
            (address: FeedReader.whole(file["url"] as? String ?? "", base), type: file["mime_type"] as? String ?? "")
        }
        let media = files.first { !$0.address.isEmpty && FeedMedia(address: $0.address, type: $0.type) != nil }?.address ?? ""
        let date = FeedTime.date(text("date_published")) ?? FeedTime.date(text("date_modified"))
        // Some write numbers as identifiers.
        let identifier = item["id"].map { "\($0)" } ?? ""
        let named = identifier.utf8.count <= 2_000 ? identifier : ""
        return FeedReader.item(
            named, XMLElement.plain(text("title"), 240), addresses.first { !$0.isEmpty } ?? "", body, date, media: media,
            picture: ["image", "banner_image"].lazy.map { FeedReader.whole(text($0), base) }.first { !$0.isEmpty } ?? "")
    }
}
