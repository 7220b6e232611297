import Admin
import Web

struct QuestionForm {
    let question: Question
    let words: Words
    let sets: [AnswerSet]
    var set: Int64?

    var values: Values {
        let written = question.format == .free ? question.free.first : nil
        let limits = written?.limits ?? Limits()
        return [
            "title": words("questionnaires.design.question"), "text": question.text, "note": question.note, "code": question.code,
            "category": question.category, "isMandatory": question.isMandatory,
            "formats": QuestionFormat.allCases.map { format -> Values in
                [
                    "value": format.rawValue, "label": words("questionnaires.format.\(format.rawValue)"),
                    "help": words("questionnaires.formatHelp.\(format.rawValue)"), "checked": format == question.format,
                ]
            },
            "tags": ElementTag.allCases.map { tag -> Values in
                [
                    "value": tag.rawValue, "label": words("questionnaires.tags.\(tag.rawValue)"),
                    "checked": question.tags.contains(tag),
                ]
            },
            "answers": AnswerLines.text(question.answers, words.language),
            "other": question.format == .free ? "" : question.free.first?.text ?? "",
            "sets": sets.map {
                ["value": $0.id.map(String.init) ?? "", "label": $0.said(in: words.language), "isChosen": set != nil && $0.id == set]
                    as Values
            },
            "kinds": [AnswerFormat.text, .number, .day].map { format -> Values in
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
