import CXML
import Foundation

/// External XML, parsed by libxml2, which fetches no address and expands no entity; it cuts off after 256 levels.
public final class XMLDocument {
    private let pointer: xmlDocPtr

    /// Bytes.
    private static let longest = 64 << 20

    /// Parses leniently: a broken document is repaired.
    public convenience init?(_ bytes: [UInt8]) { self.init(bytes, XML_PARSE_RECOVER) }

    /// Refuses a broken document and, before parsing, a document type: its entities can expand or reference other files.
    public convenience init?(strict bytes: Data) {
        guard bytes.range(of: Data("<!DOCTYPE".utf8)) == nil else { return nil }
        self.init(Array(bytes), XML_PARSE_NOCDATA)
    }

    private init?(_ bytes: [UInt8], _ own: xmlParserOption) {
        guard bytes.count <= Self.longest else { return nil }
        let options = own.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NONET.rawValue
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { xmlReadMemory($0.baseAddress, CInt(clamping: $0.count), nil, nil, CInt(options)) }
        }
        guard let parsed else { return nil }
        pointer = parsed
    }

    deinit { xmlFreeDoc(pointer) }

    public var root: XMLElement? { xmlDocGetRootElement(pointer).map { XMLElement($0, self) } }

    /// False for a repaired or truncated document.
    public var isWhole: Bool { pointer.pointee.properties & CInt(XML_DOC_WELLFORMED.rawValue) != 0 }

    public var definesEntities: Bool { pointer.pointee.intSubset?.pointee.entities != nil || pointer.pointee.extSubset != nil }
}

/// An element; names of elements and attributes exclude prefixes, which files choose freely.
public struct XMLElement {
    private let node: xmlNodePtr
    private let document: XMLDocument

    fileprivate init(_ node: xmlNodePtr, _ document: XMLDocument) { (self.node, self.document) = (node, document) }

    public var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

    private var children: [xmlNodePtr] {
        var (found, next): ([xmlNodePtr], xmlNodePtr?) = ([], node.pointee.children)
        while let node = next {
            found.append(node)
            next = node.pointee.next
        }
        return found
    }

    public var elements: [XMLElement] { children.filter { $0.pointee.type == XML_ELEMENT_NODE }.map { XMLElement($0, document) } }

    public func all(_ name: String) -> [XMLElement] { elements.filter { $0.name == name } }

    public func first(_ name: String) -> XMLElement? { all(name).first }

    public subscript(attribute: String) -> String? {
        guard let value = xmlGetProp(node, attribute) else { return nil }
        defer { cxml_free(value) }
        return String(cString: value)
    }

    public var text: String {
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

    /// The text without that of the named elements within, which stand apart from the words around them.
    public func text(without isLeftOut: (String) -> Bool) -> String {
        var text = ""
        for child in children {
            switch child.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += child.pointee.content.map { String(cString: $0) } ?? ""
            case XML_ELEMENT_NODE:
                let element = XMLElement(child, document)
                text += isLeftOut(element.name) ? " " : " " + element.text(without: isLeftOut) + " "
            default: break
            }
        }
        return text
    }

    /// The elements within that pass the test, in their order; what is within them is not looked at.
    public func descendants(where isWanted: (String) -> Bool) -> [XMLElement] {
        elements.flatMap { isWanted($0.name) ? [$0] : $0.descendants(where: isWanted) }
    }

    /// Text without HTML, on one line, cut at a word boundary.
    public func plain(_ limit: Int) -> String { Self.plain(text, limit) }

    static func plain(_ text: String, _ limit: Int) -> String {
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
