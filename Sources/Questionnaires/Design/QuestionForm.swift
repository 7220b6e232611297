import Admin
import Web

struct QuestionForm {
    let question: Question
    let words: Words
    let sets: [AnswerSet]
    var set: Int64?
    var rows: [String] = []
    var typed: Form?

    var values: Values {
        let written = question.format == .free ? question.free.first : nil
        let limits = written?.limits ?? Limits()
        let scale = ScaleAnswers(question) ?? ScaleAnswers()
        let lines = question.look.isRow ? "" : AnswerLines.text(question.unranked.answers, words.language)
        let other = question.format == .free ? nil : question.unranked.free.first?.text
        let unit = written?.format == .number ? written?.text : nil
        func kept(_ name: String, _ value: String) -> String { typed?.has(name) == true ? typed?.exact(name) ?? value : value }
        return [
            "title": words("questionnaires.design.question"), "text": question.text, "note": question.note, "code": question.code,
            "category": question.category, "isMandatory": question.isMandatory,
            "formats": Question.kinds.map { kind -> Values in
                [
                    "value": kind, "label": words("questionnaires.format.\(kind)"), "help": words("questionnaires.formatHelp.\(kind)"),
                    "checked": kind == question.kind,
                ]
            },
            "tags": ElementTag.allCases.map { tag -> Values in
                [
                    "value": tag.rawValue, "label": words("questionnaires.tags.\(tag.rawValue)"),
                    "checked": question.tags.contains(tag),
                ]
            },
            "answers": lines, "other": other ?? "", "isShuffled": question.isShuffled,
            "rows": kept("rows", rows.joined(separator: "\n")), "from": kept("from", String(scale.from)),
            "to": kept("to", String(scale.to)), "low": kept("low", scale.low), "high": kept("high", scale.high),
            "unit": unit ?? "",
            "sets": sets.map {
                ["value": $0.id.map(String.init) ?? "", "label": $0.localized(in: words.language), "isChosen": set != nil && $0.id == set]
                    as Values
            },
            "kinds": [AnswerFormat.text, .number, .day, .time, .dateTime, .email, .file].map { format -> Values in
                [
                    "value": format.rawValue, "label": words("questionnaires.answerFormat.\(format.rawValue)"),
                    "checked": format == (written?.format ?? .text),
                ]
            },
            "length": limits.length.map(String.init) ?? "", "least": limits.least ?? "", "greatest": limits.greatest ?? "",
            "decimals": limits.decimals.map(String.init) ?? "",
        ]
    }
}
