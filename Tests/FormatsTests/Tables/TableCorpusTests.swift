import Foundation
import Testing

@testable import Formats

/// Reads a folder of tables of other programs and writes what they are read as, for bench/tables.py to judge. `make corpus` runs it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PORTICO_TABLES"] != nil)) struct TableCorpusTests {
    private struct Line: Encodable {
        let file: String
        /// Why nothing is read; nil for a table.
        var refusal: String?
        var sheet = ""
        var encoding = ""
        /// Rows with any content, and the cells that have any.
        var rows = 0
        var cells = 0
        /// The cells that hold an error or a formula without a value, and rows that are cut.
        var said = 0
        /// The number and the cells of each of the first rows.
        var first: [Row] = []
    }

    private struct Row: Encodable {
        let number: Int
        let cells: [String]
    }

    private static let most = 3_000

    private static func read(_ bytes: [UInt8], into line: inout Line) throws {
        func add(_ row: TableRow) {
            line.rows += 1
            line.cells += row.cells.count { !$0.isEmpty }
            line.said += row.remarks.count + (row.isCut ? 1 : 0)
            if line.first.count < most { line.first.append(Row(number: row.number, cells: row.cells)) }
        }
        if var rows = try SheetRows(bytes) {
            line.sheet = rows.sheets[rows.sheet].name
            while let row = try rows.next() { add(row) }
        } else {
            let encoding = TextEncoding.guess(bytes)
            line.encoding = encoding?.rawValue ?? ""
            var reader = CSVReader(finding: try TextDecoding.utf8(bytes, as: encoding))
            while let cells = try reader.next() {
                let row = TableRow(reader.number, cells)
                if !row.isBlank { add(row) }
            }
        }
    }

    @Test func everyFileIsRead() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["PORTICO_TABLES"])
        let endings = [".xlsx", ".xlsm", ".ods", ".xls", ".csv", ".tsv"]
        let out = environment["PORTICO_TABLES_REPORT"] ?? folder + "/report.jsonl"
        var text = Data()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where endings.contains(where: file.hasSuffix) {
            var line = Line(file: file)
            do { try Self.read([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))), into: &line) } catch {
                line.refusal = "\(error)"
            }
            text += try JSONEncoder().encode(line) + [0x0A]
        }
        try text.write(to: URL(fileURLWithPath: out))
        #expect(!text.isEmpty)
    }
}
