import Web

extension Resource {
    /// What the columns of a file are called: the key, then every field.
    static func fileColumns(_ words: Words) -> [String] { [words("files.key")] + fields.map { words.label(of: $0.name, name) } }

    /// The record as the cells of a table.
    func cells(_ spelling: CellSpelling) throws -> [String] {
        [stamp.key] + (try Self.fields.map { try $0.kind.spelled($0.pack(self), spelling) })
    }

    /// The record as JSON that means the same elsewhere.
    func document(_ names: FileNames) throws -> JSON {
        .object(
            [("key", .text(stamp.key))]
                + (try Self.fields.map { field -> (key: String, value: JSON) in
                    (field.name, try field.kind.named(field.pack(self), names))
                }))
    }
}
