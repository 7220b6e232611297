import Foundation
import Testing
import Web

@testable import Questionnaires

/// What forms of other programs hold besides questions: it is kept, or named.
@Suite struct ForeignRemarksTests {
    private func read(_ text: String) -> ExchangePages.Read { ExchangePages.read(Data(text.utf8), "form", original: .italian) }

    private func notes(_ read: ExchangePages.Read) -> [String] {
        read.report?.notes.map { [$0.column, $0.reason].filter { !$0.isEmpty }.joined(separator: " ") } ?? []
    }

    @Test func languagesOfSurveyJSAreTranslations() {
        let read = read(
            """
            {"pages": [{"name": "p", "title": {"default": "Cibo", "en": "Food"}, "description": "Due minuti.", "elements": [
              {"type": "radiogroup", "name": "q", "title": {"default": "Buono?", "en": "Good?", "es": "¿Bueno?"},
               "choices": [{"value": "y", "text": {"default": "Sì", "en": "Yes"}}]},
              {"type": "matrix", "name": "m", "title": "Le parti", "columns": ["a"], "rows": [{"value": "r", "text": {"default": "Pane", "en": "Bread"}}]}
            ]}]}
            """)
        let structure = read.file.structure
        #expect(structure.pages.first?.translations["text", .english]?.text == "Food")
        #expect(structure.pages.first?.note == "Due minuti.")
        #expect(structure.questions.map { $0.translations["text", .english]?.text } == ["Good?", "Bread"])
        #expect(structure.questions.first?.answers.first?.translations["text", .english]?.text == "Yes")
        #expect(notes(read).contains("label::es language"))
    }

    @Test func whatQualtricsHoldsBesidesQuestionsIsNamed() {
        let read = read(
            """
            {"SurveyEntry": {"SurveyID": "SV_1", "SurveyName": "Biblioteca"}, "SurveyElements": [
              {"Element": "FL", "Payload": {"Flow": [{"Type": "Branch", "Description": "Solo chi viene", "Flow": [{"Type": "Block", "ID": "B1"}]}]}},
              {"Element": "BL", "Payload": {"1": {"Type": "Standard", "ID": "B1", "BlockElements": [{"Type": "Question", "QuestionID": "Q"}]}}},
              {"Element": "SQ", "Payload": {"QuestionID": "Q", "QuestionText": "Ci vai?", "QuestionType": "MC", "Selector": "MAVR",
                "Choices": {"1": {"Display": "Sì"}, "2": {"Display": "Altro", "TextEntry": "true"}}, "SkipLogic": {"0": {"Type": "If"}},
                "Validation": {"Settings": {"ForceResponse": "OFF", "MinChoices": "2"}},
                "Language": {"EN": {"QuestionText": "Do you go?", "Choices": {"1": {"Display": "Yes"}}}}}}
            ]}
            """)
        let question = read.file.structure.questions.first
        #expect(read.origin == FormOrigin("Qualtrics", identifier: "SV_1", title: ""))
        #expect(question?.translations["text", .english]?.text == "Do you go?")
        #expect(question?.answers.first?.translations["text", .english]?.text == "Yes")
        #expect(Set(notes(read)).isSuperset(of: ["SkipLogic column", "MinChoices column", "TextEntry column", "formSetting"]))
    }

    static let googleForm = """
        {"formId": "f1", "info": {"title": "Orto", "documentTitle": "orto", "description": "Due minuti."}, "items": [
          {"itemId": "1", "title": "Ci vieni?", "questionItem": {"question": {"questionId": "a", "required": true, "choiceQuestion":
            {"type": "RADIO", "options": [{"value": "Sì"}, {"value": "No", "goToAction": "SUBMIT_FORM"}, {"isOther": true}], "shuffle": true}}}},
          {"itemId": "2", "title": "Quanto ti piace?", "questionItem": {"question": {"questionId": "b", "scaleQuestion":
            {"low": 1, "high": 5, "lowLabel": "poco", "highLabel": "tanto"}}}},
          {"itemId": "3", "title": "Altro", "description": "In fondo", "pageBreakItem": {}},
          {"itemId": "4", "title": "Le piante", "questionGroupItem": {"grid": {"columns": {"type": "RADIO", "options":
            [{"value": "bene"}, {"value": "male"}]}}, "questions": [{"rowQuestion": {"title": "Salvia"}}, {"rowQuestion": {"title": "Menta"}}]}},
          {"itemId": "5", "title": "Stelle", "questionItem": {"question": {"ratingQuestion": {"ratingScaleLevel": 3, "iconType": "STAR"}}}},
          {"itemId": "6", "title": "Quando?", "questionItem": {"question": {"dateQuestion": {"includeTime": true}}}},
          {"itemId": "7", "title": "Una foto", "questionItem": {"question": {"fileUploadQuestion": {"folderId": "x", "types": ["PDF"], "maxFiles": 3}}}},
          {"itemId": "8", "title": "Che cosa?", "questionItem": {"question": {"textQuestion": {"paragraph": true}}}}
        ]}
        """

    @Test func aFormOfGoogleFormsBecomesADraft() {
        let read = read(Self.googleForm)
        #expect(read.mistakes == [])
        let structure = read.file.structure
        #expect(read.file.title == "Orto")
        #expect(structure.pages.map(\.text) == ["", "Altro"])
        #expect(
            structure.questions.map(\.text) == [
                "Ci vieni?", "Quanto ti piace?", "Salvia", "Menta", "Stelle", "Quando?", "Una foto", "Che cosa?",
            ])
        #expect(structure.questions.map(\.kind) == ["single", "scale", "singleAcross", "singleAcross", "stars", "free", "free", "free"])
        #expect(structure.questions[0].isMandatory)
        #expect(structure.questions[0].isShuffled)
        #expect(structure.questions[0].answers.last?.format == .text)
        #expect(structure.questions[1].answers.map(\.text) == ["poco", "2", "3", "4", "tanto"])
        #expect(structure.questions[5].answers[0].format == .dateTime)
        #expect(notes(read).contains { $0.hasSuffix("goTo column") })
        #expect(notes(read).contains { $0.hasSuffix("type asksFile") })
        #expect(read.report?.notes.first { $0.reason == "fileLimits" }?.about == "maxFiles 3; types PDF")
        #expect(structure.questions[6].answers.map(\.format) == [.file])
        // A form stays anonymous: the check asks for a decision before it is published.
        #expect(read.file.isAnonymous)
    }

    @Test func whatGoogleFormsHoldsBesidesQuestionsIsNamed() {
        let read = read(
            """
            {"formId": "f", "info": {"title": "Orto"}, "settings": {"quizSettings": {"isQuiz": true}}, "items": [
              {"title": "Quale?", "questionItem": {"question": {"choiceQuestion": {"type": "RADIO", "options": [{"value": "A", "image": {}}]}}}},
              {"title": "Una foto", "imageItem": {}}
            ]}
            """)
        #expect(read.file.structure.questions.map(\.text) == ["Quale?"])
        #expect(Set(notes(read)).isSuperset(of: ["image media", "mediaItem", "formSetting"]))
    }
}
