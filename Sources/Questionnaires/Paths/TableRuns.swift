struct TableRuns: Sendable {
    let runs: [[Question]]
    private let firsts: Set<Int64>

    init(_ structure: Structure) { self.init(structure.paragraphs.map(\.questions)) }

    /// - Parameter paragraphs: the questions of each paragraph, possibly only the shown ones.
    init(_ paragraphs: [[Question]]) {
        runs = paragraphs.flatMap(Self.runs)
        firsts = Set(runs.compactMap(\.first?.id))
    }

    func isFirst(_ question: Int64) -> Bool { firsts.contains(question) || !runs.contains { $0.contains { $0.id == question } } }

    private static func runs(_ questions: [Question]) -> [[Question]] {
        var runs: [[Question]] = []
        var last: Question?
        for question in questions {
            defer { last = question }
            guard question.format.isAcross else { continue }
            if let last, last.format == question.format, isAlike(last, question), !runs.isEmpty {
                runs[runs.count - 1].append(question)
            } else {
                runs.append([question])
            }
        }
        return runs
    }

    static func isAlike(_ a: Question, _ b: Question) -> Bool {
        a.answers.map(\.text) == b.answers.map(\.text) && a.answers.map(\.score) == b.answers.map(\.score)
    }
}
