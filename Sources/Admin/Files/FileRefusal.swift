import Formats

/// Why a file cannot be read: a key of `files.refused`.
struct FileRefusal: Error, Equatable {
    let key: String
    let values: [String: String]

    init(_ key: String, _ values: [String: String] = [:]) { (self.key, self.values) = (key, values) }

    init(_ refusal: TableRefusal) {
        switch refusal {
        case .tooManyColumns: self.init("columns", ["limit": String(CSVReader.columns)])
        case .longCell(let row): self.init("cell", ["row": String(row)])
        case .openQuote(let row): self.init("quote", ["row": String(row)])
        case .workbook: self.init("workbook")
        case .binary: self.init("binary")
        }
    }

    var textKey: String { "files.refused.\(key)" }
}
