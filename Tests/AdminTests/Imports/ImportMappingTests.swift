import AdminTestSupport
import Formats
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Which field each column of a file fills: what is guessed, what a person chooses, and which choices do not hold.
@Suite struct ImportMappingTests {
    private func languages() throws -> [Words] {
        [try SamplePortal.texts.words(in: .italian), try SamplePortal.texts.words(in: .english)]
    }

    private func guessed(_ columns: [String], _ format: FileTable.Format = .csv) throws -> [String] {
        try ImportMapping(guessing: columns, format, for: SampleBook.self, languages()).columns
    }

    @Test func columnsAreFoundByTheirLabelsInEveryLanguage() throws {
        #expect(try guessed(["Nome", "Prezzo", "Copie"]) == ["name", "price", "copies"])
        #expect(try guessed(["Name", "Price", "Copies"]) == ["name", "price", "copies"])
        #expect(try guessed(["PREZZO", "nome", "Còpie"]) == ["price", "name", "copies"])
    }

    @Test func theKeyAndTheVersionHaveColumnsToo() throws {
        #expect(try guessed(["key", "version", "Nome"]) == ["key", "version", "name"])
        #expect(try guessed(["Chiave", "Nome"]) == ["key", "name"])
        #expect(try guessed(["Key", "Name"]) == ["key", "name"])
    }

    @Test func aFieldIsFilledByTheFirstColumnAlone() throws {
        #expect(try guessed(["Nome", "Name", "name"]) == ["name", "", ""])
        #expect(try guessed(["Altro", "", "Nome"]) == ["", "", "name"])
    }

    @Test func namesOfFieldsServeWhereTheyAreNoLabels() throws {
        #expect(try guessed(["ordering", "published", "shelf"], .json) == ["ordering", "published", "shelf"])
    }

    @Test func aPersonChoosesTheRest() {
        var mapping = ImportMapping()
        let form = Form([
            "column.0": ["name"], "column.1": ["nonsense"], "column.2": ["key"], "column.7": ["price"], "existing": ["leave"],
            "empty": ["clear"], "decimal": ["point"],
        ])
        mapping.take(form, columns: 4, for: SampleBook.self)
        #expect(mapping.columns == ["name", "", "key", ""])
        #expect(mapping.existing == .leave)
        #expect(mapping.empty == .clear)
        #expect(mapping.decimal == .point)
        #expect(mapping.places == ["name": 0, "key": 2])
    }

    @Test func anUnknownChoiceIsTheUsualOne() {
        var mapping = ImportMapping()
        mapping.take(Form(["existing": ["destroy"], "empty": [""], "decimal": ["both"]]), columns: 0, for: SampleBook.self)
        #expect(mapping.existing == .update)
        #expect(mapping.empty == .leave)
        #expect(mapping.decimal == nil)
    }

    @Test func theWayOfReadingChangesOnlyWhereItIsNamed() {
        var mapping = ImportMapping()
        mapping.reading = TableReading(encoding: .macRoman, separator: UInt8(ascii: ";"), sheet: 1, header: 3)
        #expect(mapping.reading(in: Form()) == mapping.reading)
        #expect(mapping.reading(in: Form(["separator": ["44"]])).separator == UInt8(ascii: ","))
        #expect(mapping.reading(in: Form(["separator": ["65"]])).separator == nil)
        #expect(mapping.reading(in: Form(["separator": ["999"]])).separator == nil)
        #expect(mapping.reading(in: Form(["encoding": ["macintosh"]])).encoding == .macRoman)
        #expect(mapping.reading(in: Form(["encoding": ["martian"]])).encoding == nil)
        #expect(mapping.reading(in: Form(["sheet": ["2"]])).sheet == 2)
        #expect(mapping.reading(in: Form(["sheet": [""]])).sheet == nil)
        #expect(mapping.reading(in: Form(["header": ["5"]])).header == 5)
        #expect(mapping.reading(in: Form(["header": ["0"]])).header == 3)
    }

    @Test func aMappingNeedsTheTitleOrTheKeyAndEachFieldOnce() throws {
        let words = try SamplePortal.texts.words(in: .english)
        func mistakes(_ columns: [String]) -> [Int] {
            var mapping = ImportMapping()
            mapping.columns = columns
            return mapping.mistakes(for: SampleBook.self, words).map(\.column)
        }
        #expect(mistakes(["name", "price"]) == [])
        #expect(mistakes(["key", "price"]) == [])
        #expect(mistakes(["name", "price", "", "", "price"]) == [4])
        #expect(mistakes(["price"]) == [-1])
        #expect(mistakes([]) == [-1])
        #expect(mistakes(["price", "price"]) == [1, -1])
    }

    @Test func theShapeOfAFileIsThatOfItsColumns() {
        let shape = ImportShape.of(["Nome", "Prezzo"], .csv)
        #expect(shape.count == 32)
        #expect(shape == ImportShape.of(["Nome", "Prezzo"], .csv))
        #expect(shape != ImportShape.of(["Prezzo", "Nome"], .csv))
        #expect(shape != ImportShape.of(["Nome", "Prezzo"], .workbook))
        #expect(shape != ImportShape.of(["Nome\u{1F}Prezzo", ""], .csv))
    }

    @Test func aSourceIsGuessedWithItsShape() throws {
        let reader = try SourceReader(ImportSource("libri.csv", Array("Nome;Prezzo\nRiso;1\n".utf8)))
        let mapping = ImportMapping(guessing: reader, for: SampleBook.self, try languages())
        #expect(mapping.columns == ["name", "price"])
        #expect(mapping.shape == ImportShape.of(["Nome", "Prezzo"], .csv))
        #expect(mapping.format == .csv)
    }

    @Test func theFirstValuesAreShownToChooseBy() throws {
        let rows = (1...9).map { "Libro \($0);\(String(repeating: "x", count: 70))" }.joined(separator: "\n")
        var reader = try SourceReader(ImportSource("libri.csv", Array("Nome;Note\n\(rows)\n".utf8)))
        var count = 0
        let preview = try ImportPreview(&reader, count: &count)
        #expect(preview.columns == ["Nome", "Note"])
        #expect(count == ImportPreview.most)
        #expect(preview.rows.count == ImportPreview.most)
        #expect(preview.rows.first?.first == "Libro 1")
        #expect(preview.rows.first?.last == String(repeating: "x", count: 60) + "…")
        let words = try SamplePortal.texts.words(in: .english)
        #expect(preview.name(ofColumn: 1, words) == "Note")
        #expect(preview.name(ofColumn: 7, words) == "Column 8")
    }
}
