import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

struct TextPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires/{id}/structure/text")
        own.get("", use: show)
        own.post("", use: save)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, typed: nil, [])
    }

    /// `text` is the questionnaire, `edition` the edition the edit started from. `act=show` only draws the preview of what is typed.
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let text = Self.text(form)
        let reader = StructureReader(text)
        let mistakes = reader.structure.isTooLarge ? [StructureReader.Mistake(line: 0, key: "tooLarge")] : reader.mistakes
        if form["act"] == "show" { return try await page(request, person, typed: form, mistakes) }
        guard mistakes.isEmpty else {
            try await keep(form, person)
            return try await page(request, person, typed: form, mistakes)
        }
        let words = design.words(person)
        let address = try await admin.database.write { db -> String? in
            let heading = try design.heading(person, DesignContext.editing, db)
            let (version, before) = try design.content(heading, db)
            guard version.state == .draft else { return nil }
            if form["edition"] != String(version.edition) {
                // Where nothing was typed, what another person made of it stays.
                guard form["seen"] == Self.print(text) else { return nil }
                try person.session.setFlash(db, Flash(words("admin.unchanged", ["name": heading.title])))
                return heading.structure
            }
            try version.save(reader.structure.adopting(before), db)
            try DesignCopy.texts.remove(version.id, of: person, db)
            let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
            try AuditEntry.write(db, "\(Questionnaire.name).update", by: person.actor, on: object)
            let undo = DesignUndo(heading, before: before, edition: version.edition)
            try person.session.setFlash(db, undo.flash(words("questionnaires.design.saved"), words))
            return heading.structure
        }
        guard let address else {
            try await keep(form, person)
            return try await page(request, person, typed: form, [StructureReader.Mistake(line: 0, key: "changed")])
        }
        return .redirect(to: address)
    }

    private static func text(_ form: Form) -> String { form.exact("text").replacing("\r\n", with: "\n") }

    private static func print(_ text: String) -> String {
        let plain = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }.joined(separator: "\n")
        return SHA256.hash(data: Data(plain.trimmingSpaces().utf8)).prefix(8).map { String($0, radix: 16) }.joined(separator: "-")
    }

    private func keep(_ form: Form, _ person: SignedIn) async throws {
        try await admin.database.write { db in
            let (version, _) = try design.content(try design.heading(person, DesignContext.editing, db), db)
            if version.state == .draft { try DesignCopy.texts.keep(form, version.id, of: person, db) }
        }
    }

    private func page(
        _ request: Request, _ person: SignedIn, typed: Form?, _ mistakes: [StructureReader.Mistake]
    ) async throws -> Response {
        try await admin.page(person, request, status: mistakes.isEmpty ? .ok : .unprocessableContent) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let (version, structure) = try design.content(heading, db)
            let changed = try heading.lastAct(db).sentence("questionnaires.text.refused.changed", context.words, in: context.zone)
            let isChanged = mistakes.contains { $0.key == "changed" }
            let saved = StructureWriter(structure).text
            let items = mistakes.sorted { $0.line < $1.line }.prefix(50).map { mistake -> Values in
                if mistake.key == "changed" {
                    return ["href": "#f-text", "text": changed]
                }
                let values = ["line": String(mistake.line), "limit": mistake.limit.map { context.words.language.number($0) } ?? ""]
                return ["href": "#f-text", "text": context.words("questionnaires.text.refused.\(mistake.key)", values)]
            }
            let mayEdit = version.state == .draft && person.grants.may(DesignContext.editing, in: nil)
            let copy = typed == nil && mayEdit ? try DesignCopy.texts.find(version.id, of: person, db) : nil
            let (action, edition) = (heading.structure + "/text", String(version.edition))
            let isTaken = typed != nil && !isChanged
            let from = isTaken ? typed : copy?.form
            let opened = from?["edition"] ?? edition
            let text = typed.map(Self.text) ?? copy.map { Self.text($0.form) }
            let shown = text.map { StructureReader($0).structure } ?? structure
            let preview = LivePreview(
                structure: shown.isTooLarge ? Structure() : shown, words: context.words, original: admin.site.language)
            var values: Values = [
                "openedCopy": DesignCopy.notice(copy, at: action, isOutdated: opened != edition, context.words, context.zone),
                "title": context.words("questionnaires.text.title"), "errors": false,
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values], "back": heading.structure,
                "action": action, "edition": opened, "mayEdit": mayEdit,
                "text": text ?? saved, "theirs": isChanged ? saved : false, "seen": from?["seen"] ?? Self.print(saved),
                "address": heading.structure, "preview": preview.values,
            ]
            if !mistakes.isEmpty {
                values["errors"] = ["title": context.words("questionnaires.text.wrong", count: mistakes.count), "items": items] as Values
            }
            return ("questionnaires/text/source", values)
        }
    }
}
