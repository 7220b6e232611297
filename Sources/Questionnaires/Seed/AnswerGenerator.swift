import Foundation
import Web

struct AnswerGenerator {
    private let outline: StructureOutline
    private let texts: [String]
    private let closing: Date?
    private var chance: SeededRandomGenerator
    private var sets: ShownSets
    private let satisfaction: Double
    private let diligence: Double
    private let talk: Double
    private var leanings: [Int64: Double] = [:]
    private var weights: [Int64: [Double]] = [:]

    /// `course` is the same for all years of a course, `own` belongs to this activity.
    init(_ outline: StructureOutline, texts: [String], course: SeededRandomGenerator, own: SeededRandomGenerator, closing: Date?) {
        (self.outline, self.texts, self.closing, chance) = (outline, texts, closing, own)
        sets = ShownSets(outline)
        var course = course
        satisfaction = 0.5 + 0.32 * course.share + 0.08 * (chance.share - 0.5)
        diligence = course.share
        talk = 0.06 + 0.14 * course.share
        for question in outline.structure.questions {
            leanings[question.id] = 0.24 * (course.share - 0.5)
            weights[question.id] = question.fixed.indices.map { (0.25 + course.share) * pow(0.55, Double($0)) }
        }
    }

    mutating func answers() -> [GivenAnswer] {
        var mood = chance.bell * 0.11
        var given: [GivenAnswer] = []
        for question in outline.structure.questions {
            if !question.isMandatory, chance.share < 0.2 { continue }
            given += answers(to: question, &mood)
        }
        let shown = sets.visible(choosing: outline.facts(given))
        return given.filter { shown.contains($0.question) }
    }

    private mutating func answers(to question: Question, _ mood: inout Double) -> [GivenAnswer] {
        func given(_ answer: Answer, _ value: String? = nil) -> GivenAnswer {
            GivenAnswer(question: question.id, answer: answer.id, value: value)
        }
        if question.format == .free { return question.free.first.flatMap { answer in value(of: answer).map { [given(answer, $0)] } } ?? [] }
        if question.look == .ranking {
            var left = question.answers
            return (1...max(1, left.count)).compactMap { place in
                left.isEmpty ? nil : given(left.remove(at: chance.index(left.indices.map { pow(0.6, Double($0)) })), String(place))
            }
        }
        let fixed = question.fixed
        guard !fixed.isEmpty else { return [] }
        if question.scale != nil {
            let ranked = fixed.sorted { $0.score ?? 0 < $1.score ?? 0 }
            let share = satisfaction + (leanings[question.id] ?? 0) + mood + chance.bell * 0.17
            return [given(ranked[min(ranked.count - 1, max(0, Int(cutting: share * Double(ranked.count))))])]
        }
        let weights = weights[question.id] ?? []
        if question.format.isMultiple {
            let chosen = zip(fixed, weights).dropLast().filter { chance.share < 0.25 + 0.5 * $0.1 }.map { given($0.0) }
            return chosen.isEmpty ? [given(fixed[fixed.count - 1])] : chosen
        }
        let index = chance.index(weights)
        if question.tags.contains(.attendance) { mood -= 0.08 * Double(index) }
        return [given(fixed[index])]
    }

    private mutating func value(of answer: Answer) -> String? {
        switch answer.format {
        case .fixed, .email, .file: return nil
        case .time: return "\(10 + chance.below(9)):\(["00", "15", "30", "45"][chance.below(4)])"
        case .dateTime:
            guard let closing else { return nil }
            let civil = CivilTime(closing.addingTimeInterval(Double(12 + chance.below(60)) * 86_400), in: .gmt)
            return Day(year: civil.year, month: civil.month, day: civil.day).map { "\($0.text)T\(10 + chance.below(8)):00" }
        case .text:
            guard !texts.isEmpty, chance.share < talk else { return nil }
            let first = texts[chance.below(texts.count)]
            guard chance.share < 0.3 else { return first }
            let second = texts[chance.below(texts.count)]
            return first == second ? first : first + " " + second
        case .number:
            let least = answer.limits.least.flatMap { DecimalText($0)?.number } ?? 0
            let greatest = answer.limits.greatest.flatMap { DecimalText($0)?.number } ?? least + 100
            let usual = (greatest - least) * (0.06 + 0.12 * diligence)
            return String(Int(nearest: least + usual * max(0, 1 + chance.bell * 0.4)))
        case .day:
            guard let closing else { return nil }
            let after = [12, 40, 88][chance.index([0.5, 0.3, 0.2])] + chance.below(6)
            let civil = CivilTime(closing.addingTimeInterval(Double(after) * 86_400), in: .gmt)
            return Day(year: civil.year, month: civil.month, day: civil.day)?.text
        }
    }

    mutating func verdicts(_ given: [GivenAnswer]) -> [(question: Int64, verdict: ReviewDecision)] {
        given.filter { outline.answers[$0.answer]?.format == .text }.compactMap { given in
            let share = chance.share
            return share < 0.7 ? (given.question, .shown) : share < 0.75 ? (given.question, .withheld) : nil
        }
    }
}

extension SeededRandomGenerator {
    /// From 0 up to 1, computed here so that the results do not depend on the library version.
    var share: Double {
        mutating get { Double(next() >> 11) * 0x1p-53 }
    }

    var bell: Double {
        mutating get { (share + share + share - 1.5) * 2 }
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func index(_ weights: [Double]) -> Int {
        var left = share * weights.reduce(0, +)
        return weights.firstIndex { weight in
            left -= weight
            return left < 0
        } ?? max(0, weights.count - 1)
    }
}
