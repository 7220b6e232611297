import Foundation
import Testing

@testable import Formats

/// Questions of QTI as rows of a form: both versions, one file or a package.
@Suite struct QTIReaderTests {
    private func items(_ reader: QTIReader?) throws -> [FormItem] {
        var (reader, items): (QTIReader, [FormItem]) = (try #require(reader), [])
        while let item = try reader.next() { if let content = item.content { items.append(content) } }
        return items
    }

    private func read(_ text: String) throws -> QTIReader? { QTIReader(try #require(XMLDocument(Array(text.utf8)))) }

    private func types(_ items: [FormItem]) -> [String] { items.map { $0.cells["type"] ?? "" } }

    private static let older = """
        <?xml version="1.0"?>
        <questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="quiz" title="Orto"><section ident="root">
        <item ident="i1" title="Domanda 1"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel>
        <fieldentry>multiple_choice_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
        <presentation><material><mattext texttype="text/html">&lt;p&gt;Ti piace?&lt;/p&gt;</mattext></material>
        <response_lid ident="r1" rcardinality="Single"><render_choice><response_label ident="a"><material><mattext>Sì</mattext></material>
        </response_label><response_label ident="b"><material><mattext>No</mattext></material></response_label></render_choice></response_lid>
        </presentation><resprocessing><outcomes/></resprocessing></item>
        <item ident="i2" title="Perché?"><presentation><response_str ident="r2"><render_fib maxchars="80"/></response_str></presentation></item>
        <item ident="i3" title="Nomi"><presentation><material><mattext>Unisci</mattext></material>
        <response_lid ident="s1"><material><mattext>Cane</mattext></material><render_choice><response_label ident="x"/></render_choice></response_lid>
        <response_lid ident="s2"><material><mattext>Gatto</mattext></material><render_choice><response_label ident="x"/></render_choice></response_lid>
        </presentation></item>
        </section></assessment></questestinterop>
        """

    @Test func itemsOfTheOlderVersionAreQuestions() throws {
        let reader = try read(Self.older)
        #expect(reader?.title == "Orto")
        #expect(reader?.identifier == "quiz")
        let items = try items(reader)
        #expect(
            types(items) == [
                "begin_group", "select_one", "text", "begin_group", "select_one", "select_one", "end_group", "end_group",
            ])
        #expect(items[1].cells["label"] == "Ti piace?")
        #expect(items[1].choices.map(\.label) == ["Sì", "No"])
        // What is no part of a questionnaire is a column that the report names.
        #expect(items[1].cells["title"] == "Domanda 1")
        #expect(items[1].cells["resprocessing"] == "resprocessing")
        #expect(items[2].cells["label"] == "Perché?")
        #expect(items[2].cells["constraint"] == "string-length(.) <= 80")
        #expect(items[4].cells["label"] == "Cane")
    }

    private static func item(_ id: String, _ body: String) -> String {
        """
        <assessmentItem identifier="\(id)" title="\(id)"><responseDeclaration identifier="R" baseType="integer"/>
        <itemBody>\(body)</itemBody></assessmentItem>
        """
    }

    @Test(arguments: [
        (
            #"<choiceInteraction maxChoices="2" shuffle="true"><prompt>Quali?</prompt><simpleChoice identifier="a">Uno</simpleChoice></choiceInteraction>"#,
            "select_multiple"
        ),
        (#"<p>Quante?</p><textEntryInteraction responseIdentifier="R"/>"#, "integer"),
        (#"<extendedTextInteraction responseIdentifier="X"><prompt>Racconta</prompt></extendedTextInteraction>"#, "text"),
        (#"<orderInteraction><simpleChoice identifier="a">Uno</simpleChoice></orderInteraction>"#, "rank"),
        (#"<sliderInteraction lowerBound="1" upperBound="9"/>"#, "range"), (#"<uploadInteraction/>"#, "file"),
        (#"<gapMatchInteraction/>"#, "gapMatchInteraction"),
    ])
    func interactionsOfTheNewerVersionAreQuestions(_ body: String, _ type: String) throws {
        #expect(types(try items(read(Self.item("q", body)))) == [type])
    }

    @Test func aPackageIsReadInTheOrderOfItsTest() throws {
        let test = """
            <assessmentTest identifier="t" title="Prova"><testPart><assessmentSection title="Parte"><assessmentItemRef href="b.xml"/>
            <assessmentItemRef href="gone.xml"/></assessmentSection></testPart></assessmentTest>
            """
        var archive = StoredZip()
        archive.add("items/a.xml", Array(Self.item("a", "<uploadInteraction/>").utf8))
        archive.add("items/b.xml", Array(Self.item("b", "<p>Altro</p>").utf8))
        archive.add("test.xml", Array(test.utf8))
        archive.add("imsmanifest.xml", Array("<manifest/>".utf8))
        let reader = QTIReader(package: archive.bytes)
        #expect(reader?.title == "Prova")
        // An item that is missing is named; one that the test does not name comes last.
        #expect(types(try items(reader)) == ["begin_group", "note", "form setting", "end_group", "file"])
    }

    @Test func otherDocumentsAreNone() throws {
        #expect(try read("<questestinterop/>") == nil)
        #expect(try read("<survey/>") == nil)
        #expect(QTIReader(package: Array("PK".utf8)) == nil)
    }
}
