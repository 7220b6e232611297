extension String {
    /// The text as a JSON string (RFC 8259, section 7), with quotation marks.
    public var quotedForJSON: String {
        var quoted: [UInt8] = []
        quoted.reserveCapacity(utf8.count + 2)
        appendForJSON(to: &quoted)
        return String(decoding: quoted, as: UTF8.self)
    }

    public func appendForJSON(to quoted: inout [UInt8]) {
        quoted.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
            case 0x0A: quoted += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0x09: quoted += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            case 0..<0x20, 0x7F: quoted += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
    }
}
