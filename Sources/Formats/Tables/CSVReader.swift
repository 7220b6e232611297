/// Reads CSV of any origin record by record, with or without quotes, with any line ends.
public struct CSVReader: Sendable {
    public let separator: UInt8
    let quote: UInt8
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    public private(set) var number = 0
    /// Whether the last refused record only has a cell that is too long, so that reading can go on.
    public private(set) var isBehindLongCell = false

    public static let columns = 200
    public static let cellBytes = 200_000

    init(_ bytes: ArraySlice<UInt8>, separator: UInt8, quote: UInt8 = UInt8(ascii: "\"")) {
        (self.bytes, at, self.separator, self.quote) = (bytes, bytes.startIndex, separator, quote)
    }

    public mutating func next() throws -> [String]? {
        guard at < bytes.endIndex else { return nil }
        number += 1
        isBehindLongCell = false
        var isTooLong = false
        var cells: [String] = []
        while true {
            let cell = try cell()
            isTooLong = isTooLong || cell == nil
            cells.append(cell ?? "")
            guard cells.count <= Self.columns else { throw TableRefusal.tooManyColumns }
            guard at < bytes.endIndex, bytes[at] == separator else { break }
            at += 1
        }
        endLine()
        guard !isTooLong else {
            isBehindLongCell = true
            throw TableRefusal.longCell(row: number)
        }
        return cells
    }

    private mutating func endLine() {
        if at < bytes.endIndex, bytes[at] == 0x0D { at += 1 }
        if at < bytes.endIndex, bytes[at] == 0x0A { at += 1 }
    }

    /// Returns nil for a cell over the limit; the excess is skipped.
    private mutating func cell() throws -> String? {
        var cell: [UInt8] = []
        if at < bytes.endIndex, bytes[at] == quote {
            at += 1
            try quoted(&cell)
        }
        // Text after a closing quote belongs to the cell, as in spreadsheets.
        while at < bytes.endIndex, bytes[at] != separator, bytes[at] != 0x0A, bytes[at] != 0x0D {
            keep(bytes[at], in: &cell)
            at += 1
        }
        return cell.count > Self.cellBytes ? nil : String(decoding: CSV.plain(cell), as: UTF8.self)
    }

    private mutating func quoted(_ cell: inout [UInt8]) throws {
        while true {
            guard at < bytes.endIndex else { throw TableRefusal.openQuote(row: number) }
            let byte = bytes[at]
            at += 1
            if byte == quote {
                guard at < bytes.endIndex, bytes[at] == quote else { return }
                at += 1
            }
            keep(byte, in: &cell)
        }
    }

    private func keep(_ byte: UInt8, in cell: inout [UInt8]) {
        if cell.count <= Self.cellBytes { cell.append(byte) }
    }
}

extension CSVReader {
    public static let separators = [UInt8(ascii: ";"), UInt8(ascii: ","), 0x09, UInt8(ascii: "|")]

    /// Detects quotes and, unless given, the separator from the first records.
    public init(finding bytes: [UInt8], separator: UInt8? = nil) {
        var rest = bytes[...]
        // Excel's marker line.
        if rest.starts(with: "sep=".utf8), rest.count > 4, Self.separators.contains(rest[4]) {
            let separator = separator ?? rest[4]
            rest = rest.dropFirst(5).drop { $0 == 0x0D }
            if rest.first == 0x0A { rest = rest.dropFirst() }
            self.init(rest, separator: separator)
            number = 1
            return
        }
        let quote = Self.quote(of: rest)
        if let separator {
            self.init(rest, separator: separator, quote: quote)
            return
        }
        let start = rest.prefix(100_000)
        let scores = Self.separators.map { ($0, Self.score(CSVReader(start, separator: $0, quote: quote))) }
        let best = scores.reduce((Self.separators[1], 0)) { $1.1 > $0.1 ? $1 : $0 }.0
        self.init(rest, separator: best, quote: quote)
    }

    private static func quote(of bytes: ArraySlice<UInt8>) -> UInt8 {
        let header = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let single = UInt8(ascii: "'")
        let isSingle = header.first == single && header.last == single && header.count > 2 && !header.contains(UInt8(ascii: "\""))
        return isSingle ? single : UInt8(ascii: "\"")
    }

    /// Scores a separator: first the records as wide as the header, then the number of cells.
    private static func score(_ reader: CSVReader) -> Int {
        var reader = reader
        var widths: [Int] = []
        do {
            while widths.count < 10, let cells = try reader.next() {
                if cells != [""] { widths.append(cells.count) }
            }
        } catch {
            // Too many columns are still columns; an unclosed cell may just be cut off by the sample.
            if error as? TableRefusal == .tooManyColumns { widths.append(columns) }
        }
        guard let width = widths.first, width > 1 else { return 0 }
        return widths.filter { $0 == width }.count * 1_000 / widths.count + min(width, 999)
    }
}
