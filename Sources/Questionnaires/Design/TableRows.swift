import Web

struct TableRows {
    static let most = 50
    static let longest = ElementWords.Part.text.limit(in: .question)

    private let texts: [String]?
    private let before: [Question]
    private let freeID: Int64

    /// - Parameter freeID: the row above takes the ids from here for its answers.
    init(_ form: Form, below before: [Question], freeID: Int64) {
        texts = form.has("rows") ? Self.lines(form) : nil
        (self.before, self.freeID) = (before, freeID)
    }

    static func lines(_ form: Form) -> [String] {
        Array(form.exact("rows").split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.prefix(most))
    }

    func put(below place: (page: Int, paragraph: Int, question: Int), in structure: Structure) -> Structure {
        var copy = structure
        let head = copy.pages[place.page].paragraphs[place.paragraph].questions[place.question]
        guard let texts, head.format.isAcross else { return structure }
        let old = Set(before.map(\.id))
        copy.pages[place.page].paragraphs[place.paragraph].questions.removeAll { old.contains($0.id) }
        let rows = matched(texts).enumerated().map { index, row in
            makeQuestion(row.text, like: head, over: row.before, freeID: freeID - 1000 - Int64(index) * 100)
        }
        copy.pages[place.page].paragraphs[place.paragraph].questions.insert(contentsOf: rows, at: place.question + 1)
        return copy.coded
    }

    /// Equal texts are the same rows; what is left is matched by position.
    private func matched(_ texts: [String]) -> [(text: String, before: Question?)] {
        var left = before
        var rows: [(text: String, before: Question?)] = texts.map { text in
            (text, left.firstIndex { $0.text == text }.map { left.remove(at: $0) })
        }
        for index in rows.indices where rows[index].before == nil {
            guard before.indices.contains(index), let same = left.firstIndex(where: { $0.id == before[index].id }) else { continue }
            rows[index].before = left.remove(at: same)
        }
        return rows
    }

    private func makeQuestion(_ text: String, like head: Question, over before: Question?, freeID: Int64) -> Question {
        var row = before ?? Question(id: freeID, isMandatory: head.isMandatory, category: head.category)
        row.text = text
        (row.format, row.look, row.isShuffled) = (head.format, .plain, false)
        row.answers = head.answers.enumerated().map { index, answer in
            let known = before.flatMap { before in
                before.answers.first { $0.code == answer.code } ?? (before.answers.indices.contains(index) ? before.answers[index] : nil)
            }
            var copy = answer
            copy.id = known?.id ?? freeID - 1 - Int64(index)
            copy.labels = known?.labels ?? answer.labels
            return copy
        }
        // Two answers may have matched the same one by its code and by its place.
        var seen: Set<Int64> = []
        for index in row.answers.indices where !seen.insert(row.answers[index].id).inserted {
            row.answers[index].id = freeID - 1 - Int64(index)
        }
        return row
    }
}

extension Structure {
    func rows(below id: Int64) -> [Question] {
        guard case .question(let p, let a, _)? = spot(id) else { return [] }
        let run = TableRuns([pages[p].paragraphs[a].questions]).runs.first { $0.contains { $0.id == id } } ?? []
        return Array(run.drop { $0.id != id }.dropFirst())
    }
}
