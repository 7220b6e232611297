import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Scales, rankings, times and what else is asked beyond the five formats of the university's programs.
@Suite struct FormatTests {
    static let text = """
        # Giudizio
        ##
        ? s scale! Quanto ti è piaciuto?
        - n1 per niente = 1
        - n2 2 = 2
        - n3 del tutto = 3
        ? r ranking Che cosa conta di più?
        shuffled
        - a Lezioni
        - b Esercizi
        - c Libro
        ? h slider(0..40; 0) Ore
        unit ore
        unit@en hours
        ? t time(08:00..20:00) A che ora?
        ? d dateTime Quando?
        # Ancora
        ##
        ? w text Perché hai detto «{s}»?
        show if s < 3 and (h >= 10 or not h answered)

        """

    static var structure: Structure { StructureReader(text).structure }

    @Test func looksAreWrittenAsTheyAreRead() {
        let reader = StructureReader(Self.text)
        #expect(reader.mistakes.isEmpty)
        #expect(reader.structure.questions.map(\.look) == [.scale, .ranking, .slider, .plain, .plain, .plain])
        #expect(reader.structure.questions.map(\.format) == [.single, .multiple, .free, .free, .free, .free])
        #expect(
            reader.structure.questions[1].answers.map(\.limits)
                == Array(repeating: Limits(least: "1", greatest: "3", decimals: 0), count: 3))
        #expect(reader.structure.questions[1].isShuffled)
        #expect(reader.structure.reading(in: .english).questions[2].answers[0].text == "hours")
        #expect(CheckReport(StructureOutline(reader.structure), Heading(code: "A", context: "service")).errors == [])
        // Points of a choice are compared by naming its answers.
        let written = Self.text.replacing("s < 3 and", with: "(s.n1 or s.n2) and")
        #expect(StructureWriter(reader.structure).text == written)
        #expect(StructureWriter(StructureReader(written).structure).text == written)
    }

    @Test(arguments: [("9:30", "09:30"), ("09.05", "09:05"), ("23:59:59", "23:59"), (" 0:00 ", "00:00")])
    func aTimeIsReadAsPeopleAndPickersWriteIt(_ typed: String, _ stored: String) {
        #expect(Answer(id: 1, format: .time).read(typed) == .success(stored))
    }

    @Test(arguments: ["24:00", "9", "9:5", "9:60", "noon", "09:30:61", "9:30:", "-1:00"])
    func whatIsNoTimeIsRefused(_ typed: String) { #expect(Answer(id: 1, format: .time).read(typed) == .failure(Refused(.notATime))) }

    @Test func timesAndMomentsKeepWithinTheirLimits() {
        let time = Answer(id: 1, format: .time, limits: Limits(least: "08:00", greatest: "20:00"))
        #expect(time.read("8:00") == .success("08:00"))
        #expect(time.read("7:59") == .failure(Refused(.notBefore("08:00"))))
        #expect(time.read("20:01") == .failure(Refused(.notAfter("20:00"))))
        let moment = Answer(id: 1, format: .dateTime, limits: Limits(least: "2026-01-31T12:00"))
        #expect(moment.read("31/1/2026 12.00") == .success("2026-01-31T12:00"))
        #expect(moment.read("2026-01-31T11:59") == .failure(Refused(.notBefore("31/1/2026 12:00"))))
        #expect(moment.read("2026-02-30T12:00") == .failure(Refused(.notADateTime)))
    }

    @Test(arguments: ["a@example.org", "first.last+tag@sub.example.co.uk", "o'neill@example.org"])
    func anAddressIsAnAddress(_ typed: String) { #expect(Answer(id: 1, format: .email).read(typed) == .success(typed)) }

    @Test(arguments: [
        "a", "a@b", "@example.org", "a@@example.org", "a b@example.org", "a@-example.org", "a@example..org", "a@example.org\nb",
    ])
    func whatIsNoAddressIsRefused(_ typed: String) {
        #expect(Answer(id: 1, format: .email).read(typed) == .failure(Refused(.notAnEmail)))
    }

    @Test func aRankingHasEachPlaceOnce() {
        var question = Self.structure.questions[1]
        let ids = question.answers.map(\.id)
        func judged(_ places: [String]) -> Judgement {
            let typed = Dictionary(zip(ids, places)) { first, _ in first }.filter { !$0.value.isEmpty }
            return question.judge(Reply(chosen: ids.filter { typed[$0] != nil }, typed: typed))
        }
        #expect(judged(["2", "1", "3"]).answers.map(\.value) == ["2", "1", "3"])
        #expect(judged(["", "1", "2"]).answers.map(\.value) == ["1", "2"])
        #expect(judged(["1", "1", "2"]).refusals == [.rankTwice])
        #expect(judged(["1", "3", ""]).refusals == [.rankGap])
        #expect(judged(["1", "4", "2"]).refusals == [.tooGreat("3")])
        #expect(judged(["1", "1,5", "2"]).refusals == [.tooManyDecimals(0)])
        #expect(judged([]).refusals == [])
        question.isMandatory = true
        #expect(judged(["", "1", "2"]).refusals == [.rankMissing])
        #expect(judged([]).refusals == [.missing])
    }

    @Test func anAnonymousQuestionnaireAsksForNoAddress() {
        let outline = StructureOutline(StructureReader("# A\n##\n? q email! Indirizzo?").structure)
        #expect(CheckReport(outline, Heading(code: "A", context: "service")).errors.map(\.kind) == [.emailOfAnonymous])
        #expect(CheckReport(outline, Heading(code: "A", context: "service", isAnonymous: false)).isClean)
    }

    @Test(arguments: [
        ("? q scale! Quanto?\n- a no = 1\n- b sì = 3", FaultKind.badScale), ("? q stars! Quanto?\n- a no\n- b sì", .badScale),
        ("? q ranking! Quale?\n- a A", .badRanking), ("? q slider(0..)! Quanto?", .sliderWithoutEnds),
        ("? q text! Perché «{w}»?\n? w text Che cosa?", .pipeLater), ("? q text! Perché «{q}»?", .pipeLater),
        ("? q text! Perché «{other}»?", .pipeUnknown),
    ])
    func whatCannotBeAskedIsNamed(_ text: String, _ kind: FaultKind) {
        let report = CheckReport(StructureOutline(StructureReader("# A\n##\n" + text).structure), Heading(code: "A", context: "service"))
        #expect(report.faults.map(\.kind) == [kind])
    }

    @Test func answersStandInLaterTexts() {
        let structure = Self.structure
        var navigation = Navigation(StructureOutline(structure))
        let (scale, ranking) = (structure.questions[0], structure.questions[1])
        #expect(Piping(navigation, .italian).question(structure.questions[5]).text == "Perché hai detto «…»?")
        navigation.reply(Reply(chosen: [scale.answers[0].id]), to: scale.id)
        #expect(Piping(navigation, .italian).question(structure.questions[5]).text == "Perché hai detto «per niente»?")
        let places = Reply(
            chosen: ranking.answers.map(\.id), typed: Dictionary(zip(ranking.answers.map(\.id), ["2", "3", "1"])) { first, _ in first })
        #expect(ranking.inOrder(ranking.judge(places).answers).map { $0.spelled(ranking, .italian) } == ["Libro", "Lezioni", "Esercizi"])
        // What people type is never taken for a code, and other brackets stay.
        #expect(Piping.codes("{a} {b c} {} {{d}} {e") == ["a", "d"])
        #expect(Piping(blank: structure).structure(structure).questions[5].text == "Perché hai detto «…»?")
    }

    @Test func aNetPromoterScoreIsThoseWhoRecommendLessThoseWhoDoNot() {
        let answers = (0...10).map { Answer(id: 100 + Int64($0), text: String($0), score: Double($0)) }
        let question = Question(id: 1, text: "?", format: .single, look: .nps, answers: answers)
        var tally = Tally(question: 1)
        for (score, count) in [(10.0, 5), (9, 1), (8, 2), (6, 1), (0, 1)] { tally.scores.add(score, count) }
        #expect(tally.recommending(question) == 40)
    }

    @Test func aScaleKeepsTheIdsOfItsNumbers() {
        let first = ScaleAnswers(from: 1, to: 5, low: "poco", high: "tanto").answers(over: [], freeID: -10)
        #expect(first.map(\.text) == ["poco", "2", "3", "4", "tanto"])
        #expect(first.map(\.id) == [-10, -11, -12, -13, -14])
        let longer = ScaleAnswers(from: 0, to: 6, low: "", high: "tanto").answers(over: first, freeID: -20)
        #expect(longer.map(\.text) == ["0", "1", "2", "3", "4", "5", "tanto"])
        #expect(longer.map(\.id) == [-20, -10, -11, -12, -13, -14, -21])
        #expect(!ScaleAnswers(from: 5, to: 1).isPossible)
        #expect(!ScaleAnswers(from: 0, to: 100).isPossible)
    }

    @Test func theRowsOfATableShareTheirAnswers() throws {
        let structure = StructureReader(
            "# A\n##\n? a singleAcross Uno\n- x No = 0\n- y Sì = 1\n? b singleAcross Due\n- x No = 0\n- y Sì = 1"
        ).structure
        let (first, second) = (structure.questions[0], structure.questions[1])
        #expect(structure.rows(below: first.id).map(\.text) == ["Due"])
        var form = Form(query: "")
        form["rows"] = "Tre\r\nDue\r\n\r\nQuattro"
        let changed = TableRows(form, below: [second], freeID: -100).put(below: (0, 0, 0), in: structure)
        #expect(changed.questions.map(\.text) == ["Uno", "Tre", "Due", "Quattro"])
        #expect(changed.questions[2].id == second.id)
        #expect(changed.questions[2].answers == second.answers)
        #expect(changed.questions.allSatisfy { TableRuns.isAlike($0, first) })
        let ids = changed.questions.flatMap { [$0.id] + $0.answers.map(\.id) }
        #expect(Set(ids).count == ids.count)
    }

    /// Through the front door and without script, on to what is stored and counted.
    @Test func everyLookIsFilledInSentAndCounted() async throws {
        let faculty = try await FacultySite(mandatory: false, asking: Self.structure)
        let (site, questions) = (faculty.site, faculty.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let match = try #require(
                try await student.get("/questionnaires").text.firstMatch(of: #/\/questionnaires\/offers\/([\w-]{43})/#))
            let address = "/questionnaires/offers/\(match.1)"
            let first = try #require(try await student.get(address).text.firstMatch(of: #/\/pages\/(\d+)/#)).1
            let page = try await student.get("\(address)/pages/\(first)")
            #expect(page.contains(#"<div class="scale">"#))
            #expect(page.contains(#"aria-label="1: per niente""#))
            #expect(page.contains(#"type="number""#))
            #expect(page.contains("data-time placeholder=\"hh:mm\""))
            #expect(page.contains("data-date=\"d/m/y\" data-time placeholder=\"gg/mm/aaaa hh:mm\""))
            // The order is another one than that of the questionnaire for some, and the same each time for each.
            #expect(try await student.get("\(address)/pages/\(first)").text == page.text)
            let (s, r, h, t) = (questions["s"]!, questions["r"]!, questions["h"]!, questions["t"]!)
            var fields = ["s", "r", "h", "t", "d"].map { ("q", String(questions[$0]!.id)) }
            fields += [("d_\(s.id)", String(s.answers[0].id)), ("v_\(h.answers[0].id)", "12"), ("v_\(t.answers[0].id)", "7:00")]
            fields += zip(r.answers, ["2", "1", ""]).map { ("v_\($0.id)", $1) }
            let refused = try await student.post("\(address)/pages/\(first)", fields + [("act", "next")])
            #expect(refused.status == 422)
            #expect(refused.contains("Non prima di 08:00."))
            #expect(refused.contains(#"value="07:00""#))
            fields.removeAll { $0.0 == "v_\(t.answers[0].id)" }
            let next = try #require(try await student.post("\(address)/pages/\(first)", fields + [("act", "next")]).location)
            let second = try await student.get(next)
            #expect(second.contains("Perché hai detto «per niente»?"))
            _ = try await student.post(
                next, [("q", String(questions["w"]!.id)), ("v_\(questions["w"]!.answers[0].id)", "Così."), ("act", "next")])
            let summary = try await student.get("\(address)/summary")
            #expect(summary.contains("1. Esercizi"))
            #expect(summary.contains("12 ore"))
            #expect(summary.contains("Perché hai detto «per niente»?"))
        }
    }
}
