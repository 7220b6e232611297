import Web

/// Addresses of other places in a text, also without `https://`.
enum Links {
    private static let endings: Set<String> = [
        "app", "biz", "cc", "club", "cn", "co", "com", "de", "dev", "es", "eu", "fr", "gg", "info", "io", "it", "link", "live", "me", "net",
        "online", "org", "ru", "shop", "site", "store", "top", "tv", "uk", "us", "vip", "xyz",
    ]

    static func areIn(_ text: String) -> Bool {
        let folded = text.folded
        if folded.contains("://") || folded.contains("www.") { return true }
        return folded.split { $0.isWhitespace || "()[]<>\"',;!?".contains($0) }.contains { isAddress($0) }
    }

    /// `example.com/page`, but not `end.Then` or `3.50`.
    private static func isAddress(_ word: Substring) -> Bool {
        let host = word.prefix { $0 != "/" && $0 != ":" && $0 != "?" && $0 != "#" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A full stop may end the sentence.
        let parts = labels.last == "" ? Array(labels.dropLast()) : labels
        guard parts.count > 1, let ending = parts.last, endings.contains(String(ending)) else { return false }
        return parts.allSatisfy { label in !label.isEmpty && label.utf8.allSatisfy(isPartOfName) }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool { byte == 0x2D || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) }
}
