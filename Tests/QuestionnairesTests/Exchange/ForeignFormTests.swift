import Admin
import Foundation
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Forms of other programs, made for this test.
@Suite struct ForeignFormTests {
    private static let surveyJS = """
        {"title": {"default": "Clima", "en": "Climate"}, "pages": [
          {"name": "one", "title": "Prima", "elements": [
            {"type": "radiogroup", "name": "came", "title": "Ci sei stato?", "isRequired": true, "choices": ["yes", {"value": "no", "text": "No"}]},
            {"type": "rating", "name": "liked", "title": "Quanto?", "rateMin": 1, "rateMax": 5, "minRateDescription": "poco",
             "maxRateDescription": "tanto", "visibleIf": "{came} = 'yes'"},
            {"type": "rating", "name": "stars", "rateType": "stars"},
            {"type": "ranking", "name": "order", "choices": ["a", "b", "c"], "choicesOrder": "random"},
            {"type": "text", "name": "age", "title": "Età", "inputType": "number", "min": 18, "max": 99, "step": 1},
            {"type": "checkbox", "name": "why", "choices": ["x", "y"], "showOtherItem": true},
            {"type": "matrix", "name": "parts", "title": "Le parti", "columns": ["good", "bad"], "rows": ["food", {"value": "bus", "text": "Autobus"}]}
          ]},
          {"name": "two", "elements": [
            {"type": "comment", "name": "more", "title": "Perché {came}?", "visibleIf": "{age} >= 30 and {why} anyof ['x', 'y']",
             "validators": [{"type": "regex"}]},
            {"type": "file", "name": "sign", "acceptedTypes": "image/*", "allowMultiple": false}
          ]}
        ]}
        """

    private func read(_ text: String, _ name: String = "form") -> ExchangePages.Read {
        ExchangePages.read(Data(text.utf8), name, original: .italian)
    }

    private func notes(_ read: ExchangePages.Read) -> [String] {
        read.report?.notes.map { "\($0.rowText) \($0.column) \($0.reason)" } ?? []
    }

    @Test func aSurveyOfSurveyJSBecomesADraft() {
        let read = read(Self.surveyJS)
        #expect(read.mistakes == [])
        let structure = read.file.structure
        #expect(read.file.title == "Clima")
        #expect(structure.pages.map(\.text) == ["Prima", ""])
        #expect(
            structure.questions.map(\.code) == ["came", "liked", "stars", "order", "age", "why", "parts_food", "parts_bus", "more", "sign"])
        #expect(
            structure.questions.map(\.kind) == [
                "single", "scale", "stars", "ranking", "free", "multiple", "singleAcross", "singleAcross", "free", "free",
            ])
        #expect(structure.questions[1].answers.map(\.text) == ["poco", "2", "3", "4", "tanto"])
        #expect(structure.questions[3].isShuffled)
        #expect(structure.questions[4].answers[0].limits == Limits(least: "18", greatest: "99", decimals: 0))
        #expect(structure.questions[5].answers.last?.format == .text)
        #expect(structure.questions[8].text == "Perché {came}?")
        let outline = StructureOutline(structure)
        #expect(structure.conditions.map { outline.reference($0.trigger) } == ["came.yes"])
        #expect(structure.rules.map { RuleText.text($0.test, outline.reference) } == ["age >= 30 and (why.x or why.y)"])
        #expect(notes(read).contains { $0.hasSuffix("validators column") })
        #expect(notes(read).contains { $0.hasSuffix("type asksFile") })
        #expect(notes(read).contains { $0.hasSuffix("file_limits fileLimits") })
        #expect(structure.questions.last?.answers.map(\.format) == [.file])
    }

    @Test func aTextInGIFTBecomesADraft() {
        let read = read(
            """
            // Una nota
            $CATEGORY: prova

            ::Colore:: Di che colore è il \\{cielo\\}? {=blu#giusto ~rosso ~verde}

            La capitale d’Italia è {=Roma =roma}.

            L’acqua bolle a 100 gradi.{T}

            Quanto fa 6 × 7? {#42:0}

            Quali sono pari? {~%50%2 ~%50%4 ~%-100%5}

            Che cosa ne pensi? {}
            """)
        let questions = read.file.structure.questions
        #expect(
            questions.map(\.text) == [
                "Di che colore è il {cielo}?", "La capitale d’Italia è ____ .", "L’acqua bolle a 100 gradi.", "Quanto fa 6 × 7?",
                "Quali sono pari?",
                "Che cosa ne pensi?",
            ])
        #expect(questions.map(\.kind) == ["single", "free", "single", "free", "multiple", "free"])
        #expect(questions[0].answers.map(\.text) == ["blu", "rosso", "verde"])
        #expect(notes(read).contains { $0.hasSuffix("answer column") })
        #expect(notes(read).contains { $0.hasSuffix("feedback column") })
    }

    @Test func aSurveyOfLimeSurveyBecomesADraft() {
        func rows(_ name: String, _ rows: [[String: String]]) -> String {
            let all = rows.map { row in
                "<row>" + row.sorted { $0.key < $1.key }.map { "<\($0)><![CDATA[\($1)]]></\($0)>" }.joined() + "</row>"
            }
            return "<\(name)><rows>\(all.joined())</rows></\(name)>"
        }
        func question(_ qid: String, _ type: String, _ title: String, _ text: String, _ more: [String: String] = [:]) -> [String: String] {
            [
                "qid": qid, "parent_qid": "0", "gid": "1", "type": type, "title": title, "question": text, "question_order": qid,
                "language": "it",
            ]
            .merging(more) { $1 }
        }
        let document =
            "<?xml version=\"1.0\"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType>"
            + rows("surveys", [["language": "it"]])
            + rows("surveys_languagesettings", [["surveyls_language": "it", "surveyls_title": "Mensa"]])
            + rows("groups", [["gid": "1", "group_name": "Il cibo", "group_order": "0", "language": "it"]])
            + rows(
                "questions",
                [
                    question("1", "L", "eats", "<b>Mangi</b> qui?", ["mandatory": "Y"]),
                    question("2", "F", "parts", "Com’è?", ["relevance": "((eats.NAOK == \"Y\"))"]),
                    question("3", "N", "times", "Quante volte?"), question("4", "M", "what", "Che cosa?"),
                    question("5", "T", "why", "Perché?", ["relevance": "times.NAOK > 3 && what_P.NAOK == \"Y\""]),
                    question("6", "|", "photo", "Una foto"), question("7", "5", "note", "Un voto"),
                ])
            + rows(
                "question_attributes",
                [
                    ["qid": "6", "attribute": "allowed_filetypes", "value": "png"],
                    ["qid": "6", "attribute": "max_num_of_files", "value": "2"],
                ])
            + rows(
                "subquestions",
                [
                    [
                        "qid": "21", "parent_qid": "2", "title": "P1", "question": "Pane", "question_order": "1", "language": "it",
                        "scale_id": "0",
                    ],
                    [
                        "qid": "22", "parent_qid": "2", "title": "P2", "question": "Pasta", "question_order": "2", "language": "it",
                        "scale_id": "0",
                    ],
                    [
                        "qid": "41", "parent_qid": "4", "title": "P", "question": "Primo", "question_order": "1", "language": "it",
                        "scale_id": "0",
                    ],
                    [
                        "qid": "42", "parent_qid": "4", "title": "S", "question": "Secondo", "question_order": "2", "language": "it",
                        "scale_id": "0",
                    ],
                ])
            + rows(
                "answers",
                [
                    ["qid": "1", "code": "Y", "answer": "Sì", "sortorder": "1", "language": "it"],
                    ["qid": "1", "code": "N", "answer": "No", "sortorder": "2", "language": "it"],
                    ["qid": "2", "code": "G", "answer": "Buono", "sortorder": "1", "language": "it"],
                    ["qid": "2", "code": "B", "answer": "Cattivo", "sortorder": "2", "language": "it"],
                ]) + "</document>"
        let read = read(document)
        #expect(read.mistakes == [])
        let structure = read.file.structure
        #expect(read.file.title == "Mensa")
        #expect(
            structure.questions.map(\.text) == [
                "Mangi qui?", "Pane", "Pasta", "Quante volte?", "Che cosa?", "Perché?", "Una foto", "Un voto",
            ])
        #expect(structure.questions.map(\.kind) == ["single", "singleAcross", "singleAcross", "free", "multiple", "free", "free", "scale"])
        let outline = StructureOutline(structure)
        #expect(structure.conditions.map { outline.reference($0.trigger) } == ["eats.Y"])
        #expect(structure.rules.map { RuleText.text($0.test, outline.reference) } == ["times > 3 and what.P"])
        #expect(notes(read).contains { $0.hasSuffix("type asksFile") })
        #expect(read.report?.notes.first { $0.reason == "fileLimits" }?.about == "allowed_filetypes png; max_num_of_files 2")
        #expect(structure.questions[6].answers.map(\.format) == [.file])
    }

    @Test func aSurveyOfQualtricsBecomesADraft() {
        let read = read(
            """
            {"SurveyEntry": {"SurveyName": "Biblioteca"}, "SurveyElements": [
              {"Element": "FL", "Payload": {"Flow": [{"Type": "Block", "ID": "B2"}, {"Type": "Block", "ID": "B1"}]}},
              {"Element": "BL", "Payload": {
                "1": {"Type": "Standard", "ID": "B1", "Description": "Dopo", "BlockElements": [{"Type": "Question", "QuestionID": "QID2"}]},
                "2": {"Type": "Default", "ID": "B2", "Description": "Prima", "BlockElements": [{"Type": "Question", "QuestionID": "QID1"}]}}},
              {"Element": "SQ", "Payload": {"QuestionID": "QID1", "DataExportTag": "Q1", "QuestionText": "<p>Ci vai?</p>", "QuestionType": "MC",
                "Selector": "SAVR", "Choices": {"1": {"Display": "Sì"}, "2": {"Display": "No"}}, "ChoiceOrder": ["2", "1"],
                "Validation": {"Settings": {"ForceResponse": "ON"}}}},
              {"Element": "SQ", "Payload": {"QuestionID": "QID2", "DataExportTag": "Q2", "QuestionText": "Che cosa manca?", "QuestionType": "TE",
                "Selector": "SL", "DisplayLogic": {"0": {"Type": "If"}}}}
            ]}
            """)
        let structure = read.file.structure
        #expect(read.file.title == "Biblioteca")
        #expect(structure.pages.map(\.text) == ["Prima", "Dopo"])
        #expect(structure.questions.map(\.text) == ["Ci vai?", "Che cosa manca?"])
        #expect(structure.questions[0].answers.map(\.text) == ["No", "Sì"])
        #expect(structure.questions[0].isMandatory)
        #expect(notes(read).contains { $0.hasSuffix("DisplayLogic column") })
    }

    private static let moodleFeedback = """
        <?xml version="1.0" encoding="UTF-8" ?>
        <FEEDBACK VERSION="200701" COMMENT="XML-Importfile for mod/feedback"><ITEMS>
        <ITEM TYPE="label" REQUIRED="0"><ITEMID><![CDATA[1]]></ITEMID><PRESENTATION><![CDATA[<p>Due minuti.</p>]]></PRESENTATION></ITEM>
        <ITEM TYPE="multichoice" REQUIRED="1"><ITEMID><![CDATA[2]]></ITEMID><ITEMTEXT><![CDATA[Ci sei stato?]]></ITEMTEXT>
        <PRESENTATION><![CDATA[r>>>>>sì|no<<<<<1]]></PRESENTATION><DEPENDITEM><![CDATA[0]]></DEPENDITEM></ITEM>
        <ITEM TYPE="pagebreak" REQUIRED="0"><ITEMID><![CDATA[3]]></ITEMID></ITEM>
        <ITEM TYPE="multichoicerated" REQUIRED="0"><ITEMID><![CDATA[4]]></ITEMID><ITEMTEXT><![CDATA[Com’era?]]></ITEMTEXT>
        <PRESENTATION><![CDATA[r>>>>>1####male|2####così|3####bene]]></PRESENTATION>
        <DEPENDITEM><![CDATA[2]]></DEPENDITEM><DEPENDVALUE><![CDATA[sì]]></DEPENDVALUE></ITEM>
        <ITEM TYPE="numeric" REQUIRED="0"><ITEMID><![CDATA[5]]></ITEMID><ITEMTEXT><![CDATA[Quante volte?]]></ITEMTEXT>
        <PRESENTATION><![CDATA[0|10]]></PRESENTATION></ITEM>
        <ITEM TYPE="multichoice" REQUIRED="0"><ITEMID><![CDATA[6]]></ITEMID><ITEMTEXT><![CDATA[Che cosa?]]></ITEMTEXT>
        <PRESENTATION><![CDATA[c>>>>>pane|pasta]]></PRESENTATION></ITEM>
        <ITEM TYPE="captcha" REQUIRED="0"><ITEMID><![CDATA[7]]></ITEMID></ITEM>
        </ITEMS></FEEDBACK>
        """

    @Test func aFeedbackOfMoodleBecomesADraft() {
        let read = read(Self.moodleFeedback)
        #expect(read.mistakes == [])
        let structure = read.file.structure
        #expect(structure.pages.count == 2)
        #expect(structure.questions.map(\.text) == ["Ci sei stato?", "Com’era?", "Quante volte?", "Che cosa?"])
        #expect(structure.questions.map(\.kind) == ["single", "scale", "free", "multiple"])
        #expect(structure.questions[1].answers.map(\.text) == ["male", "così", "bene"])
        #expect(structure.questions[2].answers[0].limits.greatest == "10")
        #expect(structure.conditions.count == 1)
        #expect(notes(read).contains { $0.hasSuffix("hidden") })
    }

    @Test func questionsAsPeopleWriteThemBecomeADraft() {
        let read = read(
            """
            # Il servizio

            1. Come ti trovi?*
            - bene
            - male

            Che cosa usi?
            [ ] la sala
            [ ] i libri

            Che cosa cambieresti?
            ________
            """)
        let structure = read.file.structure
        #expect(read.file.title == "Il servizio")
        #expect(structure.questions.map(\.text) == ["Come ti trovi?", "Che cosa usi?", "Che cosa cambieresti?"])
        #expect(structure.questions.map(\.kind) == ["single", "multiple", "free"])
        #expect(structure.questions.map(\.isMandatory) == [true, false, false])
        #expect(self.read("Una lettera.\nCome stai?").mistakes.map(\.key) == ["nature.text"])
    }

    @Test func brokenFormsEndNothing() {
        let gift = "Quale? {=a#b ~%50%c -> d}\n\n::T:: x {#4..5} y\n\nz {}"
        for (name, text) in [
            ("surveyjs", Self.surveyJS), ("google", ForeignRemarksTests.googleForm), ("moodle", Self.moodleFeedback), ("gift", gift),
            ("text", "1. A?\n- b\n[ ] c\n2) D?*"),
        ] {
            let tried = Fuzzing.mutate(name, [text], 100) { bytes in
                _ = ExchangePages.read(Data(bytes), "x", original: .italian).file.structure.renumbered(from: 1, by: 1)
            }
            #expect(tried >= 100)
        }
    }
}
