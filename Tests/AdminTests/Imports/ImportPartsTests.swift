import Accounts
import Formats
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Ways of reading that are asked for by their names.
@Suite struct NamedReadingTests {
    @Test func nothingAskedIsFoundOut() throws {
        #expect(try TableReading(named: [:]) == TableReading())
        #expect(try TableReading(named: ["encoding": "", "sheet": "  "]) == TableReading())
        #expect(try TableReading(named: ["other": "x"]) == TableReading())
    }

    @Test func eachWayHasItsName() throws {
        let all = ["encoding": "windows-1252", "separator": "semicolon", "sheet": "2", "header": " 3 "]
        let reading = try TableReading(named: all)
        #expect(reading == TableReading(encoding: .western, separator: UInt8(ascii: ";"), sheet: 1, header: 3))
    }

    @Test(arguments: [("bar", UInt8(ascii: "|")), ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", 0x09)])
    func separatorsAreWords(_ name: String, _ byte: UInt8) throws {
        #expect(try TableReading(named: ["separator": name]).separator == byte)
        #expect(TableReading.separatorNames.contains(name))
    }

    @Test func theSeparatorsAreListedInOrder() {
        #expect(TableReading.separatorNames == ["bar", "comma", "semicolon", "tab"])
    }

    @Test(arguments: [
        ("encoding", "martian"), ("separator", ";"), ("separator", "Comma"), ("sheet", "0"), ("sheet", "first"), ("header", "-1"),
        ("header", "1048577"),
    ])
    func whatIsNotUnderstoodIsRefusedByName(_ name: String, _ value: String) {
        #expect(throws: ImportRefusal("reading", ["name": name, "value": value])) { try TableReading(named: [name: value]) }
    }

    @Test func aLongValueIsCut() {
        let long = String(repeating: "x", count: 90)
        let cut = String(repeating: "x", count: 60)
        #expect(throws: ImportRefusal("reading", ["name": "header", "value": cut])) { try TableReading(named: ["header": long]) }
    }
}

/// Pictures of items are stored before the items are shown.
@Suite struct ImportPicturesTests {
    private func item(_ picture: ImportPicture?, _ number: Int = 2) -> ImportPictures.Item {
        let row = FileTable.Row(number: number, values: [.cell("Zucca"), nil])
        return ImportItem(ImportPlace(.row, number), row, pictures: picture.map { ["picture": $0] } ?? [:])
    }

    private func stored(_ items: [ImportPictures.Item], columns: [String] = ["name", "picture"]) async throws -> [ImportPictures.Item] {
        let site = try await SampleSite()
        let words = try SamplePortal.texts.words(in: .english)
        return await ImportPictures(store: site.portal.admin.pictures, columns: columns, words: words).stored(items)
    }

    @Test func anItemWithoutPicturesStays() async throws {
        let items = try await stored([item(nil)])
        #expect(items.count == 1)
        #expect(items[0].content?.values == [.cell("Zucca"), nil])
        #expect(items[0].remarks.isEmpty)
    }

    @Test func aStoredPictureFillsItsColumn() async throws {
        let items = try await stored([item(ImportPicture("zucca.png", onePixel))])
        let picture = items[0].content?.values[1]?.storedPicture
        #expect(picture?.width == 1)
        #expect(picture?.original == "zucca.png")
        #expect(items[0].content?.values[0] == .cell("Zucca"))
        #expect(items[0].remarks.isEmpty)
    }

    @Test func whatIsNoPictureIsNamedWithTheReason() async throws {
        let items = try await stored([item(ImportPicture("nota.txt", Data("testo".utf8)))])
        #expect(items[0].content?.values == [.cell("Zucca"), nil])
        #expect(items[0].remarks.map(\.key) == ["picture"])
        #expect(items[0].remarks.first?.values["file"] == "nota.txt")
        #expect(items[0].remarks.first?.values["why"]?.isEmpty == false)
    }

    @Test func oneBadPictureDoesNotStopTheOthers() async throws {
        let bad = item(ImportPicture("vuota.png", Data()), 2)
        let good = item(ImportPicture("zucca.png", onePixel), 3)
        let items = try await stored([bad, good])
        #expect(items.map(\.remarks.count) == [1, 0])
        #expect(items[0].content?.values[1] == nil)
        #expect(items[1].content?.values[1]?.storedPicture != nil)
    }

    @Test func aPictureWithoutAColumnFillsNothing() async throws {
        let items = try await stored([item(ImportPicture("zucca.png", onePixel))], columns: ["name", "copies"])
        #expect(items[0].content?.values == [.cell("Zucca"), nil])
        #expect(items[0].remarks.isEmpty)
    }
}

/// Items that become one record together.
@Suite struct WholeImportFormatTests {
    @Test func aCellHasALineAsInTheSource() {
        let cells = QuestionLines.content([("Titolo", "Riso"), ("", "solo")])["cells"]?.list ?? []
        #expect(cells.count == 2)
        #expect(cells.first?["name"]?.text == "Titolo")
        #expect(cells.first?["text"]?.text == "Riso")
        #expect(cells.first?["line"]?.text == "Titolo: Riso")
        #expect(cells.last?["line"]?.text == "solo")
    }

    @Test func itsColumnsAreItsCells() {
        #expect(QuestionLines.columns == ["cells"])
        #expect(QuestionLines.answers.isEmpty)
        #expect(QuestionLines.exports.isEmpty)
    }

    @Test func atFirstNothingIsLeftOut() throws {
        let source = ImportSource("prova.txt", Array("uno".utf8))
        #expect(try QuestionLines(source).answers == WholeAnswers())
        var answers = WholeAnswers()
        answers.left = [2]
        #expect(try QuestionLines(source, answers).answers.left == [2])
    }

    @Test func anOutcomeHasItsVerdict() {
        #expect(ImportOutcome(.taken, "a").verdict == .new)
        #expect(ImportOutcome(.left, "a").verdict == .left)
        #expect(ImportOutcome(.refused, "a").verdict == .refused)
        #expect(ImportOutcome(.changed, "a").verdict == .changed)
        #expect(ImportOutcome(.same, "a").verdict == .same)
        #expect(ImportOutcome(.unclear, "a").verdict == .unclear)
    }

    /// A staged item after an outcome.
    private func item(after outcome: ImportOutcome) async throws -> StagedItem? {
        try await SampleSite().database.write { db in
            let bytes = Array("Nome;Copie\nUva;7\n".utf8)
            let found = try FoundTable(bytes, for: SampleBook.self, [try SamplePortal.texts.words(in: .italian)])
            var staged = StagedImport("libri.csv", bytes, found, on: SampleBook.name, scope: SampleSite.rossa, by: 1, .italian)
            try staged.add(bytes, db)
            try StagedItem.add(1, ImportPlace(.line, 1), "[]", [ImportRemark("encoding")], to: staged.number, db)
            try db.execute(sql: "UPDATE stagedItem SET recordID = 7, version = 3")
            var item = try StagedItem.find(1, of: staged.number, db)
            item?.take(outcome)
            return item
        }
    }

    @Test func anItemTakesItsOutcome() async throws {
        let outcome = ImportOutcome(.taken, "Domanda", readings: [("Testo", "Quanti?")], remarks: ["Senza risposte."])
        let item = try #require(try await item(after: outcome))
        #expect(item.verdict == .new)
        #expect(item.title == "Domanda")
        #expect(item.record == #"{"Testo":"Quanti?"}"#)
        #expect(item.notes.mistakes == [ImportNotes.Mistake(field: "", sentence: "Senza risposte.")])
        #expect(item.notes.remarks == [ImportRemark("encoding")])
        #expect(item.recordID == nil)
        #expect(item.version == 0)
    }

    @Test func anItemKeepsWhatItMayBeTheSameAs() async throws {
        var outcome = ImportOutcome(.unclear, "Modulo")
        outcome.matches = [ImportMatch(4, "Clima", "draft")]
        outcome.record = (4, 2)
        let item = try #require(try await item(after: outcome))
        #expect(item.recordID == 4)
        #expect(item.version == 2)
        #expect(item.notes.alike == [ImportNotes.SimilarRecord(id: 4, title: "Clima", reason: "draft", percent: 100)])
    }

    @Test func anOutcomeWithoutReadingsHasNoRecord() async throws {
        let item = try #require(try await item(after: ImportOutcome(.refused, "Domanda")))
        #expect(item.verdict == .refused)
        #expect(item.record == nil)
        #expect(item.notes.mistakes.isEmpty)
    }
}

/// A format that reads nothing.
private struct QuestionLines: WholeImportFormat {
    static let name = "sample.lines"
    static let list: any Resource.Type = SampleBook.self
    static let endings = ["txt"]
    let answers: WholeAnswers

    init(_ source: ImportSource, _ answers: WholeAnswers) throws { self.answers = answers }

    static func fits(_ source: ImportSource) -> Bool { false }
    static func arrival(_ id: Int64, _ words: Words, _ db: Database) throws -> (address: String, sentence: String) { ("/admin", "") }
    func next() throws -> ImportItem<[String: JSON]>? { nil }
    func outcomes(_ words: Words, _ db: Database) throws -> [ImportOutcome] { [] }
    func write(for account: Int64, by actor: Actor, _ words: Words, _ db: Database) throws -> Int64 { 0 }
}
