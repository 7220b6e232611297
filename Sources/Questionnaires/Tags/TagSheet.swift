import Admin
import Web

struct TagSheet {
    struct Row {
        let id: Int64
        let isAnswer: Bool
        let text: String
        let code: String
        let label: Label?

        var name: String { "l.\(id)" }
    }

    let structure: Structure
    let tag: Tag
    private(set) var rows: [Row]

    init(_ structure: Structure, _ tag: Tag) {
        (self.structure, self.tag) = (structure, tag)
        rows = structure.questions.flatMap { question -> [Row] in
            let own = { (labels: [Label]) in labels.first { $0.tag == tag.code } }
            let answers = question.format == .free ? [] : question.answers
            return [Row(id: question.id, isAnswer: false, text: question.text, code: question.code, label: own(question.labels))]
                + answers.map { Row(id: $0.id, isAnswer: true, text: $0.text, code: $0.code, label: own($0.labels)) }
        }
    }

    var onlyPut: TagSheet {
        var sheet = self
        sheet.rows.removeAll { $0.label == nil }
        return sheet
    }

    var typed: [String: [String]] {
        Dictionary(rows.map { ($0.name, tag.kind == .mark ? $0.label == nil ? [] : ["yes"] : [$0.label?.value ?? ""]) }) { first, _ in first
        }
    }

    var count: Int { rows.count { $0.label != nil } }

    private func typed(_ row: Row, _ form: Form) -> String? {
        guard form.has(row.name) else { return nil }
        if tag.kind == .mark { return "" }
        return form[row.name].isEmpty ? nil : form[row.name]
    }

    func wrong(in form: Form) -> [Row] { rows.filter { row in typed(row, form).map { tag.kind.value($0) == nil } ?? false } }

    func structure(by form: Form) -> Structure {
        var labels: [Int64: Label] = [:]
        for row in rows { labels[row.id] = typed(row, form).flatMap(tag.kind.value).map { Label(tag.code, $0) } }
        return structure.relabelling { id, old in
            (old.filter { $0.tag != tag.code } + [labels[id]].compactMap { $0 }).sorted { $0.tag < $1.tag }
        }
    }
}

extension Structure {
    func relabelling(_ change: (Int64, [Label]) -> [Label]) -> Structure {
        var copy = self
        for p in copy.pages.indices {
            for a in copy.pages[p].paragraphs.indices {
                for q in copy.pages[p].paragraphs[a].questions.indices {
                    var question = copy.pages[p].paragraphs[a].questions[q]
                    question.labels = change(question.id, question.labels)
                    for n in question.answers.indices {
                        question.answers[n].labels = change(question.answers[n].id, question.answers[n].labels)
                    }
                    copy.pages[p].paragraphs[a].questions[q] = question
                }
            }
        }
        return copy
    }

    var labels: Set<Label> { Set(questions.flatMap { $0.labels + $0.answers.flatMap(\.labels) }) }
}
