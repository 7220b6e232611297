/// What is sent in the end: the answers of the questions on the final path and no others. Whatever was answered on a branch that is no
/// longer shown is not in it, and is not asked for either.
struct Submission: Sendable, Equatable {
    let answers: [GivenAnswer]
    /// Why questions cannot be taken, by question; empty when all can.
    let refusals: [Int64: [ReplyRefusal]]
    /// The questions that were shown, answered or not: what percentages are reckoned from.
    let shown: [Int64]

    init(_ walk: Navigation) {
        var answers: [GivenAnswer] = []
        var refusals: [Int64: [ReplyRefusal]] = [:]
        let questions = walk.questions
        for question in questions {
            let judgement = question.judge(walk.replies[question.id])
            answers += judgement.answers
            if !judgement.refusals.isEmpty { refusals[question.id] = judgement.refusals }
        }
        (self.answers, self.refusals, shown) = (answers, refusals, questions.map(\.id))
    }

    var isAcceptable: Bool { refusals.isEmpty }
}

/// One answer as it is stored: chosen, or written in the form that its format prescribes.
struct GivenAnswer: Sendable, Hashable {
    let question: Int64
    let answer: Int64
    /// The text, the number with a point, or the day as `2026-01-31`; nil for a fixed answer.
    let value: String?
}
