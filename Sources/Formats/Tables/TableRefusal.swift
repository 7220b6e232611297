public enum TableRefusal: Error, Equatable {
    case tooManyColumns
    case longCell(row: Int)
    case openQuote(row: Int)
    /// A file of a spreadsheet program instead of its text.
    case workbook
    case binary
}
