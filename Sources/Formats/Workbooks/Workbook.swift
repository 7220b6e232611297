/// The sheets of an `.xlsx` file (ECMA-376) with the texts of their cells.
public struct Workbook: Sendable, Equatable {
    public struct Sheet: Sendable, Equatable {
        public var name: String
        public var rows: [[String]]

        public init(name: String, rows: [[String]]) { (self.name, self.rows) = (name, rows) }
    }

    public var sheets: [Sheet] = []

    public init(sheets: [Sheet]) { self.sheets = sheets }

    /// The rows of a sheet, found ignoring case; empty without such a sheet.
    public func rows(_ name: String) -> [[String]] { sheets.first { $0.name.lowercased() == name }?.rows ?? [] }
}
