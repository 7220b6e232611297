import Accounts
import Admin
import GRDB

/// What an import did to a draft, for its undo; table `draftImport`.
struct DraftImport {
    let act: Int64
    let version: Int64
    /// The edition that it made: a draft that was changed since stays as it is.
    let edition: Int
    /// Whether the draft began with it.
    let isNew: Bool
    /// The report of an earlier import, which the draft had before.
    let report: ImportReport?

    func insert(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO draftImport (act, version, edition, isNew, report) VALUES (?, ?, ?, ?, ?)",
            arguments: [act, version, edition, isNew, report?.json])
    }

    private static func find(_ act: Int64, _ db: Database) throws -> DraftImport? {
        let sql = "SELECT act, version, edition, isNew, report FROM draftImport WHERE act = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [act]).map { row in
            DraftImport(
                act: row["act"], version: row["version"], edition: row["edition"], isNew: row["isNew"],
                report: (row["report"] as String?).flatMap(ImportReport.init(json:)))
        }
    }

    static func undo(_ act: Int64, _ db: Database, by actor: Actor) throws -> WholeUndo {
        var undo = WholeUndo()
        guard let own = try find(act, db), let draft = try QuestionnaireVersion.find(own.version, db) else { return undo }
        let title = try String.fetchOne(db, sql: "SELECT name FROM questionnaire WHERE id = ?", arguments: [draft.questionnaire]) ?? ""
        guard draft.state == .draft, draft.edition == own.edition, try own.takeBack(draft, db) else {
            undo.kept = [title]
            return undo
        }
        try db.execute(sql: "DELETE FROM draftImport WHERE act = ?", arguments: [act])
        try AuditEntry.write(
            db, "\(Questionnaire.name).update", by: actor, on: (kind: Questionnaire.name, id: draft.questionnaire, title: title))
        undo.records = 1
        return undo
    }

    private func takeBack(_ draft: QuestionnaireVersion, _ db: Database) throws -> Bool {
        if isNew {
            try db.execute(sql: "DELETE FROM questionnaireVersion WHERE id = ? AND state = 'draft'", arguments: [draft.id])
            return true
        }
        guard try DesignStep.undo(draft, db) else { return false }
        try ImportReport.replace(report, for: draft.id, db)
        return true
    }
}
