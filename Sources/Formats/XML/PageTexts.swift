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
    private static let longestHeading = 120
    private static let deepest = 250
    private static let headings: Set = ["h2", "h3", "h4", "h5", "h6", "strong", "b", "legend", "dt", "caption", "summary"]
    private static let boxes: Set = ["span", "div", "br", "p", "li", "ul", "ol", "td", "th", "tr", "dt", "dd", "label", "button"]
    private static let lines: Set = ["li", "p", "td", "th", "tr", "label", "dd"]
    private static let headingClasses = [
        "group-name", "group-title", "section-title", "subtitle", "group__title", "ingredient-header", "ingredients-heading",
        "group-heading", "group__header", "group-header", "group_heading", "section-heading", "sectionheading", "ingredient-label",
        "ingredient-title", "ingredient-heading",
        "ingredient-section", "group-head", "heading", "ingredients__title", "tussenkop", "titulo", "separator", "delimiter",
        "ing_category",
    ]

    public init(of page: Data) {
        guard page.count <= Self.longest else { return }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return }
        defer { xmlFreeDoc(parsed) }
        if let root = xmlDocGetRootElement(parsed) { visit(root, line: nil, depth: 0) }
    }

    /// `line` is the text of the line that the node is in.
    private mutating func visit(_ node: xmlNodePtr, line: String?, depth: Int) {
        guard depth < Self.deepest else { return }
        let name = node.pointee.name.map { String(cString: $0) } ?? ""
        if ["script", "style", "template", "noscript", "nav", "footer", "select"].contains(name) { return }
        let isMarked = Self.headings.contains(name) || Self.isHeading(node)
        let isLine = Self.lines.contains(name) || !isMarked && line == nil && Self.isIngredient(node)
        var line = line
        if isMarked || isLine {
            var words = Self.words(node)
            // Of a long line its beginning is enough to know it.
            if name == "li", words.utf8.count > Self.longestText { words = String(words.prefix(Self.longestText / 2)) }
            let isShort = !words.isEmpty && words.utf8.count <= Self.longestText
            // What holds a list is its box, whatever it is called; bold words within a line are no heading.
            let isPart = ["strong", "b"].contains(name) && line.map { !Self.isSame($0, words) } ?? false
            let isHeading = isMarked && isShort && !isPart && words.count <= Self.longestHeading && !Self.holdsLines(node, depth: 0)
            if isShort, isHeading || isLine { texts.append(Text(words: words, isHeading: isHeading)) }
            if isHeading { return }
            if isLine, isShort { line = words }
        }
        var child = node.pointee.children
        while let one = child {
            if one.pointee.type == XML_ELEMENT_NODE { visit(one, line: line, depth: depth + 1) }
            child = one.pointee.next
        }
    }

    private static func isSame(_ line: String, _ words: String) -> Bool {
        line == words || line.count <= words.count + 2 && line.hasPrefix(words)
    }

    /// A line of ingredients that is no element of a list.
    private static func isIngredient(_ node: xmlNodePtr) -> Bool {
        ["class", "itemprop"].contains { attribute in
            guard let value = xmlGetProp(node, attribute) else { return false }
            defer { cxml_free(value) }
            return String(cString: value).lowercased().contains("ingredient")
        } && !holdsLines(node, depth: 0)
    }

    private static func holdsLines(_ node: xmlNodePtr, depth: Int) -> Bool {
        guard depth < 8 else { return true }
        var child = node.pointee.children
        while let one = child {
            let name = one.pointee.type == XML_ELEMENT_NODE ? one.pointee.name.map { String(cString: $0) } ?? "" : ""
            if ["li", "ul", "ol", "table", "tr"].contains(name) || !name.isEmpty && holdsLines(one, depth: depth + 1) { return true }
            child = one.pointee.next
        }
        return false
    }

    private static func isHeading(_ node: xmlNodePtr) -> Bool {
        guard let value = xmlGetProp(node, "class") else { return false }
        defer { cxml_free(value) }
        let classes = String(cString: value).lowercased()
        return headingClasses.contains(where: classes.contains)
    }

    private static func words(_ node: xmlNodePtr) -> String {
        var text = ""
        add(node, to: &text, depth: 0)
        guard text.utf8.count <= 4 * longestText else { return "" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text of a node. The texts of boxes are apart: `<span>2 dl</span><span>milk</span>`.
    private static func add(_ node: xmlNodePtr, to text: inout String, depth: Int) {
        var child = node.pointee.children
        while let one = child, text.utf8.count <= 4 * longestText, depth < deepest {
            child = one.pointee.next
            switch one.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: if let content = one.pointee.content { text += String(cString: content) }
            case XML_ELEMENT_NODE:
                let isApart = one.pointee.name.map { boxes.contains(String(cString: $0)) } ?? false
                if isApart { text += " " }
                add(one, to: &text, depth: depth + 1)
                if isApart { text += " " }
            default: continue
            }
        }
    }
}
