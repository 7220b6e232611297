/// Estimated time to fill in, not measured: reading at 200 words a minute, plus the seconds below for each answer.
enum Effort {
    /// Integer milliseconds, so that sums are exact.
    typealias Milliseconds = Int

    static let word = 300
    static let text = 40_000
    static let number = 8_000
    static let day = 10_000
    static let choice = 3_000
    static let ticks = 6_000

    static func reading(_ text: String) -> Milliseconds {
        text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.count * word
    }

    /// Time to read and answer. In a table the answers are read once, above it.
    static func answering(_ question: Question, isFirstOfTable: Bool) -> Milliseconds {
        let answers = question.format.isAcross && !isFirstOfTable ? 0 : question.fixed.reduce(0) { $0 + reading($1.text) }
        return reading(question.text) + reading(question.note) + answers + act(question)
    }

    private static func act(_ question: Question) -> Milliseconds {
        switch question.format {
        case .single, .singleAcross: choice
        case .multiple, .multipleAcross: ticks
        case .free:
            switch question.free.first?.format {
            case .number: number
            case .day, .time, .dateTime: day
            case .email, .file: number
            default: text
            }
        }
    }
}
