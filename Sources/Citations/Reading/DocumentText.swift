import Admin
import Formats
import Foundation

enum DocumentText {
    /// Tries UTF-8, UTF-16 with a mark, the page's declaration, then Windows-1252. nil when it is no text.
    static func read(_ bytes: [UInt8], as charset: Charset? = nil) -> String? {
        guard let text = charset.map({ $0.read(bytes) }) ?? guessed(bytes) else { return nil }
        return ListReader.isPage(text) ? plainer(text) : text
    }

    /// Decodes a server's answer by byte order mark, then by its content type, then as above.
    static func read(_ bytes: [UInt8], sentAs type: String?) -> String? {
        let isMarked = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains { bytes.starts(with: $0) }
        let said = isMarked ? nil : type.flatMap(Charset.named)
        return said.flatMap { read(bytes, as: $0) } ?? read(bytes)
    }

    /// Removes scripts, styles and drawings, most of a page.
    static func plainer(_ page: String) -> String { ["script", "style", "svg"].reduce(page) { without($1, $0) } }

    private static func guessed(_ bytes: [UInt8]) -> String? {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if !isMarked, String(validating: bytes, as: UTF8.self) == nil, let declared = Charset.declared(in: bytes), declared != .utf8 {
            return declared.read(bytes)
        }
        return (try? TextDecoding.utf8(bytes)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func without(_ element: String, _ text: String) -> String {
        var (kept, rest) = ("", text[...])
        while let start = rest.range(of: "<" + element, options: .caseInsensitive) {
            kept += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].range(of: "</" + element, options: .caseInsensitive),
                let close = rest[end.upperBound...].firstIndex(of: ">")
            else { return kept }
            rest = rest[rest.index(after: close)...]
        }
        return kept + rest
    }
}
