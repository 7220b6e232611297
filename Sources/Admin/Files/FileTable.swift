import Formats
import Foundation

struct FileTable: Sendable {
    enum Value: Sendable, Equatable {
        case cell(String)
        case packed(JSON)

        var isBlank: Bool {
            switch self {
            case .cell(let text): text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
            case .packed(.object(let pairs)): pairs.isEmpty
            case .packed(let value): value.isBlank
            }
        }

        var text: String {
            switch self {
            case .cell(let text): text
            case .packed(.text(let text)): text
            case .packed(.null): ""
            case .packed(let value): value.compact
            }
        }

        var sample: String { text.unicodeScalars.count > 60 ? String(text.prefix(60)) + "…" : text }
    }

    struct Row: Sendable {
        let number: Int
        let values: [Value?]
        var isTooWide = false
    }

    let columns: [String]
    let rows: [Row]
    let format: Format
    let separator: UInt8?

    enum Format: Sendable { case csv, json, directory }

    var isJSON: Bool { format == .json }

    static let bytes = 10 << 20
    static let rowLimit = 20_000

    /// Throws `FileRefusal`.
    init(_ bytes: [UInt8], separator: UInt8? = nil) throws {
        do { try self.init(reading: bytes, separator) } catch let refusal as TableRefusal {
            throw FileRefusal(refusal)
        }
    }

    private init(reading bytes: [UInt8], _ separator: UInt8?) throws {
        guard bytes.count <= Self.bytes else { throw FileRefusal("bytes") }
        let text = try TextDecoding.utf8(bytes)
        let first = text.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        guard let first else { throw FileRefusal("empty") }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            (format, self.separator) = (.json, nil)
            (columns, rows) = try Self.json(text)
        } else if LDIFReader.fits(text) {
            (format, self.separator) = (.directory, nil)
            let reader = try LDIFReader(text)
            (columns, rows) = (reader.columns, reader.rows)
            guard rows.count <= Self.rowLimit else { throw FileRefusal("rows", ["limit": String(Self.rowLimit)]) }
        } else {
            format = .csv
            var reader = CSVReader(finding: text, separator: separator)
            self.separator = reader.separator
            (columns, rows) = try Self.csv(&reader)
        }
        guard !rows.isEmpty else { throw FileRefusal("noRows") }
    }

    private static func add(_ row: Row, to rows: inout [Row]) throws {
        guard rows.count < rowLimit else { throw FileRefusal("rows", ["limit": String(rowLimit)]) }
        rows.append(row)
    }

    private static func csv(_ reader: inout CSVReader) throws -> ([String], [Row]) {
        var header: [String] = []
        while header.allSatisfy({ $0.trimmingSpaces().isEmpty }) {
            guard let cells = try reader.next() else { throw FileRefusal("empty") }
            header = cells
        }
        while header.count > 1, header.last?.trimmingSpaces().isEmpty == true { header.removeLast() }
        var rows: [Row] = []
        while let cells = try reader.next() {
            let isBlank = cells.map(Value.cell).allSatisfy(\.isBlank)
            if isBlank { continue }
            let values = header.indices.map { $0 < cells.count ? Value.cell(cells[$0]) : .cell("") }
            let isTooWide = cells.dropFirst(header.count).contains { !Value.cell($0).isBlank }
            try add(Row(number: reader.number, values: values, isTooWide: isTooWide), to: &rows)
        }
        return (header.map { $0.trimmingSpaces() }, rows)
    }

    private static func json(_ text: [UInt8]) throws -> ([String], [Row]) {
        let root: JSON
        do {
            root = try JSONReader.read(text)
        } catch {
            throw FileRefusal("json")
        }
        guard let items = root.list else { throw FileRefusal("noList") }
        var columns: [String] = []
        var places: [String: Int] = [:]
        let objects = try items.enumerated().map { index, item -> [(key: String, value: JSON)] in
            guard case .object(let pairs) = item else { throw FileRefusal("noObject", ["row": String(index + 1)]) }
            for (name, _) in pairs where places[name] == nil {
                places[name] = columns.count
                columns.append(name)
                guard columns.count <= CSVReader.columns else { throw FileRefusal("columns", ["limit": String(CSVReader.columns)]) }
            }
            return pairs
        }
        var rows: [Row] = []
        for (index, pairs) in objects.enumerated() {
            var values = [Value?](repeating: nil, count: columns.count)
            for (name, value) in pairs { values[places[name] ?? 0] = .packed(value) }
            try add(Row(number: index + 1, values: values), to: &rows)
        }
        return (columns, rows)
    }
}
