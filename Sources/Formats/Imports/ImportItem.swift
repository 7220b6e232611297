/// A thing that a source holds, such as a row or a recipe.
public struct ImportItem<Content: Sendable>: Sendable {
    public let place: ImportPlace
    /// nil if it cannot be read; then a remark says why.
    public var content: Content?
    public var remarks: [ImportRemark]
    /// Its pictures, by the names of the fields that they fill.
    public var pictures: [String: ImportPicture]

    public init(_ place: ImportPlace, _ content: Content?, _ remarks: [ImportRemark] = [], pictures: [String: ImportPicture] = [:]) {
        (self.place, self.content, self.remarks, self.pictures) = (place, content, remarks, pictures)
    }
}

/// Where an item is in its source, such as row 7, or element 2 of `recipes/3.json`.
public struct ImportPlace: Codable, Hashable, Sendable {
    public enum Unit: String, Codable, Sendable { case row, line, element }

    public let unit: Unit
    public let number: Int
    /// The path in an archive; nil for the source itself.
    public var file: String?

    public init(_ unit: Unit, _ number: Int, of file: String? = nil) { (self.unit, self.number, self.file) = (unit, number, file) }
}

/// What a reader left out, changed or could not read: the key of a sentence and its values.
public struct ImportRemark: Codable, Hashable, Sendable {
    public let key: String
    public let values: [String: String]

    public init(_ key: String, _ values: [String: String] = [:]) { (self.key, self.values) = (key, values) }
}
