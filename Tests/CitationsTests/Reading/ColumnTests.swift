import Foundation
import TestSupport
import Testing
import Web

@testable import Citations

@Suite struct ColumnTests {
    private static let table =
        "Opera;Anno di stampa;Quante volte;Chi\nDry rivers;2001;12;De Luca A\nWet stones;2003;tanti;De Luca A\n;2004;1;X\n"

    @Test func aTableOfUnknownHeadersAsksForItsColumns() {
        #expect(throws: ListRefusal(reason: .unknownColumns)) { try ListReader.read(Self.table) }
        #expect(TableReader.isUnknown("Opera;Volte\nDry rivers;12\nWet stones;tanti\n"))
        // Titles with commas are no table, and neither is the list that people paste.
        #expect(!TableReader.isUnknown("Rivers, stones, and men\nA title\nOf 3, 4, and 5"))
        #expect(!TableReader.isUnknown("12\tDry rivers\tA De Luca\n3\tWet stones\tA De Luca"))
    }

    @Test func chosenColumnsAreReadAndEveryBadRowIsNamed() throws {
        let reading = try ListReader.read(Self.table, columns: "title=1 citations=3 authors=4 year=2")
        #expect(reading.works.map(\.title) == ["Dry rivers", "Wet stones"])
        #expect(reading.works.map(\.citations) == [12, nil])
        #expect(reading.works.map(\.year) == [2001, 2003])
        #expect(reading.remarks == [.init(row: 3, kind: .badCount, said: "tanti"), .init(row: 4, kind: .noTitle)])
    }

    @Test func aTableWithoutHeadersBeginsWithItsFirstRow() throws {
        let reading = try ListReader.read("Dry rivers,12\nWet stones,3\n", columns: "title=1 citations=2 header=no")
        #expect(reading.works.map(\.citations) == [12, 3])
    }

    @Test(arguments: ["title=1 citations=3", "title=2 authors=1 own=4 header=no"])
    func columnsAreKeptAsTheyWereChosen(_ text: String) { #expect(TableColumns(text)?.text == text) }

    @Test(arguments: ["", "citations=2", "title=0", "title=x", "titolo=1"]) func whatChoosesNoTitleIsNoChoice(_ text: String) {
        #expect(TableColumns(text) == nil)
    }

    @Test func rowsAboveABrokenOneAreRead() throws {
        let reading = try ListReader.read("Title,Cites\nDry rivers,2\n\"Never closed,3\n")
        #expect(reading.works.map(\.title) == ["Dry rivers"])
        #expect(reading.remarks.map(\.kind) == [.brokenRow])
    }

    @Test(arguments: ["", "\""]) func aRowWithACellThatIsTooLongIsLeftOutAlone(_ quote: String) throws {
        let long = quote + String(repeating: "x", count: 200_001) + quote
        let reading = try ListReader.read("Title,Cites\n\(long),9\nDry rivers,2\nA,1,\(long),3\nWet stones,1\n")
        #expect(reading.works.map(\.title) == ["Dry rivers", "Wet stones"])
        #expect(reading.works.map(\.citations) == [2, 1])
        #expect(reading.remarks == [.init(row: 2, kind: .longCell), .init(row: 4, kind: .longCell)])
        // Without its header nobody knows what a table says.
        #expect(throws: ListRefusal(reason: .broken)) { try ListReader.read("Title,\(long)\nDry rivers,2\n") }
        // What is never closed goes on to the end.
        let open = try ListReader.read("Title,Cites\nDry rivers,2\n\"\(String(repeating: "x,\n", count: 100_000))")
        #expect(open.works.count == 1)
        #expect(open.remarks == [.init(row: 3, kind: .brokenRow)])
    }

    @Test func aListThatIsTooLongIsCutAndSaysWhereAndHowMany() throws {
        let rows = (1...5_003).map { "Work \($0),1" }.joined(separator: "\n")
        let reading = try ListReader.read("Title,Cites\n" + rows)
        #expect(reading.works.count == 5_000)
        #expect(reading.remarks == [.init(row: 5_002, kind: .tooMany, said: "3")])
        let remark = Analysis.Remark(kind: "tooMany", document: "a.csv", rows: [5_002], count: 1, said: ["3"])
        let texts = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Templates/texts").standardized.path
        let said = remark.localized(in: try Texts(folder: texts).words(in: .english))
        #expect(said.hasPrefix("“a.csv”: 3 works, from row 5002 on, are left out"))
    }

    @Test func aPersonChoosesTheColumnsOfAFileAndTheRunCounts() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let fields = [
                ("newAuthor", "Ada De Luca"), ("surname", "De Luca"), ("preset", "improved"), ("titleThreshold", "80"),
                ("authorThreshold", "68"),
            ]
            let file = (name: "listFiles", fileName: "opere.csv", bytes: Data(Self.table.utf8))
            let made = try await browsers[0].post("/admin/citations/new-run", fields, files: [file])
            let address = made.location ?? ""
            #expect(address.hasSuffix("/columns"))
            let page = try await browsers[0].get(address)
            #expect(page.status == 200)
            #expect(page.contains("3 · Quante volte"))
            #expect(page.contains("Wet stones"))
            let refused = try await browsers[0].post(address, [("citations", "3"), ("year", "3"), ("header", "yes")])
            #expect(refused.status == 422)
            #expect(refused.contains("Scegli la colonna dei titoli."))
            #expect(refused.contains("già scelta"))
            let saved = try await browsers[0].post(address, [("title", "1"), ("citations", "3"), ("authors", "4"), ("header", "yes")])
            #expect(saved.status == 303)
            try await RunSite.work(site)
            let result = try await browsers[0].get(saved.location ?? "")
            #expect(result.contains("Dry rivers"))
            #expect(result.contains("h = <strong>1</strong>"))
            #expect(result.contains("«tanti»"))
        }
        expect(
            try await site.value("SELECT columns FROM citationDocument WHERE name = 'opere.csv'", as: String.self)
                == "title=1 citations=3 authors=4")
    }
}

@Suite struct CharsetTests {
    @Test(arguments: [
        (Charset.cyrillic, [0xCC, 0xE8, 0xF0] as [UInt8], "Мир"), (.centralISO, [0xB1, 0xF3], "ąó"),
        (.japanese, [0x93, 0xFA, 0x96, 0x7B], "日本"), (.utf16Little, [0x41, 0x00, 0xE8, 0x00], "Aè"), (.western, [0xE8, 0x80], "è€"),
        (.utf8, [0xC3, 0xA8], "è"),
    ])
    func aFileIsReadInWhateverEncodingAPersonSays(_ charset: Charset, _ bytes: [UInt8], text: String) {
        #expect(DocumentText.read(bytes, as: charset) == text)
    }

    @Test func aPageThatNamesItsEncodingNeedsNobody() {
        let page = Array("<html><head><meta charset=\"windows-1251\"></head><p>".utf8) + [0xCC, 0xE8, 0xF0]
        #expect(DocumentText.read(page)?.hasSuffix("Мир") == true)
    }

    @Test func whatIsNoTextIsRefused() { #expect(DocumentText.read([0x00, 0x01, 0x02], as: .western) == nil) }
}
