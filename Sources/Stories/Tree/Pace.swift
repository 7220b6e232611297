import Foundation
import GRDB
import Web

/// How fast one person may write; newcomers may have lower limits.
enum Pace {
    static func check(_ writer: Int64, at now: Date, _ db: Database) throws {
        let sql =
            "SELECT count(*) AS count, min(createdAt) AS first, max(createdAt) AS last FROM fragment WHERE writer = ? AND createdAt > ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [writer, now - 3600]) else { return }
        let (count, first, last): (Int, Date?, Date?) = (row["count"], row["first"], row["last"])
        let settings = try StorySettings.current(db)
        let pause = TimeInterval(settings.pause)
        if let last, now < last + pause { throw StoryRefusal.tooFast(seconds: wait(until: last + pause, now)) }
        guard let first else { return }
        if count >= settings.anHour { throw StoryRefusal.tooFast(seconds: wait(until: first + 3600, now)) }
        if settings.newAnHour > 0, count >= settings.newAnHour, try Trust.isNewcomer(writer, settings, at: now, db) {
            throw StoryRefusal.tooFast(seconds: wait(until: first + 3600, now))
        }
    }

    /// Limits a newcomer's fragments with links to other places, by the day.
    static func checkLinks(_ content: FragmentContent, by writer: Int64, at now: Date, _ db: Database) throws {
        let settings = try StorySettings.current(db)
        guard settings.newLinks > 0, content.hasLinks, try Trust.isNewcomer(writer, settings, at: now, db) else { return }
        let sql = "SELECT title, text, createdAt FROM fragment WHERE writer = ? AND createdAt > ? ORDER BY createdAt"
        let linked = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [writer, now - 86_400]).filter { row in
            Links.areIn(row["title"]) || Links.areIn(row["text"])
        }
        guard linked.count >= settings.newLinks, let first = linked.first.map({ $0["createdAt"] as Date }) else { return }
        throw StoryRefusal.tooFast(seconds: wait(until: first + 86_400, now))
    }

    private static func wait(until moment: Date, _ now: Date) -> Int { max(1, Int(cutting: moment.timeIntervalSince(now).rounded(.up))) }
}

extension FragmentContent {
    var hasLinks: Bool { Links.areIn(title) || Links.areIn(text) }
}
