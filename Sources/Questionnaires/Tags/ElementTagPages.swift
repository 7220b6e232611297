import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ElementTagPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("tags", use: tags)
        structure.post("tags", use: saveTags)
    }

    @Sendable private func tags(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await tagPage(request, person, typed: nil)
    }

    /// `edition` is the one that the edit started from.
    @Sendable private func saveTags(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let (isSaved, merge) = try await admin.database.write { db -> (Bool, SettingsMerge?) in
            let heading = try design.heading(person, DesignContext.editing, db)
            let (version, before) = try design.content(heading, db)
            guard let tag = try tag(request, db) else { throw HTTPError(.notFound) }
            // What was published since is not changed any more; what was typed stays on the page.
            guard version.state == .draft else { return (false, nil) }
            let sheet = TagSheet(before, tag)
            let merge = SettingsMerge(form, saved: sheet.typed)
            let form = merge?.form ?? form
            guard merge?.isSettled ?? (form["edition"] == String(version.edition)), sheet.wrong(in: form).isEmpty else {
                return (false, merge)
            }
            let changes = try heading.changes(since: form.number("edition", in: .versions), version, db)
            try version.save(sheet.structure(by: form), db)
            let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
            try AuditEntry.write(db, "\(Questionnaire.name).update", by: person.actor, on: object)
            let undo = DesignUndo(heading, before: before, edition: version.edition)
            let texts = Dictionary(sheet.rows.map { ($0.name, $0.text) }) { first, _ in first }
            let taken = merge?.sentence(by: changes, for: person.actor, words) { texts[$0] ?? $0 }
            let text = [words("questionnaires.design.saved"), taken].compactMap { $0 }.joined(separator: " ")
            try person.session.setFlash(db, undo.flash(text, words))
            return (true, nil)
        }
        return isSaved ? .redirect(to: request.uri.string) : try await tagPage(request, person, typed: form, merge)
    }

    private func tag(_ request: Request, _ db: Database) throws -> Tag? {
        let all = try Tag.all(.element, db)
        let code = Form(query: request.uri.query ?? "")["tag"]
        return code.isEmpty ? all.first : all.first { $0.code == code }
    }

    /// `typed` could not be saved; `merge` is its merge with what others saved since.
    private func tagPage(_ request: Request, _ person: SignedIn, typed: Form?, _ merge: SettingsMerge? = nil) async throws -> Response {
        let form = merge?.form ?? typed
        let (isStale, isPublished, wrong) = try await admin.database.read { db -> (Bool, Bool, [Int64]) in
            let (version, structure) = try design.content(try design.heading(person, DesignContext.seeing, db), db)
            guard let form, let tag = try tag(request, db) else { return (false, false, []) }
            let wrong = TagSheet(structure, tag).wrong(in: form).map(\.id)
            return (form["edition"] != String(version.edition), version.state != .draft, wrong)
        }
        let isDisputed = merge?.isSettled == false
        let isConflict = isDisputed || isPublished || isStale && merge == nil
        let status: HTTPResponse.Status = isConflict ? .conflict : form == nil ? .ok : .unprocessableContent
        return try await admin.page(person, request, status: status) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let (version, structure) = try design.content(heading, db)
            let all = try Tag.all(.element, db)
            let chosen = try tag(request, db)
            let address = heading.structure + "/tags"
            var values: Values = [
                "title": context.words("questionnaires.tags.title"),
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values], "back": heading.structure,
                "dictionary": Tag.address, "edition": isDisputed ? String(version.edition) : form?["edition"] ?? String(version.edition),
                "changed": isConflict && !isDisputed
                    ? try heading.lastAct(db).sentence("questionnaires.design.refused.changedKept", context.words, in: context.zone)
                    : false,
                "isDisputed": isDisputed,
                "mayEdit": version.state == .draft && person.grants.may(DesignContext.editing, in: nil), "isNone": all.isEmpty,
                "all": all.map { tag -> Values in
                    let count = TagSheet(structure, tag).count
                    return [
                        "label": tag.name(in: context.words.language), "count": context.words.language.number(count),
                        "href": "\(address)?tag=\(tag.code.queryEscaped)",
                        "isCurrent": tag.code == chosen?.code,
                    ]
                },
                "errors": false, "hasTag": chosen != nil,
            ]
            guard let chosen else { return ("questionnaires/tags/index", values) }
            var sheet = TagSheet(structure, chosen)
            if version.state != .draft, form == nil { sheet = sheet.onlyPut }
            let begun = typed?.number("edition", in: .versions)
            let drawing = TagDrawing(
                sheet: sheet, words: context.words, form: form, wrong: Set(wrong), unanswered: Set(merge?.unanswered ?? []),
                questions: try SettingsMerge.questionsByName(
                    form, by: form.map { _ in try heading.changes(since: begun, version, db) }, context, label: { $0 }))
            values["drawn"] = SettingsMerge.hiddenValue(sheet.typed, form)
            let name = chosen.name(in: context.words.language)
            values.merge(["name": name, "action": "\(address)?tag=\(chosen.code.queryEscaped)", "isMark": chosen.kind == .mark]) { $1 }
            values["kind"] = context.words("questionnaires.tagKindHelp.\(chosen.kind.rawValue)")
            values["rows"] = drawing.rows
            if !wrong.isEmpty {
                values["errors"] = ["title": context.words("admin.errors", count: wrong.count), "items": drawing.mistakes] as Values
            }
            return ("questionnaires/tags/index", values)
        }
    }
}

private struct TagDrawing {
    let sheet: TagSheet
    let words: Words
    let form: Form?
    let wrong: Set<Int64>
    let unanswered: Set<String>
    /// What is asked where another person put another value, by name.
    let questions: [String: Values]

    var rows: [Values] {
        sheet.rows.map { row in
            [
                "id": "f-l-\(row.id)", "name": row.name, "text": text(row), "code": row.code, "isAnswer": row.isAnswer,
                "value": form.map { $0[row.name] } ?? row.label?.value ?? "",
                "checked": form.map { $0.has(row.name) } ?? (row.label != nil),
                "error": wrong.contains(row.id)
                    ? refusal as any Sendable : unanswered.contains(row.name) ? words("merge.unanswered") as any Sendable : false,
                "question": questions[row.name] ?? false,
            ]
        }
    }

    var mistakes: [Values] {
        sheet.rows.filter { wrong.contains($0.id) }.map { ["href": "#f-l-\($0.id)", "text": text($0).introducing(refusal)] }
    }

    private var refusal: String { words("questionnaires.refused.tagValue.\(sheet.tag.kind.rawValue)") }

    private func text(_ row: TagSheet.Row) -> String {
        row.text.isEmpty ? words("questionnaires.design.blank.\(row.isAnswer ? "answer" : "question")") : row.text
    }
}
