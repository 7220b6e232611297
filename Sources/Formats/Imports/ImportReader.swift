/// Reads the items of one source. It is pure: bytes in, items out, without tables, requests or the network.
///
/// Everything that the source holds comes out as an item, in its order; what cannot be read has no content and a remark.
public protocol ImportReader: Sendable {
    associatedtype Content: Sendable

    /// Returns the next item; nil at the end. Throws `ImportRefusal` if the rest cannot be read.
    mutating func next() throws -> ImportItem<Content>?
}

extension ImportReader {
    public mutating func next(most: Int) throws -> [ImportItem<Content>] {
        var items: [ImportItem<Content>] = []
        while items.count < most, let item = try next() { items.append(item) }
        return items
    }
}

/// The limits of every source; a reader may have narrower ones and names them.
public enum ImportLimits {
    public static let bytes = 50 << 20
    public static let items = 100_000
}
