import Testing

@testable import Questionnaires

@Suite struct CheckTests {
    private static let heading = Heading(code: "VALDID", context: "teaching")

    private func kinds(_ sketch: Sketch, _ heading: Heading = Self.heading) -> Set<FaultKind> {
        Set(CheckReport(sketch.outline, heading).faults.map(\.kind))
    }

    private func kinds(_ question: Question) -> Set<FaultKind> {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), question])
        return kinds(sketch)
    }

    @Test func aSoundQuestionnaireHasNothingToSay() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), .written(2)])
        sketch.page(20, [.choice(3, .singleAcross), .choice(4, .singleAcross)])
        sketch.rule(11, .show, 20)
        #expect(kinds(sketch) == [])
        #expect(CheckReport(sketch.outline, Self.heading).isClean)
    }

    @Test func everyPartHoldsSomething() {
        #expect(kinds(Sketch()) == [.noPage])
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), Question(id: 2, text: "What?")])
        sketch.page(20, [])
        sketch.structure.pages.append(Page(id: 30))
        #expect(kinds(sketch).isSuperset(of: [.emptyQuestion, .emptyParagraph, .emptyPage]))
    }

    @Test func aWrittenAnswerHasOnePlaceToWrite() {
        var question = Question.written(2)
        question.answers.append(Answer(id: 29, format: .number))
        #expect(kinds(question) == [.freeNeedsOneAnswer])
        question.answers = [Answer(id: 21, text: "Yes")]
        #expect(kinds(question) == [.fixedUnderFree, .freeNeedsOneAnswer])
    }

    @Test func choosingTakesAtLeastTwo() {
        #expect(kinds(.choice(2, .single, 1)) == [.tooFewAnswers])
        #expect(kinds(.choice(2, .multiple, 1)) == [])
    }

    @Test func otherStandsLastAndOnce() {
        var question = Question.choice(2)
        question.answers.insert(Answer(id: 29, text: "Other", format: .text), at: 0)
        #expect(kinds(question) == [.otherNotLast])
        question.answers.append(Answer(id: 28, text: "Else", format: .text))
        #expect(kinds(question) == [.severalOthers])
        question.format = .singleAcross
        #expect(kinds(question) == [.writtenAcross])
    }

    @Test func textsAreWrittenAndDiffer() {
        var question = Question.choice(2)
        question.text = " "
        question.answers[0].text = ""
        #expect(kinds(question) == [.blankQuestion, .blankAnswer])
        question.text = "Question 1?"
        question.answers[0].text = "Answer 2 "
        #expect(kinds(question) == [.sameAnswerTwice, .sameQuestionTwice])
    }

    @Test func limitsLeaveSomethingBetweenThem() {
        #expect(kinds(.written(2, .number, Limits(least: "0", greatest: "80"))) == [])
        #expect(kinds(.written(2, .number, Limits(least: "80", greatest: "0"))) == [.badLimits])
        #expect(kinds(.written(2, .number, Limits(least: "few"))) == [.badLimits])
        #expect(kinds(.written(2, .day, Limits(least: "2026-01-01", greatest: "2025-01-01"))) == [.badLimits])
        #expect(kinds(.written(2, .text, Limits(length: 0))) == [.badLimits])
    }

    @Test func aRuleDependsOnAnAnswerBeforeIt() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), .written(2)])
        sketch.page(20, [.choice(3)])
        let sound = sketch
        for (trigger, target, kind) in [
            (21, 20, .triggerIsNotFixed), (31, 1, .triggerAfterTarget), (31, 20, .triggerInsideTarget), (11, 31, .targetIsAnswer),
            (11, 99, .conditionWithoutEnds), (99, 20, .conditionWithoutEnds),
        ] as [(Int64, Int64, FaultKind)] {
            sketch = sound
            sketch.rule(trigger, .show, target)
            #expect(kinds(sketch).contains(kind), "\(trigger) \(target)")
            #expect(!CheckReport(sketch.outline, Self.heading).isClean)
        }
        sketch = sound
        sketch.rule(11, .hide, 10)
        #expect(kinds(sketch).isSuperset(of: [.firstPageConditional, .triggerInsideTarget]))
        sketch = sound
        sketch.rule(11, .show, 20)
        sketch.rule(11, .show, 20)
        #expect(kinds(sketch) == [.sameConditionTwice])
    }

    @Test func theHeadingIsWholeAndKeepsItsPromise() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true)])
        #expect(kinds(sketch, Heading()) == [.noCode, .noContext])
        var heading = Self.heading
        heading.tags = [.activity, .student]
        heading.isCodeTaken = true
        #expect(kinds(sketch, heading) == [.namesTheAnonymous, .codeTwice])
        heading.isAnonymous = false
        #expect(kinds(sketch, heading) == [.codeTwice])
    }

    @Test func whatTiresIsWorthALook() {
        var sketch = Sketch()
        sketch.page(10, (101...116).map { Question.choice($0, .singleAcross) })
        #expect(kinds(sketch) == [.longPage, .longTable, .nothingMandatory])
        #expect(CheckReport(sketch.outline, Self.heading).isClean)
    }

    @Test func aRowAloneIsWorthALookOnlyBesideOtherRows() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), .choice(2, .singleAcross, 10), .written(3)])
        #expect(kinds(sketch) == [])
        var torn = Sketch()
        torn.page(10, [.choice(1, mandatory: true), .choice(2, .singleAcross, 2), .choice(3, .singleAcross, 4)])
        #expect(kinds(torn) == [.loneRow])
    }
}
