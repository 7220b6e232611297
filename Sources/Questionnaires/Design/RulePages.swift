import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct RulePages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("rules", use: rules)
        structure.post("rules", use: changeRules)
    }

    /// Once an answer is chosen, the page offers only targets that it may control.
    @Sendable private func rules(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let (version, structure) = try design.content(heading, db)
            let query = Form(query: request.uri.query ?? "")
            let asked = query.recordID("answer")
            let drawing = RuleDrawing(structure: structure, words: context.words)
            let answer = asked.flatMap { drawing.outline.answers[$0] }.flatMap { $0.format == .fixed ? $0 : nil }
            let targets = answer.map { drawing.targets(of: $0.id, chosen: query.recordID("target")) } ?? []
            let ways = PathList(drawing.outline, limit: 60)
            let values: Values = [
                "title": context.words("questionnaires.rules.title"),
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values],
                "action": heading.structure + "/rules", "back": heading.structure, "edition": String(version.edition),
                "mayEdit": version.state == .draft && person.grants.may(DesignContext.editing, in: nil),
                "rules": drawing.rules, "isNone": structure.conditions.isEmpty && structure.rules.isEmpty,
                "questions": drawing.questions(chosen: answer?.id),
                "hasQuestions": !structure.questions.allSatisfy(\.fixed.isEmpty), "answer": answer.map { String($0.id) } ?? false,
                "chosen": answer.map { drawing.answerLabel($0.id) } ?? "", "targets": targets,
                "noTargets": answer != nil && targets.isEmpty,
                "ways": drawing.ways(ways), "isCut": ways.isCut, "isHiding": query["action"] == Condition.Action.hide.rawValue,
                "seen": answer.map { drawing.seen($0.id) } ?? "",
            ]
            return ("questionnaires/design/rules", values)
        }
    }

    /// `act` is `add` with `answer`, `action` and `target`, or `delete.5`, or `delete.rule.5` for a rule of several answers.
    @Sendable private func changeRules(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let address = try await admin.database.write { db -> String in
            let heading = try design.heading(person, DesignContext.editing, db)
            let (version, before) = try design.content(heading, db)
            let address = heading.structure + "/rules"
            let isSeen = form["edition"] == String(version.edition) || before.isSeen(by: form)
            guard version.state == .draft, isSeen else {
                let refusal = try heading.lastAct(db).sentence(
                    "questionnaires.design.refused.changedMeanwhile", words, in: admin.site.zone)
                try person.session.setFlash(db, Flash(refusal, kind: .bad))
                let chosen = ["answer", "target", "action"].filter(form.has).map { (name: $0, value: form[$0]) }
                return address.appendingQuery(chosen)
            }
            guard let after = before.ruled(by: form) else {
                try person.session.setFlash(db, Flash(words("questionnaires.rules.refused"), kind: .bad))
                return address
            }
            try version.save(after, db)
            let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
            try AuditEntry.write(db, "questionnaires.questionnaires.update", by: person.actor, on: object)
            let undo = DesignUndo(heading, before: before, edition: version.edition)
            try person.session.setFlash(db, undo.flash(words("questionnaires.design.saved"), words))
            return address
        }
        return .redirect(to: address)
    }
}

extension Structure {
    /// Whether what a rule is about is as the page showed it; a rule that is taken away must still be there.
    fileprivate func isSeen(by form: Form) -> Bool {
        let act = form["act"].split(separator: ".")
        if act.count == 3 { return rules.contains { $0.id == Int64(recordID: act[2]) } }
        if act.first == "delete" { return conditions.contains { $0.id == act.last.flatMap { Int64(recordID: $0) } } }
        guard let answer = form.recordID("answer"), let target = form.recordID("target"),
            let seen = try? JSONReader.read(Array(form.exact("seen").utf8)), let question = StructureOutline(self).questionOfAnswer[answer]
        else { return false }
        let plain = untranslated
        return [question, target].allSatisfy { id in plain.print(of: id).map { seen[String(id)]?.text == $0 } ?? false }
    }

    fileprivate func ruled(by form: Form) -> Structure? {
        var copy = self
        let act = form["act"].split(separator: ".")
        if act.count == 3, act[0] == "delete", let id = Int64(recordID: act[2]) {
            copy.rules.removeAll { $0.id == id }
            return copy
        }
        if act.first == "delete", let id = act.last.flatMap({ Int64(recordID: $0) }) {
            copy.conditions.removeAll { $0.id == id }
            return copy
        }
        guard act.first == "add", let trigger = form.recordID("answer"), let target = form.recordID("target"),
            let action = Condition.Action(rawValue: form["action"])
        else { return nil }
        let rule = Condition(id: -1, trigger: trigger, target: target, action: action)
        guard ConditionCheck.kinds(rule, StructureOutline(self)).isEmpty else { return nil }
        copy.conditions.append(rule)
        return copy
    }
}

struct RuleDrawing {
    let structure: Structure
    let words: Words
    let outline: StructureOutline

    init(structure: Structure, words: Words) { (self.structure, self.words, outline) = (structure, words, StructureOutline(structure)) }

    var rules: [Values] {
        let simple = structure.conditions.map { rule -> Values in
            let text = words(
                "questionnaires.rules.\(rule.action.rawValue)", ["answer": answerLabel(rule.trigger), "target": name(rule.target) ?? "?"])
            return ["id": String(rule.id), "text": text]
        }
        let compound = structure.rules.map { rule -> Values in
            let test = RuleSentence(outline: outline, words: words).text(rule.test)
            let text = words("questionnaires.rules.tests.\(rule.action.rawValue)", ["test": test, "target": name(rule.target) ?? "?"])
            return ["id": "rule.\(rule.id)", "text": text]
        }
        return simple + compound
    }

    func questions(chosen: Int64?) -> [Values] {
        structure.questions.filter { !$0.fixed.isEmpty }.map { question in
            let answers = question.fixed.map { answer -> Values in
                ["value": String(answer.id), "label": answer.text, "isChosen": answer.id == chosen]
            }
            return ["label": question.text, "answers": answers]
        }
    }

    func targets(of answer: Int64, chosen: Int64?) -> [Values] {
        outline.places.filter { $0.kind != .answer }.compactMap { place in
            let rule = Condition(id: -1, trigger: answer, target: place.id)
            guard ConditionCheck.kinds(rule, outline).isEmpty, let name = name(place.id) else { return nil }
            return ["value": String(place.id), "label": name, "isChosen": place.id == chosen]
        }
    }

    func seen(_ answer: Int64) -> String {
        let places = [outline.questionOfAnswer[answer]].compactMap { $0 } + outline.places.filter { $0.kind != .answer }.map(\.id)
        let plain = structure.untranslated
        let prints = Dictionary(places.map { (String($0), plain.print(of: $0) ?? "") }) { $1 }
        return JSON.object(prints.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }).compact
    }

    func ways(_ list: PathList) -> [Values] {
        list.paths.map { path in
            let chosen = path.chosen.map(fact).joined(separator: "; ")
            let minutes = (path.effort + 59_999) / 60_000
            return [
                "chosen": chosen.isEmpty ? words("questionnaires.rules.nothingChosen") : chosen, "pages": String(path.pages.count),
                "questions": String(path.questions), "minutes": String(minutes),
            ]
        }
    }

    func fact(_ fact: Int64) -> String {
        outline.comparison(fact) == nil ? answerLabel(fact) : RuleSentence(outline: outline, words: words).fact(fact)
    }

    func answerLabel(_ answer: Int64) -> String {
        let question = outline.questionOfAnswer[answer].flatMap { outline.questions[$0]?.text } ?? ""
        return question + " → " + (outline.answers[answer]?.text ?? "")
    }

    private func name(_ id: Int64) -> String? {
        switch structure.spot(id) {
        case .page(let p)?: named("page", structure.pages[p].text, p)
        case .paragraph(let p, let a)?: named("paragraph", structure.pages[p].paragraphs[a].text, p)
        case .question(let p, let a, let q)?: named("question", structure.pages[p].paragraphs[a].questions[q].text, p)
        case nil: nil
        }
    }

    private func named(_ kind: String, _ text: String, _ page: Int) -> String {
        let title = text.isEmpty ? words("questionnaires.design.blank.\(kind)") : text
        return words("questionnaires.rules.names.\(kind)", ["page": String(page + 1), "text": title])
    }
}
