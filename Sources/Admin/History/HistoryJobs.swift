import Foundation
import GRDB

/// What is done by itself for histories, dates and what people type.
public enum HistoryJobs {
    /// Does what was planned; see `Schedules.arrange`.
    static let schedules = "schedules"

    public static let all = [
        JobKind(name: schedules) { work in
            let (done, refused) = try await Schedules(work.admin).run(now: .now)
            guard refused > 0 else { return ["done": String(done)] }
            let saying = LocalizedMessage("schedules.notDone", count: refused)
            return ["saying": saying.json, "href": CalendarPage.address, "label": "schedules.calendar"]
        },
        JobKind(name: "history", lane: .long, every: .daily(hour: 3, minute: 40)) { work in
            // An alarm that was lost is set again.
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
