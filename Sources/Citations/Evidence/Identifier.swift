enum Identifier {
    /// The DOI in an address or text, in small letters.
    static func doi(in text: String) -> String? { all(in: text).first }

    static func dois(in text: String) -> Set<String> { Set(all(in: text)) }

    private static func all(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        var (found, place): ([String], Int) = ([], 0)
        while place + 8 < bytes.count {
            guard bytes[place] == UInt8(ascii: "1"), bytes[place + 1] == UInt8(ascii: "0"), bytes[place + 2] == UInt8(ascii: "."),
                place == 0 || !isDigit(bytes[place - 1])
            else {
                place += 1
                continue
            }
            let registrant = bytes[(place + 3)...].prefix(9).prefix(while: isDigit).count
            let slash = place + 3 + registrant
            guard registrant >= 4, slash < bytes.count, bytes[slash] == UInt8(ascii: "/") else {
                place += 3
                continue
            }
            let end =
                bytes[slash...].prefix(200).firstIndex { $0 <= 0x20 || "\"'<>)]}&?#,;".utf8.contains($0) } ?? min(bytes.count, slash + 200)
            let doi = String(decoding: bytes[place..<end], as: UTF8.self).lowercased()
            found.append(String(doi.reversed().drop { ".:".contains($0) }.reversed()))
            place = end
        }
        return found
    }

    /// The e-mail addresses in a text, in small letters.
    static func emails(in text: String) -> Set<String> {
        let bytes = Array(text.utf8)
        var found: Set<String> = []
        for place in bytes.indices where bytes[place] == UInt8(ascii: "@") {
            let name = Array(bytes[..<place].suffix(64).reversed().prefix(while: isOfAddress).reversed())
            let host = String(decoding: bytes[(place + 1)...].prefix(200).prefix(while: isOfAddress), as: UTF8.self)
            let parts = host.lowercased().split(separator: ".")
            guard parts.count > 1, let first = name.first, first != UInt8(ascii: ".") else { continue }
            found.insert(String(decoding: name, as: UTF8.self).lowercased() + "@" + parts.joined(separator: "."))
        }
        return found
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "._%+-".utf8.contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
