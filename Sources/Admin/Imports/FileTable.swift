import Formats
import Foundation

/// The columns and rows of a file, all of them or the first ones.
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
            case .packed(let value) where value["file"] != nil && storedPicture != nil: storedPicture?.original ?? ""
            case .packed(let value): lines.map { $0.map { $0["line"]?.text ?? "" }.joined(separator: "\n") } ?? value.compact
            }
        }

        /// The parts of a list that say their line in the source.
        var lines: [JSON]? {
            guard case .packed(let value) = self, let parts = value.list, parts.contains(where: { $0["line"] != nil }) else { return nil }
            return parts
        }

        var sample: String { text.unicodeScalars.count > 60 ? String(text.prefix(60)) + "…" : text }
    }

    struct Row: Sendable {
        let number: Int
        let values: [Value?]
        var isTooWide = false
    }

    enum Format: String, Codable, Sendable {
        case csv, json, directory, workbook
        case items
        /// The items of a `WholeImportFormat`.
        case whole
    }

    let columns: [String]
    let rows: [Row]
    let format: Format
    let separator: UInt8?

    /// Throws `ImportRefusal`. Rows that cannot be read are left out.
    init(_ bytes: [UInt8], _ reading: TableReading = TableReading(), most: Int = ImportLimits.items + 1) throws {
        var reader = try TableSource(bytes, reading)
        rows = try reader.next(most: most).compactMap(\.content)
        (columns, format, separator) = (reader.columns, reader.format, reader.separator)
    }
}

/// How a file is read as a table; what is nil is found out.
struct TableReading: Codable, Sendable, Equatable {
    var encoding: TextEncoding?
    var separator: UInt8?
    var sheet: Int?
    var header: Int?
}
