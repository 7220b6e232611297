import CXML
import Foundation

/// Reads the JSON-LD of a saved web page of up to 64 MB. Nothing else of the page is read, run or fetched.
public enum LinkedData {
    private static let longest = 64 << 20

    /// Returns the contents of `<script type="application/ld+json">`; empty when the bytes are no page.
    public static func texts(in page: Data) -> [String] {
        guard page.count <= longest else { return [] }
        guard page.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "<") || page.starts(with: [0xef, 0xbb, 0xbf]) else { return [] }
        let parsed = page.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cxml_read_html($0.baseAddress, CInt(clamping: $0.count), nil) }
        }
        guard let parsed else { return [] }
        defer { xmlFreeDoc(parsed) }
        guard let context = xmlXPathNewContext(parsed) else { return [] }
        defer { xmlXPathFreeContext(context) }
        guard let result = xmlXPathEvalExpression(scripts, context) else { return [] }
        defer { xmlXPathFreeObject(result) }
        guard let nodes = result.pointee.nodesetval else { return [] }
        return (0..<Int(nodes.pointee.nodeNr)).compactMap { index in
            nodes.pointee.nodeTab[index]?.pointee.content.map { mended(String(cString: $0)) }
        }
    }

    /// Accepts any case and parameters: `application/ld+json; charset=utf-8`, `Application/LD+JSON`.
    private static let scripts = """
        //script[starts-with(normalize-space(translate(@type, 'ADIJLNOPCTS', 'adijlnopcts')), 'application/ld+json')]/text()
        """

    /// Repairs JSON that pages wrap in comments, end with a semicolon or break within strings.
    private static func mended(_ text: String) -> String {
        let bytes = Array(text.replacing("<![CDATA[", with: "").replacing("]]>", with: "").utf8)
        guard let first = bytes.firstIndex(where: { "{[".utf8.contains($0) }),
            let last = bytes.lastIndex(where: { "}]".utf8.contains($0) }),
            first < last
        else { return text }
        var (mended, isText, isEscaped) = ([UInt8](), false, false)
        for byte in bytes[first...last] {
            if isText, byte < 0x20 {
                mended += byte == UInt8(ascii: "\n") ? Array(#"\n"#.utf8) : [UInt8(ascii: " ")]
                isEscaped = false
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
            isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
            mended.append(byte)
        }
        return String(decoding: mended, as: UTF8.self)
    }
}
