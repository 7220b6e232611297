import Admin
import Web

/// The institution's own tags on one question and its answers, as the form of the question shows them.
struct ElementLabels {
    /// As many tags as the form shows; those that the question has come first. The others are on the page of tags.
    static let most = 20
    /// The field that names the tags of a form: an unticked box sends nothing.
    static let shown = "l"

    let question: Question
    private let all: [Tag]

    init(_ question: Question, _ tags: [Tag]) {
        self.question = question
        let put = Set((question.labels + question.answers.flatMap(\.labels)).map(\.tag))
        all = tags.filter { put.contains($0.code) } + tags.filter { !put.contains($0.code) }
    }

    private var tags: [Tag] { Array(all.prefix(Self.most)) }

    private func rows(_ tag: Tag) -> [TagSheet.Row] {
        TagSheet(Structure(pages: [Page(id: 0, paragraphs: [Paragraph(id: 0, questions: [question])])]), tag).rows
    }

    private func name(_ tag: Tag, _ row: TagSheet.Row) -> String { "l.\(tag.id ?? 0).\(row.id)" }

    var typed: [String: [String]] {
        let values = all.flatMap { tag in
            rows(tag).map { row in
                (name(tag, row), tag.kind == .mark ? row.label == nil ? [] : ["yes"] : [row.label?.value ?? ""])
            }
        }
        return Dictionary(values) { first, _ in first }
    }

    private func isShown(_ tag: Tag, in form: Form) -> Bool { form.all(Self.shown).contains(String(tag.id ?? 0)) }

    private func typed(_ tag: Tag, _ row: TagSheet.Row, _ form: Form) -> String? {
        let name = name(tag, row)
        guard form.has(name) else { return nil }
        if tag.kind == .mark { return "" }
        return form[name].isEmpty ? nil : form[name]
    }

    /// The fields whose value is of another kind, each with its refusal.
    func wrong(in form: Form, _ words: Words) -> [(name: String, label: String, reason: String)] {
        all.filter { isShown($0, in: form) }.flatMap { tag in
            rows(tag).filter { row in typed(tag, row, form).map { tag.kind.value($0) == nil } ?? false }.map { row in
                (name(tag, row), label(tag, row, words), words("questionnaires.refused.tagValue.\(tag.kind.rawValue)"))
            }
        }
    }

    /// The labels of the question and its answers; those of tags that the form did not show stay.
    func labels(by form: Form) -> [Int64: [Label]] {
        var labels = [question.id: question.labels]
        for answer in question.answers { labels[answer.id] = answer.labels }
        for tag in all where isShown(tag, in: form) {
            for row in rows(tag) {
                labels[row.id]?.removeAll { $0.tag == tag.code }
                guard let value = typed(tag, row, form).flatMap(tag.kind.value) else { continue }
                labels[row.id]?.append(Label(tag.code, value))
            }
        }
        return labels.mapValues { $0.sorted { $0.tag < $1.tag } }
    }

    /// What the fields are called, for the sentences about them.
    func labels(_ words: Words) -> [String: String] {
        Dictionary(all.flatMap { tag in rows(tag).map { (name(tag, $0), label(tag, $0, words)) } }) { first, _ in first }
    }

    func isMark(_ name: String) -> Bool { all.contains { tag in tag.kind == .mark && name.hasPrefix("l.\(tag.id ?? 0).") } }

    private func label(_ tag: Tag, _ row: TagSheet.Row, _ words: Words) -> String {
        let own = tag.name(in: words.language)
        return row.isAnswer ? "\(own), \(row.text)" : own
    }

    func values(_ form: Form?, refused: Set<String>, _ words: Words) -> [Values] {
        tags.map { tag in
            let isSent = form.map { isShown(tag, in: $0) } ?? false
            let fields = rows(tag).map { row -> Values in
                let name = name(tag, row)
                let value = isSent ? form?[name] ?? "" : row.label?.value ?? ""
                let isTicked = isSent ? form?.has(name) == true : row.label != nil
                let error = words("questionnaires.refused.tagValue.\(tag.kind.rawValue)")
                return [
                    "id": "f-" + name.replacing(".", with: "-"), "name": name, "isMark": tag.kind == .mark, "isAnswer": row.isAnswer,
                    "text": row.isAnswer ? row.text : words("questionnaires.tags.onQuestion"), "value": value, "checked": isTicked,
                    "error": refused.contains(name) ? error : false,
                ]
            }
            let isUsed = fields.contains { $0["checked"] as? Bool == true || ($0["value"] as? String ?? "").isEmpty == false }
            return ["tag": String(tag.id ?? 0), "tagName": tag.name(in: words.language), "isUsed": isUsed, "labelFields": fields]
        }
    }
}
