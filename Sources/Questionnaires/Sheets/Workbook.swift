struct Workbook: Sendable, Equatable {
    struct Sheet: Sendable, Equatable {
        var name: String
        var rows: [[String]]
    }

    var sheets: [Sheet] = []

    /// The rows of a sheet, found ignoring case; empty without such a sheet.
    func rows(_ name: String) -> [[String]] { sheets.first { $0.name.lowercased() == name }?.rows ?? [] }
}
