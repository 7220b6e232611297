import Foundation
import TestSupport
import Testing

@testable import Formats

/// Files that were cut, spliced and changed byte by byte: every reader refuses them or reads what is left, and ends.
@Suite struct HostileReaderTests {
    private static let sheet = """
        <row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' s='1'><v>45356</v></c></row><row r='2'><c r='A2' t='inlineStr'><is><t>uno</t></is></c>
        <c r='B2' t='e'><v>#N/A</v></c></row>
        """

    @Test func mutatedWorkbooksEndNothing() throws {
        let book = XLSXFixture.book(Self.sheet, shared: "<si><t>Nome</t></si>", styles: SheetRowsTests.styles)
        let open = XLSXFixture.openDocument(
            """
            <table:table table:name="A"><table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="string"
            table:number-columns-repeated="2"><text:p>uno</text:p></table:table-cell></table:table-row></table:table>
            """)
        let writer = try WorkbookWriter(sheet: "A", columns: ["Nome"])
        try writer.add([.text("Pane"), .moment("2026-11-27")])
        try writer.close()
        var read = 0
        Fuzzing.mutate("sheets", [book, open, writer.take()], 300) { bytes in
            guard var rows = try? SheetRows(bytes) else { return }
            while read < 1_000_000, let row = try? rows.next() { read += row.cells.count }
        }
        #expect(read > 20)
    }

    /// The same within the XML, which checksums of the archive would otherwise protect.
    @Test func mutatedSheetsEndNothing() {
        var read = 0
        Fuzzing.mutate("sheet-xml", [Self.sheet], 300) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let rows = try? XLSXFixture.rows(XLSXFixture.book(text, shared: "<si><t>Nome</t></si>", styles: SheetRowsTests.styles))
            read += rows?.count ?? 0
        }
        #expect(read > 20)
    }

    @Test func mutatedFormatsOfCellsEndNothing() {
        var kinds = 0
        Fuzzing.mutate("cell-formats", ["dd/mm/yyyy\\ hh:mm;@", "[$-410]d\\ mmmm", "00000", "#,##0.00\"€\"_)"], 300) { bytes in
            if CellFormats.kind(String(decoding: bytes, as: UTF8.self)) != .plain { kinds += 1 }
        }
        #expect(kinds > 100)
        for serial in [-1.0, 0, 0.5, 59, 60, 61, 2_958_465, 2_958_466, 1e300, .infinity, .nan] {
            for kind in [CellFormats.Kind.date, .time, .dateTime] {
                for is1904 in [true, false] { #expect(CellFormats.moment(serial, kind, is1904: is1904)?.isEmpty != true) }
            }
        }
    }

    @Test func mutatedTextsEndNothing() throws {
        let text = "sep=;\r\nNome;\"Due \"\"detti\"\"\nrighe\";Città\r\n'x';1,5;\r\n"
        let encodings: [TextEncoding] = [.utf8, .utf16Little, .macRoman, .chinese, .japanese, .russianUnix]
        let documents = encodings.compactMap { $0.bytes(text.replacing("à", with: "a")) } + [Array(text.utf8)]
        var read = 0
        Fuzzing.mutate("tables", documents, 200) { bytes in
            _ = TextEncoding.guess(bytes)
            guard let plain = try? TextDecoding.utf8(bytes) else { return }
            var reader = CSVReader(finding: plain)
            while let cells = try? reader.next() { read += cells.count }
        }
        #expect(read > 1_000)
    }

    @Test func mutatedFormsOfOtherProgramsEndNothing() {
        let survey = """
            <document><LimeSurveyDocType>Survey</LimeSurveyDocType><surveys><rows><row><language>it</language></row></rows></surveys>
            <groups><rows><row><gid>1</gid><group_order>1</group_order></row></rows></groups><questions><rows><row><qid>2</qid><gid>1</gid>
            <type>L</type><title>q</title><question>Come va?</question></row></rows></questions><answers><rows><row><qid>2</qid><code>a</code>
            <answer>Bene</answer></row></rows></answers></document>
            """
        let feedback = """
            <?xml version="1.0"?><FEEDBACK VERSION="200701"><ITEMS><ITEM TYPE="multichoicerated" REQUIRED="1"><ITEMID>1</ITEMID>
            <ITEMTEXT>Come va?</ITEMTEXT><PRESENTATION>r>>>>>1####male|2####bene</PRESENTATION></ITEM><ITEM TYPE="numeric"><ITEMID>2</ITEMID>
            <ITEMTEXT>Quante?</ITEMTEXT><PRESENTATION>0|10</PRESENTATION><DEPENDITEM>1</DEPENDITEM><DEPENDVALUE>bene</DEPENDVALUE></ITEM></ITEMS></FEEDBACK>
            """
        let questions = """
            <?xml version="1.0"?><questestinterop><assessment ident="a" title="Prova"><section title="Uno"><item ident="q1"><presentation>
            <material><mattext>Come va?</mattext></material><response_lid ident="r" rcardinality="Multiple"><render_choice>
            <response_label ident="x"><material><mattext>Bene</mattext></material></response_label></render_choice></response_lid>
            </presentation></item></section></assessment></questestinterop>
            """
        let texts = [
            "::Uno:: Quanto fa 1+1? {=2 ~3 #no}\n\nVero? {T}\n", "1. Come va?\n- Bene\n- Male\n\nPerché?\n[ ] sì\n[ ] no\n", survey,
            feedback, questions,
        ]
        var read = 0
        Fuzzing.mutate("forms", texts, 200) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let reader = GIFTReader(text) { read += (try? FormSheets(reader).workbook.sheets.count) ?? 0 }
            if let reader = PlainQuestionsReader(text) { read += (try? FormSheets(reader).workbook.sheets.count) ?? 0 }
            if let document = XMLDocument(bytes), let reader = LimeSurveyReader(document) {
                read += (try? FormSheets(reader).workbook.sheets.count) ?? 0
            }
            if let document = XMLDocument(bytes), let reader = QTIReader(document) {
                read += (try? FormSheets(reader).workbook.sheets.count) ?? 0
            }
            if let document = XMLDocument(bytes), let reader = MoodleFeedbackReader(document) {
                read += (try? FormSheets(reader).workbook.sheets.count) ?? 0
            }
        }
        #expect(read > 50)
    }

    @Test func mutatedPagesEndNothing() {
        let page = """
            <!DOCTYPE html><html><head><meta charset="utf-8"><script type="application/ld+json">{"@type": "Recipe", "name": "Pane"}</script></head>
            <body><div itemscope itemtype="https://schema.org/Recipe"><p itemprop="name">Pane &amp; olio</p><ul><li>uno<li>due</ul></div></body></html>
            """
        var read = 0
        Fuzzing.mutate("pages", [page], 300) { bytes in
            read += LinkedData.texts(in: Data(bytes)).count + StructuredDataItem.all(in: Data(bytes)).count
            _ = PageTexts(of: Data(bytes))
            _ = HTMLText.lines(String(decoding: bytes, as: UTF8.self))
            _ = FileNature(Data(bytes))
        }
        #expect(read > 100)
    }
}
