/// Addresses that a request may send us on to.
public enum SafePath {
    /// The path when it leads to a page of this site, else nil: a `next` parameter is written by whoever made the link.
    public static func local(_ next: String) -> String? {
        let bytes = Array(next.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2_000 else { return nil }
        // Browsers read `/\host` as `//host` and drop tabs and line ends, so both are refused, as is all that a header cannot hold.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = UInt8(ascii: "/")
        return zip(path, path.dropFirst()).contains { $0 == slash && $1 == slash } ? nil : next
    }
}
