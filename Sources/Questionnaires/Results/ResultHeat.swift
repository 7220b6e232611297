import Admin
import Web

/// Each block of questions with one scale as a map: a row for each question, darker where more people chose an answer.
struct ResultHeat {
    private let blocks: [[(question: Question, tally: Tally)]]
    private let words: Words

    init(_ questions: [Question], _ tallies: Tallies, _ words: Words) {
        let scaled = questions.map { (question: $0, tally: tallies[$0.id]) }.filter { pair in
            !pair.tally.isWithheld && pair.tally.answered > 0 && !pair.question.format.isMultiple && pair.question.scale != nil
        }
        let groups = Dictionary(grouping: scaled) { ResultProfile.scale(of: $0.question).map(\.text) }
        self.blocks = groups.values.filter { $0.count > 1 }.map { $0 }
            .sorted { ($0.first?.question.id ?? 0) < ($1.first?.question.id ?? 0) }
        self.words = words
    }

    var charts: [Chart] {
        let language = words.language
        return blocks.enumerated().map { index, block in
            let scale = ResultProfile.scale(of: block[0].question)
            let rows = block.map { question, tally in
                let mean = Statistics(tally.scores).map { " (\(language.mean($0.mean)))" } ?? ""
                let shares = ResultProfile.scale(of: question).map { Double(tally.counts[$0.id] ?? 0) / Double(max(1, tally.answered)) }
                return (label: question.text + mean, values: shares.map { $0 as Double? })
            }
            let heading = Chart.Heading(
                id: "heat\(index + 1)",
                title: words(
                    "questionnaires.results.heat", ["least": scale.first?.text ?? "", "most": scale.last?.text ?? ""]),
                summary: words("questionnaires.results.heatSummary", ["count": language.number(rows.count)]))
            return .heatMap(heading, columns: scale.map(\.text), corner: words("questionnaires.trend.question"), isWide: true, rows) {
                language.percent($0)
            }
        }
    }
}
