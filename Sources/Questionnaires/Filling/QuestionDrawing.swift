import Admin
import Web

struct QuestionDrawing {
    let words: Words
    let replies: Replies
    let refusals: [Int64: [ReplyRefusal]]
    let gap: LanguageGap
    /// Decides the order of choices that have none of their own, the same on each visit: the offer, never the answers.
    var order = ""

    func paragraphs(_ page: Page, _ navigation: Navigation) -> [Values] {
        page.paragraphs.filter { navigation.visibility.shows($0.id) }.compactMap { paragraph in
            let questions = paragraph.questions.filter { navigation.visibility.shows($0.id) }
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
        return [
            "isTable": true, "isChoice": false, "isWritten": false, "isScale": false, "isRanking": false, "columns": columns, "rows": rows,
        ]
    }

    func single(_ question: Question) -> Values {
        var values = common(question)
        values["isTable"] = false
        let (isScale, isRanking) = (question.look.isRow, question.look == .ranking)
        values["isScale"] = isScale
        values["isRanking"] = isRanking
        values["isChoice"] = question.format != .free && !isScale && !isRanking
        values["isWritten"] = question.format == .free
        if isScale { values.merge(row(question)) { $1 } }
        if isRanking { values["items"] = ordered(question.answers, question).map { ranked($0, question) } }
        values["options"] = ordered(question.fixed, question).map { option($0, question) }
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

    private func ordered(_ answers: [Answer], _ question: Question) -> [Answer] {
        guard question.isShuffled else { return answers }
        func place(_ answer: Answer) -> UInt64 {
            // FNV-1a and a mixing step, the same on every machine.
            let hash: UInt64 = "\(order) \(question.id) \(answer.id)".utf8.reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            return (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        }
        return answers.map { (place($0), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    private func row(_ question: Question) -> Values {
        let rows = ScaleRows(question.fixed.count)
        let steps = question.fixed.enumerated().map { index, answer -> Values in
            let number = answer.score.map { words.language.decimal($0) } ?? answer.text
            let isStar = question.look == .stars
            let said = answer.text == number ? "" : answer.text
            let name = isStar ? words("questionnaires.fill.stars", count: Int(cutting: answer.score ?? 0)) : number
            var step = option(answer, question)
            step["mark"] = isStar ? "★" : number
            step["label"] = said.isEmpty ? name : name + ": " + said
            step["said"] = said.isEmpty ? false : said
            step["push"] = rows?.place(of: index) ?? false
            return step
        }
        let ends = [steps.first, steps.last].map { step -> any Sendable in step?["said"] ?? false }
        return [
            "shape": rows.map { "long of-\($0.columns)" } ?? false, "steps": steps, "isStars": question.look == .stars, "low": ends[0],
            "high": ends[1],
            "hasEnds": [question.fixed.first, question.fixed.last].contains { $0.map { $0.text.contains(where: \.isLetter) } ?? false },
        ]
    }

    private func ranked(_ answer: Answer, _ question: Question) -> Values {
        let typed = replies[question.id].typed[answer.id] ?? ""
        let count = question.answers.count
        return [
            "field": "v_\(answer.id)", "fieldID": "a-\(answer.id)", "label": answer.text, "labelLang": gap.code(answer.id),
            "ranks": (1...max(1, count)).map { ["value": String($0), "isChosen": String($0) == typed] as Values },
        ]
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
        values["length"] = [.text, .email].contains(answer.format) ? String(answer.limits.length ?? answer.format.longest) : "40"
        values["inputmode"] = answer.format == .number ? "decimal" : answer.format == .email ? "email" : false
        values["hint"] = hint(answer, question)
        let isAlone = question.format == .free
        values["unit"] = isAlone && answer.format == .number && !answer.text.isEmpty ? answer.text : false
        values["unitLang"] = gap.code(answer.id)
        values.merge(picker(answer, question, values["typed"] as? String ?? "")) { $1 }
        return values
    }

    /// The control for a day, a time, an address or a slider. Text that it could not show stays in a plain field.
    private func picker(_ answer: Answer, _ question: Question, _ typed: String) -> Values {
        var values: Values = [
            "control": "text", "isDay": false, "isTime": false, "isMoment": false, "least": false, "greatest": false, "step": false,
            "isSlider": false, "isFile": false, "file": false,
        ]
        func show(_ kind: String, _ value: String?, _ bound: (String) -> String?) {
            guard question.format == .free, typed.trimmingSpaces().isEmpty || value != nil else { return }
            values[kind] = true
            values["length"] = false
            values["typed"] = words.language.typed(value ?? "")
            values["least"] = answer.limits.least.flatMap(bound) ?? false
            values["greatest"] = answer.limits.greatest.flatMap(bound) ?? false
        }
        switch answer.format {
        case .day: show("isDay", Day(typed)?.text) { Day($0)?.text }
        case .time: show("isTime", DayTime(typed)?.text) { DayTime($0)?.text }
        case .dateTime: show("isMoment", LocalDateTime(typed)?.text) { LocalDateTime($0)?.text }
        case .email: if question.format == .free { values["control"] = "email" }
        case .number where question.look == .slider:
            show("isSlider", DecimalText(typed)?.text) { DecimalText($0)?.text }
            if values["isSlider"] as? Bool == true { values["control"] = "number" }
            let decimals = min(answer.limits.decimals ?? 0, 9)
            values["step"] = decimals == 0 ? "1" : "0." + String(repeating: "0", count: decimals - 1) + "1"
        case .file where question.format == .free:
            values["isFile"] = true
            values["file"] = FileReference(typed)?.name ?? false
        case .number, .text, .fixed, .file: break
        }
        return values
    }

    private func hint(_ answer: Answer, _ question: Question) -> any Sendable {
        switch answer.format {
        case .number where question.look == .slider && answer.hasEnds:
            words(
                "questionnaires.fill.sliderHint",
                [
                    "least": formatted(answer.limits.least ?? "", .number), "greatest": formatted(answer.limits.greatest ?? "", .number),
                ])
        case .number: words("questionnaires.fill.numberHint")
        case .day: words("questionnaires.fill.dayHint")
        case .time: words("questionnaires.fill.timeHint")
        case .dateTime: words("questionnaires.fill.dateTimeHint")
        case .email: words("questionnaires.fill.emailHint")
        case .text, .fixed, .file: false
        }
    }

    private func formatted(_ value: String, _ format: AnswerFormat) -> String { WrittenText(value, format, words.language).text }

    func sentence(_ refusal: ReplyRefusal) -> String {
        words(refusal.textKey, refusal.limit.map { ["limit": $0] } ?? [:])
    }

    func summary(_ questions: [Question], _ address: (Question) -> String) -> any Sendable {
        let wrong = questions.filter { refusals[$0.id] != nil }
        guard !wrong.isEmpty else { return false }
        let items = wrong.map { question -> Values in
            [
                "href": address(question),
                "text": question.text.introducing((refusals[question.id] ?? []).map(sentence).joined(separator: " ")),
            ]
        }
        return ["title": words("questionnaires.fill.wrong", count: wrong.count), "items": items] as Values
    }
}
