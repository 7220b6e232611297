import Admin
import Web

/// All questions with the same scale of answers in one picture, comparable by eye.
struct ResultProfile {
    private let questions: [(question: Question, tally: Tally)]
    private let words: Words

    /// Takes the scale that most questions share; nil where no two do.
    init?(_ questions: [Question], _ tallies: Tallies, _ words: Words) {
        let scaled: [(question: Question, tally: Tally)] = questions.map { (question: $0, tally: tallies[$0.id]) }.filter { pair in
            !pair.tally.isWithheld && pair.tally.answered > 0 && !pair.question.format.isMultiple && pair.question.scale != nil
        }
        let groups = Dictionary(grouping: scaled) { Self.scale(of: $0.question).map(\.text) }
        // Of scales that are shared alike, the first one of the questionnaire.
        let most = scaled.map { Self.scale(of: $0.question).map(\.text) }.max { groups[$0]?.count ?? 0 < groups[$1]?.count ?? 0 }
        guard let most, let same = groups[most], same.count > 1 else { return nil }
        (self.questions, self.words) = (same, words)
    }

    var chart: Chart {
        let language = words.language
        let scale = Self.scale(of: questions[0].question)
        let rows = questions.map { question, tally in
            Chart.Shares(
                question.text, Self.scale(of: question).map { tally.counts[$0.id] ?? 0 },
                note: Statistics(tally.scores).map { language.mean($0.mean) } ?? "–")
        }
        let heading = Chart.Heading(
            id: "profile", title: words("questionnaires.results.profile"),
            summary: words(
                "questionnaires.results.profileSummary",
                ["count": language.number(rows.count), "least": scale.first?.text ?? "", "most": scale.last?.text ?? ""]))
        return .diverging(
            heading, rows, scale: scale.map(\.text), corner: words("questionnaires.trend.question"),
            note: words("questionnaires.results.satisfaction")
        ) { language.percent($0) }
    }

    static func scale(of question: Question) -> [Answer] {
        question.fixed.filter { $0.score != nil }.sorted { $0.score ?? 0 < $1.score ?? 0 }
    }
}
