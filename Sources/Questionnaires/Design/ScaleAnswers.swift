import Web

/// The answers of a row of numbers. The first and the last say the words at the ends, the others their number.
struct ScaleAnswers: Equatable {
    /// As many as fit into one row on a phone, and twice that.
    static let counts = 2...21
    static let numbers = -20...100

    var from = 1
    var to = 5
    var low = ""
    var high = ""

    init(from: Int = 1, to: Int = 5, low: String = "", high: String = "") {
        (self.from, self.to, self.low, self.high) = (from, to, low, high)
    }

    /// What the answers say; nil for answers that are no such row.
    init?(_ question: Question) {
        let scores = question.fixed.compactMap { $0.score.map { Int(cutting: $0) } }
        guard question.look.isRow, let first = scores.first, let last = scores.last, let start = question.fixed.first?.text,
            let end = question.fixed.last?.text
        else { return nil }
        self.init(from: first, to: last, low: start == String(first) ? "" : start, high: end == String(last) ? "" : end)
    }

    var isPossible: Bool {
        Self.numbers.contains(from) && Self.numbers.contains(to) && Self.counts.contains(to - from + 1)
    }

    /// Keeps the ids of equal numbers. New ids count down from `freeID`.
    func answers(over before: [Answer], freeID: Int64) -> [Answer] {
        guard isPossible else { return before }
        var next = freeID
        let known = Dictionary(before.filter { $0.format == .fixed }.compactMap { answer in answer.score.map { ($0, answer) } }) {
            first, _ in first
        }
        return (from...to).map { number in
            let score = Double(Int64(number))
            var answer = known[score] ?? Answer(id: next, code: number < 0 ? "m\(-number)" : "n\(number)")
            if answer.id == next { next -= 1 }
            (answer.format, answer.limits, answer.score) = (.fixed, Limits(), score)
            let end = number == from ? low : number == to ? high : ""
            answer.text = end.isEmpty ? String(number) : end
            return answer
        }
    }
}
