import Web

/// Host names that may be called: `www.example.org`, or `*.example.org` for all subdomains.
public struct HostList: Sendable, Equatable {
    public let names: [String]

    /// RFC 1035.
    private static let longestName = 253

    /// Parses names separated by commas, spaces or lines; throws at the first invalid name.
    public init(_ text: String) throws(NoName) {
        var names: [String] = []
        for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            guard Self.isName(word.hasPrefix("*.") ? word.dropFirst(2) : word) else { throw NoName(text: String(word)) }
            if !names.contains(String(word)) { names.append(String(word)) }
        }
        self.names = names
    }

    public struct NoName: Error { let text: String }

    private static func isName(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= longestName
            && labels.allSatisfy { label in
                !label.isEmpty && !label.hasPrefix("-")
                    && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
            }
    }

    func includes(_ host: String) -> Bool {
        names.contains { $0 == host || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst()) }
    }
}
