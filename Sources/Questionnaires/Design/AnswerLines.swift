import Web

/// The fixed answers as lines of text: `Definitely yes = 4`, with the points after the last equals sign.
enum AnswerLines {
    static let limit = 50

    static func text(_ answers: [Answer], _ language: Language) -> String {
        answers.filter { $0.format == .fixed }.map { answer in
            if let score = answer.score { return "\(answer.text) = \(language.decimal(score))" }
            return ScoredLine(answer.text).isScored ? answer.text + " =" : answer.text
        }.joined(separator: "\n")
    }

    /// Keeps ids, so that rules survive: equal texts match first, the rest by position. New ids count down from `freeID`.
    static func read(_ text: String, over before: [Answer], freeID: Int64) -> [Answer] {
        let old = before.filter { $0.format == .fixed }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.map(ScoredLine.init).filter { !$0.text.isEmpty }
            .prefix(limit)
        var kept: [Int: Answer] = [:]
        var used: Set<Int64> = []
        for (index, line) in lines.enumerated() {
            guard let same = old.first(where: { $0.text == line.text && !used.contains($0.id) }) else { continue }
            kept[index] = same
            used.insert(same.id)
        }
        var next = freeID
        return lines.enumerated().map { index, line in
            var answer = kept[index] ?? Answer(id: 0)
            if kept[index] == nil {
                if old.indices.contains(index), !used.contains(old[index].id) {
                    answer = old[index]
                    used.insert(answer.id)
                } else {
                    answer.id = next
                    next -= 1
                }
            }
            (answer.text, answer.score) = (line.text, line.score)
            return answer
        }
    }
}
