import Testing
import Web

@testable import Questionnaires

/// What is sent is what lies on the final path, for any questionnaire and however somebody went to and fro in it.
@Suite struct FinalPathTests {
    @Test(arguments: 0..<400)
    func theFinalAnswersAreThoseOfTheFinalPath(_ seed: Int) throws {
        var numbers = SeededRandomGenerator(seed: UInt64(seed))
        let structure = RandomStructure(&numbers).structure
        let outline = StructureOutline(structure)
        var navigation = Navigation(outline)
        var page = try #require(navigation.pages.first)
        for _ in 0..<40 {
            let questions = navigation.questions(on: try #require(structure.pages.first { $0.id == page }))
            if let question = questions.randomElement(using: &numbers) { navigation.reply(Self.reply(question, &numbers), to: question.id) }
            let isForward = Int.random(in: 0..<3, using: &numbers) > 0
            page = try #require(navigation.nearest(to: (isForward ? navigation.page(after: page) : navigation.page(before: page)) ?? page))
            #expect(navigation.pages.contains(page))
        }
        let submission = Submission(navigation)
        let plain = PlainRule(
            structure: structure, chosen: { Set(navigation.replies[$0].chosen) },
            written: { id in structure.questions.first { $0.id == id }?.judge(navigation.replies[id]).answers.first?.value })

        // Exactly the questions that the rule shows were shown, in their order.
        #expect(submission.shown == structure.questions.filter(plain.shows).map(\.id))
        // Nothing of any other branch is sent, nothing of this one is lost.
        for question in structure.questions {
            let sent = submission.answers.filter { $0.question == question.id }
            #expect(sent == (plain.shows(question) ? question.judge(navigation.replies[question.id]).answers : []))
        }
        // Whoever answers from the beginning with just what was sent comes to the same path and sends the same.
        guard submission.isAcceptable else { return }
        let again = Navigation(outline, submission.replies)
        #expect(again.visibility.shown == navigation.visibility.shown)
        #expect(Submission(again) == submission)
    }

    @Test(arguments: 0..<200)
    func whatTheCheckCallsSoundNeverLeadsNowhere(_ seed: Int) throws {
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 7_000)
        let structure = RandomStructure(&numbers, rules: 20).structure
        var navigation = Navigation(StructureOutline(structure))
        let first = try #require(navigation.pages.first)
        #expect(first == structure.pages.first?.id)
        for question in structure.questions { navigation.reply(Self.reply(question, &numbers), to: question.id) }
        // From the first page "next" reaches every page that is shown, once, and "back" the same in reverse.
        var there = [first]
        while let next = navigation.page(after: there[there.count - 1]) { there.append(next) }
        var back = [there[there.count - 1]]
        while let before = navigation.page(before: back[back.count - 1]) { back.append(before) }
        #expect(there == navigation.pages)
        #expect(back == there.reversed())
    }

    private static let said: [AnswerFormat: [String]] = [
        .day: ["31/12/2025", "1/1/2026", "02/01/2026", "31/01/2026", "never"], .number: ["-1", "0", "0,5", "1", "1.5", "2", "12,50", "?"],
        .time: ["8:00", "09:30", "9.45", "10:00", "23:59"],
        .dateTime: ["1/1/2026 9:30", "2026-01-01T10:00", "2026-01-02 10:00", "3/1/2026 0:00"], .email: ["a@example.org", "nobody"],
    ]

    static func reply(_ question: Question, _ numbers: inout SeededRandomGenerator) -> Reply {
        if Int.random(in: 0..<5, using: &numbers) == 0 { return Reply() }
        let fixed = question.fixed.map(\.id)
        var typed: [Int64: String] = [:]
        for answer in question.free { typed[answer.id] = said[answer.format]?.randomElement(using: &numbers) ?? "12,50" }
        if question.look == .ranking {
            let places = question.answers.indices.map { String($0 + 1) }.shuffled(using: &numbers)
            let placed = Int.random(in: 0...places.count, using: &numbers)
            typed = Dictionary(zip(question.answers.map(\.id), places)) { first, _ in first }.filter { Int($0.value) ?? 0 <= placed }
            return Reply(chosen: typed.keys.sorted(), typed: typed)
        }
        switch question.format {
        case .free: return Reply(typed: typed)
        case .single, .singleAcross:
            return Reply(chosen: question.answers.map(\.id).randomElement(using: &numbers).map { [$0] } ?? [], typed: typed)
        case .multiple, .multipleAcross: return Reply(chosen: fixed.filter { _ in Bool.random(using: &numbers) }, typed: typed)
        }
    }
}

extension Submission {
    /// What somebody would have to choose and type to send just this.
    fileprivate var replies: Replies {
        var replies = Replies()
        for given in answers {
            let before = replies[given.question]
            let typed = given.value.map { before.typed.merging([given.answer: $0]) { $1 } } ?? before.typed
            replies[given.question] = Reply(chosen: before.chosen + [given.answer], typed: typed)
        }
        return replies
    }
}
