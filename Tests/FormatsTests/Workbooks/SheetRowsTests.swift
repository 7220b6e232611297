import Foundation
import TestSupport
import Testing

@testable import Formats

/// Sheets as spreadsheet programs write them, read row by row.
@Suite struct SheetRowsTests {
    private func cells(_ bytes: [UInt8]) throws -> [[String]] { try XLSXFixture.rows(bytes).map(\.cells) }

    @Test func textsAreReadHoweverTheyAreKept() throws {
        let shared = "<si><r><rPr><b/></rPr><t>grasso e </t></r><r><t>magro</t></r><rPh><t>lettura</t></rPh></si><si><t>a_x000D_b</t></si>"
        let rows = """
            <row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c><c r='C1' t='s'><v>9</v></c></row>
            <row r='3'><c r='A3' t='inlineStr'><is><t>uno </t><r><t>due</t></r></is></c><c r='C3' t='b'><v>1</v></c>
            <c r='D3' t='str'><f>A1&amp;"x"</f><v>calcolato</v></c></row>
            """
        let read = try XLSXFixture.rows(XLSXFixture.book(rows, shared: shared))
        #expect(read.map(\.cells) == [["grasso e magro", "a\rb"], ["uno due", "", "yes", "calcolato"]])
        #expect(read.map(\.number) == [1, 3])
    }

    static let styles = """
        <numFmts><numFmt numFmtId='164' formatCode='dd/mm/yyyy\\ hh:mm'/><numFmt numFmtId='165' formatCode='00000'/>
        <numFmt numFmtId='166' formatCode='0.00" d"'/><numFmt numFmtId='167' formatCode='[$-410]d\\ mmmm\\ yyyy;@'/></numFmts>
        <cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='166'/><xf numFmtId='20'/>
        <xf numFmtId='167'/></cellXfs>
        """

    @Test func datesAndLeadingZerosAreWhatTheirFormatsShow() throws {
        let values = [
            ("1", "45356"), ("2", "45356.4375"), ("3", "123"), ("4", "1.5"), ("5", "0.75"), ("6", "45356"), ("0", "45356"), ("1", "59"),
        ]
        let row = "<row r='1'>" + values.map { "<c s='\($0.0)'><v>\($0.1)</v></c>" }.joined() + "</row>"
        let read = try cells(XLSXFixture.book(row, styles: Self.styles))
        #expect(read == [["2024-03-05", "2024-03-05 10:30", "00123", "1.5", "18:00", "2024-03-05", "45356", "1900-02-28"]])
        let mac = try cells(XLSXFixture.book("<row><c s='1'><v>43894</v></c></row>", styles: Self.styles, is1904: true))
        #expect(mac == [["2024-03-05"]])
    }

    @Test func numbersHaveFifteenDigits() throws {
        let row = "<row><c><v>0.30000000000000004</v></c><c><v>1.0</v></c><c><v>1E2</v></c><c><v>8012345678901</v></c></row>"
        #expect(try cells(XLSXFixture.book(row)) == [["0.3", "1", "100", "8012345678901"]])
    }

    @Test func errorsAndFormulasWithoutAValueAreSaid() throws {
        let row = "<row r='7'><c r='A7'><f>1+1</f></c><c r='C7' t='e'><v>#REF!</v></c><c r='D7'><v>1</v></c></row>"
        let read = try XLSXFixture.rows(XLSXFixture.book(row))
        #expect(read.first?.cells == ["", "", "", "1"])
        #expect(
            read.first?.remarks == [ImportRemark("formula", ["cell": "A7"]), ImportRemark("error", ["cell": "C7", "error": "#REF!"])])
    }

    @Test func formattedEmptyCellsAreNoRows() throws {
        let rows = "<row r='1'><c r='A1'><v>1</v></c><c r='XFD1' s='4'/></row><row r='1048576'><c r='A1048576' s='4'/></row>"
        let read = try XLSXFixture.rows(XLSXFixture.book(rows))
        #expect(read == [TableRow(1, ["1"])])
        let beyond = try XLSXFixture.rows(XLSXFixture.book("<row r='1'><c r='A1'><v>1</v></c><c r='XFD1'><v>2</v></c></row>"))
        #expect(beyond.first?.isCut == true)
    }

    @Test func theFirstVisibleSheetThatHoldsAnythingIsRead() throws {
        let filled = "<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref=\"A1:C1\"/></mergeCells>"
        let bytes = XLSXFixture.book([
            ("Vuoto", "visible", "<sheetData/>"), ("Segreto", "hidden", filled), ("Dati", "visible", filled),
            ("Altro", "veryHidden", filled),
        ])
        let found = try SheetRows(bytes)
        #expect(found?.sheet == 2)
        #expect(found?.others == ["Segreto", "Altro"])
        #expect(found?.sheets.filter(\.isHidden).map(\.name) == ["Segreto", "Altro"])
        #expect(found?.merged == [MergedCells(rows: 0...0, columns: 0...2)])
        #expect(try SheetRows(bytes, sheet: 1)?.sheet == 1)
    }

    @Test func aSpreadsheetOfLibreOfficeIsRead() throws {
        let cell = "<table:table-cell office:value-type"
        let tables = """
            <table:table table:name="Segreto" table:style-name="ta2"><table:table-row>\(cell)="float" office:value="1.0"/></table:table-row>
            </table:table><table:table table:name="Dati"><table:table-row>\(cell)="date" office:date-value="2024-03-05"><text:p>05/03/24</text:p>
            </table:table-cell>\(cell)="time" office:time-value="PT10H30M00S"/>\(cell)="string"><office:annotation><text:p>nota</text:p>
            </office:annotation><text:p>due<text:s text:c="2"/>spazi<text:tab/>x</text:p><text:p>riga</text:p></table:table-cell>
            \(cell)="string"><text:p>#REF!</text:p></table:table-cell></table:table-row></table:table>
            """
        let styles = "<style:style style:name=\"ta2\"><style:table-properties table:display=\"false\"/></style:style>"
        let bytes = XLSXFixture.openDocument(tables, styles: styles)
        #expect(try SheetRows(bytes)?.others == ["Segreto"])
        let read = try XLSXFixture.rows(bytes)
        #expect(read.map(\.cells) == [["2024-03-05", "10:30", "due  spazi\tx\nriga"]])
        #expect(read.first?.remarks == [ImportRemark("error", ["cell": "D1", "error": "#REF!"])])
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try XLSXFixture.rows(bytes)
            return nil
        } catch { return (error as? ImportRefusal)?.key ?? "\(error)" }
    }

    @Test func whatCannotBeReadIsNamed() {
        func packed(_ names: String...) -> [UInt8] {
            var zip = StoredZip()
            for name in names { zip.add(name, Array("x".utf8)) }
            return zip.bytes
        }
        #expect(refusal(packed("xl/workbook.bin")) == "binaryWorkbook")
        #expect(refusal(packed("Index/Document.iwa")) == "numbers")
        #expect(refusal(packed("xl/workbook.xml")) == "workbook")
        #expect(refusal(packed("mimetype", "content.xml")) == "workbook")
        #expect(refusal(Array(OldWorkbook.container("EncryptedPackage", [1]))) == "locked")
        let entity = "<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>"
        #expect(refusal(XLSXFixture.book([("A", "visible", entity)])) == "workbook")
        // Rows and texts that take no room in the file are counted when they are made.
        let long = String(repeating: "x", count: 100_000)
        let repeated = """
            <table:table table:name="A"><table:table-row table:number-rows-repeated="90000"><table:table-cell office:value-type="string">
            <text:p>\(long)</text:p></table:table-cell></table:table-row></table:table>
            """
        #expect(refusal(XLSXFixture.openDocument(repeated)) == "unpacked")
    }
}
