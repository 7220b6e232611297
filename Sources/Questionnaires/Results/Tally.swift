/// Somebody's answers as they were sent, without anything of whose they are.
struct Compilation: Sendable, Equatable {
    let id: String
    let answers: [GivenAnswer]
}

/// What is shown to whoever answers so: told from the answers themselves, so that nothing else has to be kept, and worked out once for all
/// who gave the same answers to what rules hang on.
struct ShownSets {
    private let outline: Outline
    private let triggers: Set<Int64>
    private var known: [Set<Int64>: Set<Int64>] = [:]

    init(_ outline: Outline) { (self.outline, triggers) = (outline, outline.triggers) }

    /// The elements that were shown.
    mutating func shown(to compilation: Compilation) -> Set<Int64> { shown(choosing: deciding(compilation)) }

    /// Of somebody's answers those on which rules hang.
    func deciding(_ compilation: Compilation) -> Set<Int64> {
        triggers.isEmpty ? [] : Set(compilation.answers.lazy.map(\.answer).filter(triggers.contains))
    }

    mutating func shown(choosing answers: Set<Int64>) -> Set<Int64> {
        if let shown = known[answers] { return shown }
        var replies = Replies()
        for answer in answers.sorted() {
            guard let question = outline.questionOfAnswer[answer] else { continue }
            replies[question] = Reply(chosen: replies[question].chosen + [answer])
        }
        let shown = Visibility(outline, replies).shown
        known[answers] = shown
        return shown
    }
}

/// What all compilations together say to one question.
struct Tally: Sendable, Equatable {
    let question: Int64
    /// Whether so few were asked that nothing is said: then all the rest is empty.
    var isWithheld = false
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

    /// What mean and median are reckoned from: numbers, or else points.
    var measured: [Double] { numbers.isEmpty ? scores : numbers }

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

    /// - Parameter withheld: questions of which nothing may be said.
    init(_ compilations: [Compilation], _ outline: Outline, withholding withheld: Set<Int64> = []) {
        var all: [Int64: Tally] = [:]
        var sets = ShownSets(outline)
        var alike: [Set<Int64>: Int] = [:]
        for compilation in compilations {
            alike[sets.deciding(compilation), default: 0] += 1
            for (id, given) in Dictionary(grouping: compilation.answers, by: \.question) where !withheld.contains(id) {
                all[id, default: Tally(question: id)].answered += 1
                for one in given { all[id]?.add(one, outline) }
            }
        }
        for (answers, count) in alike {
            for id in sets.shown(choosing: answers) where outline.questions[id] != nil && !withheld.contains(id) {
                all[id, default: Tally(question: id)].shown += count
            }
        }
        for id in withheld { all[id] = Tally(question: id, isWithheld: true) }
        // Sorted by what they say: whose came first is then nowhere to be seen.
        for id in all.keys {
            all[id]?.texts.sort()
            all[id]?.days.sort()
            all[id]?.numbers.sort()
            all[id]?.scores.sort()
        }
        (count, self.all) = (compilations.count, all)
    }

    /// Several parts taken together; what one of them withholds is not in it.
    init(_ parts: [Tallies]) {
        var all: [Int64: Tally] = [:]
        for part in parts {
            for (id, tally) in part.all where !tally.isWithheld { all[id] = all[id].map { $0 + tally } ?? tally }
        }
        (count, self.all) = (parts.reduce(0) { $0 + $1.count }, all)
    }
}

extension Tally {
    fileprivate static func + (a: Tally, b: Tally) -> Tally {
        var sum = a
        sum.shown += b.shown
        sum.answered += b.answered
        sum.counts.merge(b.counts, uniquingKeysWith: +)
        (sum.scores, sum.numbers) = ((a.scores + b.scores).sorted(), (a.numbers + b.numbers).sorted())
        (sum.days, sum.texts) = ((a.days + b.days).sorted(), (a.texts + b.texts).sorted())
        return sum
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
