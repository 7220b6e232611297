import CXML

/// A saved page, parsed by libxml2. It is never sent as a page, its addresses are not opened, and deep nesting is cut off.
final class HTMLDocument {
    fileprivate let pointer: htmlDocPtr
    /// Compiled expressions, because a layout evaluates the same ones for each row.
    private var paid: [String: PaidExpression] = [:]

    init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cxml_read_html($0.baseAddress, CInt(clamping: $0.count), "UTF-8")
            }
        }
        guard let parsed else { return nil }
        pointer = parsed
        XPathCosts.number(parsed)
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

    /// In page order; throws `XPathRefusal`. `steps` limits the work. `isInduced`: its only operators are those of attributes.
    func select(_ expression: String, steps: UInt = 20_000_000, isInduced: Bool = false) throws(XPathRefusal) -> [HTMLElement] {
        try evaluate(expression, from: nil, steps, isInduced: isInduced) { result throws(XPathRefusal) in
            guard result.pointee.type == XPATH_NODESET else { throw XPathRefusal.invalid }
            guard let nodes = result.pointee.nodesetval else { return [] }
            return (0..<Int(nodes.pointee.nodeNr)).compactMap { nodes.pointee.nodeTab[$0] }
                .filter { [XML_ELEMENT_NODE, XML_TEXT_NODE].contains($0.pointee.type) }.map { HTMLElement($0, self) }
        }
    }

    func inOrder(_ elements: [HTMLElement]) -> [HTMLElement] {
        Set(elements).sorted { XPathCosts.place($0.node) < XPathCosts.place($1.node) }
    }

    /// An expression's text for one element, with single spaces; the first of several nodes. Throws `XPathRefusal`.
    func value(_ expression: String, of element: HTMLElement, steps: UInt = 5_000) throws(XPathRefusal) -> String {
        try evaluate(expression, from: element.node, steps) { result in
            guard let text = xmlXPathCastToString(result) else { return "" }
            defer { cxml_free(text) }
            return String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private func evaluate<Value>(
        _ expression: String, from node: xmlNodePtr?, _ steps: UInt, isInduced: Bool = false,
        _ use: (xmlXPathObjectPtr) throws(XPathRefusal) -> Value
    ) throws(XPathRefusal) -> Value {
        guard expression.utf8.count <= 4_000 else { throw XPathRefusal.long }
        let paid = try isInduced ? nil : asPaid(expression)
        guard let context = xmlXPathNewContext(pointer) else { throw XPathRefusal.invalid }
        defer { xmlXPathFreeContext(context) }
        context.pointee.error = { _, _ in }
        context.pointee.opLimit = steps
        XPathCosts.charge(in: context)
        let ways = try CompiledWays(paid?.ways ?? [], context)
        defer { withExtendedLifetime(ways) {} }
        if let node { context.pointee.node = node }
        // Without parentheses libxml2 optimizes `//a//b` in a way that counts no steps and does not end on deeply nested pages.
        guard let result = xmlXPathEvalExpression("(" + (paid?.text ?? expression) + ")", context) else {
            throw context.pointee.opCount >= context.pointee.opLimit ? XPathRefusal.endless : .invalid
        }
        defer { xmlXPathFreeObject(result) }
        return try use(result)
    }

    private func asPaid(_ expression: String) throws(XPathRefusal) -> PaidExpression {
        if let known = paid[expression] { return known }
        let made = try PaidExpression(expression)
        paid[expression] = made
        return made
    }
}

enum XPathRefusal: String, Error {
    case invalid
    case long
    case endless

    var key: String { "citations.xpath.refused.\(rawValue)" }
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
