import Mustache

/// HTML escaping by bytes.
///
/// swift-mustache escapes by `Character`: a `"` or `<` followed by a combining mark is another `Character`, is not in its table and
/// goes out raw, which lets stored text become markup. Every template is forced to use this type by `Templates`.
struct HTMLBytes: MustacheContentType {
    static let name = "PORTICO"

    func escapeText(_ text: String) -> String { text.escapedForHTML() }
}

extension String {
    /// The text with the five characters that have a meaning in HTML text and attributes replaced, judged by bytes.
    public func escapedForHTML() -> String {
        guard utf8.contains(where: \.hasMeaningInHTML) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&#34;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hasMeaningInHTML: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
