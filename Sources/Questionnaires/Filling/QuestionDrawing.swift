import Admin
import Web

struct QuestionDrawing {
    let words: Words
    let replies: Replies
    let refusals: [Int64: [ReplyRefusal]]
    let gap: LanguageGap

    func paragraphs(_ page: Page, _ walk: Navigation) -> [Values] {
        page.paragraphs.filter { walk.visibility.shows($0.id) }.compactMap { paragraph in
            let questions = paragraph.questions.filter { walk.visibility.shows($0.id) }
            guard !questions.isEmpty else { return nil }
            return [
                "id": "p-\(paragraph.id)", "heading": paragraph.text.isEmpty ? false : paragraph.text,
                "headingLang": gap.code(paragraph.id), "noteLang": gap.code(paragraph.id, .note),
                "note": paragraph.note.isEmpty ? false : paragraph.note, "blocks": blocks(questions),
            ]
        }
    }

    private func blocks(_ questions: [Question]) -> [Values] {
        var blocks: [Values] = []
        var rest = questions[...]
        while let question = rest.first {
            let run = question.format.isAcross ? TableRuns([Array(rest)]).runs.first ?? [question] : [question]
            blocks.append(question.format.isAcross ? table(run) : single(question))
            rest = rest.dropFirst(run.count)
        }
        return blocks
    }

    private func table(_ run: [Question]) -> Values {
        // Radio buttons cannot be cleared, so a last column offers "no answer" for optional rows.
        let isClearable = run[0].format == .singleAcross && run.contains { !$0.isMandatory }
        let nothing = words("questionnaires.fill.none")
        var columns = run[0].answers.map { ["text": $0.text, "textLang": gap.code($0.id)] as Values }
        if isClearable { columns.append(["text": nothing, "textLang": false]) }
        let rows = run.map { question -> Values in
            var cells = question.answers.map { answer -> Values in
                var cell = option(answer, question)
                cell["cellLabel"] = "\(question.text): \(answer.text)"
                return cell
            }
            if isClearable {
                cells.append([
                    "name": "d_\(question.id)", "value": "", "label": nothing, "labelLang": false, "type": "radio",
                    "checked": replies[question.id].chosen.isEmpty, "cellLabel": "\(question.text): \(nothing)",
                    "isMissing": question.isMandatory,
                ])
            }
            return common(question).merging(["cells": cells]) { $1 }
        }
        return ["isTable": true, "isChoice": false, "isWritten": false, "columns": columns, "rows": rows]
    }

    func single(_ question: Question) -> Values {
        var values = common(question)
        values["isTable"] = false
        values["isChoice"] = question.format != .free
        values["isWritten"] = question.format == .free
        values["options"] = question.fixed.map { option($0, question) }
        values["others"] = question.format == .free ? [Values]() : question.free.map { written($0, question) }
        // Radio buttons cannot be cleared, so an optional question offers "no answer".
        values["none"] = false
        if question.format == .single, !question.isMandatory {
            values["none"] = ["checked": replies[question.id].chosen.isEmpty, "label": words("questionnaires.fill.none")] as Values
        }
        values["field"] = false
        if question.format == .free, let answer = question.free.first { values["field"] = written(answer, question) }
        return values
    }

    private func common(_ question: Question) -> Values {
        let refused = refusals[question.id]
        let describedBy = [question.note.isEmpty ? nil : "q-\(question.id)-note", refused == nil ? nil : "q-\(question.id)-error"]
            .compactMap { $0 }
        return [
            "id": "q-\(question.id)", "number": String(question.id), "name": "d_\(question.id)", "text": question.text,
            "textLang": gap.code(question.id), "noteLang": gap.code(question.id, .note),
            "note": question.note.isEmpty ? false : question.note, "isMandatory": question.isMandatory,
            "error": refused.map { $0.map(sentence).joined(separator: " ") } ?? false,
            "described": describedBy.isEmpty ? false : describedBy.joined(separator: " "),
            "type": question.format.isMultiple ? "checkbox" : "radio",
        ]
    }

    private func option(_ answer: Answer, _ question: Question) -> Values {
        [
            "name": "d_\(question.id)", "value": String(answer.id), "label": answer.text, "labelLang": gap.code(answer.id),
            "checked": replies[question.id].chosen.contains(answer.id), "type": question.format.isMultiple ? "checkbox" : "radio",
        ]
    }

    private func written(_ answer: Answer, _ question: Question) -> Values {
        var values = option(answer, question)
        values["field"] = "v_\(answer.id)"
        values["fieldID"] = "a-\(answer.id)"
        values["typed"] = replies[question.id].typed[answer.id] ?? ""
        values["isLong"] = answer.format == .text && question.format == .free
        values["length"] = answer.format == .text ? String(answer.limits.length ?? Answer.longest) : "40"
        values["inputmode"] = answer.format == .number ? "decimal" : false
        values["hint"] = hint(answer)
        return values
    }

    private func hint(_ answer: Answer) -> any Sendable {
        switch answer.format {
        case .number: words("questionnaires.fill.numberHint")
        case .day: words("questionnaires.fill.dayHint")
        case .text, .fixed: false
        }
    }

    func sentence(_ refusal: ReplyRefusal) -> String {
        words(refusal.textKey, refusal.limit.map { ["limit": $0] } ?? [:])
    }

    func summary(_ questions: [Question], _ address: (Question) -> String) -> any Sendable {
        let wrong = questions.filter { refusals[$0.id] != nil }
        guard !wrong.isEmpty else { return false }
        let items = wrong.map { question -> Values in
            ["href": address(question), "text": question.text.said((refusals[question.id] ?? []).map(sentence).joined(separator: " "))]
        }
        return ["title": words("questionnaires.fill.wrong", count: wrong.count), "items": items] as Values
    }
}
