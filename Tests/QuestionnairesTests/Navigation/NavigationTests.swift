import Testing

@testable import Questionnaires

@Suite struct NavigationTests {
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
        var navigation = Navigation(evaluation().outline)
        #expect(navigation.pages == [10, 20, 30])
        navigation.reply(Reply(chosen: [13]), to: 1)
        #expect(navigation.pages == [10, 30])
        #expect(navigation.page(after: 10) == 30)
        #expect(navigation.page(before: 30) == 10)
        #expect(navigation.nearest(to: 20) == 30)
        navigation.reply(Reply(chosen: [11]), to: 1)
        #expect(navigation.pages == [10, 20, 30])
        #expect(navigation.nearest(to: 20) == 20)
    }

    @Test func whatIsHiddenIsNeitherSentNorAskedForAndComesBackWithItsAnswer() {
        var navigation = Navigation(evaluation().outline)
        navigation.reply(Reply(chosen: [11]), to: 1)
        navigation.reply(Reply(chosen: [32]), to: 3)
        navigation.reply(Reply(chosen: [44]), to: 4)
        #expect(Submission(navigation).answers.map(\.answer) == [11, 32, 44])
        #expect(Submission(navigation).isAcceptable)
        navigation.reply(Reply(chosen: [13]), to: 1)
        #expect(Submission(navigation).answers.map(\.answer) == [13])
        #expect(Submission(navigation).isAcceptable)
        #expect(!Submission(navigation).shown.contains(3))
        #expect(Submission(navigation).shown.contains(2))
        navigation.reply(Reply(chosen: [12]), to: 1)
        #expect(Submission(navigation).answers.map(\.answer) == [12, 32, 44])
    }

    @Test func aMandatoryQuestionIsAskedForOnlyWhereItIsShown() {
        var navigation = Navigation(evaluation().outline)
        #expect(Submission(navigation).refusals == [1: [.missing], 3: [.missing], 4: [.missing]])
        navigation.reply(Reply(chosen: [13]), to: 1)
        #expect(Submission(navigation).refusals == [:])
    }

    @Test func anAnswerInAHiddenQuestionDecidesNothing() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2), .choice(3)])
        sketch.rule(11, .show, 2)
        sketch.rule(21, .show, 3)
        var navigation = Navigation(sketch.outline)
        navigation.reply(Reply(chosen: [11]), to: 1)
        navigation.reply(Reply(chosen: [21]), to: 2)
        #expect(navigation.questions.map(\.id) == [1, 2, 3])
        navigation.reply(Reply(chosen: [12]), to: 1)
        #expect(navigation.questions.map(\.id) == [1])
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
            let navigation = Navigation(sketch.outline, Replies([1: Reply(chosen: chosen)]))
            #expect(navigation.visibility.shows(2) == isShown, "\(chosen)")
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
