import Admin
import Foundation
import GRDB
import Web

/// All stored data of a visitor except the token and the secret calendar address, which only the visitor knows.
struct VisitorRecord {
    let reader: Int64
    let rendering: RenderContext
    let origin: String

    func json(_ db: Database) throws -> JSON {
        let row = try Row.fetchOne(db, sql: "SELECT degree, seenOn, alertsSeenAt FROM campusVisitor WHERE id = ?", arguments: [reader])
        return .object([
            ("seenOn", JSON(row?["seenOn"] as DatabaseValue? ?? .null)), ("alertsSeenAt", .moment(row?["alertsSeenAt"])),
            ("degree", try degree(row?["degree"], db)), ("favourites", try marks("favourite", db)), ("recents", try marks("recent", db)),
            ("courses", try courses(db)), ("events", try events(db)), ("following", try following(db)), ("ways", try ways(db)),
            ("read", try list("SELECT bulletin, at FROM campusBulletinRead WHERE visitorID = ?", ["alert": "bulletin", "at": "at"], db)),
            (
                "lastPages",
                try list(
                    "SELECT service, path, title FROM campusVisitorPath WHERE visitorID = ?",
                    ["service": "service", "path": "path", "title": "title"], db)
            ),
            (
                "calendarAddress",
                try list(
                    "SELECT createdAt FROM campusVisitorCalendar WHERE visitorID = ?", ["createdAt": "createdAt"], db)
            ),
        ])
    }

    private func list(_ sql: String, _ names: KeyValuePairs<String, String>, _ db: Database) throws -> JSON {
        .list(try Row.fetchAll(db, sql: sql, arguments: [reader]).map { .columns($0, names) })
    }

    private func degree(_ id: Int64?, _ db: Database) throws -> JSON {
        let sql = "SELECT g.id, \(rendering.text("g")) AS name FROM degree g WHERE g.id = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [id]).map { .columns($0, ["id": "id", "name": "name"]) } ?? .null
    }

    private func marks(_ name: String, _ db: Database) throws -> JSON {
        let all = try Bookmark.all(name, of: reader, db)
        let hits = try Campus.hits(of: all, rendering, db)
        return .list(
            all.map { mark in
                let hit = hits.first { $0.kind == mark.kind && $0.id == mark.id }
                return .object([
                    ("kind", .text(mark.kind)), ("id", .number(Int(mark.id))), ("title", hit.map { .text($0.title) } ?? .null),
                    ("address", hit.map { .text(origin + $0.href) } ?? .null),
                ])
            })
    }

    private func courses(_ db: Database) throws -> JSON {
        let sql = """
            SELECT c.code, \(rendering.text("c")) AS name, v.colour, v.addedAt, v.course FROM campusVisitorCourse v JOIN course c ON c.id = v.course
            WHERE v.visitorID = ? ORDER BY v.addedAt DESC, v.course
            """
        return try list(sql, ["id": "course", "code": "code", "name": "name", "color": "colour", "addedAt": "addedAt"], db)
    }

    private func events(_ db: Database) throws -> JSON {
        let all = try OwnEvent.fetchAll(
            db, sql: "SELECT * FROM campusOwnEvent WHERE visitorID = ? ORDER BY starts, id", arguments: [reader])
        let changes = try OwnEventChange.all(of: reader, db)
        return .list(
            all.map { event -> JSON in
                let exceptions = (changes[event.id ?? 0] ?? [:]).values.sorted { $0.day < $1.day }.map { change -> JSON in
                    .object([("day", .text(change.day)), ("start", .moment(change.starts)), ("end", .moment(change.ends))])
                }
                return .object([
                    ("id", .number(Int(event.id ?? 0))), ("kind", .text(event.kind.rawValue)), ("title", .text(event.title)),
                    ("start", .moment(event.starts)), ("end", .moment(event.ends)), ("repeatsUntil", .moment(event.repeatsUntil)),
                    ("rule", .optional(event.repetition?.rule(from: CivilDay(event.starts, in: rendering.zone)))),
                    ("times", event.repetition?.count.map { .number($0) } ?? .null),
                    ("exceptions", .list(exceptions)),
                    ("course", event.course.map { .number(Int($0)) } ?? .null), ("location", .text(event.place)),
                    ("note", .text(event.note)), ("reminder", event.reminder.map { .number($0) } ?? .null),
                ])
            })
    }

    private func following(_ db: Database) throws -> JSON {
        let sql = """
            SELECT e.id, \(rendering.text("e", "title")) AS title, f.at FROM campusFollowing f JOIN campusEvent e ON e.id = f.event
            WHERE f.visitorID = ? ORDER BY e.starts, e.id
            """
        return try list(sql, ["eid": "id", "title": "title", "at": "at"], db)
    }

    private func ways(_ db: Database) throws -> JSON {
        .list(
            try Subscription.all(of: reader, db).map { way in
                .object([
                    ("channel", .text(way.channel.rawValue)), ("address", .text(way.address)), ("label", .text(way.label)),
                    ("topic", .text(way.topic)), ("severity", .text(way.least)), ("quietFrom", way.quietFrom.map { .number($0) } ?? .null),
                    ("quietUntil", way.quietUntil.map { .number($0) } ?? .null), ("hour", way.digestHour.map { .number($0) } ?? .null),
                    ("language", .text(way.language.rawValue)), ("easy", .flag(way.easy)), ("confirmedAt", .moment(way.confirmedAt)),
                ])
            })
    }
}
