import Foundation

/// The text of a drawing that vips reads as SVG and as nothing else. vips chooses the reader by the content of a file, whatever its name, and
/// for SVG the readers of PDF, PostScript and many others are open too.
struct SymbolDrawing {
    let bytes: Data

    /// vips looks for the root within so many bytes, and takes what has other signs at its beginning for no text.
    private static let (rootWithin, plainSigns) = (900, 24)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns nil for what is no SVG in UTF-8, and for one that names other files: entities outside, and parts that are included.
    init?(_ bytes: Data) {
        let text = Data(bytes.drop { Self.mark.contains($0) || $0 == 0x20 || (0x09...0x0D).contains($0) })
        guard text.first == UInt8(ascii: "<"), text.count > Self.plainSigns, text.prefix(Self.plainSigns).allSatisfy({ $0 < 0x80 }),
            text.prefix(Self.rootWithin).firstRange(of: Data("<svg".utf8)) != nil, !text.contains(0),
            let said = String(validating: text, as: UTF8.self), !said.contains("XInclude"), !Self.namesEntities(said)
        else { return nil }
        self.bytes = text
    }

    private static func namesEntities(_ text: String) -> Bool {
        text.split(separator: "<!ENTITY", omittingEmptySubsequences: false).dropFirst().contains { part in
            let entity = part.prefix { $0 != ">" }
            return entity.contains("SYSTEM") || entity.contains("PUBLIC")
        }
    }
}
