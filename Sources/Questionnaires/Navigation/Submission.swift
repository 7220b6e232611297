/// The answers to send: only questions on the final path. Answers on hidden branches are neither sent nor required.
struct Submission: Sendable, Equatable {
    let answers: [GivenAnswer]
    let refusals: [Int64: [ReplyRefusal]]
    /// Shown questions, answered or not; the base of percentages.
    let shown: [Int64]

    init(_ navigation: Navigation) {
        var answers: [GivenAnswer] = []
        var refusals: [Int64: [ReplyRefusal]] = [:]
        let questions = navigation.questions
        for question in questions {
            let judgement = question.judge(navigation.replies[question.id])
            answers += judgement.answers
            if !judgement.refusals.isEmpty { refusals[question.id] = judgement.refusals }
        }
        (self.answers, self.refusals, shown) = (answers, refusals, questions.map(\.id))
    }

    var isAcceptable: Bool { refusals.isEmpty }
}

struct GivenAnswer: Sendable, Hashable {
    let question: Int64
    let answer: Int64
    /// The text, the number with a point, or the day as `2026-01-31`; nil for a fixed answer.
    let value: String?
}
