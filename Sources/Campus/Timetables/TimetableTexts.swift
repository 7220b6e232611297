import Admin
import GRDB
import Registry

/// What the list of timetables says beside a course: days, hours and rooms, and teachers.
enum TimetableTexts {
    static func lessons(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        let sql = """
            SELECT s.timetable, s.weekday, s.begins, s.ends, a.name AS room FROM campusSlot s LEFT JOIN campusArea a ON a.id = s.area
            WHERE s.timetable IN (SELECT value FROM json_each(?)) ORDER BY s.timetable, \(Weekday.order("s.weekday")), s.begins
            """
        var texts: [Int64: [String]] = [:]
        for row in try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: [Self.list(ids)]) {
            let weekday = context.words("campus.calendar.days.\(row["weekday"] as String)")
            let hours = "\(row["begins"] as String)–\(row["ends"] as String)"
            texts[row["timetable"], default: []].append(
                ["\(weekday) \(hours)", row["room"] as String?].compactMap { $0 }.joined(separator: " "))
        }
        return texts.mapValues { $0.joined(separator: "; ") }
    }

    static func teachers(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        let sql = """
            SELECT t.id AS timetable, p.name FROM campusTimetable t JOIN activityTeacher l ON l.activity = t.activity
            JOIN person p ON p.id = l.person WHERE t.id IN (SELECT value FROM json_each(?)) ORDER BY t.id, l.rowid
            """
        var texts: [Int64: [String]] = [:]
        for row in try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: [Self.list(ids)]) {
            texts[row["timetable"], default: []].append(row["name"])
        }
        return texts.mapValues { $0.joined(separator: ", ") }
    }

    private static func list(_ ids: [Int64]) -> String { "[" + ids.map(String.init).joined(separator: ",") + "]" }
}
