import CXML
import Web

/// A saved page, parsed by libxml2. It is never sent as a page, its addresses are not opened, and deep nesting is cut off.
final class HTMLDocument {
    fileprivate let pointer: htmlDocPtr
    private let nodes: [xmlNodePtr]
    private let page: XPathPage
    /// The processor time that all expressions on this page may use together.
    private var time: Duration

    init?(_ text: String, time: Duration = .seconds(10)) {
        var text = text
        self.time = time
        guard let parsed = text.withUTF8(HTMLNodes.parse) else { return nil }
        (pointer, nodes, page) = (parsed, HTMLNodes.number(parsed), XPathPage(text: text))
    }

    deinit { xmlFreeDoc(pointer) }

    var elements: [HTMLElement] {
        guard let root = xmlDocGetRootElement(pointer) else { return [] }
        var (found, open): ([HTMLElement], [HTMLElement]) = ([], [HTMLElement(root, self)])
        while let element = open.popLast() {
            if ["head", "script", "style", "template"].contains(element.name) { continue }
            found.append(element)
            open += element.children.reversed()
        }
        return found
    }

    /// Evaluates an XPath expression, in page order; throws `XPathRefusal`. The default limit suffices for thousands of titles.
    func select(_ expression: String, within limit: Duration = .seconds(2)) throws(XPathRefusal) -> [HTMLElement] {
        let bytes = try evaluate(.select, expression, at: 0, limit)
        // What a broken process says is not trusted.
        let places = bytes.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt32.self).map { Int($0) - 1 } }.filter(nodes.indices.contains)
        return places.map { nodes[$0] }.filter { [XML_ELEMENT_NODE, XML_TEXT_NODE].contains($0.pointee.type) }.map { HTMLElement($0, self) }
    }

    var root: HTMLElement? { xmlDocGetRootElement(pointer).map { HTMLElement($0, self) } }

    func inOrder(_ elements: [HTMLElement]) -> [HTMLElement] {
        Set(elements).sorted { HTMLNodes.place($0.node) < HTMLNodes.place($1.node) }
    }

    /// An expression's text for one element, with single spaces; the first of several nodes. Throws `XPathRefusal`.
    func value(_ expression: String, of element: HTMLElement, within limit: Duration = .milliseconds(500)) throws(XPathRefusal) -> String {
        let bytes = try evaluate(.value, expression, at: HTMLNodes.place(element.node), limit)
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func evaluate(
        _ kind: XPathRequest.Kind, _ expression: String, at place: Int, _ limit: Duration
    ) throws(XPathRefusal) -> [UInt8] {
        guard expression.utf8.count <= 4_000 else { throw .long }
        guard !expression.utf8.contains(0) else { throw .invalid }
        guard time > .zero else { throw .endless }
        let limit = min(limit, time)
        do throws(XPathRefusal) {
            let answer = try XPathPool.shared.ask(
                kind, expression, at: place, of: page, microseconds: Int(cutting: limit / .microseconds(1)))
            time -= .microseconds(answer.microseconds)
            return answer.bytes
        } catch {
            if error == .endless { time -= limit }
            throw error
        }
    }
}

struct HTMLElement: Hashable {
    fileprivate let node: xmlNodePtr
    private let document: HTMLDocument

    init(_ node: xmlNodePtr, _ document: HTMLDocument) { (self.node, self.document) = (node, document) }

    static func == (a: Self, b: Self) -> Bool { a.node == b.node }
    func hash(into hasher: inout Hasher) { hasher.combine(node) }

    var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

    var parent: HTMLElement? {
        guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
        return HTMLElement(parent, document)
    }

    var children: [HTMLElement] { nodes.filter { $0.pointee.type == XML_ELEMENT_NODE }.map { HTMLElement($0, document) } }

    private var nodes: [xmlNodePtr] {
        var (nodes, next): ([xmlNodePtr], xmlNodePtr?) = ([], node.pointee.children)
        while let node = next {
            nodes.append(node)
            next = node.pointee.next
        }
        return nodes
    }

    var attributes: [(name: String, value: String)] {
        var (attributes, next): ([(name: String, value: String)], xmlAttrPtr?) = ([], node.pointee.properties)
        while let attribute = next {
            let name = String(cString: attribute.pointee.name)
            attributes.append((name, self[name] ?? ""))
            next = attribute.pointee.next
        }
        return attributes
    }

    subscript(attribute: String) -> String? {
        guard let value = xmlGetProp(node, attribute) else { return nil }
        defer { cxml_free(value) }
        return String(cString: value)
    }

    func has(class name: String) -> Bool { self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == name } ?? false }

    func all(_ test: (HTMLElement) -> Bool) -> [HTMLElement] {
        var (found, open): ([HTMLElement], [HTMLElement]) = ([], children.reversed())
        while let element = open.popLast() {
            if test(element) { found.append(element) }
            open += element.children.reversed()
        }
        return found
    }

    /// A unique XPath to this element: `/html/body/ul/li[2]/b`.
    var path: String {
        guard let path = xmlGetNodePath(node) else { return "" }
        defer { cxml_free(path) }
        return String(cString: path)
    }

    var text: String {
        var text = ""
        collect(&text)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What a reader sees, with line breaks between blocks and a mark at the edges of other elements.
    var visibleText: String {
        var text = ""
        collectVisible(&text)
        return text
    }

    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup",
        "tt", "u", "var", "wbr",
    ]
    private static let unseen: Set<String> = ["script", "style", "template", "head", "noscript", "svg", "select", "datalist"]

    private func collectVisible(_ text: inout String) {
        switch node.pointee.type {
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
            // A line break of the source is a space to the reader.
            let own = node.pointee.content.map { String(cString: $0) } ?? ""
            text += own.replacing("\n", with: " ").replacing("\r", with: " ")
        case XML_ELEMENT_NODE where !Self.unseen.contains(name):
            let edge = Self.inline.contains(name) ? String(SearchableText.edge) : "\n"
            text += edge
            for child in nodes { HTMLElement(child, document).collectVisible(&text) }
            text += edge
        default: break
        }
    }

    private func collect(_ text: inout String) {
        switch node.pointee.type {
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += node.pointee.content.map { String(cString: $0) } ?? ""
        case XML_ELEMENT_NODE where name == "br": text += " "
        case XML_ELEMENT_NODE where !["script", "style"].contains(name):
            for child in nodes { HTMLElement(child, document).collect(&text) }
        default: break
        }
    }
}
