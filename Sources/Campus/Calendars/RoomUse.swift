import Foundation
import GRDB

/// Something that takes a room for a while: an event, an exam, a lecture of one week.
struct RoomUse: Sendable {
    /// The same for every week of a lecture.
    let uid: String
    let area: Int64
    let place: String
    let time: DateInterval
    let title: String
    /// The resource whose record it is, and where an editor changes it.
    let resource: String
    let href: String

    /// Everything in rooms that overlaps an interval; what is cancelled takes no room.
    static func all(in interval: DateInterval, _ look: Look, _ db: Database) throws -> [RoomUse] {
        try dated(interval, look, db) + weekly(interval, look, db)
    }

    private static func dated(_ interval: DateInterval, _ look: Look, _ db: Database) throws -> [RoomUse] {
        let sql = """
            SELECT 'events' AS path, o.id, o.area, o.starts, o.ends, \(look.text("o", "title")) AS title, \(look.text("r")) AS place
            FROM campusEvent o JOIN campusArea r ON r.id = o.area
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            UNION ALL
            SELECT 'exam-sessions', o.id, o.area, o.starts, o.ends, o.name, \(look.text("r"))
            FROM campusExamSession o JOIN campusArea r ON r.id = o.area
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["from": interval.start, "to": interval.end]).map { row in
            let (path, id): (String, Int64) = (row["path"], row["id"])
            return RoomUse(
                uid: "\(path)-\(id)", area: row["area"], place: row["place"],
                time: DateInterval(start: row["starts"], end: row["ends"]),
                title: row["title"], resource: "campus." + path, href: "/admin/campus/\(path)/\(id)")
        }
    }

    /// Lessons as they take place in these weeks: one that is cancelled takes no room, one that is moved another.
    private static func weekly(_ interval: DateInterval, _ look: Look, _ db: Database) throws -> [RoomUse] {
        // One that began before may still be going on.
        let wanted = DateInterval(start: interval.start - 86_400, end: interval.end)
        return try WeeklyLesson.all(where: "1", [:], look, db).flatMap { lesson in
            lesson.times(in: wanted, zone: look.zone).compactMap { time -> RoomUse? in
                guard let area = time.area, time.kind != .cancelled, time.time.end > interval.start else { return nil }
                return RoomUse(
                    uid: lesson.uid, area: area, place: time.place, time: time.time, title: lesson.title,
                    resource: "campus.timetables", href: "/admin/campus/timetables/\(lesson.timetable)")
            }
        }
    }
}

/// Two things in one room at one time.
struct RoomConflict: Sendable {
    let first: RoomUse
    let second: RoomUse

    /// What meets within an interval, the soonest first; what meets every week is told once.
    static func all(among uses: [RoomUse]) -> [RoomConflict] {
        var told: Set<[String]> = []
        let pairs = Dictionary(grouping: uses, by: \.area).values.flatMap { meetings($0.sorted { $0.time.start < $1.time.start }) }
        return pairs.sorted { ($0.second.time.start, $0.first.uid) < ($1.second.time.start, $1.first.uid) }
            .filter { told.insert([$0.first.uid, $0.second.uid].sorted()).inserted }
    }

    /// - Parameter uses: of one room, in order of their beginnings.
    private static func meetings(_ uses: [RoomUse]) -> [RoomConflict] {
        uses.indices.flatMap { index in
            uses[(index + 1)...].prefix { $0.time.start < uses[index].time.end }.map { RoomConflict(first: uses[index], second: $0) }
        }
    }
}
