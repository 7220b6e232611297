import CMarkdown
import Foundation

/// Converts Markdown (GitHub's tables, strikethrough and bare addresses) to HTML. Raw HTML is dropped.
public enum Markdown {
    /// Returns safe HTML. Headings begin at `h3` without gaps in the outline, because the page has its `h1` and the section its `h2`.
    public static func html(_ source: String) -> String {
        let needsSanitizing = ShownText.needsSanitizing(source)
        let source = needsSanitizing ? ShownText.sanitized(source) : source
        guard !isTooMuch(source) else { return "<p dir=\"auto\">\(source.escapedForHTML())</p>\n" }
        return withDocument(source) { document, extensions in
            shiftHeadings(of: document)
            for link in nodes(of: document, where: { $0 == CMARK_NODE_LINK || $0 == CMARK_NODE_IMAGE }) { check(link) }
            guard let rendered = cmark_render_html(document, CMARK_OPT_DEFAULT, extensions) else { return "" }
            defer { free(rendered) }
            let html = Array(UnsafeBufferPointer(start: rendered, count: strlen(rendered))).map { UInt8(bitPattern: $0) }
            return finish(html, isolates: needsSanitizing)
        }
    }

    public static func plain(_ source: String) -> String {
        guard !isTooMuch(source) else { return source }
        return withDocument(source) { document, _ in
            var text = ""
            for node in nodes(of: document, where: { _ in true }) {
                let type = cmark_node_get_type(node)
                if let literal = cmark_node_get_literal(node) {
                    if type != CMARK_NODE_HTML_BLOCK, type != CMARK_NODE_HTML_INLINE { text += String(cString: literal) }
                } else if !isInline(type) || isBreak(type) {
                    text += " "
                }
            }
            return text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.joined(separator: " ")
        }
    }

    /// The first words, with an ellipsis where more follow. Only the beginning of a long text is parsed.
    public static func excerpt(_ source: String, _ characters: Int) -> String {
        let beginning = String(decoding: source.utf8.prefix(MarkdownText.mostAtOnce), as: UTF8.self)
        let isCut = source.utf8.count > MarkdownText.mostAtOnce
        // A cut text ends in the middle of a word.
        let words = plain(isCut ? String(beginning.prefix(upTo: beginning.lastIndex(of: " ") ?? beginning.endIndex)) : beginning)
        return isCut || words.count > characters ? String(words.prefix(characters - 1)) + "…" : words
    }
}

extension Markdown {
    private typealias Node = OpaquePointer

    private static let extensionNames = ["table", "strikethrough", "autolink"]
    private static let ready: Void = cmark_gfm_core_extensions_ensure_registered()

    /// More than a small book, or built to keep the parser busy: 100 KB of `![[]()` take 3 s.
    private static func isTooMuch(_ source: String) -> Bool { source.utf8.count > 200_000 || source.utf8.count(of: "![") > 2_000 }

    private static func withDocument(_ source: String, _ use: (Node, UnsafeMutablePointer<cmark_llist>?) -> String) -> String {
        _ = ready
        guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return "" }
        defer { cmark_parser_free(parser) }
        // libcmark-gfm 0.29.0.gfm.6 takes 11 s for 100 KB of `www.a_`; no person types so many bare addresses.
        let bareAddresses = source.utf8.count(of: "www.") + source.utf8.count(of: "@")
        for name in extensionNames where name != "autolink" || bareAddresses <= 100 {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var source = source
        source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let document = cmark_parser_finish(parser) else { return "" }
        defer { cmark_node_free(document) }
        return use(document, cmark_parser_get_syntax_extensions(parser))
    }

    private static func nodes(of document: Node, where fits: (cmark_node_type) -> Bool) -> [Node] {
        guard let iterator = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(iterator) }
        var found: [Node] = []
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return found }
            if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator), fits(cmark_node_get_type(node)) { found.append(node) }
        }
    }

    private static func isInline(_ type: cmark_node_type) -> Bool {
        type.rawValue & UInt32(CMARK_NODE_TYPE_MASK) == UInt32(CMARK_NODE_TYPE_INLINE)
    }

    private static func isBreak(_ type: cmark_node_type) -> Bool { type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK }
}

extension Markdown {
    private static func shiftHeadings(of document: Node) {
        let headings = nodes(of: document) { $0 == CMARK_NODE_HEADING }
        let highest = headings.map { cmark_node_get_heading_level($0) }.min() ?? 1
        for heading in headings { cmark_node_set_heading_level(heading, min(6, cmark_node_get_heading_level(heading) - highest + 3)) }
    }

    private static func check(_ node: Node) {
        let address = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
        let isImage = cmark_node_get_type(node) == CMARK_NODE_IMAGE
        // The content policy blocks pictures of other sites, and they would reveal the reader to those sites.
        if isImage ? LinkAddress.isLocal(address) : LinkAddress.isAllowed(address) {
            if let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), !LinkAddress.isLocal(address) {
                cmark_node_set_url(node, address[..<colon].lowercased() + address[colon...])
            }
            return
        }
        while let child = cmark_node_first_child(node) {
            guard cmark_node_insert_before(node, child) == 1 else { break }
        }
        cmark_node_unlink(node)
        cmark_node_free(node)
    }

    /// Adds attributes that cmark cannot write. Text is escaped and raw HTML gone, so `<a href="` can only be a tag. It compares bytes,
    /// because a string search misses `<` before a combining mark. `isolates` gives each paragraph its own writing direction.
    private static func finish(_ html: [UInt8], isolates: Bool) -> String {
        let replacements = isolates ? replacements + directed : replacements
        var result: [UInt8] = []
        result.reserveCapacity(html.count + 256)
        var rest = html[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "<"), let (old, new) = replacements.first(where: { rest.starts(with: $0.0) }) {
                result += new
                rest = rest.dropFirst(old.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let directed = ["p", "li", "h3", "h4", "h5", "h6"].map { name in
        (Array("<\(name)>".utf8), Array("<\(name) dir=\"auto\">".utf8))
    }

    private static let replacements: [([UInt8], [UInt8])] = [
        ("<a href=\"http://", "<a rel=\"noopener nofollow\" href=\"http://"),
        ("<a href=\"https://", "<a rel=\"noopener nofollow\" href=\"https://"),
        // `align` is obsolete HTML, and the content policy forbids style attributes.
        ("<th align=\"", "<th class=\""), ("<td align=\"", "<td class=\""),
        ("<!-- raw HTML omitted -->", ""),
    ].map { (Array($0.utf8), Array($1.utf8)) }
}

enum LinkAddress {
    static func isAllowed(_ address: String) -> Bool {
        let lower = address.lowercased()
        if ["http://", "https://", "mailto:"].contains(where: lower.hasPrefix) { return isPrintable(address) }
        return isLocal(address)
    }

    static func isLocal(_ address: String) -> Bool {
        // A colon before the first slash makes a scheme, two slashes a host. Browsers read a backslash as a slash.
        let head = address.utf8.prefix { !"/?#".utf8.contains($0) }
        return isPrintable(address) && !head.contains(UInt8(ascii: ":")) && !address.utf8.starts(with: "//".utf8)
            && !address.utf8.contains(UInt8(ascii: "\\"))
    }

    /// Browsers drop tabs and line ends inside an address, which hides schemes.
    private static func isPrintable(_ address: String) -> Bool { address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
}

extension String.UTF8View {
    fileprivate func count(of text: StaticString) -> Int {
        text.withUTF8Buffer { wanted in
            var matched = 0
            return reduce(into: 0) { count, byte in
                matched = byte == wanted[matched] ? matched + 1 : byte == wanted[0] ? 1 : 0
                if matched == wanted.count { (count, matched) = (count + 1, 0) }
            }
        }
    }
}
