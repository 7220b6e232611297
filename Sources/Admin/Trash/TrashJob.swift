import Foundation
import GRDB

public enum TrashJob {
    public static let kind = JobKind(
        name: "trash", lane: .long, isDestructive: true, every: .daily(hour: 3, minute: 40), isOn: { $0.site.trashDays > 0 },
        run: { work in
            let (resources, now) = (work.admin.resources, Date.now)
            var erased = 0
            while true {
                let round = try await work.admin.database.write { db in try Trash.empty(db, resources, now: now) }
                erased += round.erased
                guard round.hasMore else { return ["saying": LocalizedMessage("lists.trash.emptied", count: erased).json] }
                try await work.progress(erased, of: erased + 1)
            }
        })
}
