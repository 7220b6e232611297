import Accounts
import Formats
import GRDB
import Hummingbird
import Web

struct ImportAcceptance: Sendable {
    let admin: AdminContext

    enum Outcome: Sendable {
        case done(UndoableOperation, ImportCounts)
        case begun
        case over
    }

    /// Throws `ImportRefusal` if an item would become something else than what was confirmed.
    @discardableResult
    func accept(_ id: Int64, _ mark: String, of accountID: Int64, _ grants: Grants, by actor: Actor) async throws -> Outcome {
        try await admin.database.write { db in
            let staged = try StagedImport.find(id, of: accountID, grants, admin, db)
            guard staged.state == .checked, let type = admin.importable(staged.kind) else { return .over }
            return try accept(type, staged, mark, db, by: actor)
        }
    }

    private func accept<R: Resource>(_ type: R.Type, _ found: StagedImport, _ mark: String, _ db: Database, by actor: Actor) throws
        -> Outcome
    {
        var staged = found
        if staged.total > ImportJob.inRequest {
            (staged.state, staged.problem) = (.working, nil)
            try staged.update(db)
            try ImportJob.enqueue(.application, staged, mark: mark, db, by: actor)
            return .begun
        }
        let application = ImportApplication<R>(work: ImportWork(admin: admin), staged: staged, db: db, actor: actor)
        let (act, counts) = try application.apply(mark)
        return .done(act, counts)
    }
}
