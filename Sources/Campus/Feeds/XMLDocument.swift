import CXML
import Foundation

/// External XML, parsed leniently. libxml2 fetches no address and expands no entity.
final class XMLDocument {
    private let pointer: xmlDocPtr

    init?(_ bytes: [UInt8]) {
        let options = XML_PARSE_RECOVER.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NONET.rawValue
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { xmlReadMemory($0.baseAddress, CInt(clamping: $0.count), nil, nil, CInt(options)) }
        }
        guard let parsed else { return nil }
        pointer = parsed
    }

    deinit { xmlFreeDoc(pointer) }

    var root: XMLElement? { xmlDocGetRootElement(pointer).map { XMLElement($0, self) } }

    /// False for a repaired or truncated document.
    var isWhole: Bool { pointer.pointee.properties & CInt(XML_DOC_WELLFORMED.rawValue) != 0 }

    var definesEntities: Bool { pointer.pointee.intSubset?.pointee.entities != nil || pointer.pointee.extSubset != nil }
}

/// An element; names exclude prefixes, which feeds choose freely.
struct XMLElement {
    private let node: xmlNodePtr
    private let document: XMLDocument

    init(_ node: xmlNodePtr, _ document: XMLDocument) { (self.node, self.document) = (node, document) }

    var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

    private var children: [xmlNodePtr] {
        var (found, next): ([xmlNodePtr], xmlNodePtr?) = ([], node.pointee.children)
        while let node = next {
            found.append(node)
            next = node.pointee.next
        }
        return found
    }

    func all(_ name: String) -> [XMLElement] {
        children.filter { $0.pointee.type == XML_ELEMENT_NODE }.map { XMLElement($0, document) }.filter { $0.name == name }
    }

    func first(_ name: String) -> XMLElement? { all(name).first }

    subscript(attribute: String) -> String? {
        guard let value = xmlGetProp(node, attribute) else { return nil }
        defer { cxml_free(value) }
        return String(cString: value)
    }

    var text: String {
        var text = ""
        for child in children {
            switch child.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += child.pointee.content.map { String(cString: $0) } ?? ""
            case XML_ELEMENT_NODE: text += XMLElement(child, document).text
            default: break
            }
        }
        return text
    }

    /// Text without HTML, on one line, cut at a word boundary.
    func plain(_ limit: Int) -> String {
        var line = ""
        for word in HTMLText.plain(text).split(whereSeparator: \.isWhitespace) {
            if line.isEmpty {
                line.unicodeScalars.append(contentsOf: word.unicodeScalars.prefix(limit))
            } else if line.unicodeScalars.count + word.unicodeScalars.count + 2 <= limit {
                line += " " + word
            } else {
                return line + "…"
            }
        }
        return line
    }
}
