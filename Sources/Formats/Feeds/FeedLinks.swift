import CXML
import Foundation

/// The feeds that a page names for programs: `<link rel="alternate" type="application/rss+xml" href="…">`.
public enum FeedLinks {
    public enum Kind: Sendable { case news, calendar }

    private static let longest = 4 << 20
    private static let types: [Kind: [String]] = [
        .news: ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"],
        .calendar: ["text/calendar"],
    ]

    /// Absolute addresses in the order of the page; those of comments last. Empty when the bytes are no page.
    public static func addresses(_ kind: Kind, in page: [UInt8], at address: String) -> [String] {
        guard page.count <= longest, page.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return [] }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return [] }
        defer { xmlFreeDoc(parsed) }
        guard let context = xmlXPathNewContext(parsed) else { return [] }
        defer { xmlXPathFreeContext(context) }
        let base = nodes("//base[@href]", context).first.flatMap {
            URL(string: attribute("href", of: $0), relativeTo: URL(string: address))
        }
        // Calendars are often only linked.
        let path = kind == .calendar ? "//link[@href] | //a[@href]" : "//link[@href]"
        let found = nodes(path, context).compactMap { node -> (address: String, title: String)? in
            let (type, relation) = (attribute("type", of: node).lowercased(), attribute("rel", of: node).lowercased())
            let written = web(attribute("href", of: node))
            let whole = FeedReader.whole(written, base ?? URL(string: address))
            let isNamed =
                types[kind]?.contains(String(type.prefix { $0 != ";" })) == true && relation.split(separator: " ").contains("alternate")
            let isFile = kind == .calendar && URL(string: whole)?.pathExtension.lowercased() == "ics"
            return whole.isEmpty || !(isNamed || isFile) ? nil : (whole, attribute("title", of: node).lowercased())
        }
        let isComment = { (title: String) in title.contains("comment") || title.contains("comm.") }
        var seen: Set<String> = []
        return (found.filter { !isComment($0.title) } + found.filter { isComment($0.title) }).map(\.address).filter {
            seen.insert($0).inserted
        }
    }

    /// `webcal://` and `feed:` are web addresses for programs.
    private static func web(_ written: String) -> String {
        let start = written.lowercased()
        if start.hasPrefix("webcal:") { return "https:" + written.dropFirst("webcal:".count) }
        if start.hasPrefix("feed:http") { return String(written.dropFirst("feed:".count)) }
        return start.hasPrefix("feed:") ? "https:" + written.dropFirst("feed:".count) : written
    }

    private static func nodes(_ path: String, _ context: xmlXPathContextPtr) -> [xmlNodePtr] {
        guard let result = xmlXPathEvalExpression(path, context) else { return [] }
        defer { xmlXPathFreeObject(result) }
        guard let nodes = result.pointee.nodesetval else { return [] }
        return (0..<min(Int(nodes.pointee.nodeNr), 500)).compactMap { nodes.pointee.nodeTab[$0] }
    }

    private static func attribute(_ name: String, of node: xmlNodePtr) -> String {
        guard let value = xmlGetProp(node, name) else { return "" }
        defer { cxml_free(value) }
        return String(cString: value).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
