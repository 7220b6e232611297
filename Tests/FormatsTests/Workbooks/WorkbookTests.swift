import Foundation
import TestSupport
import Testing

@testable import Formats

/// Workbooks of old and new programs as texts of their cells.
@Suite struct WorkbookTests {
    private static var old: OldWorkbook {
        // The second text goes on in the next record, where its characters are wide.
        let first: [UInt8] = OldWorkbook.little(UInt16(4)) + [0] + Array("type".utf8)
        let second: [UInt8] = OldWorkbook.little(UInt16(6)) + [0] + Array("lab".utf8)
        let rest: [UInt8] = [1] + OldWorkbook.units("el…") + OldWorkbook.wide("più")
        return OldWorkbook(
            shared: [first + second, rest],
            sheets: [
                .init(name: "survey", cells: [(0, 0, .shared(0)), (0, 1, .shared(1)), (2, 0, .label("perché")), (2, 2, .shared(2))]),
                .init(
                    name: "Più",
                    cells: [
                        (0, 0, .number(1.5)), (0, 1, .packed(7 << 2 | 2)), (0, 2, .packed(150 << 2 | 3)), (0, 3, .flag(true)),
                        (1, 1, .many([1 << 2 | 2, 2 << 2 | 2])), (2, 0, .formula("calcolato")), (3, 0, .number(3)),
                    ]),
            ])
    }

    private static let read = [
        Workbook.Sheet(name: "survey", rows: [["type", "label…"], [], ["perché", "", "più"]]),
        Workbook.Sheet(name: "Più", rows: [["1.5", "7", "1.5", "yes"], ["", "1", "2"], ["calcolato"], ["3"]]),
    ]

    @Test(arguments: [false, true]) func anOldWorkbookIsRead(_ isSmall: Bool) throws {
        var old = Self.old
        old.isSmall = isSmall
        #expect(try Workbook(reading: old.bytes).sheets == Self.read)
    }

    private func refusal(_ bytes: Data) -> Workbook.Refusal? {
        do {
            _ = try Workbook(reading: bytes)
            return nil
        } catch { return error }
    }

    @Test func whatIsProtectedOrNoWorkbookIsNamed() throws {
        var locked = Self.old
        locked.isLocked = true
        #expect(refusal(locked.bytes) == .locked)
        #expect(refusal(OldWorkbook.container("EncryptedPackage", [1])) == .locked)
        let word = OldWorkbook.container("WordDocument", [1])
        #expect(refusal(word) == .notAWorkbook)
        #expect(FileNature(word) == .oldOffice)
        #expect(refusal(Data("%PDF-1.7".utf8)) == .notAWorkbook)
    }

    @Test func aFileSaysWhatItIs() {
        func packed(_ names: String...) -> Data {
            var archive = StoredZip()
            for name in names { archive.add(name, Array("x".utf8)) }
            return Data(archive.bytes)
        }
        let all: [(Data, FileNature)] = [
            (Data(), .empty), (packed("word/document.xml"), .document), (packed("ppt/slides.xml"), .presentation),
            (packed("mimetype", "content.xml"), .openDocument), (packed("a.txt"), .archive), (Data("%PDF-1.7".utf8), .pdf),
            (Data([0x89, 0x50, 0x4E, 0x47]), .picture), (Data("<!DOCTYPE html><p>".utf8), .webPage), (Data("<h:html/>".utf8), .xml),
            (Data("type,name".utf8), .text), (Data([0, 1, 2]), .unknown),
        ]
        for (bytes, nature) in all { #expect(FileNature(bytes) == nature) }
    }

    private func sheet(_ rows: String) -> Data {
        var archive = StoredZip()
        func add(_ name: String, _ xml: String) { archive.add(name, Array(xml.utf8)) }
        add("xl/workbook.xml", "<w><sheets><sheet name='survey' state='hidden' id='r1'/></sheets></w>")
        add("xl/_rels/workbook.xml.rels", "<r><Relationship Id='r1' Target='/xl/worksheets/sheet1.xml'/></r>")
        add("xl/worksheets/sheet1.xml", "<s><sheetData>\(rows)</sheetData></s>")
        return Data(archive.bytes)
    }

    /// LibreOffice writes formatted empty cells to the last row as soon as a column has a format.
    @Test func formattedEmptyCellsAreNoContent() throws {
        let rows = "<row r='1'><c r='A1' t='str'><v>type</v></c><c r='XFD1' s='4'/></row><row r='1048576'><c r='A1048576' s='4'/></row>"
        let read = try Workbook(reading: sheet(rows)).sheets
        #expect(read == [Workbook.Sheet(name: "survey", rows: [["type"]])])
    }

    @Test func cellsBeyondTheLimitsAreCounted() throws {
        let rows =
            "<row r='1'><c r='A1' t='str'><v>type</v></c><c r='XFD1'><v>1</v></c></row><row r='1048576'><c r='A1048576'><v>2</v></c></row>"
        let read = try Workbook(reading: sheet(rows)).sheets
        #expect(read[0].rows == [["type"]])
        #expect(read[0].beyond == 2)
    }

    @Test func numbersAreTheirShortestTexts() throws {
        let rows = "<row><c><v>1.0</v></c><c><v>0.10000000000000001</v></c><c><v>1E2</v></c><c><v>-3</v></c></row>"
        #expect(try Workbook(reading: sheet(rows)).rows("survey") == [["1", "0.1", "100", "-3"]])
    }

    /// Each byte may be another one: chains of sectors turn back on themselves, lengths point beyond the end.
    @Test func mutatedOldWorkbooksEndNothing() {
        var small = Self.old
        small.isSmall = true
        var read = 0
        let tried = Fuzzing.mutate("old-workbooks", [Array(Self.old.bytes), Array(small.bytes)], 400) { bytes in
            read += Workbook(Data(bytes))?.sheets.count ?? 0
            _ = FileNature(Data(bytes))
        }
        #expect(tried >= 400)
        #expect(read > 50)
    }
}
