import CXML
import Foundation

/// What a saved web page says to programs: its JSON-LD. Nothing else of the page is read, and nothing of it is run or fetched.
enum LinkedData {
    /// The texts of its `<script type="application/ld+json">`, none where the bytes are no page.
    static func texts(in page: Data) -> [String] {
        guard page.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "<") || page.starts(with: [0xef, 0xbb, 0xbf]) else { return [] }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return [] }
        defer { xmlFreeDoc(parsed) }
        guard let context = xmlXPathNewContext(parsed) else { return [] }
        defer { xmlXPathFreeContext(context) }
        guard let result = xmlXPathEvalExpression("//script[@type='application/ld+json']/text()", context) else { return [] }
        defer { xmlXPathFreeObject(result) }
        guard let nodes = result.pointee.nodesetval else { return [] }
        return (0..<Int(nodes.pointee.nodeNr)).compactMap { nodes.pointee.nodeTab[$0]?.pointee.content.map { String(cString: $0) } }
    }
}
