/// Why a whole file cannot be read, as a text of `files.refused`.
struct FileRefusal: Error, Equatable {
    let key: String
    let values: [String: String]

    init(_ key: String, _ values: [String: String] = [:]) { (self.key, self.values) = (key, values) }

    var textKey: String { "files.refused.\(key)" }
}
