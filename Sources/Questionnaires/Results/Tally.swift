import GRDB

struct Compilation: Sendable, Equatable {
    let id: String
    let answers: [GivenAnswer]
}

/// Which elements were shown, derived from the answers so that it need not be stored. Cached for equal trigger answers.
struct ShownSets {
    private let outline: StructureOutline
    private var known: [Set<Int64>: Set<Int64>] = [:]

    init(_ outline: StructureOutline) { self.outline = outline }

    mutating func visible(to compilation: Compilation) -> Set<Int64> { visible(choosing: deciding(compilation)) }

    func deciding(_ compilation: Compilation) -> Set<Int64> { outline.facts(compilation.answers) }

    /// - Parameter facts: of those on which rules depend, the ones that hold.
    mutating func visible(choosing facts: Set<Int64>) -> Set<Int64> {
        if let shown = known[facts] { return shown }
        let shown = ElementVisibility(outline, facts: facts).shown
        known[facts] = shown
        return shown
    }
}

struct CountedAnswer: FetchableRecord {
    let question: Int64
    /// 0 counts each respondent of the question once.
    let answer: Int64
    let value: String
    let count: Int

    init(row: Row) { (question, answer, value, count) = (row["question"], row["answer"], row["value"], row["count"]) }

    init(question: Int64, answer: Int64, value: String = "", count: Int) {
        (self.question, self.answer, self.value, self.count) = (question, answer, value, count)
    }
}

struct Tally: Sendable, Equatable {
    let question: Int64
    /// Whether too few were asked: then everything else is empty.
    var isWithheld = false
    /// How many people saw the question; the base of percentages.
    var shown = 0
    var answered = 0
    var counts: [Int64: Int] = [:]
    var scores = Spread()
    var numbers = Spread()
    var days: [String: Int] = [:]
    var times: [String: Int] = [:]
    var places: [Int64: Spread] = [:]

    var unanswered: Int { shown - answered }

    var measured: Spread { numbers.isEmpty ? scores : numbers }

    func share(of answer: Int64) -> Double? { shown == 0 ? nil : Double(counts[answer] ?? 0) / Double(shown) }

    func positive(_ question: Question) -> Double? {
        guard let scale = question.scale, !scores.isEmpty else { return nil }
        let middle = (scale.lowerBound + scale.upperBound) / 2
        return Double(scores.count { $0 > middle }) / Double(scores.count)
    }

    /// The net promoter score: the share of 9 and 10 less that of 0 to 6, from −100 to 100.
    func recommending(_ question: Question) -> Double? {
        guard question.look == .nps, !scores.isEmpty else { return nil }
        return 100 * Double(scores.count { $0 >= 9 } - scores.count { $0 <= 6 }) / Double(scores.count)
    }

    var hours: [(hour: String, count: Int)] {
        var hours: [String: Int] = [:]
        for (time, count) in times { hours["\(time.prefix(2)):00", default: 0] += count }
        return hours.map { ($0, $1) }.sorted { $0.0 < $1.0 }
    }

    func place(of answer: Int64) -> Double? { places[answer].flatMap { Statistics($0)?.mean } }

    var months: [(month: String, count: Int)] {
        var months: [String: Int] = [:]
        for (day, count) in days { months[String(day.prefix(7)), default: 0] += count }
        return months.map { ($0, $1) }.sorted { $0.0 < $1.0 }
    }
}

struct Tallies: Sendable, Equatable {
    let count: Int
    private let all: [Int64: Tally]

    subscript(question: Int64) -> Tally { all[question] ?? Tally(question: question) }

    /// `alike` counts compilations by their trigger answers; `withheld` questions stay hidden.
    init(_ counted: [CountedAnswer], _ alike: [Set<Int64>: Int], _ outline: StructureOutline, withholding withheld: Set<Int64> = []) {
        var all: [Int64: Tally] = [:]
        for one in counted where !withheld.contains(one.question) {
            all[one.question, default: Tally(question: one.question)].add(one, outline)
        }
        var sets = ShownSets(outline)
        for (answers, count) in alike {
            for id in sets.visible(choosing: answers) where outline.questions[id] != nil && !withheld.contains(id) {
                all[id, default: Tally(question: id)].shown += count
            }
        }
        for id in withheld { all[id] = Tally(question: id, isWithheld: true) }
        (count, self.all) = (alike.values.reduce(0, +), all)
    }

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
        sum.scores.add(b.scores)
        sum.numbers.add(b.numbers)
        sum.days.merge(b.days, uniquingKeysWith: +)
        sum.times.merge(b.times, uniquingKeysWith: +)
        for (answer, spread) in b.places { sum.places[answer, default: []].add(spread) }
        return sum
    }

    fileprivate mutating func add(_ given: CountedAnswer, _ outline: StructureOutline) {
        guard given.answer != 0 else { return answered += given.count }
        counts[given.answer, default: 0] += given.count
        guard let answer = outline.answers[given.answer] else { return }
        if let score = answer.score { scores.add(score, given.count) }
        guard !given.value.isEmpty else { return }
        switch answer.format {
        case .fixed, .text, .email, .file: break
        case .day: days[given.value, default: 0] += given.count
        case .dateTime: days[String(given.value.prefix(10)), default: 0] += given.count
        case .time: times[given.value, default: 0] += given.count
        case .number:
            guard let number = DecimalText(given.value)?.number else { return }
            if outline.questions[given.question]?.look == .ranking {
                places[given.answer, default: []].add(number, given.count)
            } else {
                numbers.add(number, given.count)
            }
        }
    }
}
