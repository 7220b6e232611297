import Foundation
import GRDB
import Registry

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

    private static func weekly(_ interval: DateInterval, _ look: Look, _ db: Database) throws -> [RoomUse] {
        let sql = """
            SELECT s.id, s.timetable, s.area, s.weekday, s.begins, s.ends, \(look.text("c")) AS title, \(look.text("r")) AS place,
              coalesce(t.begins, y.begins) AS "from", coalesce(t.ends, y.ends) AS "to"
            FROM campusSlot s JOIN campusTimetable t ON t.id = s.timetable JOIN activity a ON a.id = t.activity
            JOIN course c ON c.id = a.course JOIN academicYear y ON y.id = a.year JOIN campusArea r ON r.id = s.area
            WHERE t.deletedAt IS NULL AND a.deletedAt IS NULL AND c.deletedAt IS NULL
            """
        return try Row.fetchAll(db, sql: sql).flatMap { row -> [RoomUse] in
            guard let weekday = Weekday(rawValue: row["weekday"]), let from = ClockTime.minutes(row["begins"]),
                let to = ClockTime.minutes(row["ends"]), let begins: Date = row["from"], let ends: Date = row["to"]
            else { return [] }
            let hours = WeeklyHours(weekday: weekday.number, from: from, to: to, validFrom: begins, validTo: ends)
            return hours.occurrences(in: interval, zone: look.zone).map { time in
                RoomUse(
                    uid: "slot-\(row["id"] as Int64)", area: row["area"], place: row["place"], time: time, title: row["title"],
                    resource: "campus.timetables", href: "/admin/campus/timetables/\(row["timetable"] as Int64)")
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
