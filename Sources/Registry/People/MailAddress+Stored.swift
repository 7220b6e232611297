import Web

/// Checks only the form of a mail address; delivery is not tested.
extension MailAddress {
    /// One `@` with text before it and a name with a dot after it; no white space and nothing that ends a header.
    static func isPlausible(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x2C && $0 != 0x3B }) else { return false }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
    }
}
