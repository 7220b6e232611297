import Accounts
import Admin
import Foundation
import GRDB
import Testing

@testable import Questionnaires

@Suite struct ExchangeTests {
    private func file() -> ConfigurationFile {
        var mistakes: [ElementReading.Mistake] = []
        var file = ConfigurationFile(.null, mistakes: &mistakes)
        (file.code, file.title, file.structure) = ("VALDID", "Valutazione", Faculty.structure)
        file.structure.pages[0].paragraphs[0].questions[0].tags = [.attendance]
        file.structure.pages[1].paragraphs[0].questions[0].answers[0].score = 2.5
        return file
    }

    @Test func outAndInAndOutAgainIsTheSame() throws {
        let text = file().json.compact
        var mistakes: [ElementReading.Mistake] = []
        let read = ConfigurationFile(try JSON(parsing: text.utf8), mistakes: &mistakes)
        #expect(mistakes.isEmpty)
        #expect(read.json.compact == text)
        // Through the database too.
        try Faculty(students: 0).database.write { db in
            var other = read
            other.code = "ANOTHER"
            let actor = Actor(accountID: nil, name: "test", address: "", requestID: "")
            let id = try #require(try ExchangePages.store(other, by: actor, db))
            let draft = try #require(try QuestionnaireVersion.draft(of: id, db))
            let out = try #require(try ConfigurationFile(id, version: draft.id, db))
            // The title is taken there, so the new one has a number behind it.
            #expect(out.title == "Valutazione (2)")
            #expect(out.code == "ANOTHER")
            #expect(ElementRows(structure: out.structure.renumbered(from: 1, by: 1), questionnaire: 1).elements == Self.elements(text))
            #expect(try ExchangePages.store(other, by: actor, db) == nil)
        }
    }

    /// A line inside a text would be a line of its own in the text of a questionnaire, from which every act is undone.
    @Test func aTextOfAnotherProgramIsOneLine() {
        var changed = file()
        changed.structure.pages[0].text = "Prima\r\nseconda"
        changed.structure.pages[0].note = "Nota\r\n\r\nlunga"
        var mistakes: [ElementReading.Mistake] = []
        let read = ConfigurationFile(changed.json, mistakes: &mistakes).structure
        #expect(mistakes.isEmpty)
        #expect(read.pages[0].text == "Prima seconda")
        #expect(read.pages[0].note == "Nota\n\nlunga")
        let text = StructureReader(StructureWriter(changed.structure).text)
        #expect(text.mistakes.isEmpty)
        #expect(text.structure.pages[0].text == "Prima seconda")
        #expect(text.structure.pages[0].note == "Nota\n\nlunga")
    }

    /// SQLite and other programs in C end a text at a NUL.
    @Test func controlCharactersGoAsTheyDoInForms() throws {
        var changed = file()
        (changed.code, changed.title, changed.note) = ("VAL\u{0}DID", "Valu\u{0}tazione", "Prima\u{7}\nseconda\tnota")
        changed.dictionary = [TagEntry(code: "them\u{0}e", name: "Te\u{0}ma", family: .element, kind: .text)]
        var question = changed.structure.pages[0].paragraphs[0].questions[0]
        (question.text, question.category, question.labels) = ("Qu\u{0}ale?", "Con\u{1B}tenuti", [Label("them\u{0}e", "le\u{0}zioni")])
        question.translations["text", .english] = .init("Wh\u{0}ich?", of: question.text)
        question.answers[0].text = "S\u{0}ì"
        changed.structure.pages[0].paragraphs[0].questions[0] = question
        var mistakes: [ElementReading.Mistake] = []
        let read = ConfigurationFile(try JSON(parsing: changed.json.compact.utf8), mistakes: &mistakes)
        #expect(mistakes.isEmpty)
        #expect(read.code == "VALDID")
        #expect(read.title == "Valutazione")
        #expect(read.note == "Prima\nseconda\tnota")
        #expect(read.dictionary.map(\.code) == ["theme"])
        #expect(read.dictionary.map(\.name) == ["Tema"])
        let asked = read.structure.questions[0]
        #expect(asked.text == "Quale?")
        #expect(asked.category == "Contenuti")
        #expect(asked.labels == [Label("theme", "lezioni")])
        let english = asked.translations["text", .english]
        #expect(english?.text == "Which?")
        #expect(english?.of == "Quale?")
        #expect(asked.answers[0].text == "Sì")
    }

    private static func elements(_ text: String) -> [JSON] { (try? JSON(parsing: text.utf8))?["QUESITI"]?.list ?? [] }

    /// The example of the source, with its spellings mixed.
    @Test func rowsOfOtherProgramsAreRead() throws {
        let text = """
            [{"QUESTIONARIO_ID":41,"QUESITO_ID":1013,"TIPO_ELEM_COD":"q_risposta","TIPO_FORMATO_COD":"TL_RSP_TFB","DES":"Basso","ORD_VIS":9,"PARENT_QUESITO_ID":1012},
             {"QUESTIONARIO_ID":41,"QUESITO_ID":1000,"TIPO_ELEM_COD":"Q_pagina","TIPO_FORMATO_COD":null,"DES":"Il corso","ORD_VIS":6,"PARENT_QUESITO_ID":null},
             {"QUESTIONARIO_ID":41,"QUESITO_ID":1011,"TIPO_ELEM_COD":"Q_paragrafo","TIPO_FORMATO_COD":null,"DES":"","ORD_VIS":7,"PARENT_QUESITO_ID":1000},
             {"QUESTIONARIO_ID":41,"QUESITO_ID":1012,"TIPO_ELEM_COD":"Q_DOMANDA","TIPO_FORMATO_COD":"TL_RSP_OFS","DES":"Il carico era adeguato","ORD_VIS":8,"PARENT_QUESITO_ID":1011}]
            """
        let reading = ElementReading(elements: try #require(try JSON(parsing: text.utf8).list), conditions: [])
        #expect(reading.mistakes.isEmpty)
        let question = try #require(reading.structure.questions.first)
        #expect(question.format == .singleAcross)
        #expect(question.answers.map(\.text) == ["Basso"])
        #expect(reading.structure.pages[0].text == "Il corso")
    }

    @Test(arguments: ["LUNGH_MAX": 0, "DECIMALI": -1]) func limitsThatNothingCouldKeepAreRefused(name: String, value: Int) throws {
        let rows = file().json["QUESITI"]?.list ?? []
        let changed = rows.map { row in
            var row = row
            if row["TIPO_ELEM_COD"]?.text == "Q_RISPOSTA" { row[name] = .number(value) }
            return row
        }
        #expect(ElementReading(elements: rows, conditions: []).mistakes.isEmpty)
        #expect(ElementReading(elements: changed, conditions: []).mistakes.first?.key == "limit")
    }

    /// Each text one character longer than its form takes it, and where the refusal says that it stands.
    @Test func whatIsLongerThanItsFormTakesItIsRefusedAtItsRow() throws {
        func long(_ limit: Int) -> String { String(repeating: "x", count: limit + 1) }
        var heading = file()
        (heading.code, heading.title, heading.note) = (long(40), long(160), long(2000))
        heading.translations["name", .english] = .init(long(160), of: heading.title)
        heading.dictionary = [TagEntry(code: "theme", name: long(80), family: .element, kind: .text)]
        heading.labels = (0...20).map { Label("t\($0)") }
        typealias Mistake = ElementReading.Mistake
        #expect(
            mistakes(of: heading.json) == [
                Mistake(key: "longHeading", about: "QUESTIONARIO_COD", limit: 40), Mistake(key: "longHeading", about: "DES", limit: 160),
                Mistake(key: "longHeading", about: "TRADUZIONI en DES", limit: 160),
                Mistake(key: "longHeading", about: "NOTE", limit: 2000), Mistake(key: "headingTags", limit: 20),
                Mistake(key: "tagName", about: "theme", limit: 80),
            ])
        var asked = file()
        (asked.structure.pages[0].text, asked.structure.pages[0].paragraphs[0].note) = (long(300), long(2000))
        var question = asked.structure.pages[0].paragraphs[0].questions[0]
        (question.text, question.note, question.category) = (long(500), long(500), long(80))
        question.translations["text", .english] = .init(long(2000), of: question.text)
        (question.answers[0].text, question.answers[0].labels) = (long(300), [Label("theme", long(200))])
        asked.structure.pages[0].paragraphs[0].questions[0] = question
        let found = mistakes(of: asked.json)
        #expect(found.allSatisfy { $0.key == "long" })
        #expect(found.compactMap(\.limit) == [300, 2000, 500, 2000, 500, 80, 300, 200])
        let places = ["1, DES", "2, NOTE", "3, DES", "3, TRADUZIONI en DES", "3, NOTE", "3, CATEGORIA_COD", "4, DES", "4, TAG"]
        #expect(found.map(\.about) == places)
    }

    @Test func moreAnswersThanAFormHasLinesForAreRefused() {
        var crowded = file()
        crowded.structure.pages[0].paragraphs[0].questions[0] = .choice(900, .single, 51)
        #expect(mistakes(of: crowded.json) == [ElementReading.Mistake(key: "answers", about: "3", limit: 50)])
    }

    @Test(arguments: ["COD_STABILE", "VAL_MIN", "VAL_MAX"]) func aCodeOrBoundThatIsTooLongIsRefused(name: String) {
        let rows = (file().json["QUESITI"]?.list ?? []).map { row in
            var row = row
            if row["TIPO_ELEM_COD"]?.text == "Q_RISPOSTA" { row[name] = .text(String(repeating: "1", count: 41)) }
            return row
        }
        let mistake = ElementReading(elements: rows, conditions: []).mistakes.first
        #expect(mistake?.key == "long")
        #expect(mistake?.about == "4, \(name)")
        #expect(mistake?.limit == 40)
    }

    /// One that only just fits is not cut to make room for a number it does not need.
    @Test func whatFitsTheFormIsTakenAsItIs() throws {
        var other = file()
        (other.code, other.title) = (String(repeating: "c", count: 40), String(repeating: "t", count: 160))
        #expect(mistakes(of: other.json).isEmpty)
        try Faculty(students: 0).database.write { db in
            let actor = Actor(accountID: nil, name: "test", address: "", requestID: "")
            let id = try #require(try ExchangePages.store(other, by: actor, db))
            #expect(try String.fetchOne(db, sql: "SELECT name FROM questionnaire WHERE id = ?", arguments: [id]) == other.title)
        }
    }

    private func mistakes(of json: JSON) -> [ElementReading.Mistake] {
        var mistakes: [ElementReading.Mistake] = []
        _ = ConfigurationFile(json, mistakes: &mistakes)
        return mistakes
    }

    /// Results divide by what lies between the smallest and the greatest.
    @Test(arguments: ["inf", "nan", "1e308", "0x1p9"]) func pointsThatCannotBeReckonedWithAreNone(points: String) {
        let rows = (file().json["QUESITI"]?.list ?? []).map { row in
            var row = row
            if row["TIPO_ELEM_COD"]?.text == "Q_RISPOSTA" { row["PUNTEGGIO"] = .text(points) }
            return row
        }
        #expect(ElementReading(elements: rows, conditions: []).structure.questions.flatMap(\.answers).allSatisfy { $0.score == nil })
    }

    @Test func whatIsTooLargeIsRefusedBeforeItIsRead() {
        let page = JSON.values(["QUESITO_ID": .number(1), "TIPO_ELEM_COD": .text("Q_PAGINA")])
        let reading = ElementReading(elements: Array(repeating: page, count: Structure.largest + 1), conditions: [])
        #expect(reading.mistakes.map(\.key) == ["tooLarge"])
        #expect(reading.structure.pages.isEmpty)
    }

    @Test func whatDoesNotFitIsNamed() throws {
        let rows = try #require(
            try JSON(
                parsing: """
                    [{"QUESITO_ID":1,"TIPO_ELEM_COD":"Q_PAGINA","ORD_VIS":1},{"QUESITO_ID":1,"TIPO_ELEM_COD":"Q_DOMANDA","ORD_VIS":2,"PARENT_QUESITO_ID":1},
                     {"QUESITO_ID":3,"TIPO_ELEM_COD":"Q_COSA"},{"TIPO_ELEM_COD":"Q_PAGINA"}]
                    """.utf8
            ).list)
        let keys = ElementReading(elements: rows, conditions: []).mistakes.map(\.key)
        #expect(keys == ["row", "row", "idTwice", "parent"])
        let loose = ElementReading(
            elements: [rows[0]], conditions: [.object([("RISPOSTA_ID", .number(9)), ("AZIONE_COD", .text("MOSTRA"))])])
        #expect(loose.mistakes.map(\.key) == ["condition"])
        var mistakes: [ElementReading.Mistake] = []
        _ = ConfigurationFile(.list([]), mistakes: &mistakes)
        #expect(mistakes.map(\.key) == ["noFile"])
    }
}
