import Web

/// Names of sites that may be asked, `www.example.org`; `*.example.org` stands for every site below it.
public struct HostList: Sendable, Equatable {
    public let names: [String]

    /// RFC 1035.
    private static let longestName = 253

    /// - Parameter text: names with commas, spaces or lines between them; none is an empty list.
    /// - Throws: at the first that is no name of a site.
    public init(_ text: String) throws(NoName) {
        var names: [String] = []
        for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            guard Self.isName(word.hasPrefix("*.") ? word.dropFirst(2) : word) else { throw NoName(text: String(word)) }
            if !names.contains(String(word)) { names.append(String(word)) }
        }
        self.names = names
    }

    /// What a person took for the name of a site.
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
