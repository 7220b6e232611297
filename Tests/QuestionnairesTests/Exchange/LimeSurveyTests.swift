import Foundation
import Testing
import Web

@testable import Questionnaires

/// What exports of LimeSurvey hold besides plain questions: languages, arrays with columns, texts around the questions, settings.
@Suite struct LimeSurveyTests {
    private static func rows(_ name: String, _ rows: [[String: String]]) -> String {
        let all = rows.map { row in
            "<row>" + row.sorted { $0.key < $1.key }.map { "<\($0)><![CDATA[\($1)]]></\($0)>" }.joined() + "</row>"
        }
        return "<\(name)><rows>\(all.joined())</rows></\(name)>"
    }

    private func read(_ parts: [String], type: String = "Survey") -> ExchangePages.Read {
        let languages = "<languages><language>en</language><language>it</language><language>es</language></languages>"
        let document =
            "<?xml version=\"1.0\"?><document><LimeSurveyDocType>\(type)</LimeSurveyDocType>\(languages)\(parts.joined())</document>"
        return ExchangePages.read(Data(document.utf8), "x.lss", original: .italian)
    }

    private func notes(_ read: ExchangePages.Read, _ reason: String) -> [ImportNote] {
        read.report?.notes.filter { $0.reason == reason } ?? []
    }

    private static let question = ["qid": "1", "parent_qid": "0", "gid": "1", "title": "q", "question_order": "1"]

    /// A question of a kind with its words in two languages, within a survey of three.
    private func survey(_ type: String, _ more: [String] = []) -> ExchangePages.Read {
        read(
            [
                Self.rows("surveys", [["sid": "77", "language": "en"]]), Self.rows("groups", [["gid": "1", "group_order": "1"]]),
                Self.rows(
                    "group_l10ns",
                    [["gid": "1", "group_name": "Food", "language": "en"], ["gid": "1", "group_name": "Cibo", "language": "it"]]),
                Self.rows("questions", [Self.question.merging(["type": type]) { $1 }]),
                Self.rows(
                    "question_l10ns",
                    [
                        ["qid": "1", "question": "Good?", "language": "en"], ["qid": "1", "question": "Buono?", "language": "it"],
                        ["qid": "1", "question": "¿Bueno?", "language": "es"],
                    ]),
            ] + more)
    }

    private static let answers =
        rows("answers", [["aid": "5", "qid": "1", "code": "Y", "sortorder": "1", "assessment_value": "3"]])
        + rows("answer_l10ns", [["aid": "5", "answer": "Yes", "language": "en"], ["aid": "5", "answer": "Sì", "language": "it"]])

    private static let array =
        rows(
            "subquestions",
            [
                [
                    "qid": "11", "parent_qid": "1", "title": "R", "scale_id": "0", "question_order": "1", "question": "Riga",
                    "language": "it",
                ],
                [
                    "qid": "12", "parent_qid": "1", "title": "A", "scale_id": "1", "question_order": "1", "question": "Uno",
                    "language": "it",
                ],
                [
                    "qid": "13", "parent_qid": "1", "title": "B", "scale_id": "1", "question_order": "2", "question": "Due",
                    "language": "it",
                ],
            ])

    @Test func theLanguageOfTheSiteIsTheOriginalAndOthersAreTranslations() {
        let read = survey("L", [Self.answers])
        let question = read.file.structure.questions.first
        #expect(read.origin == FormOrigin("LimeSurvey", identifier: "77", title: ""))
        #expect(read.file.structure.pages.map(\.text) == ["Cibo"])
        #expect(question?.text == "Buono?")
        #expect(question?.translations["text", .english]?.text == "Good?")
        #expect(question?.answers.first?.text == "Sì")
        #expect(question?.answers.first?.translations["text", .english]?.text == "Yes")
        #expect(question?.answers.first?.score == 3)
        // A language that is not kept here is named.
        #expect(notes(read, "language").map(\.column) == ["label::es"])
    }

    @Test func everyCellOfAnArrayIsAQuestion() {
        let read = survey(";", [Self.array])
        #expect(read.file.structure.questions.map(\.text) == ["Riga – Uno", "Riga – Due"])
        #expect(read.file.structure.questions.map(\.code) == ["q_R_A", "q_R_B"])
    }

    @Test func bothScalesOfAnArrayAreAsked() {
        let scales = Self.rows(
            "answers",
            [
                ["aid": "5", "qid": "1", "code": "Y", "sortorder": "1", "scale_id": "0", "answer": "sì", "language": "it"],
                ["aid": "6", "qid": "1", "code": "N", "sortorder": "1", "scale_id": "1", "answer": "no", "language": "it"],
            ])
        let heads = Self.rows("question_attributes", [["qid": "1", "attribute": "dualscale_headerB", "value": "Poi"]])
        let structure = survey("1", [Self.array, scales, heads]).file.structure
        #expect(structure.questions.map(\.code) == ["q_R_0", "q_R_1"])
        #expect(structure.questions.map { $0.answers.map(\.text) } == [["sì"], ["no"]])
    }

    @Test func whatStandsAroundTheQuestionsIsKeptOrNamed() {
        let texts: [String: String] = [
            "surveyls_language": "it", "surveyls_title": "Mensa", "surveyls_welcometext": "Ciao!", "surveyls_endtext": "Grazie.",
        ]
        let more = [
            Self.rows("surveys_languagesettings", [texts]), Self.rows("quota", [["name": "Donne"]]),
            Self.rows("defaultvalues", [["qid": "1", "defaultvalue": "bene"]]),
            Self.rows(
                "question_attributes",
                [
                    ["qid": "1", "attribute": "maximum_chars", "value": "40"], ["qid": "1", "attribute": "time_limit", "value": "30"],
                    ["qid": "1", "attribute": "hide_tip", "value": "1"],
                ]),
        ]
        let read = survey("S", more)
        #expect(read.file.title == "Mensa")
        #expect(read.file.structure.pages.first?.note == "Ciao!")
        #expect(read.file.structure.questions.first?.answers.first?.limits.length == 40)
        #expect(notes(read, "formSetting").flatMap(\.rows).count == 2)
        #expect(notes(read, "default").map(\.about) == ["bene"])
        #expect(notes(read, "column").map(\.column) == ["time_limit"])
    }

    @Test func aQuestionAloneIsRead() {
        let read = read(
            [Self.rows("questions", [Self.question.merging(["type": "T", "question": "Come?", "language": "it"]) { $1 }])], type: "Question"
        )
        #expect(read.file.structure.questions.map(\.text) == ["Come?"])
    }
}
