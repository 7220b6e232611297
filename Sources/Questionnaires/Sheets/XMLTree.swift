import CXML
import Foundation

/// An XML file of a workbook. A document type is refused before parsing, because entities can expand or reference other files.
final class XMLTree {
    private let pointer: xmlDocPtr

    init?(_ bytes: Data) {
        guard bytes.range(of: Data("<!DOCTYPE".utf8)) == nil, bytes.count <= Int(CInt.max) else { return nil }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NOCDATA.rawValue
        let parsed = bytes.withUnsafeBytes { raw in
            xmlReadMemory(raw.bindMemory(to: CChar.self).baseAddress, CInt(raw.count), nil, nil, CInt(options))
        }
        guard let parsed else { return nil }
        pointer = parsed
    }

    deinit { xmlFreeDoc(pointer) }

    var root: XMLPart? { xmlDocGetRootElement(pointer).map { XMLPart($0, self) } }
}

struct XMLPart {
    private let node: xmlNodePtr
    private let tree: XMLTree

    init(_ node: xmlNodePtr, _ tree: XMLTree) { (self.node, self.tree) = (node, tree) }

    var name: String { String(cString: node.pointee.name) }

    func children(_ name: String? = nil) -> [XMLPart] {
        var found: [XMLPart] = []
        var next = node.pointee.children
        while let child = next {
            let part = XMLPart(child, tree)
            if child.pointee.type == XML_ELEMENT_NODE, name == nil || part.name == name { found.append(part) }
            next = child.pointee.next
        }
        return found
    }

    func attribute(_ name: String) -> String? {
        var next = node.pointee.properties
        while let attribute = next {
            if String(cString: attribute.pointee.name) == name {
                return attribute.pointee.children?.pointee.content.map { String(cString: $0) } ?? ""
            }
            next = attribute.pointee.next
        }
        return nil
    }

    var text: String {
        guard let content = xmlNodeGetContent(node) else { return "" }
        defer { cxml_free(content) }
        return String(cString: content)
    }
}
