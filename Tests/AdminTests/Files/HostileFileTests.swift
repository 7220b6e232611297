import AdminTestSupport
import Formats
import Foundation
import Testing
import Web

@testable import Admin

/// Files that administrators bring, broken in every way.
@Suite struct HostileFileTests {
    @Test func mutatedTablesEndNothing() {
        let files = [
            "name;ordering;price\n\"Mele; rosse\";3;1,60\nPere;4;\"2,50\"\n", "\u{FEFF}a\tb\n1\t2\n",
            "[{\"name\": \"Mele\", \"ordering\": 3}]",
            "dn: uid=a,dc=x\ncn:: TmljY29sw7I=\nmail: a@b\n folded\n\ndn: uid=b\ncn: B\n",
        ]
        var read = 0
        let tried = Fuzzing.mutate("tables", files, 150) { read += (try? FileTable($0).rows.count) ?? 0 }
        #expect(tried >= 600)
        #expect(read > 300)
    }

    @Test func mutatedSpreadsheetsEndNothing() {
        let sheet = """
            <document><body><spreadsheet><table name="a"><table-row number-rows-repeated="2"><table-cell value-type="string"><p>Nome</p></table-cell>
            <table-cell number-columns-repeated="3" value-type="float" value="1.5"><p>1,5</p></table-cell></table-row></table></spreadsheet></body></document>
            """
        let rows = """
            <worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c></row><row r="3"><c r="B3"><v>1.5</v></c></row></sheetData></worksheet>
            """
        var read = 0
        let tried = Fuzzing.mutate("spreadsheets", [sheet, rows], 150) { bytes in
            var open = StoredZip()
            open.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
            open.add("content.xml", bytes)
            var excel = StoredZip()
            excel.add("xl/workbook.xml", Array(#"<workbook><sheets><sheet name="a" id="r1"/></sheets></workbook>"#.utf8))
            excel.add(
                "xl/_rels/workbook.xml.rels", Array(#"<Relationships><Relationship Id="r1" Target="sheet.xml"/></Relationships>"#.utf8))
            excel.add("xl/sheet.xml", bytes)
            for file in [open.bytes, excel.bytes, bytes] { read += (try? FileTable(file).rows.count) ?? 0 }
        }
        #expect(tried >= 300)
        #expect(read > 10)
    }

    @Test func mutatedJSONEndsNothing() {
        let json = #"{"id": 12, "list": [1, -2.5e3, "\u00e9\ud83d\ude00", true, null], "deep": {"a": {"b": [[[0]]]}}}"#
        var (read, numbers): (Int, [Int]) = (0, [])
        let tried = Fuzzing.mutate("json", [json], 500) { bytes in
            for json in [try? JSONReader.read(bytes), try? JSON(parsing: bytes)] {
                guard let json else { continue }
                read += 1
                if let number = json["id"]?.number { numbers.append(number) }
            }
        }
        #expect(tried >= 500)
        #expect(read > 100)
        // With any of these one more, one less and its opposite can be calculated.
        #expect(numbers.allSatisfy { ClosedRange.whole.contains($0) })
    }

    @Test func mutatedCursorsEndNothing() {
        let cursor = Cursor(order: "name", value: "Mele".databaseValue, id: 7).text
        #expect(Cursor(cursor, order: "name") != nil)
        let tried = Fuzzing.mutate("cursors", [cursor], 300) { _ = Cursor(String(decoding: $0, as: UTF8.self), order: "name") }
        #expect(tried >= 300)
    }

    @Test func mutatedSeedsNameTheirMistakes() throws {
        let seed = """
            site: { name: Prova, language: it }
            trial:
              camps:
                - { key: a, name: Uno }
                - { key: b, name: Due }
            """
        let trial = try SeedTrial(["seed.yaml": seed])
        let none = try trial.mistakes()
        #expect(none == [])
        var mistakes = 0
        let tried = try Fuzzing.mutate("seeds", [seed], 40) { bytes in
            try trial.write("seed.yaml", Data(bytes))
            mistakes += try trial.mistakes().isEmpty ? 0 : 1
        }
        #expect(tried >= 40)
        #expect(mistakes > 10)
    }

    @Test func mutatedPicturesEndNothing() throws {
        let picture = try Data(contentsOf: URL(fileURLWithPath: ProjectFolder.path + "/seed/pictures/mele.webp")).prefix(2_000)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0]
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 1, 0, 1, 0, 3, 1, 0x22, 0]
        let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
        var read = 0
        let tried = Fuzzing.mutate("pictures", [Array(picture), png, jpeg, gif], 200) { bytes in
            for format in [PictureFormat.jpeg, .png, .gif, .webp, .heif] { read += PictureHeader(format, Data(bytes)) == nil ? 0 : 1 }
            _ = WebPContainer(Data(bytes))?.cleaned()
        }
        #expect(tried >= 800)
        #expect(read > 50)
    }

    @Test func mutatedArchivesEndNothing() throws {
        let folder = try TemporaryFolder()
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.txt"))
        var tar = [UInt8](repeating: 0, count: 2_048)
        tar.replaceSubrange(0..<5, with: Array("a.txt".utf8))
        tar.replaceSubrange(124..<135, with: Array("00000000001".utf8))
        tar.replaceSubrange(257..<263, with: Array("ustar ".utf8))
        let path = folder.path + "/x.tar"
        var refused = 0
        let tried = try Fuzzing.mutate("archives", [tar], 200) { bytes in
            // With the sum that belongs to it, which is read first.
            var bytes = bytes
            if bytes.count > 512 {
                bytes.replaceSubrange(148..<156, with: Array("        ".utf8))
                let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
                bytes.replaceSubrange(148..<156, with: Array((String(repeating: "0", count: max(0, 6 - sum.count)) + sum + "\0 ").utf8))
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            do {
                let archive = try TarArchive(path)
                while try archive.next() != nil { while try !archive.read().isEmpty {} }
            } catch { refused += 1 }
        }
        #expect(tried >= 200)
        #expect(refused > 20)
    }
}
