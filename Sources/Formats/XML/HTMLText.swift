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
    public static func plain(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return html }
        var part = "<div>" + String(decoding: html.utf8.prefix(longest), as: UTF8.self) + "</div>"
        let parsed = part.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cxml_read_html($0.baseAddress, CInt(clamping: $0.count), "UTF-8")
            }
        }
        guard let parsed else { return "" }
        defer { xmlFreeDoc(parsed) }
        return xmlDocGetRootElement(parsed).map(words) ?? ""
    }

    /// Iterative, because deep nesting would overflow the stack.
    private static func words(_ root: xmlNodePtr) -> String {
        var (text, open): (String, [xmlNodePtr]) = ("", [root])
        while let node = open.popLast() {
            let name = node.pointee.name.map { String(cString: $0) } ?? ""
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += node.pointee.content.map { String(cString: $0) } ?? ""
            case XML_ELEMENT_NODE where !["script", "style", "template"].contains(name):
                if breaks.contains(name) { text += " " }
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
