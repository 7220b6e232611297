import Foundation
import GRDB

/// The background jobs of histories, planned changes and working copies.
public enum HistoryJobs {
    static let schedules = "schedules"

    public static let all = [
        JobKind(name: schedules) { work in
            let (done, refused) = try await Schedules(work.admin).run(now: .now)
            guard refused > 0 else { return ["done": String(done)] }
            let saying = LocalizedMessage("schedules.notDone", count: refused)
            return ["saying": saying.json, "href": CalendarPage.address, "label": "schedules.calendar"]
        },
        JobKind(name: "history", lane: .long, every: .daily(hour: 3, minute: 40)) { work in
            // Sets a lost alarm again.
            try await Schedules(work.admin).runDue()
            try await AuditSearch.catchUp(work.admin.database)
            let now = Date.now
            let days = work.admin.site.historyDays
            var (gone, last) = (0, 0)
            repeat {
                try Task.checkCancellation()
                last = try await Revision.prune(work.admin.database, days: days, now: now)
                gone += last
            } while last == Revision.mostAtOnce
            try await work.admin.database.write { db in
                try WorkingCopies.prune(db, now: now)
                try PreviewLink.prune(db, now: now)
            }
            return ["forgotten": String(gone)]
        },
    ]
}
