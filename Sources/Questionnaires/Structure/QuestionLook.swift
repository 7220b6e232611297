/// How a question is asked beyond its format. Programs of the university see the format alone.
enum QuestionLook: String, Sendable, CaseIterable {
    case plain
    case scale
    /// From 0 to 10: how likely a recommendation is.
    case nps
    case stars
    /// Choices put in an order; each answer is a place.
    case ranking
    case slider

    var format: QuestionFormat? {
        switch self {
        case .plain: nil
        case .scale, .nps, .stars: .single
        case .ranking: .multiple
        case .slider: .free
        }
    }

    var isRow: Bool { [.scale, .nps, .stars].contains(self) }
}

extension Question {
    /// What a designer chooses, such as `single` or `stars`; also the word in texts.
    var kind: String { look == .plain ? format.rawValue : look.rawValue }

    static let kinds = QuestionFormat.allCases.map(\.rawValue) + QuestionLook.allCases.filter { $0 != .plain }.map(\.rawValue)

    /// False for an unknown kind.
    mutating func become(_ kind: String) -> Bool {
        if let format = QuestionFormat(rawValue: kind) {
            (self.format, look) = (format, .plain)
        } else if let look = QuestionLook(rawValue: kind), let format = look.format {
            (self.format, self.look) = (format, look)
        } else {
            return false
        }
        return true
    }

    /// Makes format, answers and order fit the look.
    mutating func settle() {
        if let format = look.format { self.format = format }
        if format != .free {
            for index in answers.indices where answers[index].format == .file { answers[index].format = .text }
        }
        if look.isRow || format.isAcross || format == .free { isShuffled = false }
        if look == .slider {
            for index in answers.indices {
                answers[index].format = .number
                answers[index].limits.decimals = answers[index].limits.decimals ?? 0
            }
        }
        guard look == .ranking else { return }
        for index in answers.indices {
            (answers[index].format, answers[index].score) = (.number, nil)
            answers[index].limits = Limits(least: "1", greatest: String(answers.count), decimals: 0)
        }
    }

    var unranked: Question {
        guard look == .ranking else { return self }
        var copy = self
        for index in copy.answers.indices { (copy.answers[index].format, copy.answers[index].limits) = (.fixed, Limits()) }
        return copy
    }

    /// The answers to choose from: of a ranking, what is put in order.
    var choices: [Answer] { look == .ranking ? answers : fixed }
}
