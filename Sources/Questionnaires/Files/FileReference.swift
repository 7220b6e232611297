import Web

/// What a reply keeps of a sent file: its id, a space and its name.
struct FileReference: Sendable, Equatable {
    static let longest = 200
    /// For trying out paths; no file has this id.
    static let sample = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA file.pdf"

    let id: String
    let name: String

    var text: String { id + " " + name }

    init(id: String, name: String) { (self.id, self.name) = (id, name) }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, text.unicodeScalars.count <= Self.longest, parts[0].utf8.count == 43, parts[0].utf8.allSatisfy(Self.isOfID),
            TextRule.flaw(in: String(parts[1]), as: .text) == nil
        else { return nil }
        (id, name) = (String(parts[0]), String(parts[1]))
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
