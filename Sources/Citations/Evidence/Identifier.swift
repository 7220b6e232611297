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

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
