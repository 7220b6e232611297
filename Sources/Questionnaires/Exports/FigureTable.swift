import Admin
import Formats

struct FigureTable {
    let questions: [Question]
    let tallies: Tallies

    static let head = [
        "question", "text", "category", "answer", "answer text", "withheld", "shown", "answered", "count", "share", "mean", "median",
        "deviation",
        "least", "greatest", "tags",
    ]

    var rows: [[CSV.Cell]] {
        questions.flatMap { question -> [[CSV.Cell]] in
            let tally = tallies[question.id]
            guard !tally.isWithheld else { return [row(question, nil, tally)] }
            return [row(question, nil, tally)] + (question.format == .free ? [] : question.answers).map { row(question, $0, tally) }
        }
    }

    private func row(_ question: Question, _ answer: Answer?, _ tally: Tally) -> [CSV.Cell] {
        // The mean of what is put in order is the mean of its places.
        let statistics = answer.map { tally.places[$0.id].flatMap { Statistics($0) } } ?? (answer == nil ? Statistics(tally.measured) : nil)
        let numbers = [
            statistics?.mean, statistics?.median, statistics?.deviation, statistics?.least, statistics?.greatest,
        ]
        let counted: [CSV.Cell] =
            tally.isWithheld
            ? Array(repeating: .number(nil), count: 4)
            : [
                .number(String(tally.shown)), .number(String(tally.answered)),
                .number(answer.map { String(tally.counts[$0.id] ?? 0) }),
                .number(answer.flatMap { tally.share(of: $0.id) }.map(Columns.plain)),
            ]
        return [
            .text(question.code), .text(question.text), .text(question.category), .text(answer?.code ?? ""), .text(answer?.text ?? ""),
            .number(tally.isWithheld ? "1" : "0"),
        ] + counted + numbers.map { .number($0.map(Columns.plain)) } + [.text(Label.list(answer?.labels ?? question.labels))]
    }
}

extension Label {
    static func list(_ labels: [Label]) -> String { labels.map(\.text).joined(separator: "; ") }
}
