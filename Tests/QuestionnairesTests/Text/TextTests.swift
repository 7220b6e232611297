import Testing
import Web

@testable import Questionnaires

@Suite struct TextTests {
    private static let example = """
        # Frequenza
        ## La tua frequenza
        > Solo questo corso.
        @en Your attendance
        @en> This course only.
        @en> No other.
        ? q1 single! Quante lezioni hai seguito?
        @en How many lectures did you attend?
        tag attendance
        - a1 Più della metà = 3
        @en More than half
        - a2 Nessuna
        + a3 Altro
        @en Other = 4
        # Il corso
        hide if q1.a2
        ##
        ? q2 number(0..80; 1) Ore di studio alla settimana (in media)
        > Anche a casa.
        category Studio
        ? q3 text(2000)! Suggerimenti
        show if q1.a1
        ? q4 day(2026-01-01..) Primo tentativo

        """

    @Test func aQuestionnaireIsWrittenAsItIsRead() throws {
        let reader = StructureReader(Self.example)
        #expect(reader.mistakes.isEmpty)
        let structure = reader.structure
        let questions = structure.questions
        #expect(questions.map(\.code) == ["q1", "q2", "q3", "q4"])
        #expect(questions.map(\.isMandatory) == [true, false, true, false])
        #expect(questions[0].answers.map(\.score) == [3, nil, nil])
        #expect(questions[0].answers.map(\.format) == [.fixed, .fixed, .text])
        #expect(questions[0].tags == [.attendance])
        #expect(structure.pages[0].paragraphs[0].note == "Solo questo corso.")
        #expect(questions[1].text == "Ore di studio alla settimana (in media)")
        #expect(questions[1].category == "Studio")
        #expect(questions[1].answers[0].limits == Limits(least: "0", greatest: "80", decimals: 1))
        #expect(questions[1].note == "Anche a casa.")
        #expect(questions[2].answers[0].limits.length == 2000)
        #expect(questions[3].answers[0].limits.least == "2026-01-01")
        let english = structure.reading(in: .english)
        #expect(english.pages[0].paragraphs[0].text == "Your attendance")
        #expect(english.pages[1].text == "Il corso")
        #expect(english.pages[0].paragraphs[0].note == "This course only.\nNo other.")
        #expect(english.questions[0].text == "How many lectures did you attend?")
        #expect(english.questions[0].answers.map(\.text) == ["More than half", "Nessuna", "Other = 4"])
        #expect(structure.conditions.map(\.action) == [.hide, .show])
        #expect(structure.conditions.map(\.target) == [structure.pages[1].id, questions[2].id])
        #expect(CheckReport(StructureOutline(structure), Heading(code: "A", context: "teaching")).isClean)
        #expect(StructureWriter(structure).text == Self.example)
    }

    @Test(arguments: 0..<200)
    func whateverIsWrittenComesBackTheSame(_ seed: Int) {
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 40_000)
        let structure = RandomStructure(&numbers).structure.coded
        let reader = StructureReader(StructureWriter(structure).text)
        #expect(reader.mistakes.isEmpty)
        // The ids of a reading are its own, and rules stand in the order of what they are about.
        let (was, isNow) = (structure.renumbered, reader.structure.renumbered)
        #expect(isNow.pages == was.pages)
        let same = { (structure: Structure) in Set(structure.conditions.map { "\($0.trigger) \($0.target) \($0.action.rawValue)" }) }
        #expect(same(isNow) == same(was))
        let tests = { (structure: Structure) in
            Set(structure.rules.map { "\($0.target) \($0.action.rawValue) \(RuleText.stored($0.test))" })
        }
        #expect(tests(isNow) == tests(was))
    }

    /// Whatever is undone goes through the text.
    @Test(arguments: [
        (AnswerFormat.text, Limits(), "Altro"), (AnswerFormat.text, Limits(length: 20), "Altro"),
        (AnswerFormat.text, Limits(length: 20), ""), (AnswerFormat.number, Limits(), "Anni"),
        (AnswerFormat.number, Limits(least: "-1.5", greatest: "80", decimals: 1), "Anni (circa)"),
        (AnswerFormat.day, Limits(greatest: "2026-12-31"), "Quando?"), (AnswerFormat.text, Limits(), "Altro (text(20))"),
    ])
    func whatIsWrittenBesideAChoiceKeepsItsLimits(_ format: AnswerFormat, _ limits: Limits, _ text: String) {
        var sketch = Sketch()
        sketch.page(10, [.choice(1)])
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[1].text = text
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[1].format = format
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[1].limits = limits
        let read = StructureReader(StructureWriter(sketch.structure).text)
        let answer = read.structure.questions[0].answers[1]
        #expect(read.mistakes.isEmpty)
        #expect(answer.text == text)
        #expect(answer.format == format)
        #expect(answer.limits == limits)
    }

    @Test(arguments: ["2 + 2 = 4", "a =", "x = y", "=", "- a1 b", "# no", "100 %"])
    func whateverAnAnswerSaysItStaysThat(_ text: String) {
        var sketch = Sketch()
        sketch.page(10, [.choice(1)])
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[0].text = text
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[1].text = text
        sketch.structure.pages[0].paragraphs[0].questions[0].answers[1].score = -1.5
        let read = StructureReader(StructureWriter(sketch.structure).text)
        #expect(read.mistakes.isEmpty)
        #expect(read.structure.questions[0].answers.map(\.text) == [text, text])
        #expect(read.structure.questions[0].answers.map(\.score) == [nil, -1.5])
    }

    @Test func everyMistakeIsNamedWithItsLine() {
        let reader = StructureReader(
            """
            ? q1 single Too early
            # Page
            ? q2 single No paragraph
            ##
            ? q3 often What?
            ? q 4 single
            // a comment
            ? q5 number(0..80 What?
            ? q6 single What?
            - a1 Yes
            show if q6.a9
            tag nothing
            hello
            ? q7 text What?
            - a1 An answer here means nothing
            @xx No such language
            # Page
            @en Page
            @en Twice
            @en> A note, and
            @en> another line
            """)
        #expect(reader.mistakes.map(\.line) == [1, 3, 5, 6, 8, 12, 13, 15, 16, 19, 11])
        #expect(
            reader.mistakes.last
                == StructureReader.Mistake(
                    line: 11, key: "answer", column: 9, reason: StructureReader.Reason(key: "answer", word: "q6.a9", known: ["q6.a1"])))
        #expect(reader.structure.questions.map(\.code) == ["q6", "q7"])
    }

    @Test func aMistakeHasItsColumnAndReasonAndNoFollowers() {
        let reader = StructureReader(
            """
            # Page
            ##
            ? q1 singl! How?
            - a1 Well
            - a2 Badly
            > A note
            ? q2 text Why?
              show if q1.a1
              show if q2.a1
            """)
        let format = StructureReader.Reason(
            key: "format", word: "singl",
            known: [
                "single", "multiple", "singleAcross", "multipleAcross", "scale", "nps", "stars", "ranking", "slider", "text", "day",
                "number", "time", "dateTime", "email", "file",
            ])
        #expect(
            reader.mistakes == [
                .init(line: 3, key: "line", column: 6, reason: format),
                .init(line: 9, key: "answer", column: 11, reason: .init(key: "answer", word: "q2.a1")),
            ], "\(reader.mistakes)")
    }

    /// Each a character longer, or one more, than its form takes it.
    @Test func whatIsMoreThanAFormTakesIsRefusedAtItsLine() {
        func long(_ limit: Int) -> String { String(repeating: "x", count: limit + 1) }
        let crowd = (0...50).map { "- a\($0) x" }.joined(separator: "\n")
        let reader = StructureReader(
            """
            # \(long(300))
            > A note that goes on
            > \(long(2000))
            @en \(long(2000))
            ##
            ? q1 single \(long(500))
            @en> \(long(2000))
            category \(long(80))
            category@en \(long(2000))
            label theme = short
            label field = \(long(200))
            - a1 \(long(300))
            @en \(long(2000))
            label theme = \(long(200))
            ? q2 text(5001) Words
            ? q3 number(..; 10) Number
            ? q4 day(\(long(40))..) Day
            ? q5 single Crowd
            \(crowd)
            + other text(5001) Other
            """)
        let mistakes = reader.mistakes.sorted { $0.line < $1.line }
        #expect(mistakes.map(\.line) == [1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 70])
        #expect(
            mistakes.map(\.limit) == [300, 2000, 2000, 500, 2000, 80, 2000, 200, 300, 2000, 200, nil, nil, nil, 50, nil])
        let keys = mistakes.map(\.key)
        #expect(keys.prefix(11).allSatisfy { $0 == "long" })
        #expect(keys.dropFirst(11) == ["limits", "limits", "limits", "answers", "limits"])
        // It is read all the same: undoing brings back what there was before.
        #expect(reader.structure.questions[1].answers[0].limits.length == 5001)
    }

    @Test func whatFitsItsFormIsTaken() {
        func fitting(_ limit: Int) -> String { String(repeating: "x", count: limit) }
        let crowd = (1...50).map { "- a\($0) \(fitting(300))" }.joined(separator: "\n")
        let head = "# \(fitting(300))\n> \(fitting(2000))\n##\n? q1 single \(fitting(500))\nlabel x = \(fitting(200))"
        let reader = StructureReader("\(head)\ncategory \(fitting(80))\n\(crowd)\n? q2 text(5000) What?\n? q3 number(..; 9) What?")
        #expect(reader.mistakes == [])
    }

    @Test func aCodeIsMadeOfWhateverWasTyped() {
        #expect(ElementCode.plain("VAL 1.b") == "VAL_1_b")
        #expect(ElementCode.isOne("q-1_B"))
        #expect(!ElementCode.isOne(""))
        #expect(!ElementCode.isOne("q.1"))
    }

    @Test func whatHasTheSameCodeStaysTheSameThing() throws {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2)])
        sketch.rule(11, .show, 2)
        let before = sketch.structure.coded
        let text = StructureWriter(before).text.replacing("Question 2?", with: "Corrected?") + "? q9 text New\n"
        let after = StructureReader(text).structure.adopting(before)
        try #require(after.questions.map(\.id).prefix(2) == [1, 2])
        #expect(after.questions[1].text == "Corrected?")
        #expect(after.questions[2].id < 0)
        #expect(after.pages[0].id == 10)
        #expect(after.questions[0].answers.map(\.id) == [11, 12])
        #expect(after.conditions.map(\.trigger) == [11])
        #expect(after.conditions.map(\.target) == [2])
        let ids = StructureOutline(after).places.map(\.id)
        #expect(Set(ids).count == ids.count)
    }
}
