/// A spreadsheet file as far as it is text: sheets of rows of cells.
struct Workbook: Sendable, Equatable {
    struct Sheet: Sendable, Equatable {
        var name: String
        /// Rows need not be equally long.
        var rows: [[String]]
    }

    var sheets: [Sheet] = []

    /// The rows of a sheet, whatever case its name is in; none where there is no such sheet.
    func rows(_ name: String) -> [[String]] { sheets.first { $0.name.lowercased() == name }?.rows ?? [] }
}
