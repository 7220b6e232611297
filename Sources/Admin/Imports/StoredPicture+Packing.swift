/// A picture of an item that is not accepted yet: its files are stored, it has no row in the library.
extension StoredPicture {
    var packed: JSON {
        .object([
            ("file", .text(file)), ("width", .number(width)), ("height", .number(height)), ("bytes", .number(bytes)),
            ("original", .text(original)),
        ])
    }

    init?(packed: JSON) {
        guard let file = packed["file"]?.text, PictureStore.isName(file), let width = packed["width"]?.number,
            let height = packed["height"]?.number, let bytes = packed["bytes"]?.number, let original = packed["original"]?.text
        else { return nil }
        self.init(file: file, width: width, height: height, bytes: bytes, original: original)
    }
}

extension FileTable.Value {
    var storedPicture: StoredPicture? { if case .packed(let packed) = self { StoredPicture(packed: packed) } else { nil } }
}
