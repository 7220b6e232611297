/// Pictures of a system outside the media library. Library pictures are open to anyone with the name; these need a permission check.
public struct PictureCollection: Sendable {
    let folder: String
    let inUse: String

    /// Takes the folder (small letters and hyphens) and SQL with one column of distinct file names.
    public init(_ folder: String, inUse: String) { (self.folder, self.inUse) = (folder, inUse) }

    static let library = PictureCollection("pictures", inUse: "SELECT DISTINCT file FROM picture ORDER BY file")
}

extension PictureStore {
    /// Returns the store of a collection, beside this one and with the same limits.
    public func store(for collection: PictureCollection) throws -> PictureStore {
        let data = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        return try PictureStore(folder: "\(data)/\(collection.folder)", limits: limits, tools: tools)
    }
}
