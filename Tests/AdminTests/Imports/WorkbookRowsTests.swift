import AdminTestSupport
import Formats
import Foundation
import Testing

@testable import Admin

/// The rows of workbooks below the names of their columns, and what is said about the rest.
@Suite struct WorkbookRowsTests {
    private func book(_ rows: String, after: String = "", other: String = "") -> [UInt8] {
        var zip = StoredZip()
        func add(_ name: String, _ xml: String) { zip.add(name, Array(xml.utf8)) }
        add("[Content_Types].xml", "<Types/>")
        add(
            "xl/workbook.xml",
            "<workbook xmlns:r='r'><sheets><sheet name='Dati' r:id='r1'/><sheet name='Altro' state='hidden' r:id='r2'/></sheets></workbook>"
        )
        let links = (1...2).map { "<Relationship Id='r\($0)' Target='worksheets/sheet\($0).xml'/>" }
        add("xl/_rels/workbook.xml.rels", "<Relationships>\(links.joined())</Relationships>")
        add("xl/worksheets/sheet1.xml", "<worksheet><sheetData>\(rows)</sheetData>\(after)</worksheet>")
        add("xl/worksheets/sheet2.xml", "<worksheet><sheetData>\(other)</sheetData></worksheet>")
        return zip.bytes
    }

    private func row(_ number: Int, _ cells: [String]) -> String {
        let written = cells.enumerated().filter { !$1.isEmpty }.map { column, text in
            "<c r='\(String(UnicodeScalar(UInt8(65 + column))))\(number)' t='inlineStr'><is><t>\(text)</t></is></c>"
        }
        return "<row r='\(number)'>\(written.joined())</row>"
    }

    private func keys(_ source: TableSource) -> [String] { source.notes.map(\.key) }

    @Test func aTitleAboveTheTableIsPassedOverAndSaid() throws {
        let bytes = book(row(1, ["Elenco 2026"]) + row(3, ["Nome", "Copie"]) + row(4, ["Riso", "1"]))
        var source = try TableSource(bytes)
        #expect(source.columns == ["Nome", "Copie"])
        #expect(source.reading.header == 3)
        #expect(source.notes.first { $0.key == "aboveHeader" }?.values["rows"] == "Elenco 2026")
        #expect(try source.next(most: 10).map(\.place) == [ImportPlace(.row, 4)])
    }

    @Test func namesUnderAMergedCellBeginWithItsText() throws {
        let rows = row(1, ["Nome", "Sede", "", "Note"]) + row(2, ["", "Via", "Città", ""]) + row(3, ["Riso", "Roma 1", "Rieti", "x"])
        let merged = "<mergeCells><mergeCell ref=\"A1:A2\"/><mergeCell ref=\"B1:C1\"/><mergeCell ref=\"A3:A9\"/></mergeCells>"
        let bytes = book(rows, after: merged)
        var source = try TableSource(bytes)
        #expect(source.columns == ["Nome", "Sede: Via", "Sede: Città", "Note"])
        #expect(keys(source).contains("mergedHeader"))
        #expect(source.notes.first { $0.key == "mergedCells" }?.values == ["count": "1", "row": "3"])
        #expect(try source.next()?.content?.values == [.cell("Riso"), .cell("Roma 1"), .cell("Rieti"), .cell("x")])
        // Read again in the way that was found, it is the same.
        #expect(try TableSource(bytes, source.reading).columns == source.columns)
    }

    @Test func otherAndHiddenSheetsAreNamed() throws {
        let source = try TableSource(book(row(1, ["Nome"]) + row(2, ["Riso"]), other: row(1, ["Nome"])))
        #expect(source.sheets == ["Dati", "Altro"])
        #expect(Set(keys(source)) == ["otherSheets", "hiddenSheets"])
        #expect(source.notes.allSatisfy { $0.values["sheets"] == "“Altro”" })
    }

    @Test func anErrorInACellIsSaidAtItsRow() throws {
        let rows = row(1, ["Nome", "Copie"]) + "<row r='2'><c r='A2' t='str'><v>Riso</v></c><c r='B2' t='e'><v>#DIV/0!</v></c></row>"
        var source = try TableSource(book(rows))
        let item = try source.next()
        #expect(item?.content?.values == [.cell("Riso"), .cell("")])
        #expect(item?.remarks == [ImportRemark("error", ["cell": "B2", "error": "#DIV/0!"])])
    }

    @Test func aSheetWithoutRowsIsRefusedInWords() throws {
        #expect(throws: ImportRefusal("empty")) { try TableSource(book("")) }
        var source = try TableSource(book(row(1, ["Nome", "Copie"])))
        #expect(throws: ImportRefusal("noRows")) { try source.next() }
    }

    @Test func theEncodingThatWasFoundIsSaid() throws {
        let mac: [UInt8] = Array("Nome;Note\nCaff".utf8) + [0x8F] + Array(";perch".utf8) + [0x8E] + Array(" no\n".utf8)
        var source = try TableSource(mac)
        #expect(source.notes == [ImportRemark("encoding", ["encoding": "macintosh"])])
        #expect(try source.next()?.content?.values == [.cell("Caffè"), .cell("perché no")])
    }
}
