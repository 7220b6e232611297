import Foundation
import Testing

@testable import Formats

@Suite struct WorkbookWriterTests {
    private func written(_ rows: [[WorkbookCell]]) throws -> [UInt8] {
        let book = try WorkbookWriter(sheet: "Prodotti: [tutti]", columns: ["Nome", "Prezzo", "Quando"])
        var bytes: [UInt8] = []
        for row in rows {
            try book.add(row)
            bytes += book.take()
        }
        try book.close()
        return bytes + book.take()
    }

    @Test func whatIsWrittenIsReadBackWithItsTypes() throws {
        let long = String(repeating: "è", count: 40_000)
        let bytes = try written([
            [.text("=1+1"), .money("1.50"), .moment("2026-11-27 10:30")], [.text("_x0041_ <&> \r"), .number("-3"), .moment("2026-11-27")],
            [.empty, .number("12345678901234567"), .moment("ieri")], [.text(long)],
        ])
        let read = try XLSXFixture.rows(bytes)
        #expect(
            read.map(\.cells).prefix(4) == [
                ["Nome", "Prezzo", "Quando"], ["=1+1", "1.5", "2026-11-27 10:30"], ["_x0041_ <&> \r", "-3", "2026-11-27"],
                ["", "12345678901234567", "ieri"],
            ])
        #expect(read.last?.cells.first?.utf16.count == 32_767)
        #expect(try SheetRows(bytes)?.sheets.map(\.name) == ["Prodotti tutti"])
    }

    @Test func theNamesOfColumnsAreBoldAndStay() throws {
        let bytes = try written([])
        var budget = 1 << 20
        let files = try #require(ZipArchive(Data(bytes), budget: &budget) { _ in true }).files
        let sheet = try #require(files.first { $0.name == "xl/worksheets/sheet1.xml" })
        let xml = String(decoding: sheet.bytes, as: UTF8.self)
        #expect(xml.contains(#"ySplit="1""#))
        #expect(xml.contains(#"<c r="A1" s="1" t="inlineStr">"#))
    }

    @Test func aTextIsNeverAFormula() throws {
        let bytes = try written([[.text("=cmd|' /C calc'!A0"), .text("@SUM(A1)"), .text("+1")]])
        var budget = 1 << 20
        let files = try #require(ZipArchive(Data(bytes), budget: &budget) { $0.hasSuffix("sheet1.xml") }).files
        #expect(files.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains("<f>") })
        #expect(try XLSXFixture.rows(bytes).last?.cells == ["=cmd|' /C calc'!A0", "@SUM(A1)", "+1"])
    }
}
