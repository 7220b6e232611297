import CXML

/// The nodes of a parsed page, counted in page order; every process counts the same ones.
enum HTMLNodes {
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> htmlDocPtr? {
        bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), "UTF-8") }
    }

    static func number(_ page: htmlDocPtr) -> [xmlNodePtr] {
        let top = UnsafeMutableRawPointer(page).assumingMemoryBound(to: xmlNode.self)
        var (nodes, next): ([xmlNodePtr], xmlNodePtr?) = ([], top)
        func add(_ node: xmlNodePtr) {
            nodes.append(node)
            node.pointee._private = UnsafeMutableRawPointer(bitPattern: nodes.count)
        }
        while let node = next {
            add(node)
            var attribute: xmlAttrPtr? = node.pointee.type == XML_ELEMENT_NODE ? node.pointee.properties : nil
            while let one = attribute {
                add(UnsafeMutableRawPointer(one).assumingMemoryBound(to: xmlNode.self))
                attribute = one.pointee.next
            }
            next = following(node, in: top)
        }
        // Otherwise libxml2 sorts results by walking between nodes at each comparison.
        xmlXPathOrderDocElems(page)
        return nodes
    }

    /// The number of a node, from 1.
    static func place(_ node: xmlNodePtr) -> Int { Int(bitPattern: node.pointee._private) }

    private static func following(_ node: xmlNodePtr, in top: xmlNodePtr) -> xmlNodePtr? {
        switch node.pointee.type {
        case XML_ELEMENT_NODE, XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE:
            if let child = node.pointee.children { return child }
        default: break
        }
        var last = node
        while last != top {
            if let next = last.pointee.next { return next }
            guard let parent = last.pointee.parent else { return nil }
            last = parent
        }
        return nil
    }
}
