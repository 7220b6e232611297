/// Pictures that a system keeps to itself beside the media library: whoever knows the name of a picture there gets it, and these must be
/// asked for.
public struct PictureCollection: Sendable {
    /// The name of its folder in the data folder.
    let folder: String
    /// Asks the database for the name of every picture in use.
    let inUse: String

    /// - Parameters:
    ///   - folder: its folder in the data folder; small letters and hyphens.
    ///   - inUse: SQL that gives one column, the names that rows have; none of them twice.
    public init(_ folder: String, inUse: String) { (self.folder, self.inUse) = (folder, inUse) }

    /// The media library's own.
    static let library = PictureCollection("pictures", inUse: "SELECT DISTINCT file FROM picture ORDER BY file")
}

extension PictureStore {
    /// The store of a shelf, which lies beside this one and has the same limits.
    public func shelf(_ shelf: PictureCollection) throws -> PictureStore {
        let data = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        return try PictureStore(folder: "\(data)/\(shelf.folder)", limits: limits, tools: tools)
    }
}
