/// Addresses that a request may send us on to.
public enum SafePath {
    /// The path when it leads to a page of this site, else nil: a `next` parameter is written by whoever made the link.
    public static func local(_ next: String) -> String? {
        let bytes = Array(next.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2_000 else { return nil }
        // Browsers read `/\host` as `//host` and drop tabs and line ends, so both are refused, as is all that a header cannot hold.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // One within the path would be a host of its own; the last is empty where the path ends in a slash.
        guard !segments.dropLast().contains(where: \.isEmpty), !segments.contains(where: isDots) else { return nil }
        return next
    }

    /// Whether a browser takes a segment as "here" or as "one up", written out or percent-encoded: `/stories/../admin` only seems to lead to a
    /// page below `/stories`.
    private static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
        let plain = String(decoding: segment, as: UTF8.self).lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    }
}
