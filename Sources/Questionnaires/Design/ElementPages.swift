import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

struct ElementPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("elements/{element}", use: element)
        structure.post("elements/{element}", use: saveElement)
    }

    @Sendable private func element(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await elementPage(request, person, typed: nil)
    }

    /// `seen` is the fingerprint when the page was opened. On a mismatch or an overlong text the input is shown with the reason.
    @Sendable private func saveElement(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        if form["act"] == "show" { return try await showTyped(request, person, form) }
        let words = design.words(person)
        let id = elementID(person)
        let outcome = try await admin.database.write { db in try write(form, id, person, words, db) }
        switch outcome {
        case .saved(let address): return .redirect(to: address)
        case .refused(let refused): return try await elementPage(request, person, typed: refused.form ?? form, refused)
        case .gone: return try await deletedElementPage(request, person, form)
        }
    }

    /// The preview of what is being typed, of which nothing is saved.
    private func showTyped(_ request: Request, _ person: SignedIn, _ form: Form) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let heading = try design.heading(person, DesignContext.editing, db)
            let id = elementID(person)
            guard let typed = try design.content(heading, db).1.changing(id, by: form, set: nil) else { throw HTTPError(.notFound) }
            let preview = LivePreview(structure: typed, words: context.words, original: admin.site.language, focus: id)
            return ("questionnaires/design/live", ["title": heading.title, "address": heading.structure, "preview": preview.values])
        }
    }

    private enum Outcome: Sendable {
        case saved(String)
        case refused(RefusedElement)
        case gone
    }

    private func write(_ sent: Form, _ id: Int64, _ person: SignedIn, _ words: Words, _ db: Database) throws -> Outcome {
        let heading = try design.heading(person, DesignContext.editing, db)
        let (version, before) = try design.content(heading, db)
        guard version.state == .draft, let saved = before.typed(id, words.language), let seen = before.fingerprint(of: id) else {
            return .gone
        }
        let chosen = sent.recordID("set")
        let set = try AnswerSet.all(db).first { $0.id == chosen }?.options
        var form = sent
        // A set is taken in place of the lines, and so is a change of them.
        if let set { form["answers"] = QuestionDraft.lines(set) }
        let lines = form.exact("answers")
        let tags = try Tag.all(.element, db)
        let labels = before.question(id).map { ElementLabels($0, tags) }
        let texts = ElementTexts(before, of: id, in: admin.site.languages)
        let all = saved.merging(texts.typed) { $1 }.merging(labels?.typed ?? [:]) { $1 }
        let merge = SettingsMerge(form, saved: all, lists: ["tag"], groups: QuestionDraft.groups)
        guard merge?.isSettled ?? (form["seen"].isEmpty || form["seen"] == seen) else {
            try DesignCopy.elements.keep(merge?.form ?? sent, id, of: person, db)
            return .refused(RefusedElement(isChanged: merge == nil, unanswered: merge?.unanswered ?? [], form: merge?.form))
        }
        let merged = merge?.form ?? form
        guard let changed = before.changing(id, by: merged, set: merged.exact("answers") == lines ? set : nil) else { return .gone }
        let (after, refused) = details(of: id, in: changed, by: merged, tags, words)
        let (ruled, mistakes) = ElementRules(structure: after, language: words.language).reading(merged, of: id)
        let (excesses, faults) = (after.excesses(of: id), Self.faults(merged, words) + mistakes.map { Self.fault($0, words) } + refused)
        guard excesses.isEmpty, faults.isEmpty else {
            try DesignCopy.elements.keep(sent, id, of: person, db)
            return .refused(RefusedElement(excesses: excesses, faults: faults))
        }
        let changes = try heading.changes(since: sent.number("edition", in: .versions), version, db)
        try version.save(ruled.withoutLooseRules, db)
        try DesignCopy.elements.remove(id, of: person, db)
        try DesignVisit.note(person.accountID, at: version.id, now: .now, db)
        let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
        try AuditEntry.write(db, "\(Questionnaire.name).update", by: person.actor, on: object)
        let undo = DesignUndo(heading, before: before, edition: version.edition)
        let isQuestion = before.question(id) != nil
        let names = ElementForm.names(texts, labels, words)
        let taken = merge?.sentence(by: changes, for: person.actor, words) {
            names[$0] ?? ElementForm.label(of: $0, isQuestion, words)
        }
        let text = [words("questionnaires.design.saved"), taken].compactMap { $0 }.joined(separator: " ")
        try person.session.setFlash(db, undo.flash(text, words))
        return .saved(Self.address(after: sent, id, ruled, heading))
    }

    /// The element with the translations and own tags of its form, and those that cannot be.
    private func details(
        of id: Int64, in structure: Structure, by form: Form, _ tags: [Tag], _ words: Words
    ) -> (structure: Structure, faults: [ElementFault]) {
        var (copy, faults) = (structure, [ElementFault]())
        if let labels = structure.question(id).map({ ElementLabels($0, tags) }) {
            let put = labels.labels(by: form)
            copy = copy.relabelling { put[$0] ?? $1 }
            faults += labels.wrong(in: form, words).map { ElementFault(field: $0.name, label: $0.label, reason: $0.reason) }
        }
        let texts = ElementTexts(copy, of: id, in: admin.site.languages)
        let tooLong = words("questionnaires.refused.tooLong", ["limit": words.language.number(TranslationSheet.longest)])
        faults += texts.tooLong(in: form).map { row in
            ElementFault(field: row.name, label: "\(texts.label(row, words)) (\(row.language.ownName))", reason: tooLong)
        }
        return (texts.structure(by: form), faults)
    }

    /// Where the designer goes on: in the tree, in the form, or in that of the next question.
    private static func address(after form: Form, _ id: Int64, _ structure: Structure, _ heading: DesignHeading) -> String {
        let closed = "\(heading.structure)#e-\(id)"
        switch form["act"] {
        case "stay": return form["inside"] == "yes" ? "\(heading.structure)?open=\(id)#e-\(id)" : "\(heading.structure)/elements/\(id)"
        case "next":
            let all = structure.questions.map(\.id)
            guard let next = all.firstIndex(of: id).map({ all.dropFirst($0 + 1) })?.first, next > 0 else { return closed }
            return "\(heading.structure)?open=\(next)#e-\(next)"
        default: return closed
        }
    }

    private static func fault(_ mistake: ElementRules.Mistake, _ words: Words) -> ElementFault {
        let line = words.language.number(mistake.line)
        let reason =
            mistake.fault.map { words("questionnaires.check.\($0.rawValue)") }
            ?? words("questionnaires.design.refused.\(mistake.word.isEmpty ? "ruleEnd" : "ruleWord")", ["word": mistake.word])
        return ElementFault(
            field: mistake.field, reason: words("questionnaires.design.refused.ruleLine", ["line": line, "reason": reason]))
    }

    private static func faults(_ form: Form, _ words: Words) -> [ElementFault] {
        var (faults, question) = ([ElementFault](), Question(id: 0))
        guard question.become(form["format"]) else { return [] }
        if QuestionDraft(form).scale(question.look)?.isPossible == false {
            let range = ScaleAnswers.counts
            let limits = ["least": words.language.number(range.lowerBound), "greatest": words.language.number(range.upperBound)]
            let field = question.look == .stars ? "to" : "from"
            faults.append(ElementFault(field: field, reason: words("questionnaires.design.refused.scale", limits)))
        }
        if question.format.isAcross, TableRows.lines(form).contains(where: { $0.unicodeScalars.count > TableRows.longest }) {
            let limit = ["limit": words.language.number(TableRows.longest)]
            faults.append(ElementFault(field: "rows", reason: words("questionnaires.refused.tooLong", limit)))
        }
        return faults
    }

    private func elementID(_ person: SignedIn) -> Int64 { person.parameters.recordID("element") ?? 0 }

    private func elementPage(
        _ request: Request, _ person: SignedIn, typed form: Form?, _ refused: RefusedElement = RefusedElement()
    ) async throws -> Response {
        let isDisputed = refused.form != nil
        let status: HTTPResponse.Status = isDisputed ? .conflict : form == nil ? .ok : .unprocessableContent
        return try await admin.page(person, request, status: status) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let (version, stored) = try design.content(heading, db)
            let drawing = ElementForm(
                heading: heading, version: version, stored: stored, person: person, id: elementID(person),
                languages: admin.site.languages, isInside: form?["inside"] == "yes")
            guard let drawn = try drawing.values(form, refused, context, db) else { throw HTTPError(.notFound) }
            let values: Values = ["breadcrumbs": [["label": heading.title, "href": heading.structure] as Values]]
            let template = drawing.isQuestion ? "questionnaires/design/question" : "questionnaires/design/text"
            return (template, drawn.merging(values) { $1 })
        }
    }

    func deletedElementPage(_ request: Request, _ person: SignedIn, _ form: Form) async throws -> Response {
        try await admin.page(person, request, status: .conflict) { db, context in
            let (heading, words) = (try design.heading(person, DesignContext.editing, db), context.words)
            let (isQuestion, structure) = (form.has("format"), try design.content(heading, db).1)
            let names = [
                "text", "note", "answers", "other", "category", "code", "length", "least", "greatest", "decimals", "unit", "from", "to",
                "low", "high",
                "rows",
            ]
            let fields = names.filter { !form[$0].isEmpty }.map { name -> Values in
                ["label": ElementForm.label(of: name, isQuestion, words), "text": form.exact(name)]
            }
            let originals = TranslationSheet(structure, in: .english).rows.map { ($0.name, $0.original) }
            let translations = originals.filter { !form[$0.0].isEmpty }.map { name, original -> Values in
                ["label": original, "text": form.exact(name)]
            }
            let inForm = form.values.keys.sorted().compactMap { name -> Values? in
                let parts = name.split(separator: ".")
                guard parts.count == 4, parts[0] == "t", !form[name].isEmpty, let language = Language(rawValue: String(parts[1])) else {
                    return nil
                }
                return ["label": language.ownName, "text": form.exact(name)]
            }
            let texts = fields + translations + inForm
            let values: Values = [
                "title": words("questionnaires.design.lost"), "texts": texts, "back": heading.structure,
                "sentence": try heading.lastAct(db).sentence("questionnaires.design.lostText", words, in: context.zone),
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values],
            ]
            return ("questionnaires/design/lost", values)
        }
    }
}

extension Structure {
    func texts(of id: Int64) -> (text: String, note: String)? {
        switch spot(id) {
        case .page(let p)?: (pages[p].text, pages[p].note)
        case .paragraph(let p, let a)?: (pages[p].paragraphs[a].text, pages[p].paragraphs[a].note)
        case .question?, nil: nil
        }
    }

    func typed(_ id: Int64, _ language: Language) -> [String: [String]]? {
        let rules = ElementRules(structure: self, language: language).typed(id)
        if let question = question(id) {
            let rows = rows(below: id).map(\.text).joined(separator: "\n")
            return QuestionDraft.typed(question, language).merging(["rows": [rows]]) { $1 }.merging(rules) { $1 }
        }
        return texts(of: id).map { ["text": [$0.text], "note": [$0.note]].merging(rules) { $1 } }
    }

    func fingerprint(of id: Int64) -> String? { untranslated.print(of: id) }

    /// Translations have their own page and do not change an element.
    var untranslated: Structure { rewording { $0.translations = Translations() } }

    func print(of id: Int64) -> String? {
        let words: String
        if let question = question(id) {
            words = String(describing: question)
        } else if let (text, note) = texts(of: id) {
            words = text + "\0" + note
        } else {
            return nil
        }
        return SHA256.hash(data: Data(words.utf8)).prefix(8).map { String($0, radix: 16) }.joined(separator: "-")
    }

    func changing(_ id: Int64, by form: Form, set: [AnswerOption]?) -> Structure? {
        var copy = self
        switch spot(id) {
        case .page(let p)?: (copy.pages[p].text, copy.pages[p].note) = (form["text"], form.exact("note").trimmingSpaces())
        case .paragraph(let p, let a)?:
            (copy.pages[p].paragraphs[a].text, copy.pages[p].paragraphs[a].note) = (form["text"], form.exact("note").trimmingSpaces())
        case .question(let p, let a, let q)?:
            let before = pages[p].paragraphs[a].questions[q]
            copy.pages[p].paragraphs[a].questions[q] = QuestionDraft(form).read(over: before, set: set, freeID: freeID)
            copy = TableRows(form, below: rows(below: id), freeID: freeID).put(below: (p, a, q), in: copy)
        case nil: return nil
        }
        return copy
    }
}
