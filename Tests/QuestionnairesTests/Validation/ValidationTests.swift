import Testing

@testable import Questionnaires

@Suite struct ValidationTests {
    @Test(arguments: [
        ("31/01/2026", "2026-01-31"), ("1.2.2026", "2026-02-01"), ("2026-12-31", "2026-12-31"), ("29-02-2024", "2024-02-29"),
        (" 7/3/0900 ", "0900-03-07"),
    ])
    func aDayIsReadAsPeopleWriteIt(_ typed: String, _ stored: String) {
        #expect(Answer(id: 1, format: .day).read(typed) == .success(stored))
    }

    @Test(arguments: [
        "31/02/2012", "29/02/2026", "29/02/1900", "00/01/2026", "1/13/2026", "2026-1", "31/01/26", "31//2026", "1/1/1/2026", "-1/1/2026",
        "oggi", "٣١/٠١/٢٠٢٦", "31/01/20266", "31/01/2026x",
    ])
    func whatIsNoDayIsRefused(_ typed: String) { #expect(Answer(id: 1, format: .day).read(typed) == .failure(Refused(.notADay))) }

    @Test(arguments: [
        ("12", "12"), ("12,50", "12.5"), ("-0,0", "0"), ("+3.25", "3.25"), ("007", "7"), ("0.10", "0.1"), ("1.234", "1.234"),
        ("99999999999999999999", "99999999999999999999"),
    ])
    func aNumberIsReadAsPeopleWriteIt(_ typed: String, _ stored: String) {
        #expect(Answer(id: 1, format: .number).read(typed) == .success(stored))
    }

    @Test(arguments: ["12,5,3", "1.234,5", "1 000", ",5", "5,", "--1", "1e3", "NaN", "0x10", "٣", "-", "½"])
    func whatIsNoNumberIsRefused(_ typed: String) { #expect(Answer(id: 1, format: .number).read(typed) == .failure(Refused(.notANumber))) }

    @Test func numbersKeepWithinTheirLimits() {
        let answer = Answer(id: 1, format: .number, limits: Limits(least: "0", greatest: "80", decimals: 1))
        #expect(answer.read("80,0") == .success("80"))
        #expect(answer.read("0") == .success("0"))
        #expect(answer.read("80,1") == .failure(Refused(.tooGreat("80"))))
        #expect(answer.read("-1") == .failure(Refused(.tooSmall("0"))))
        #expect(answer.read("7,25") == .failure(Refused(.tooManyDecimals(1))))
    }

    @Test func daysKeepWithinTheirLimits() {
        let answer = Answer(id: 1, format: .day, limits: Limits(least: "2026-01-01", greatest: "2026-12-31"))
        #expect(answer.read("01/01/2026") == .success("2026-01-01"))
        #expect(answer.read("31/12/2026") == .success("2026-12-31"))
        #expect(answer.read("31/12/2025") == .failure(Refused(.tooEarly("2026-01-01"))))
        #expect(answer.read("01/01/2027") == .failure(Refused(.tooLate("2026-12-31"))))
    }

    @Test func textKeepsItsLinesAndNothingAroundThem() {
        let answer = Answer(id: 1, format: .text, limits: Limits(length: 5))
        #expect(answer.read("  a\r\nb\rc \r\n") == .success("a\nb\nc"))
        #expect(answer.read(" \r\n ") == .success(nil))
        #expect(answer.read("a\u{0}\u{7}b\u{7F}\u{0}") == .success("ab"))
        #expect(answer.read("\u{0}") == .success(nil))
        #expect(answer.read("123456") == .failure(Refused(.tooLong(5))))
    }

    @Test func oneAnswerIsOneAnswer() {
        let question = Question.choice(1, .single, 3)
        #expect(question.judge(Reply(chosen: [11, 12])).refusals == [.several])
        #expect(question.judge(Reply(chosen: [11, 12])).answers.isEmpty)
        #expect(question.judge(Reply(chosen: [12, 12])).answers.map(\.answer) == [12])
    }

    @Test func anAnswerOfAnotherQuestionIsRefused() {
        #expect(Question.choice(1).judge(Reply(chosen: [21])).refusals == [.foreign])
        #expect(Question.written(1).judge(Reply(chosen: [21])).refusals == [.foreign])
        // What was typed into a field of another question is not read at all.
        #expect(Question.written(1).judge(Reply(typed: [21: "x"])).answers.isEmpty)
    }

    @Test func otherIsWrittenOnlyWhenItIsChosen() {
        var question = Question.choice(1, .single, 2)
        question.answers.append(Answer(id: 19, text: "Other", format: .text))
        #expect(
            question.judge(Reply(chosen: [19], typed: [19: " by bus "])).answers == [GivenAnswer(question: 1, answer: 19, value: "by bus")])
        #expect(question.judge(Reply(chosen: [19])).refusals == [.otherBlank])
        #expect(question.judge(Reply(chosen: [11], typed: [19: "by bus"])).answers == [GivenAnswer(question: 1, answer: 11, value: nil)])
    }

    @Test func onlyAMandatoryQuestionMustBeAnswered() {
        #expect(Question.choice(1, .multiple).judge(Reply()) == Judgement())
        #expect(Question.written(1).judge(Reply()) == Judgement())
        #expect(Question.choice(1, .multiple, mandatory: true).judge(Reply()).refusals == [.missing])
        #expect(Question.written(1, .day, mandatory: true).judge(Reply(typed: [11: "  "])).refusals == [.missing])
    }

    @Test func theCodesOfOtherProgramsAreKnownInEveryCase() {
        #expect(QuestionFormat(uniwebCode: "tl_dom_ofs") == .singleAcross)
        #expect(QuestionFormat(uniwebCode: "TL_RSP_OFS") == .singleAcross)
        #expect(ElementKind(uniwebCode: "Q_paragrafo") == .paragraph)
        #expect(ElementKind(uniwebCode: "q_paragr") == .paragraph)
        #expect(AnswerFormat(uniwebCode: "TL_RSP_TFB") == .fixed)
        #expect(AnswerFormat(uniwebCode: "TL_DOM_LIB") == nil)
        #expect(QuestionFormat.allCases.allSatisfy { QuestionFormat(uniwebCode: $0.uniwebCode) == $0 })
    }
}
