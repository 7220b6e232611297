import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

/// `…/structure/elements/{element}`: the form of a page, paragraph or question.
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

    /// `POST …/structure/elements/{element}`. `seen` is the fingerprint of the element when the page was opened. On a mismatch or an
    /// overlong text the form is shown again with the input and the reason.
    @Sendable private func saveElement(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let id = elementID(person)
        let (address, excesses) = try await admin.database.write { db -> (String?, [OverlongText]) in
            let heading = try design.heading(person, DesignContext.editing, db)
            let (version, before) = try design.content(heading, db)
            guard version.state == .draft, let seen = before.fingerprint(of: id) else { throw HTTPError(.notFound) }
            guard form["seen"].isEmpty || form["seen"] == seen else {
                try DesignCopy.elements.keep(form, id, of: person, db)
                return (nil, [])
            }
            let chosen = form.recordID("set")
            let set = try AnswerSet.all(db).first { $0.id == chosen }?.options
            guard let after = before.changing(id, by: form, set: set) else { throw HTTPError(.notFound) }
            let excesses = after.excesses(of: id)
            guard excesses.isEmpty else {
                try DesignCopy.elements.keep(form, id, of: person, db)
                return (nil, excesses)
            }
            try version.save(after.withoutLooseRules, db)
            try DesignCopy.elements.remove(id, of: person, db)
            let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
            try AuditEntry.write(db, "\(Questionnaire.name).update", by: person.actor, on: object)
            let undo = DesignUndo(heading, before: before, edition: version.edition)
            try person.session.setFlash(db, undo.flash(words("questionnaires.design.saved"), words))
            return (form["act"] == "stay" ? "\(heading.structure)/elements/\(id)" : "\(heading.structure)#e-\(id)", [])
        }
        guard let address else { return try await elementPage(request, person, typed: form, excesses) }
        return .redirect(to: address)
    }

    private func elementID(_ person: SignedIn) -> Int64 { person.parameters.recordID("element") ?? 0 }

    /// `form` is the rejected input; `excesses` are its overlong texts, empty after an edit conflict.
    private func elementPage(
        _ request: Request, _ person: SignedIn, typed form: Form?, _ excesses: [OverlongText] = []
    ) async throws -> Response {
        try await admin.page(person, request, status: form == nil ? .ok : .unprocessableContent) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let (version, stored) = try design.content(heading, db)
            let id = elementID(person)
            let mayEdit = version.state == .draft && person.grants.may(DesignContext.editing, in: nil)
            let copy = form == nil && mayEdit ? try DesignCopy.elements.find(id, of: person, db) : nil
            let typed = (form ?? copy?.form).flatMap { stored.changing(id, by: $0, set: nil) } ?? stored
            let (action, seen) = ("\(heading.structure)/elements/\(id)", stored.fingerprint(of: id) ?? "")
            let opened = copy.map { $0.form["seen"] } ?? seen
            let common: Values = [
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values], "back": heading.structure + "#e-\(id)",
                "action": action, "seen": form == nil ? opened : seen, "isChanged": form != nil && excesses.isEmpty, "mayEdit": mayEdit,
                "errors": Self.errors(excesses, context.words),
                "openedCopy": DesignCopy.notice(copy, at: action, isOutdated: opened != seen, context.words, context.zone),
            ]
            if let question = typed.question(id) {
                let drawing = QuestionForm(question: question, words: context.words, sets: try AnswerSet.all(db))
                return ("questionnaires/question", common.merging(drawing.values) { $1 })
            }
            guard let (text, note) = typed.texts(of: id) else { throw HTTPError(.notFound) }
            let values: Values = ["title": context.words("questionnaires.design.change"), "text": text, "note": note]
            return ("questionnaires/text", common.merging(values) { $1 })
        }
    }

    private static func errors(_ excesses: [OverlongText], _ words: Words) -> any Sendable {
        var fields: Set<String> = []
        let items = excesses.compactMap { excess -> Values? in
            guard let field = excess.field, fields.insert(field).inserted else { return nil }
            let tooLong = words("questionnaires.refused.tooLong", ["limit": words.language.number(excess.limit)])
            let label = field == "text" && excess.kind != .question ? "title" : field
            return ["href": "#f-\(field)", "text": words("questionnaires.design.fields.\(label)").said(tooLong)]
        }
        if items.isEmpty { return false }
        return ["title": words("admin.errors", count: items.count), "items": items] as Values
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

    func fingerprint(of id: Int64) -> String? {
        let words: String
        // Translations are left out: they have their own page and this form does not change them.
        if let question = rewording({ $0.translations = Translations() }).question(id) {
            words = String(describing: question)
        } else if let (text, note) = texts(of: id) {
            words = text + "\0" + note
        } else {
            return nil
        }
        return SHA256.hash(data: Data(words.utf8)).prefix(8).map { String($0, radix: 16) }.joined(separator: "-")
    }

    fileprivate func changing(_ id: Int64, by form: Form, set: [AnswerOption]?) -> Structure? {
        var copy = self
        switch spot(id) {
        case .page(let p)?: (copy.pages[p].text, copy.pages[p].note) = (form["text"], form.exact("note").trimmingSpaces())
        case .paragraph(let p, let a)?:
            (copy.pages[p].paragraphs[a].text, copy.pages[p].paragraphs[a].note) = (form["text"], form.exact("note").trimmingSpaces())
        case .question(let p, let a, let q)?:
            let before = pages[p].paragraphs[a].questions[q]
            copy.pages[p].paragraphs[a].questions[q] = QuestionDraft(form).read(over: before, set: set, freeID: freeID)
        case nil: return nil
        }
        return copy
    }
}
