/// Why a source cannot be read or taken in: the key of a sentence and its values.
public struct ImportRefusal: Error, Equatable, Sendable {
    public let key: String
    public let values: [String: String]
    /// The texts that hold the key, if a format has its own.
    public let texts: String?

    public init(_ key: String, _ values: [String: String] = [:], in texts: String? = nil) {
        (self.key, self.values, self.texts) = (key, values, texts)
    }

    public init(_ refusal: TableRefusal) {
        switch refusal {
        case .tooManyColumns: self.init("columns", ["limit": String(CSVReader.columns)])
        case .longCell(let row): self.init("cell", ["row": String(row)])
        case .openQuote(let row): self.init("quote", ["row": String(row)])
        case .workbook: self.init("workbook")
        case .binary: self.init("binary")
        }
    }
}
