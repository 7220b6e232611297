import CXML
import Foundation

/// The short texts of a page in their order, to find the headings that stand above the lines of a list.
public struct PageTexts: Sendable {
    public struct Text: Sendable {
        public let words: String
        public let isHeading: Bool
    }

    public private(set) var texts: [Text] = []

    private static let longest = 64 << 20
    private static let longestText = 300
    private static let deepest = 250
    private static let headings: Set = ["h2", "h3", "h4", "h5", "h6", "strong", "b", "legend", "dt", "caption", "summary"]
    private static let lines: Set = ["li", "p", "td", "tr", "label", "dd"]
    private static let headingClasses = [
        "group-name", "group-title", "section-title", "subtitle", "group__title", "ingredient-header", "ingredients-heading",
    ]

    public init(of page: Data) {
        guard page.count <= Self.longest else { return }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return }
        defer { xmlFreeDoc(parsed) }
        if let root = xmlDocGetRootElement(parsed) { visit(root, depth: 0) }
    }

    private mutating func visit(_ node: xmlNodePtr, depth: Int) {
        guard depth < Self.deepest else { return }
        let name = node.pointee.name.map { String(cString: $0) } ?? ""
        if ["script", "style", "template", "noscript", "nav", "footer", "select"].contains(name) { return }
        let isHeading = Self.headings.contains(name) || Self.isHeading(node)
        if isHeading || Self.lines.contains(name) {
            let words = Self.words(node)
            if !words.isEmpty, words.utf8.count <= Self.longestText { texts.append(Text(words: words, isHeading: isHeading)) }
            if isHeading { return }
        }
        var child = node.pointee.children
        while let one = child {
            if one.pointee.type == XML_ELEMENT_NODE { visit(one, depth: depth + 1) }
            child = one.pointee.next
        }
    }

    private static func isHeading(_ node: xmlNodePtr) -> Bool {
        guard let value = xmlGetProp(node, "class") else { return false }
        defer { cxml_free(value) }
        let classes = String(cString: value).lowercased()
        return headingClasses.contains(where: classes.contains)
    }

    private static func words(_ node: xmlNodePtr) -> String {
        guard let content = xmlNodeGetContent(node) else { return "" }
        defer { cxml_free(content) }
        let text = String(cString: content)
        guard text.utf8.count <= 4 * longestText else { return "" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
