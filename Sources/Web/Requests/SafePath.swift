public enum SafePath {
    /// The path when it leads to a page of this site, else nil. A `next` parameter is written by the author of the link.
    public static func local(_ next: String) -> String? {
        let bytes = Array(next.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2_000 else { return nil }
        // Browsers read `/\host` as `//host` and drop tabs and line ends. Everything that a header cannot hold is refused too.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // An empty segment would begin a host. The last one is empty where the path ends in a slash.
        guard !segments.dropLast().contains(where: \.isEmpty), !segments.contains(where: isDots) else { return nil }
        return next
    }

    /// Whether a segment is `.` or `..`, plain or percent-encoded: `/stories/../admin` only seems to be below `/stories`.
    private static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
        let plain = String(decoding: segment, as: UTF8.self).lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    }
}
