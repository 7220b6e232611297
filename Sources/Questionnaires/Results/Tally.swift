/// Somebody's answers as they were sent, without anything of whose they are.
struct Compilation: Sendable, Equatable {
    let id: String
    let answers: [GivenAnswer]

    /// What is shown to whoever answers so: told from the answers themselves, so that nothing else has to be kept.
    func shown(_ outline: Outline) -> Set<Int64> {
        var replies = Replies()
        for given in answers {
            let before = replies[given.question]
            replies[given.question] = Reply(chosen: before.chosen + [given.answer])
        }
        return Visibility(outline, replies).shown
    }
}

/// What all compilations together say to one question.
struct Tally: Sendable, Equatable {
    let question: Int64
    /// To how many it was shown: what percentages are reckoned from.
    var shown = 0
    var answered = 0
    /// How often each answer was given.
    var counts: [Int64: Int] = [:]
    /// The scores of the answers given, one for each time.
    var scores: [Double] = []
    /// What was written: numbers, days as `2026-01-31`, texts in an order that says nothing.
    var numbers: [Double] = []
    var days: [String] = []
    var texts: [String] = []

    var unanswered: Int { shown - answered }

    /// The share of those to whom it was shown; nil when it was shown to nobody.
    func share(of answer: Int64) -> Double? { shown == 0 ? nil : Double(counts[answer] ?? 0) / Double(shown) }

    /// The share of scores above the middle of the scale.
    func positive(_ question: Question) -> Double? {
        guard let scale = question.scale, !scores.isEmpty else { return nil }
        let middle = (scale.lowerBound + scale.upperBound) / 2
        return Double(scores.count { $0 > middle }) / Double(scores.count)
    }

    /// The number of days in each month, `2026-01`, in order.
    var months: [(month: String, count: Int)] {
        Dictionary(grouping: days) { String($0.prefix(7)) }.map { ($0, $1.count) }.sorted { $0.0 < $1.0 }
    }
}

/// The tallies of every question of a version.
struct Tallies: Sendable, Equatable {
    let count: Int
    private let all: [Int64: Tally]

    subscript(question: Int64) -> Tally { all[question] ?? Tally(question: question) }

    init(_ compilations: [Compilation], _ outline: Outline) {
        var all: [Int64: Tally] = [:]
        for compilation in compilations {
            for id in compilation.shown(outline) where outline.questions[id] != nil { all[id, default: Tally(question: id)].shown += 1 }
            for (id, given) in Dictionary(grouping: compilation.answers, by: \.question) {
                var tally = all[id] ?? Tally(question: id)
                tally.answered += 1
                for one in given { tally.add(one, outline) }
                all[id] = tally
            }
        }
        // Sorted by what they say: whose came first is then nowhere to be seen.
        for id in all.keys {
            all[id]?.texts.sort()
            all[id]?.days.sort()
            all[id]?.numbers.sort()
            all[id]?.scores.sort()
        }
        (count, self.all) = (compilations.count, all)
    }
}

extension Tally {
    fileprivate mutating func add(_ given: GivenAnswer, _ outline: Outline) {
        counts[given.answer, default: 0] += 1
        guard let answer = outline.answers[given.answer] else { return }
        if let score = answer.score { scores.append(score) }
        guard let value = given.value else { return }
        switch answer.format {
        case .fixed: break
        case .text: texts.append(value)
        case .day: days.append(value)
        case .number: if let number = DecimalText(value)?.number { numbers.append(number) }
        }
    }
}
