import Accounts
import GRDB
import Web

/// A large import in the background, in one transaction.
public enum ImportJob {
    static let name = "import"
    static let inRequest = 500

    public static let kind = JobKind(
        name: name, lane: .long,
        run: { work in
            let payload = try work.payload([String: String].self)
            guard let id = payload["file"].flatMap({ Int64(recordID: $0) }) else { return [:] }
            let (admin, actor) = (work.admin, work.actor)
            let file = try await admin.database.read { try ImportFile.fetchOne($0, key: id) }
            guard let file, file.state == .working, let type = admin.resources.all.first(where: { $0.name == file.kind }) else {
                return [:]
            }
            do {
                try await admin.urgent.whole { db, look in
                    try take(type, file, admin, db, by: actor) {
                        work.tell($0, of: $1)
                        try look()
                    }
                }
            } catch let refusal as FileRefusal {
                try await admin.database.write { db in
                    try db.execute(
                        sql: "UPDATE importFile SET state = 'waiting', problem = ? WHERE id = ?", arguments: [refusal.textKey, id])
                }
            }
            return ["href": "\(type.address)/imports/\(id)", "label": "files.result"]
        })

    private static func take<R: Resource>(
        _ type: R.Type, _ file: ImportFile, _ admin: AdminContext, _ db: Database, by actor: Actor, _ tell: (Int, Int) throws -> Void
    ) throws {
        let work = try ImportWork<R>(file, admin.pages.templates)
        let words = admin.pages.templates.words(in: work.mapping.language ?? admin.site.language)
        let context = try work.context(words, admin, db, by: actor)
        let (act, counts) = try work.apply(file.outcome?.mark ?? "", context, by: actor, tell)
        var done = file
        (done.state, done.actID, done.counts, done.content, done.problem) = (.done, act.id, Jobs.json(counts), .init(), nil)
        try done.update(db)
    }
}
