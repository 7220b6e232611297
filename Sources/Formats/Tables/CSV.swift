/// Comma-separated values (RFC 4180), written for spreadsheets.
public struct CSV: Sendable {
    /// Spreadsheets expect `;` where a comma is the decimal mark.
    public let separator: String
    /// Excel needs it to detect UTF-8.
    public static let mark = "\u{FEFF}"

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    private static let signs = Set("=+-@\t\r\n".utf8)

    public init(separator: String) { self.separator = separator }

    /// Returns a record with its line end.
    public func line(_ cells: [String]) -> String { cells.map(Self.cell).joined(separator: separator) + "\r\n" }

    /// A text, or a number, which needs neither quotes nor protection against formulas.
    public enum Cell: Sendable, Equatable {
        case text(String)
        /// Digits, with a point before decimals; nil for an empty cell.
        case number(String?)
    }

    /// The decimal mark of spreadsheets with this separator: a comma beside a semicolon.
    public var decimalMark: String { separator == ";" ? "," : "." }

    /// Returns a record of texts and numbers with its line end.
    public func line(_ cells: [Cell]) -> String {
        cells.map { cell in
            switch cell {
            case .text(let text): Self.cell(text)
            case .number(let number): number?.replacing(".", with: decimalMark) ?? ""
            }
        }.joined(separator: separator) + "\r\n"
    }

    /// Compares bytes: in Swift a quote with a combining accent is one `Character` and would not be doubled.
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

    /// Spreadsheets run a cell with such a first character as a formula (OWASP, CSV injection), so an apostrophe is added. A cell with
    /// apostrophes before the character gets one more, so that reading removes only the added one.
    private static func isFormula(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.first { $0 != apostrophe }.map(signs.contains) ?? false
    }

    /// A cell without the apostrophe that `line` adds.
    public static func plain(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.first == apostrophe && isFormula(bytes) ? bytes.dropFirst() : bytes[...]
    }
}
