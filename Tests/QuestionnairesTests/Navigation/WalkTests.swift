import Testing

@testable import Questionnaires

@Suite struct WalkTests {
    /// Attendance (1) decides over the page on lessons (20) and a question on reasons (2).
    private func evaluation() -> Sketch {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .single, 3, mandatory: true), .choice(2)])
        sketch.page(20, [.choice(3, .singleAcross, 4, mandatory: true), .choice(4, .singleAcross, 4, mandatory: true)])
        sketch.page(30, [.written(5)])
        sketch.rule(13, .show, 2)
        sketch.rule(13, .hide, 20)
        return sketch
    }

    @Test func aPageIsThereUntilAnAnswerHidesIt() {
        var walk = Navigation(evaluation().outline)
        #expect(walk.pages == [10, 20, 30])
        walk.reply(Reply(chosen: [13]), to: 1)
        #expect(walk.pages == [10, 30])
        #expect(walk.page(after: 10) == 30)
        #expect(walk.page(before: 30) == 10)
        #expect(walk.nearest(to: 20) == 30)
        walk.reply(Reply(chosen: [11]), to: 1)
        #expect(walk.pages == [10, 20, 30])
        #expect(walk.nearest(to: 20) == 20)
    }

    @Test func whatIsHiddenIsNeitherSentNorAskedForAndComesBackWithItsAnswer() {
        var walk = Navigation(evaluation().outline)
        walk.reply(Reply(chosen: [11]), to: 1)
        walk.reply(Reply(chosen: [32]), to: 3)
        walk.reply(Reply(chosen: [44]), to: 4)
        #expect(Submission(walk).answers.map(\.answer) == [11, 32, 44])
        #expect(Submission(walk).isAcceptable)
        walk.reply(Reply(chosen: [13]), to: 1)
        #expect(Submission(walk).answers.map(\.answer) == [13])
        #expect(Submission(walk).isAcceptable)
        #expect(!Submission(walk).shown.contains(3))
        #expect(Submission(walk).shown.contains(2))
        walk.reply(Reply(chosen: [12]), to: 1)
        #expect(Submission(walk).answers.map(\.answer) == [12, 32, 44])
    }

    @Test func aMandatoryQuestionIsAskedForOnlyWhereItIsShown() {
        var walk = Navigation(evaluation().outline)
        #expect(Submission(walk).refusals == [1: [.missing], 3: [.missing], 4: [.missing]])
        walk.reply(Reply(chosen: [13]), to: 1)
        #expect(Submission(walk).refusals == [:])
    }

    @Test func anAnswerInAHiddenQuestionDecidesNothing() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2), .choice(3)])
        sketch.rule(11, .show, 2)
        sketch.rule(21, .show, 3)
        var walk = Navigation(sketch.outline)
        walk.reply(Reply(chosen: [11]), to: 1)
        walk.reply(Reply(chosen: [21]), to: 2)
        #expect(walk.questions.map(\.id) == [1, 2, 3])
        walk.reply(Reply(chosen: [12]), to: 1)
        #expect(walk.questions.map(\.id) == [1])
    }

    @Test func oneShowingRuleIsEnoughAndOneHidingRuleToo() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .multiple, 4), .choice(2)])
        sketch.rule(11, .show, 2)
        sketch.rule(12, .show, 2)
        sketch.rule(13, .hide, 2)
        for (chosen, isShown) in [([], false), ([11], true), ([12], true), ([11, 12], true), ([11, 13], false), ([14], false)]
            as [([Int64], Bool)]
        {
            let walk = Navigation(sketch.outline, Replies([1: Reply(chosen: chosen)]))
            #expect(walk.visibility.shows(2) == isShown, "\(chosen)")
        }
    }

    @Test func aPageWithoutAnythingToAnswerIsPassedOver() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1)])
        sketch.page(20, [.choice(2)])
        sketch.page(30, [.choice(3)])
        sketch.rule(11, .show, 2)
        #expect(Navigation(sketch.outline).pages == [10, 30])
    }
}
