import Testing

@testable import Questionnaires

@Suite struct EditingTests {
    private func sketch() -> Structure {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2)])
        sketch.page(20, [.choice(3)])
        sketch.rule(11, .show, 3)
        return sketch.structure.coded
    }

    @Test func whatIsAddedStandsAtTheEndAndHasACode() throws {
        let structure = sketch()
        let page = try #require(structure.adding(.page, to: nil))
        #expect(page.structure.pages.last?.id == page.id)
        #expect(page.structure.pages.last?.paragraphs.count == 1)
        let paragraph = structure.pages[0].paragraphs[0].id
        let question = try #require(structure.adding(.question, to: paragraph))
        #expect(question.structure.pages[0].paragraphs[0].questions.map(\.code) == ["q1", "q2", "q4"])
        #expect(structure.adding(.question, to: 10) == nil)
        #expect(structure.adding(.paragraph, to: 1) == nil)
        #expect(structure.adding(.answer, to: 1) == nil)
        #expect(structure.adding(.page, to: 10) == nil)
    }

    @Test func pagesAndParagraphsAreInsertedAnywhere() throws {
        let structure = sketch()
        let page = try #require(structure.inserting(behind: 10))
        #expect(page.pages.map { $0.paragraphs.flatMap(\.questions).count } == [2, 0, 1])
        #expect(page.pages[1].paragraphs.count == 1)
        let paragraph = try #require(structure.inserting(behind: structure.pages[0].paragraphs[0].id))
        #expect(paragraph.pages[0].paragraphs.map(\.questions.count) == [2, 0])
        #expect(structure.inserting(behind: 1) == nil)
    }

    @Test func whatIsRemovedTakesItsRulesAlong() {
        let structure = sketch()
        #expect(structure.removing(1).questions.map(\.id) == [2, 3])
        #expect(structure.removing(1).conditions.isEmpty)
        #expect(structure.removing(20).conditions.isEmpty)
        #expect(structure.removing(2).conditions.count == 1)
        #expect(structure.removing(999) == structure)
    }

    @Test func aQuestionMovesAcrossPagesAndBack() {
        let structure = sketch()
        let down = structure.moving(2, down: true)
        #expect(down.pages.map { $0.paragraphs[0].questions.map(\.id) } == [[1], [2, 3]])
        #expect(down.moving(2, down: false) == structure)
        #expect(structure.moving(1, down: false) == structure)
        #expect(structure.moving(20, down: true) == structure)
        #expect(structure.moving(20, down: false).pages.map(\.id) == [20, 10])
    }

    @Test func aCopyHasItsOwnIdsAndCodesAndTheRulesInsideIt() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2)])
        sketch.rule(11, .show, 2)
        let copied = sketch.structure.coded.duplicating(10)
        let ids = StructureOutline(copied).places.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(copied.pages.count == 2)
        #expect(copied.questions.map(\.code) == ["q1", "q2", "q3", "q4"])
        #expect(copied.conditions.count == 2)
        let outline = StructureOutline(copied)
        #expect(copied.conditions.allSatisfy { ConditionCheck.kinds($0, outline).isEmpty })
        #expect(copied.questions[2].answers.map(\.code) == ["a1", "a2"])
    }

    @Test func answersKeepTheirIdsWhenTheirWordsAreCorrectedOrMoved() {
        let before = [Answer(id: 1, text: "Yes", code: "a1", score: 2), Answer(id: 2, text: "No", code: "a2", score: 1)]
        #expect(AnswerLines.text(before, .italian) == "Yes = 2\nNo = 1")
        let moved = AnswerLines.read("No = 1\nYes = 2,5", over: before, freeID: -1)
        #expect(moved.map(\.id) == [2, 1])
        #expect(moved.map(\.score) == [1, 2.5])
        let corrected = AnswerLines.read("Certainly\nNo\n\n Perhaps ", over: before, freeID: -1)
        #expect(corrected.map(\.id) == [1, 2, -1])
        #expect(corrected.map(\.text) == ["Certainly", "No", "Perhaps"])
        #expect(corrected.map(\.score) == [nil, nil, nil])
        #expect(corrected.map(\.code) == ["a1", "a2", ""])
    }

    @Test func aSignOfEqualityWithoutANumberBelongsToTheText() {
        let answers = AnswerLines.read("a = b\n2 + 2 = 4 = 10\n2 + 2 = 4 =\n=", over: [], freeID: -1)
        #expect(answers.map(\.text) == ["a = b", "2 + 2 = 4", "2 + 2 = 4"])
        #expect(answers.map(\.score) == [nil, 10, nil])
        #expect(answers.map(\.id) == [-1, -2, -3])
        #expect(AnswerLines.text(answers, .english) == "a = b\n2 + 2 = 4 = 10\n2 + 2 = 4 =")
    }

    @Test func whatWasBegunIsCarriedOverByCodes() {
        let old = sketch()
        var new = old.renumbered
        new.pages[0].paragraphs[0].questions[1].answers.remove(at: 0)
        let replies = Replies([1: Reply(chosen: [12]), 2: Reply(chosen: [21]), 3: Reply(chosen: [31])])
        let carried = replies.carried(from: old, to: new)
        #expect(carried[new.questions[0].id].chosen == [new.questions[0].answers[1].id])
        #expect(carried[new.questions[1].id].isBlank)
        #expect(!carried[new.questions[2].id].isBlank)
    }
}
