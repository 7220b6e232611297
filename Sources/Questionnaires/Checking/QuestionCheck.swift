import Web

enum QuestionCheck {
    static func faults(_ structure: Structure) -> [Fault] {
        structure.questions.flatMap { question in
            (texts(question) + (question.answers.isEmpty ? [] : answers(question)) + question.answers.flatMap(limits)).map {
                Fault(kind: $0, element: question.id)
            }
        } + codes(structure)
    }

    /// Versions are compared by codes, so each question needs a unique code.
    private static func codes(_ structure: Structure) -> [Fault] {
        var seen: Set<String> = []
        return structure.questions.filter { !$0.code.isEmpty && !seen.insert($0.code).inserted }.map {
            Fault(kind: .sameCodeTwice, element: $0.id, values: ["code": $0.code])
        }
    }

    private static func texts(_ question: Question) -> [FaultKind] {
        var faults: [FaultKind] = []
        if question.text.trimmingSpaces().isEmpty { faults.append(.blankQuestion) }
        let texts = question.choices.map { $0.text.trimmingSpaces() }
        if texts.contains(where: \.isEmpty) { faults.append(.blankAnswer) }
        if Set(texts).count < texts.count { faults.append(.sameAnswerTwice) }
        return faults
    }

    private static func answers(_ question: Question) -> [FaultKind] {
        var faults: [FaultKind] = []
        if question.look == .ranking {
            return question.answers.count < 2 || question.answers.contains { $0.format != .number } ? [.badRanking] : []
        }
        if question.look.isRow { faults += row(question) }
        if question.format == .free {
            if !question.fixed.isEmpty { faults.append(.fixedUnderFree) }
            if question.free.count != 1 { faults.append(.freeNeedsOneAnswer) }
            if question.look == .slider, let answer = question.free.first, answer.format != .number || !answer.hasEnds {
                faults.append(.sliderWithoutEnds)
            }
            return faults
        }
        if question.format.isSingle, question.answers.count < 2 { faults.append(.tooFewAnswers) }
        if question.format.isAcross {
            if !question.free.isEmpty { faults.append(.writtenAcross) }
        } else if question.free.count > 1 {
            faults.append(.severalOthers)
        } else if let other = question.free.first, question.answers.last?.id != other.id {
            faults.append(.otherNotLast)
        }
        return faults
    }

    /// A row of numbers needs points that rise one by one, and nothing to write.
    private static func row(_ question: Question) -> [FaultKind] {
        let scores = question.answers.map(\.score)
        let isGood =
            ScaleAnswers.counts.contains(scores.count)
            && scores.enumerated().allSatisfy { index, score in
                guard let score, let first = scores[0] else { return false }
                return score == first + Double(index)
            }
        return isGood ? [] : [.badScale]
    }

    private static func limits(_ answer: Answer) -> [FaultKind] {
        let limits = answer.limits
        let isGood =
            switch answer.format {
            case .fixed, .email, .file: true
            case .text: limits.length.map { $0 > 0 } ?? true
            case .number: isInOrder(limits) { DecimalText($0) } && (limits.decimals ?? 0) >= 0
            case .day: isInOrder(limits) { Day($0) }
            case .time: isInOrder(limits) { DayTime($0) }
            case .dateTime: isInOrder(limits) { LocalDateTime($0) }
            }
        return isGood ? [] : [.badLimits]
    }

    private static func isInOrder<Value: Comparable>(_ limits: Limits, _ read: (String) -> Value?) -> Bool {
        let (least, greatest) = (limits.least.map(read), limits.greatest.map(read))
        if case .some(nil) = least { return false }
        if case .some(nil) = greatest { return false }
        guard let least = least ?? nil, let greatest = greatest ?? nil else { return true }
        return least <= greatest
    }
}

extension Answer {
    var hasEnds: Bool { [limits.least, limits.greatest].allSatisfy { $0.flatMap { DecimalText($0) } != nil } }
}
