/// Comma-separated values (RFC 4180) for people who open them in a spreadsheet.
public struct CSV: Sendable {
    /// Where a comma is the decimal mark, spreadsheets expect `;`.
    public let separator: String
    /// Without it, Excel does not see that the text is UTF-8.
    public static let mark = "\u{FEFF}"

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    private static let signs = Set("=+-@\t\r\n".utf8)

    public init(separator: String) { self.separator = separator }

    /// A record with its line end.
    public func line(_ cells: [String]) -> String { cells.map(Self.cell).joined(separator: separator) + "\r\n" }

    /// What stands in a cell: a text, or a number, which needs no quotes and is no formula however it begins.
    public enum Cell: Sendable, Equatable {
        case text(String)
        /// Digits, with a point before the decimals; nil for none.
        case number(String?)
    }

    /// What stands before decimals: a comma where a semicolon stands between cells, as spreadsheets of such countries have it.
    public var decimalMark: String { separator == ";" ? "," : "." }

    /// A record of texts and numbers with its line end.
    public func line(_ cells: [Cell]) -> String {
        cells.map { cell in
            switch cell {
            case .text(let text): Self.cell(text)
            case .number(let number): number?.replacing(".", with: decimalMark) ?? ""
            }
        }.joined(separator: separator) + "\r\n"
    }

    /// By bytes: a quote followed by an accent is one character of Swift's, and would not be doubled.
    private static func cell(_ text: String) -> String {
        var bytes = [quote]
        bytes.reserveCapacity(text.utf8.count + 2)
        if isFormula(text.utf8) { bytes.append(apostrophe) }
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Spreadsheets run a cell that begins with one of these signs as a formula (OWASP, CSV injection): an apostrophe makes it text. One
    /// that has apostrophes before the sign gets another, so that reading it back takes away just the one that was added.
    private static func isFormula(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.first { $0 != apostrophe }.map(signs.contains) ?? false
    }

    /// What a cell said before it was made safe.
    static func plain(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.first == apostrophe && isFormula(bytes) ? bytes.dropFirst() : bytes[...]
    }
}
