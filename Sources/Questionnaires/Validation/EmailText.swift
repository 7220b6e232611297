/// An address of e-mail, of the form that browsers accept.
struct EmailText: Sendable, Equatable {
    let text: String

    static let longest = 254

    init?(_ typed: String) {
        let parts = typed.split(separator: "@", omittingEmptySubsequences: false)
        guard typed.utf8.count <= Self.longest, parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isLocal) else {
            return nil
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ Self.isLabel($0) }) else { return nil }
        text = typed
    }

    private static func isLocal(_ byte: UInt8) -> Bool { isLetter(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte) }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
            && label.utf8.first != UInt8(ascii: "-") && label.utf8.last != UInt8(ascii: "-")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
