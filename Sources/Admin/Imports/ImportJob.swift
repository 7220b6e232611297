import Accounts
import Formats
import GRDB
import Web

/// The background work of a large import: its check, its application in one transaction, and its undo.
public enum ImportJob {
    enum Act: String, Codable, Sendable { case checking, application, undoing }

    private struct Payload: Codable, Sendable {
        let `import`: String
        let act: Act
        var mark = ""
    }

    static let name = "import"
    static let inRequest = 500

    static func enqueue(_ act: Act, _ staged: StagedImport, mark: String = "", _ db: Database, by actor: Actor) throws {
        try Jobs.enqueue(
            db, name, payload: Payload(import: String(staged.number), act: act, mark: mark),
            title: LocalizedMessage("imports.jobs.\(act.rawValue)", ["file": staged.shownName]), scope: staged.scopeID, by: actor)
    }

    public static let kind = JobKind(
        name: name, lane: .long,
        run: { work in
            let payload = try work.payload(Payload.self)
            guard let id = Int64(recordID: payload.import) else { return [:] }
            switch payload.act {
            case .checking: try await check(id, work)
            case .application: try await apply(id, payload.mark, work)
            case .undoing: try await undo(id, work)
            }
            return ["href": ImportPages.address + "/\(id)", "label": "files.result"]
        })

    private static func check(_ id: Int64, _ work: JobWork) async throws {
        try await ImportWork(admin: work.admin).check(id) { done, total in try await work.progress(done, of: total) }
    }

    private static func apply(_ id: Int64, _ mark: String, _ work: JobWork) async throws {
        let (admin, actor) = (work.admin, work.actor)
        let staged = try await admin.database.read { try StagedImport.fetchOne($0, key: id) }
        guard let staged, staged.state == .working, let type = admin.importable(staged.kind) else { return }
        do {
            try await admin.urgent.whole { db, look in
                try apply(type, staged, mark, admin, db, by: actor) { done, total in
                    work.tell(done, of: total)
                    // The database cannot be asked: this transaction holds it.
                    if admin.underway.isStopped(work.job.id ?? 0) { throw ImportRefusal("stopped") }
                    try Task.checkCancellation()
                    try look()
                }
            }
        } catch let refusal as ImportRefusal {
            try await admin.database.write { db in
                let sql = "UPDATE stagedImport SET state = 'checked', problem = ? WHERE id = ? AND state = 'working'"
                try db.execute(sql: sql, arguments: [refusal.message.json, id])
            }
            if refusal.key == "changed" { try await ImportWork(admin: admin).check(id) { _, _ in } }
        }
    }

    private static func apply<R: Resource>(
        _ type: R.Type, _ staged: StagedImport, _ mark: String, _ admin: AdminContext, _ db: Database, by actor: Actor,
        _ tell: (Int, Int) throws -> Void
    ) throws {
        let application = ImportApplication<R>(work: ImportWork(admin: admin), staged: staged, db: db, actor: actor)
        _ = try application.apply(mark, tell)
    }

    private static func undo(_ id: Int64, _ work: JobWork) async throws {
        let (admin, actor) = (work.admin, work.actor)
        try await admin.urgent.whole { db, look in
            guard let staged = try StagedImport.fetchOne(db, key: id), let act = staged.actID else { return }
            let words = admin.pages.templates.words(in: staged.language)
            _ = try ActUndo(admin: admin, words: words).undo(act, db, by: actor) { done, total in
                work.tell(done, of: total)
                try look()
            }
        }
    }
}
