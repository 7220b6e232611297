import CXML

/// Text of HTML fragments, read by libxml2.
public enum HTMLText {
    /// Limit in bytes, above any summary.
    private static let longest = 20_000
    private static let breaks: Set = ["p", "br", "li", "div", "tr", "h1", "h2", "h3", "h4"]

    /// The character of an entity without its marks: `egrave`, `#8217`, `#x2019`.
    public static func sign(_ entity: String) -> Unicode.Scalar? {
        if entity == "apos" { return "'" }
        guard entity.hasPrefix("#") else { return htmlEntityLookup(entity).flatMap { Unicode.Scalar($0.pointee.value) } }
        let digits = entity.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    /// The words of a fragment; of one above the limit only the beginning.
    public static func plain(_ html: String) -> String { plain(html, breaking: " ") }

    private static func plain(_ html: String, breaking mark: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return html }
        var part = "<div>" + String(decoding: html.utf8.prefix(longest), as: UTF8.self) + "</div>"
        let parsed = part.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cxml_read_html($0.baseAddress, CInt(clamping: $0.count), "UTF-8")
            }
        }
        guard let parsed else { return "" }
        defer { xmlFreeDoc(parsed) }
        return xmlDocGetRootElement(parsed).map { words($0, mark) } ?? ""
    }

    /// Whether a text holds tags or entities of HTML, not only a sign "<".
    public static func isMarkup(_ text: String) -> Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return false }
        return text.firstMatch(of: tag) != nil || text.firstMatch(of: entity) != nil
    }

    nonisolated(unsafe) private static let tag =
        #/<\/?(?:html|body|head|p|br|div|span|a|b|i|u|em|strong|ul|ol|li|h[1-6]|font|table|tr|td|img|pre|blockquote|hr)(?:\s[^<>]*)?\/?>/#
        .ignoresCase()
    nonisolated(unsafe) private static let entity =
        #/&(?:nbsp|amp|lt|gt|quot|apos|[a-z]{2,6}(?:grave|acute|uml|circ|cedil|quo|dash)|#\d{2,6}|#x[0-9a-f]{2,5});/#.ignoresCase()

    /// The words of a fragment in its lines: of paragraphs, items of lists and line breaks.
    public static func lines(_ html: String) -> String {
        let isBlock = ["<p", "<br", "<div", "<li", "<P", "<BR", "<DIV", "<LI"].contains(where: html.contains)
        let text = plain(isBlock ? html.replacing("\n", with: " ") : html, breaking: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Iterative, because deep nesting would overflow the stack.
    private static func words(_ root: xmlNodePtr, _ mark: String) -> String {
        // Nil is the end of a paragraph.
        var (text, open): (String, [xmlNodePtr?]) = ("", [root])
        while let next = open.popLast() {
            guard let node = next else {
                text += mark
                continue
            }
            let name = node.pointee.name.map { String(cString: $0) } ?? ""
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += node.pointee.content.map { String(cString: $0) } ?? ""
            case XML_ELEMENT_NODE where !["script", "style", "template"].contains(name):
                if breaks.contains(name) {
                    text += mark
                    open.append(nil)
                }
                var child = node.pointee.last
                while let one = child {
                    open.append(one)
                    child = one.pointee.prev
                }
            default: break
            }
        }
        return text
    }
}
