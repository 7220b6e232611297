import Admin
import GRDB
import Registry
import Web

/// What the lessons of a timetable would meet at the same time: another lesson in the room, of a teacher, or of the same year of a degree.
struct SlotConflicts {
    let timetable: Timetable
    let rendering: RenderContext
    let db: Database

    private struct Other {
        let slot: Slot
        let course: String
        let sharesTeacher: String?
        let sharesYear: String?
    }

    /// For each conflict the index of the lesson, the field and a sentence. Lessons that are stored as they are were told before.
    func all() throws -> [(index: Int, field: String, sentence: String)] {
        let stored = try timetable.id.flatMap { try Timetable.fetch(db, id: $0) }?.slots ?? []
        let others = try others()
        return timetable.slots.enumerated().flatMap { index, slot -> [(index: Int, field: String, sentence: String)] in
            if stored.contains(where: { $0.id == slot.id && Self.isSame($0, slot) }) { return [] }
            return others.filter { Self.meet($0.slot, slot) }.compactMap { other in
                guard let (field, sentence) = sentence(slot, other) else { return nil }
                return (index, field, sentence)
            }
        }
    }

    private static func isSame(_ one: Slot, _ other: Slot) -> Bool {
        one.weekday == other.weekday && one.begins == other.begins && one.ends == other.ends && one.area == other.area
    }

    private static func meet(_ one: Slot, _ other: Slot) -> Bool {
        guard one.weekday == other.weekday, let from = ClockTime.minutes(one.begins), let to = ClockTime.minutes(one.ends),
            let begins = ClockTime.minutes(other.begins), let ends = ClockTime.minutes(other.ends)
        else { return false }
        return from < ends && begins < to
    }

    private func sentence(_ slot: Slot, _ other: Other) -> (field: String, sentence: String)? {
        let time = "\(other.slot.begins)–\(other.slot.ends)"
        if let area = slot.area, area == other.slot.area {
            return ("area", rendering.words("campus.clash.room", ["course": other.course, "time": time]))
        }
        if let teacher = other.sharesTeacher {
            return ("begins", rendering.words("campus.clash.teacher", ["course": other.course, "time": time, "person": teacher]))
        }
        if let degree = other.sharesYear {
            return ("begins", rendering.words("campus.clash.year", ["course": other.course, "time": time, "degree": degree]))
        }
        return nil
    }

    /// The lessons of the same year and term. A borrowed course is taught together with its own.
    private func others() throws -> [Other] {
        let sql = """
            SELECT s.weekday, s.begins, s.ends, s.area, \(rendering.text("c")) AS course,
              (SELECT p.name FROM activityTeacher h JOIN activityTeacher o ON o.person = h.person JOIN person p ON p.id = h.person
               WHERE h.activity = a.id AND o.activity = own.id ORDER BY p.id LIMIT 1) AS teacher,
              (SELECT g.name FROM courseOfDegree h JOIN courseOfDegree o ON o.degree = h.degree AND o.courseYear = h.courseYear
               JOIN degree g ON g.id = h.degree
               WHERE h.course = a.course AND o.course = own.course ORDER BY g.id LIMIT 1) AS degree
            FROM activity own JOIN activity a ON a.year = own.year AND a.id <> own.id AND \(Activity.notTrashed("a"))
            JOIN campusTimetable t ON t.activity = a.id AND \(Timetable.notTrashed("t"))
            JOIN campusSlot s ON s.timetable = t.id
            JOIN course c ON c.id = a.course JOIN course mine ON mine.id = own.course
            WHERE own.id = :activity AND t.id IS NOT :id AND c.borrowed IS NOT mine.id AND mine.borrowed IS NOT c.id
              AND (a.term = own.term OR a.term IN ('unsaid', 'year') OR own.term IN ('unsaid', 'year'))
              AND (:begins IS NULL OR t.ends IS NULL OR t.ends >= :begins) AND (:ends IS NULL OR t.begins IS NULL OR t.begins <= :ends)
            """
        let arguments: StatementArguments = [
            "activity": timetable.activity, "id": timetable.id, "begins": timetable.begins, "ends": timetable.ends,
        ]
        return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
            guard let weekday = Weekday(rawValue: row["weekday"]) else { return nil }
            var slot = Slot()
            (slot.weekday, slot.begins, slot.ends, slot.area) = (weekday, row["begins"], row["ends"], row["area"])
            return Other(slot: slot, course: row["course"], sharesTeacher: row["teacher"], sharesYear: row["degree"])
        }
    }
}
