/// Why a file cannot be read: a key of `files.refused`.
struct FileRefusal: Error, Equatable {
    let key: String
    let values: [String: String]

    init(_ key: String, _ values: [String: String] = [:]) { (self.key, self.values) = (key, values) }

    var textKey: String { "files.refused.\(key)" }
}
