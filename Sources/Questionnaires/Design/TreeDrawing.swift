import Admin
import Web

struct TreeDrawing {
    let structure: Structure
    let report: CheckReport
    let words: Words
    let address: String
    var isDraft = false
    var form: (element: Int64, values: Values)?
    var typing: Int64?
    var refused: RefusedLines?
    var writers: [Int64: [String]] = [:]

    var pages: [Values] {
        structure.pages.enumerated().map { index, page in
            var values = common(page.id, .page, page.text, "add.paragraph")
            values["number"] = words("questionnaires.design.page", ["number": String(index + 1)])
            values["paragraphs"] = page.paragraphs.map(paragraph)
            return values
        }
    }

    private func paragraph(_ paragraph: Paragraph) -> Values {
        var values = common(paragraph.id, .paragraph, paragraph.text, "add.question")
        values["questions"] = paragraph.questions.map(question)
        values["lines"] = isDraft ? lines(paragraph.id) : false
        return values
    }

    private func question(_ question: Question) -> Values {
        var values = common(question.id, .question, question.text, nil)
        values["format"] = words("questionnaires.format.\(question.kind)")
        values["code"] = question.code
        values["lines"] = isDraft && typing == question.id ? lines(question.id) : false
        values["insert"] = isDraft ? "\(address)?at=\(question.id)#l-\(question.id)" : false
        values["isMandatory"] = question.isMandatory
        values["labels"] = question.labels.map { ["text": $0.text] as Values }
        values["answers"] = question.answers.map { answer -> Values in
            let kind =
                answer.format == .fixed || question.look == .ranking
                ? false : words("questionnaires.answerFormat.\(answer.format.rawValue)") as any Sendable
            let labels = answer.labels.map { ["text": $0.text] as Values }
            return ["text": answer.text, "labels": labels, "kind": kind, "score": answer.score.map { words.language.decimal($0) } ?? false]
        }
        return values
    }

    private func common(_ id: Int64, _ kind: ElementKind, _ text: String, _ adding: String?) -> Values {
        let blank = words("questionnaires.design.blank.\(kind.rawValue)")
        let rules =
            structure.conditions.filter { $0.target == id }.map { ["text": rule($0)] as Values }
            + structure.rules.filter { $0.target == id }.map { ["text": rule($0)] as Values }
        return [
            "id": String(id), "text": text.isEmpty ? blank : text, "isBlank": text.isEmpty, "rules": rules,
            "faults": report.faults.filter { $0.element == id }.map(templateValues), "edit": address + "/elements/\(id)",
            "adding": adding.map { "\($0).\(id)" } ?? false, "isOpen": form?.element == id,
            "openAddress": "\(address)?open=\(id)#e-\(id)", "insert": false, "elementKind": kind.rawValue,
            "addingLabel": words("questionnaires.design.add.\(kind == .page ? "paragraph" : "question")"),
            "inserting": kind == .question ? false : words("questionnaires.design.insert.\(kind.rawValue)"),
            "writers": writers[id].map { words("questionnaires.design.writing", ["names": $0.joined(separator: ", ")]) } ?? false,
            "form": form.flatMap { $0.element == id ? $0.values : nil } ?? false,
        ]
    }

    func lines(_ place: Int64) -> Values {
        let isRefused = refused?.place == place
        return [
            "place": String(place), "isHere": typing == place, "typed": isRefused ? refused?.text ?? "" : "",
            "error": isRefused ? refused?.reason ?? "" : false, "isAfter": structure.question(place) != nil,
        ]
    }

    func destinations(of id: Int64) -> [Values] {
        structure.destinations(of: id).map { destination -> Values in
            switch destination {
            case .after(let other):
                return ["value": "after.\(other)", "label": words("questionnaires.design.place.after", ["text": name(other) ?? ""])]
            case .inside(let other):
                return ["value": "in.\(other)", "label": words("questionnaires.design.place.first", ["text": localizedName(other)])]
            }
        }
    }

    private func localizedName(_ id: Int64) -> String {
        guard case .paragraph(let p, _)? = structure.spot(id) else { return name(id) ?? "" }
        return words("questionnaires.rules.names.paragraph", ["page": String(p + 1), "text": name(id) ?? ""])
    }

    func rule(_ condition: Condition) -> String {
        let outline = StructureOutline(structure)
        let answer = outline.answers[condition.trigger]?.text ?? ""
        let question = outline.questionOfAnswer[condition.trigger].flatMap { outline.questions[$0]?.text } ?? ""
        return words("questionnaires.design.rules.\(condition.action.rawValue)", ["answer": answer, "question": question])
    }

    private func rule(_ rule: CompoundRule) -> String {
        let test = RuleSentence(outline: StructureOutline(structure), words: words).text(rule.test)
        return words("questionnaires.design.rules.tests.\(rule.action.rawValue)", ["test": test])
    }

    private func templateValues(_ fault: Fault) -> Values {
        ["text": sentence(fault), "isError": fault.kind.isError, "kind": fault.kind.isError ? "bad" : "warn"]
    }

    private func sentence(_ fault: Fault) -> String { words("questionnaires.check.\(fault.kind.rawValue)", fault.values) }

    func faults(_ faults: [Fault]) -> [Values] {
        faults.map { fault in
            let name = fault.element.flatMap(name)
            return [
                "text": name.map { $0.introducing(sentence(fault)) } ?? sentence(fault),
                "href": fault.element.map { "#e-\($0)" } ?? false,
            ]
        }
    }

    private func name(_ id: Int64) -> String? {
        switch structure.spot(id) {
        case .page(let p)?:
            let text = structure.pages[p].text
            return text.isEmpty ? words("questionnaires.design.page", ["number": String(p + 1)]) : text
        case .paragraph(let p, let a)?:
            let text = structure.pages[p].paragraphs[a].text
            return text.isEmpty ? words("questionnaires.design.blank.paragraph") : text
        case .question(let p, let a, let q)?:
            let text = structure.pages[p].paragraphs[a].questions[q].text
            return text.isEmpty ? words("questionnaires.design.blank.question") : text
        case nil: return nil
        }
    }

    var facts: String {
        let paths = report.paths
        return words(
            "questionnaires.design.facts",
            [
                "span": words.language.span(paths.fewestQuestions, paths.mostQuestions), "minutes": words.language.number(paths.minutes),
                "ways": paths.count == .max ? "∞" : words.language.number(paths.count),
            ], count: structure.questions.count)
    }
}
