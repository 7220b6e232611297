import Testing

@testable import Questionnaires

@Suite struct QuestionLinesTests {
    private func lines(_ text: String, at id: Int64? = nil, in structure: Structure = Structure()) throws -> Structure {
        try #require(QuestionLines(text, at: id, in: structure)).structure
    }

    @Test func aLineIsAQuestionAnsweredInWords() throws {
        let questions = try lines("How was it?\n\n2. Why?").questions
        #expect(questions.map(\.text) == ["How was it?", "Why?"])
        #expect(questions.map(\.format) == [.free, .free])
        #expect(questions.map(\.code) == ["q1", "q2"])
    }

    @Test func answersStandBehindASign() throws {
        let questions = try lines("Do you eat there? *\n- Yes = 2\n- No = 1\nWhat do you like?\n[ ] Bread\n[ ] Soup").questions
        #expect(questions[0].isMandatory)
        #expect(questions[0].format == .single)
        #expect(questions[0].answers.map(\.text) == ["Yes", "No"])
        #expect(questions[0].answers.map(\.score) == [2, 1])
        #expect(questions[1].format == .multiple)
        #expect(questions[1].answers.map(\.text) == ["Bread", "Soup"])
    }

    @Test func twoNumbersAreAScale() throws {
        let question = try #require(try lines("How good was it?\n- 1..5 not at all / very").questions.first)
        #expect(question.look == .scale)
        #expect(question.answers.map(\.score) == [1, 2, 3, 4, 5])
        #expect(question.answers.first?.text == "not at all")
        #expect(question.answers.last?.text == "very")
    }

    @Test func cellsOfASheetAreAQuestionAndItsAnswers() throws {
        let question = try #require(try lines("Do you eat there?\tYes\tNo").questions.first)
        #expect(question.text == "Do you eat there?")
        #expect(question.answers.map(\.text) == ["Yes", "No"])
    }

    @Test func listsOfADocumentHaveTabsBehindTheirNumbersAndSigns() throws {
        let questions = try lines("1.\tDo you eat there?\n•\tYes\no\tNo\n2.\tWhy?\na)\tCheap\n-\tNear").questions
        #expect(questions.map(\.text) == ["Do you eat there?", "Why?"])
        #expect(questions.map { $0.answers.map(\.text) } == [["Yes", "No"], ["Cheap", "Near"]])
    }

    @Test func aColumnOfNumbersIsNoQuestion() throws {
        let questions = try lines("1\tDo you eat there?\tYes\tNo\n2\tWhy?").questions
        #expect(questions.map(\.text) == ["Do you eat there?", "Why?"])
        #expect(questions[0].answers.map(\.text) == ["Yes", "No"])
    }

    @Test func aTitleBeginsAPage() throws {
        let structure = try lines("# Meals\nWhen?\n# Rooms\nWhere?")
        #expect(structure.pages.map(\.text) == ["Meals", "Rooms"])
        #expect(structure.pages.map { $0.paragraphs[0].questions.map(\.text) } == [["When?"], ["Where?"]])
    }

    @Test func questionsAreInsertedBehindTheOneThatIsNamed() throws {
        let before = try lines("First?\nThird?")
        let structure = try lines("Second?", at: before.questions[0].id, in: before)
        #expect(structure.questions.map(\.text) == ["First?", "Second?", "Third?"])
    }

    @Test func anAnswerAloneBelongsToTheQuestionAboveIt() throws {
        let before = try lines("Do you eat there?")
        let structure = try lines("- Yes\n- No", at: before.paragraphs[0].id, in: before)
        #expect(structure.questions.count == 1)
        #expect(structure.questions[0].answers.map(\.text) == ["Yes", "No"])
    }

    @Test func aPlaceThatIsGoneTakesNothing() {
        #expect(QuestionLines("First?", at: 99, in: Structure())?.structure == nil)
    }
}
