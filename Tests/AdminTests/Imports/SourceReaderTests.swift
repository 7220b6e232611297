import Formats
import Testing
import Web

@testable import Admin

/// Sources that hold several tables, and several files that become one source.
@Suite struct SourceReaderTests {
    private func zip(_ files: [(name: String, text: String)]) -> [UInt8] {
        var zip = StoredZip()
        for file in files { zip.add(file.name, Array(file.text.utf8)) }
        return zip.bytes
    }

    private func reader(_ files: [(name: String, text: String)]) throws -> SourceReader {
        try SourceReader(ImportSource("libri.zip", zip(files)))
    }

    private func rows(_ reader: SourceReader) throws -> [[String]] {
        var reader = reader
        return try reader.next(most: 100).map { item in item.content.map { $0.values.map { $0?.text ?? "∅" } } ?? item.remarks.map(\.key) }
    }

    private func refusal(_ bytes: [UInt8]) -> ImportRefusal? {
        do {
            var reader = try SourceReader(ImportSource("libri.zip", bytes))
            while try reader.next() != nil {}
            return nil
        } catch {
            return error as? ImportRefusal
        }
    }

    @Test func theTablesOfAnArchiveShareTheirColumns() throws {
        let found = try reader([("a.csv", "Nome;Copie\nRiso;1\n"), ("b.csv", "copie;Prezzo\n2;3,00\n")])
        #expect(found.columns == ["Nome", "Copie", "Prezzo"])
        #expect(found.format == .csv)
        #expect(try rows(found) == [["Riso", "1", "∅"], ["∅", "2", "3,00"]])
    }

    @Test func eachRowNamesItsFile() throws {
        var found = try reader([("uno/a.csv", "Nome;x\nRiso;1\n"), ("due.csv", "Nome;x\nUva;1\nPere;1\n")])
        let places = try found.next(most: 100).map(\.place)
        #expect(places.map(\.file) == ["uno/a.csv", "due.csv", "due.csv"])
        #expect(places.map(\.number) == [2, 2, 3])
    }

    @Test func whatIsNoTableIsNamed() throws {
        let found = try reader([("a.csv", "Nome;x\nRiso;1\n"), ("leggimi.html", "<p>Ciao</p>\n<p>Due</p>"), ("vuoto.csv", "Nome;x\n")])
        #expect(try rows(found) == [["Riso", "1"], ["file"], ["file"]])
    }

    @Test func filesThatSystemsAddAreNotThere() throws {
        let found = try reader([
            ("a.csv", "Nome;x\nRiso;1\n"), ("__MACOSX/._a.csv", "x"), (".DS_Store", "x"), ("cartella/Thumbs.db", "x"),
        ])
        #expect(try rows(found) == [["Riso", "1"]])
    }

    @Test func anArchiveWithoutATableIsRefused() {
        #expect(refusal(zip([("foto.html", "<p>x</p>")]))?.key == "noTables")
        #expect(refusal(zip([("a.csv", "Nome;x\n"), ("b.csv", "Nome;x\n")]))?.key == "noRows")
    }

    @Test func anArchiveIsNoWorkbookAndAWorkbookNoArchive() {
        #expect(ArchiveTables.names(in: zip([("a.csv", "x"), ("b.csv", "y")])) == ["a.csv", "b.csv"])
        #expect(ArchiveTables.names(in: Workbook(sheets: [.init(name: "Libri", rows: [["Nome"]])]).bytes) == nil)
        #expect(ArchiveTables.names(in: Array("Nome;Copie".utf8)) == nil)
        #expect(ArchiveTables.names(in: []) == nil)
    }

    @Test func severalFilesBecomeOneArchiveWithNamesOfTheirOwn() {
        let names = ["a.csv", "a.csv", "uno/due.csv", "", "..", "tre\\quattro.csv", "x\ny.csv"]
        let source = ImportIntake.archive(names.map { ImportSource($0, Array("Nome;x\nRiso;1\n".utf8)) })
        #expect(
            ArchiveTables.names(in: source.bytes) == [
                "a.csv", "2-a.csv", "uno-due.csv", "file", "2-file", "tre-quattro.csv", "x-y.csv",
            ])
        #expect(source.name == names.joined(separator: ", "))
    }

    @Test func aValueSaysWhetherThereIsAnythingInIt() {
        let blank: [FileTable.Value] = [
            .cell(""), .cell(" \t\n"), .packed(.null), .packed(.list([])), .packed(.object([])), .packed(.text("")),
        ]
        for value in blank { #expect(value.isBlank, "\(value)") }
        let filled: [FileTable.Value] = [.cell("0"), .packed(.flag(false)), .packed(.number(0)), .packed(.list([.null]))]
        for value in filled { #expect(!value.isBlank, "\(value)") }
    }

    @Test func aValueIsShownAsText() {
        #expect(FileTable.Value.packed(.number(3)).text == "3")
        #expect(FileTable.Value.packed(.null).text == "")
        #expect(FileTable.Value.packed(.list([.number(1)])).text == "[1]")
        let lines = JSON.list([.values(["line": .text("2 eggs")]), .values(["line": .text("milk")])])
        #expect(FileTable.Value.packed(lines).text == "2 eggs\nmilk")
        #expect(FileTable.Value.cell(String(repeating: "é", count: 61)).sample == String(repeating: "é", count: 60) + "…")
        #expect(FileTable.Value.cell("Riso").sample == "Riso")
    }
}
