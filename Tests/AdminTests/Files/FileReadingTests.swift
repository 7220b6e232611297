import Formats
import Foundation
import Testing

@testable import Admin

@Suite struct FileReadingTests {
    private func cells(_ bytes: [UInt8]) throws -> (columns: [String], rows: [[String]]) {
        let table = try FileTable(bytes)
        return (table.columns, table.rows.map { $0.values.map { $0?.text ?? "∅" } })
    }

    private func cells(_ text: String) throws -> (columns: [String], rows: [[String]]) { try cells(Array(text.utf8)) }

    private func refusal(_ bytes: [UInt8]) -> ImportRefusal? {
        do {
            _ = try FileTable(bytes)
            return nil
        } catch {
            return error as? ImportRefusal
        }
    }

    @Test(arguments: [";", ",", "\t", "|"])
    func findsTheSeparatorOut(separator: String) throws {
        let text =
            ["Nome", "Prezzo", "Note"].joined(separator: separator) + "\n" + ["Pane", "1.60", "fresco"].joined(separator: separator)
        let found = try cells(text)
        #expect(found.columns == ["Nome", "Prezzo", "Note"])
        #expect(found.rows == [["Pane", "1.60", "fresco"]])
    }

    @Test func isNotMisledByDecimalsNorByCommasInTexts() throws {
        let found = try cells("Nome;Prezzo\r\nPane, latte;1,60\r\n\r\nRiso;2,00")
        #expect(found.columns == ["Nome", "Prezzo"])
        #expect(found.rows == [["Pane, latte", "1,60"], ["Riso", "2,00"]])
        #expect(try cells("sep=,\nNome;a,Altro\nx,y").columns == ["Nome;a", "Altro"])
        #expect(try cells("'Nome','Note'\n'Pane','L''ultimo, forse'").rows == [["Pane", "L'ultimo, forse"]])
    }

    @Test func numbersRowsAsSpreadsheetsDo() throws {
        let table = try FileTable(Array("Nome;Note\n\"a\nb\";1\n\nc;2\n".utf8))
        #expect(table.rows.map(\.number) == [2, 4])
        #expect(table.rows[0].values[0] == .cell("a\nb"))
        let ragged = try FileTable(Array("Nome;Note\na\nb;1;\nc;2;3\n".utf8))
        #expect(ragged.rows.map(\.isTooWide) == [false, false, true])
    }

    @Test func takesTheSeparatorThatAPersonSays() throws {
        let text = Array("Nome;Note,Altro\na;b,c\n".utf8)
        #expect(try FileTable(text, TableReading(separator: UInt8(ascii: ";"))).columns == ["Nome", "Note,Altro"])
        #expect(try FileTable(text, TableReading(separator: UInt8(ascii: ","))).columns == ["Nome;Note", "Altro"])
    }

    @Test func findsTheEncodingOut() throws {
        let text = "Nome;Note\nCaffè;È già 5 €"
        let expected = [["Caffè", "È già 5 €"]]
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let windows = try #require(text.data(using: .windowsCP1252)).map { $0 }
        let units = Array(text.utf16)
        let little: [UInt8] = units.reduce(into: [0xFF, 0xFE]) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
        let big: [UInt8] = units.reduce(into: [0xFE, 0xFF]) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
        for bytes in [Array(text.utf8), mark + Array(text.utf8), windows, mark + windows, little, big] {
            let found = try cells(bytes)
            #expect(found.columns == ["Nome", "Note"])
            #expect(found.rows == expected)
        }
    }

    @Test func refusesHostileFilesWithAReason() throws {
        #expect(refusal([])?.key == "empty")
        #expect(refusal(Array("\u{FEFF} \n ".utf8))?.key == "empty")
        #expect(refusal(Array("Nome;Note\n".utf8))?.key == "noRows")
        #expect(refusal([0x50, 0x4B, 0x03, 0x04, 0x00])?.key == "workbook")
        #expect(refusal(Array("Nome\nPa\0ne".utf8))?.key == "binary")
        #expect(refusal((0...255).map { UInt8($0) })?.key == "binary")
        #expect(refusal([0xFF, 0xFE, 0x41])?.key == "noRows")
        #expect(refusal(Array(("a" + String(repeating: ";a", count: 99_999) + "\n1").utf8))?.key == "columns")
        #expect(refusal(Array("Nome;Note\nPane;\"mai chiuso\nRiso;2".utf8)) == ImportRefusal("quote", ["row": "2"]))
        #expect(refusal(Array((String(repeating: "x", count: 1_000_000) + "\nNome").utf8)) == ImportRefusal("cell", ["row": "1"]))
        #expect(refusal([UInt8](repeating: 0x61, count: ImportLimits.bytes + 1))?.key == "bytes")
        #expect(refusal(Array(("Nome\n" + String(repeating: "x\n", count: ImportLimits.items + 1)).utf8))?.key == "rows")
        #expect(refusal(Array("[{\"a\": 1}".utf8))?.key == "json")
        #expect(refusal(Array(String(repeating: "[", count: 100_000).utf8))?.key == "json")
        #expect(refusal(Array("{\"a\": 1}".utf8))?.key == "noList")
        #expect(refusal(Array("[{\"a\": 1}, 2]".utf8)) == ImportRefusal("noObject", ["row": "2"]))
    }

    @Test func aRowThatCannotBeReadIsAnItemWithAReason() throws {
        let quoted = "Nome\n\"" + String(repeating: "x", count: 200_001) + "\"\nPane"
        var reader = try TableSource(Array(quoted.utf8))
        let items = try reader.next(most: 10)
        #expect(items.map(\.place.number) == [2, 3])
        #expect(items[0].content == nil)
        #expect(items[0].remarks == [ImportRemark("cell", ["row": "2"])])
        #expect(items[1].content?.values == [.cell("Pane")])
    }

    @Test func readsTheEncodingThatAPersonChooses() throws {
        let files: [(TextEncoding, [UInt8], String)] = [
            (.macRoman, [0x43, 0x69, 0x74, 0x74, 0x88], "Città"), (.russianUnix, [0xF2, 0xD5, 0xD3], "Рус"),
            (.chinese, [0xC4, 0xE3], "你"), (.japanese, [0x82, 0xA0], "あ"), (.central, [0xB9], "ą"), (.korean, [0xB0, 0xA1], "가"),
            (.greek, [0xC1], "Α"), (.utf16Little, [0x61, 0x00], "a"),
        ]
        for (encoding, letters, expected) in files {
            let line: [UInt8] = encoding == .utf16Little ? [0x4E, 0, 0x0A, 0] : [0x4E, 0x0A]
            let table = try FileTable(line + letters, TableReading(encoding: encoding))
            #expect(table.rows.map { $0.values[0]?.text } == [expected], "\(encoding)")
        }
        #expect(throws: ImportRefusal("binary")) { try FileTable([0x4E, 0x0A, 0xFF], TableReading(encoding: .utf8)) }
    }

    @Test func findsUTF16WithoutAMark() throws {
        let text = "Nome;Note\nCaffè;perché no\n"
        for isBig in [false, true] {
            let bytes = text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            #expect(try cells(bytes).rows == [["Caffè", "perché no"]])
        }
    }

    @Test func takesTheRowOfTheHeaderAndTheSheetThatAPersonSays() throws {
        let text = "Elenco della dispensa\n\nNome;Copie\nRiso;1\n"
        let table = try FileTable(Array(text.utf8), TableReading(separator: UInt8(ascii: ";"), header: 3))
        #expect(table.columns == ["Nome", "Copie"])
        #expect(table.rows.map(\.number) == [4])
        let book = Workbook(sheets: [
            .init(name: "Note", rows: [[], [""]]),
            .init(name: "Libri", rows: [["Titolo"], [], ["Nome", "Copie"], ["Riso", "1"], ["", " "]]),
            .init(name: "Altri", rows: [["Nome"], ["Pane"]]),
        ])
        let found = try FileTable(book.bytes, TableReading(header: 3))
        #expect(found.columns == ["Nome", "Copie"])
        #expect(found.rows.map { $0.values.map { $0?.text } } == [["Riso", "1"]])
        #expect(found.rows.map(\.number) == [4])
        #expect(try FileTable(book.bytes, TableReading(sheet: 2)).columns == ["Nome"])
    }

    @Test func readsASpreadsheetOfLibreOffice() throws {
        let content = """
            <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
            <table:table table:name="Libri">
            <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
            <table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><text:p>Nome</text:p></table:table-cell>
            <table:table-cell office:value-type="string"><text:p>Prezzo</text:p></table:table-cell></table:table-row></table:table-header-rows>
            <table:table-row><table:table-cell office:value-type="string"><text:p>Due</text:p><text:p>righe</text:p></table:table-cell>
            <table:table-cell office:value-type="currency" office:value="1.5"><text:p>1,50 €</text:p></table:table-cell></table:table-row>
            <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>Pane</text:p></table:table-cell>
            <table:table-cell table:number-columns-repeated="16383"/></table:table-row>
            <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
            </table:table></office:spreadsheet></office:body></office:document-content>
            """
        let table = try FileTable(Self.openDocument(content))
        #expect(table.columns == ["Nome", "Prezzo"])
        #expect(table.rows.map { $0.values.map { $0?.text } } == [["Due\nrighe", "1.5"], ["Pane", ""], ["Pane", ""]])
        #expect(table.rows.map(\.number) == [4, 5, 6])
        // What repeats is counted before it is made.
        let bomb = content.replacing(
            "table:number-rows-repeated=\"2\"><table:table-cell office",
            with: "table:number-rows-repeated=\"999999\"><table:table-cell office")
        #expect(refusal(Self.openDocument(bomb))?.key == "rows")
        #expect(refusal(Self.openDocument("<a"))?.key == "workbook")
    }

    /// Two files that are stored as they are, the type first.
    private static func openDocument(_ content: String) -> [UInt8] {
        var zip = StoredZip()
        zip.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
        zip.add("content.xml", Array(content.utf8))
        return zip.bytes
    }

    static let awkward = [
        "", "=1+1", "+39 0862", "-uno", "@due", "'tre", "''=quattro", "'", "\"detto\"", "\"\u{301}accento", "a;b,c|d\te", "uno\ndue",
        "\t=x",
        "è già «così»", "😀👩‍👩‍👧", "'=cinque;\"\"", ",", ";", "\"", "\r",
    ]

    @Test(arguments: [";", ",", "\t"])
    func readsBackWhatItWroteSafely(separator: String) throws {
        let csv = CSV(separator: separator)
        let text = CSV.mark + csv.line(["a", "b"]) + Self.awkward.map { csv.line(["x", $0]) }.joined()
        for line in text.split(separator: "\r\n") { #expect(!line.utf8.starts(with: "\"=".utf8)) }
        let table = try FileTable(Array(text.utf8))
        #expect(table.rows.map { $0.values[1] } == Self.awkward.map { .cell($0) })
    }

    @Test func titlesInOneCellAreToldApart() {
        let titles = ["Pane", "Sale, fino", "a;b", "\"Da Rosa\"", " spazi ", "due\nrighe", "\"\u{301}x"]
        #expect(TitleList.titles(TitleList.text(titles)) == titles)
        #expect(TitleList.text(["Pane", "Latte"]) == "Pane, Latte")
        #expect(TitleList.titles(" Pane ;Latte,, ") == ["Pane", "Latte"])
    }

    @Test func jsonKeepsTheOrderOfItsNames() throws {
        let found = try cells("[{\"key\": \"a\", \"name\": \"Pane\"}, {\"name\": \"Riso\", \"copies\": 2}]")
        #expect(found.columns == ["key", "name", "copies"])
        #expect(found.rows == [["a", "Pane", "∅"], ["∅", "Riso", "2"]])
    }
}
