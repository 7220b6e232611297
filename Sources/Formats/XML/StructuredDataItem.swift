import CXML
import Foundation

/// A thing that a web page describes in its marks: microdata, RDFa, or the classes of a known program.
public struct StructuredDataItem: Sendable {
    /// The last part of its type, such as `Recipe`.
    public let type: String
    public let properties: [(name: String, value: PageValue)]
}

public indirect enum PageValue: Sendable {
    /// Line ends separate list items and paragraphs.
    case text(String)
    case item(StructuredDataItem)
}

extension StructuredDataItem {
    private static let longest = 64 << 20

    /// The things that are part of no other, of all manners; empty when the bytes are no page.
    public static func all(in page: Data) -> [StructuredDataItem] {
        guard page.count <= longest, page.first(where: { $0 > UInt8(ascii: " ") && $0 < 0x80 }) == UInt8(ascii: "<") else { return [] }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return [] }
        defer { xmlFreeDoc(parsed) }
        guard let root = xmlDocGetRootElement(parsed) else { return [] }
        let finder = StructuredDataFinder()
        finder.visit(root, nil, depth: 0)
        return finder.top.map(\.item)
    }
}

private final class StructuredDataFinder {
    final class Open {
        let type: String
        private var properties: [(name: String, value: Value)] = []
        private enum Value { case text(String), item(Open) }

        init(_ type: String) { self.type = type }

        func add(_ name: String, _ text: String) { if !text.isEmpty { properties.append((name, .text(text))) } }
        func add(_ name: String, _ item: Open) { properties.append((name, .item(item))) }

        var item: StructuredDataItem {
            StructuredDataItem(
                type: type,
                properties: properties.map { name, value in
                    switch value {
                    case .text(let text): (name, .text(text))
                    case .item(let item): (name, .item(item.item))
                    }
                })
        }
    }

    private(set) var top: [Open] = []
    private static let deepest = 250
    private static let breaks: Set = ["p", "br", "li", "div", "tr", "h1", "h2", "h3", "h4", "h5", "dd", "dt"]
    /// The classes of microformats and of pages that programs export, and the properties that they mean.
    private static let classes = [
        "fn": "name", "p-name": "name", "ingredient": "recipeIngredient", "p-ingredient": "recipeIngredient",
        "instructions": "recipeInstructions", "e-instructions": "recipeInstructions", "yield": "recipeYield", "p-yield": "recipeYield",
        "photo": "image", "u-photo": "image", "summary": "description", "p-summary": "description", "duration": "totalTime",
        "dt-duration": "totalTime", "preptime": "prepTime", "cooktime": "cookTime", "p-author": "author", "p-category": "recipeCategory",
        "recipe-photo": "image",
    ]
    /// The ids and classes of CopyMeThat, within `div.recipe`.
    private static let copied = [
        "name": "name", "original_link": "url", "recipeimage": "image", "recipeyield": "recipeYield",
        "recipeingredient": "recipeIngredient",
        "recipeingredient_subheader": "recipeIngredientHeading", "instruction": "recipeInstructions", "description": "description",
        "instruction_subheader": "recipeInstructionsHeading", "recipecategory": "recipeCategory", "recipenote": "notes",
    ]

    func visit(_ node: xmlNodePtr, _ open: Open?, depth: Int) {
        guard depth < Self.deepest else { return }
        var (inner, child) = (open, node.pointee.children)
        if node.pointee.type == XML_ELEMENT_NODE { inner = enter(node, open) }
        while let one = child {
            if one.pointee.type == XML_ELEMENT_NODE { visit(one, inner, depth: depth + 1) }
            child = one.pointee.next
        }
    }

    private func enter(_ node: xmlNodePtr, _ open: Open?) -> Open? {
        let classes = (attribute("class", node) ?? "").lowercased().split(separator: " ").map(String.init)
        let names = (attribute("itemprop", node) ?? attribute("property", node) ?? "").split(separator: " ").map { name in
            String(name.split { "/:#".contains($0) }.last ?? name)
        }
        if let type = scope(node, classes, open) {
            let item = Open(type)
            if let open, !names.isEmpty {
                for name in names { open.add(name, item) }
                item.add("_text", Self.text(of: node))
            } else {
                top.append(item)
            }
            return item
        }
        guard let open else { return nil }
        if !names.isEmpty {
            let value = value(of: node)
            for name in names { open.add(name, value) }
        } else if open.type == "copied" {
            let id = (attribute("id", node) ?? "").lowercased()
            for name in ([id] + classes).compactMap({ Self.copied[$0] }) { open.add(name, value(of: node)) }
        } else if open.type == "hRecipe" {
            for name in classes.compactMap({ Self.classes[$0] }) { open.add(name, value(of: node)) }
        } else if classes.contains("recipe-photo") {
            open.add("image", value(of: node))
        }
        return open
    }

    private func scope(_ node: xmlNodePtr, _ classes: [String], _ open: Open?) -> String? {
        if attribute("itemscope", node) != nil || attribute("itemtype", node) != nil {
            return (attribute("itemtype", node) ?? "").split { "/:# ".contains($0) }.last.map(String.init) ?? ""
        }
        if let type = attribute("typeof", node) { return type.split { "/:# ".contains($0) }.last.map(String.init) ?? "" }
        guard open == nil else { return nil }
        if classes.contains("recipe-details") { return "Recipe" }
        if classes.contains("hrecipe") || classes.contains("h-recipe") { return "hRecipe" }
        if classes == ["recipe"], Self.has(node, id: "name") { return "copied" }
        return nil
    }

    private static func has(_ node: xmlNodePtr, id: String) -> Bool {
        var child = node.pointee.children
        while let one = child {
            if one.pointee.type == XML_ELEMENT_NODE, let value = xmlGetProp(one, "id") {
                defer { cxml_free(value) }
                if String(cString: value) == id { return true }
            }
            child = one.pointee.next
        }
        return false
    }

    private func attribute(_ name: String, _ node: xmlNodePtr) -> String? {
        guard let value = xmlGetProp(node, name) else { return nil }
        defer { cxml_free(value) }
        return String(cString: value)
    }

    /// The value as HTML says: an address, a machine's form, or the text.
    private func value(of node: xmlNodePtr) -> String {
        let name = node.pointee.name.map { String(cString: $0) } ?? ""
        if let content = attribute("content", node), !content.isEmpty { return content }
        let source = attribute("data-src", node) ?? attribute("src", node)
        switch name {
        case "img", "source", "video": return source ?? ""
        case "a", "link": return attribute("href", node) ?? Self.text(of: node)
        case "time": return attribute("datetime", node) ?? Self.text(of: node)
        default: return attribute("datetime", node) ?? Self.text(of: node)
        }
    }

    private static func text(of root: xmlNodePtr) -> String {
        var (text, open): (String, [(node: xmlNodePtr, isEnd: Bool)]) = ("", [(root, false)])
        while let (node, isEnd) = open.popLast() {
            let name = node.pointee.name.map { String(cString: $0) } ?? ""
            if isEnd {
                text += "\n"
                continue
            }
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                text += (node.pointee.content.map { String(cString: $0) } ?? "").map { $0.isNewline ? " " : String($0) }.joined()
            case XML_ELEMENT_NODE where !["script", "style", "template", "noscript", "button"].contains(name):
                if breaks.contains(name) {
                    text += "\n"
                    open.append((node, true))
                }
                var child = node.pointee.last
                while let one = child {
                    open.append((one, false))
                    child = one.pointee.prev
                }
            default: break
            }
        }
        let lines = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
