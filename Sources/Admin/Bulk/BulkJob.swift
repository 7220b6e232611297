import GRDB
import Web

public enum BulkJob {
    static let name = "bulk"

    /// Works in batches so that other people can save in between.
    public static let kind = JobKind(
        name: name, lane: .long, isDestructive: true,
        run: { work in
            let payload = try work.payload([String: String].self)
            guard let actID = payload["act"].flatMap({ Int64(recordID: $0) }) else { return [:] }
            let (admin, actor) = (work.admin, work.actor)
            while let (done, total) = try await admin.database.write({ db in try BulkAct.step(actID, admin, by: actor, db) }) {
                try await work.progress(done, of: total)
            }
            return try await admin.database.read { db in
                guard let act = try UndoableOperation.fetchOne(db, key: actID),
                    let type = admin.resources.all.first(where: { $0.name == act.kind })
                else { return [:] }
                return ["href": "\(type.address)/bulk/\(actID)", "label": "lists.progress.result"]
            }
        })
}
