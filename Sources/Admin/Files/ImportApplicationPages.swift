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

struct ImportApplicationPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("imports/{id}/application", use: applyImport)
    }

    /// Imports what the trial showed, or shows what has changed since.
    @Sendable func applyImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        do {
            let outcome = try await admin.database.write { db in try apply(form["mark"], person, words, db) }
            switch outcome {
            case .done(let act, let counts):
                return try await admin.redirect(person, to: R.address, flash(act, counts, words))
            case .begun:
                let address = "\(R.address)/imports/\(try person.recordID())"
                return try await admin.redirect(person, to: address, Flash(words("lists.progress.begun"), kind: .info))
            case .over: return .redirect(to: "\(R.address)/imports/\(try person.recordID())", type: .normal)
            }
        } catch let refusal as FileRefusal {
            return try await admin.page(person, request, status: .conflict) { db, context in
                let file = try ImportFile.find(of: R.self, person, db)
                return (
                    "admin/files/trial",
                    try ImportPreviewPages<R>(admin: admin).trialPage(file, context, by: person.actor, problem: refusal.textKey)
                )
            }
        }
    }

    private func apply(_ mark: String, _ person: SignedIn, _ words: Words, _ db: Database) throws -> ImportOutcome {
        var file = try ImportFile.find(of: R.self, person, db)
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
        Flash(counts.result(words), kind: counts.refused > 0 ? .warn : .good, undo: undo(act.id ?? 0, words))
    }

    private func undo(_ act: Int64, _ words: Words) -> Flash.Undo {
        Flash.Undo(action: R.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act)]])
    }
}
