import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private enum ImportOutcome {
    case done(UndoableOperation, ImportCounts)
    case begun
    case over
}

extension ResourcePages {
    /// `POST /admin/house/products/imports/3/application`: imports what the trial showed, or shows what has changed since.
    @Sendable func applyImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        do {
            let outcome = try await admin.database.write { db in try apply(form["mark"], person, words, db) }
            switch outcome {
            case .done(let act, let counts):
                return try await admin.redirect(person, to: R.address, flash(act, counts, words))
            case .begun:
                let address = "\(R.address)/imports/\(try id(person))"
                return try await admin.redirect(person, to: address, Flash(words("lists.progress.begun"), kind: .info))
            case .over: return .redirect(to: "\(R.address)/imports/\(try id(person))", type: .normal)
            }
        } catch let refusal as FileRefusal {
            return try await admin.page(person, request, status: .conflict) { db, context in
                let file = try importFile(person, db)
                return ("files/trial", try trialPage(file, context, by: person.actor, problem: refusal.textKey))
            }
        }
    }

    private func apply(_ mark: String, _ person: SignedIn, _ words: Words, _ db: Database) throws -> ImportOutcome {
        var file = try importFile(person, db)
        guard file.state == .waiting else { return .over }
        let work = try ImportWork<R>(file, admin.pages.templates)
        if work.table.rows.count > ImportJob.inRequest {
            var mapping = work.mapping
            mapping.language = words.language
            var counts = ImportCounts()
            counts.mark = mark
            (file.mapping, file.counts, file.state, file.problem) = (Jobs.json(mapping), Jobs.json(counts), .working, nil)
            try file.update(db)
            try Jobs.enqueue(
                db, ImportJob.name, payload: ["file": String(file.id ?? 0)], title: LocalizedMessage("files.job", ["file": file.name]),
                scope: file.scopeID, by: person.actor)
            return .begun
        }
        let (act, counts) = try work.apply(mark, work.context(words, admin, db, by: person.actor), by: person.actor)
        try file.delete(db)
        return .done(act, counts)
    }

    private func flash(_ act: UndoableOperation, _ counts: ImportCounts, _ words: Words) -> Flash {
        Flash(result(counts, words), kind: counts.refused > 0 ? .warn : .good, undo: undo(act.id ?? 0, words))
    }

    private func result(_ counts: ImportCounts, _ words: Words) -> String {
        let parts = [("new", counts.new), ("changed", counts.changed), ("refused", counts.refused)].filter { $0.1 > 0 }
        return words("files.done", ["what": parts.map { words("files.counts.\($0.0)", count: $0.1) }.joined(separator: ", ")])
    }

    private func undo(_ act: Int64, _ words: Words) -> Flash.Undo {
        Flash.Undo(action: R.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act)]])
    }

    func progressPage(_ file: ImportFile, _ context: FormContext) throws -> Values {
        let words = context.words
        let isUnderway = file.state == .working
        let address = "\(R.address)/imports/\(file.id ?? 0)"
        let act = try file.actID.flatMap { try UndoableOperation.fetchOne(context.db, key: $0) }
        let heading = words("files.job", ["file": file.name])
        let far = isUnderway ? try file.job(context.db).flatMap { admin.underway[$0] } : nil
        let number = words.language.number
        let shown: any Sendable =
            far.map { far -> Values in
                let text = words("files.progress", ["done": number(far.done), "total": number(far.total)])
                return ["done": String(far.done), "total": String(max(far.total, 1)), "text": text]
            } ?? false
        let state = isUnderway ? "waiting" : act?.undoneAt == nil ? "done" : "undone"
        let mayUndo = !isUnderway && act != nil && act?.undoneAt == nil
        return [
            "title": heading, "heading": heading, "isUnderway": isUnderway, "poll": isUnderway ? address : false,
            "far": shown, "state": words("lists.progress.states.\(state)"),
            "result": isUnderway ? false : result(file.outcome ?? ImportCounts(), words),
            "undoAction": mayUndo ? R.address + "/bulk/undoing" : false,
            "act": String(file.actID ?? 0), "undoLabel": words("lists.undo.all"), "refreshHref": address, "listHref": R.address,
            "listLabel": named(words, "many"), "breadcrumbs": importCrumbs(words),
        ]
    }
}
