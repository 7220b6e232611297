import Formats
import Foundation
import Web

/// Timetables of UniTime: its solver's `timetable` with times in slots of the day, and its course offerings with times of the clock.
struct TimetableXML {
    private let root: XMLElement
    private let document: XMLDocument
    /// Minutes in a slot of the solver.
    private let slot: Int
    private let rooms: [String: String]

    private static let roots: Set<String> = ["timetable", "offerings"]
    private static let mostClasses = 50_000

    init?(_ bytes: [UInt8]) {
        guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<"), let document = XMLDocument(bytes), document.isWhole,
            !document.definesEntities, let root = document.root, Self.roots.contains(root.name)
        else { return nil }
        (self.root, self.document) = (root, document)
        let slots = root["slotsPerDay"].flatMap { Int($0, in: 24...1_440) } ?? 288
        slot = 1_440 / slots
        let named = (root.first("rooms")?.all("room") ?? []).map { ($0["id"] ?? "", Self.room($0)) }
        rooms = Dictionary(named) { first, _ in first }
    }

    func read() throws -> [FileLessons] {
        var found: [(FileLessons)] = []
        func add(_ element: XMLElement, _ activity: String) throws {
            guard found.count < Self.mostClasses else { throw ImportRefusal("rows", ["limit": String(Self.mostClasses)]) }
            found.append(lessons(element, activity, ImportPlace(.element, found.count + 1)))
        }
        for element in root.all("class") + root.all("classes").flatMap({ $0.all("class") }) { try add(element, "") }
        for offering in root.all("offering") + root.all("offerings").flatMap({ $0.all("offering") }) {
            let courses = offering.all("course")
            let course = courses.first { $0["controlling"] == "true" } ?? courses.first
            let code = [course?["subject"], course?["courseNbr"]].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
            for element in offering.all("config").flatMap({ $0.all("class") }) + offering.all("class") { try add(element, code) }
        }
        return found
    }

    /// `course` is the code of the offering; a class alone names its own.
    private func lessons(_ element: XMLElement, _ course: String, _ place: ImportPlace) -> FileLessons {
        let own = ["activity", "course", "code", "name", "id"].lazy.compactMap { element[$0] }.first { !$0.isEmpty } ?? ""
        let name = course.isEmpty ? own : course
        func refused(_ key: String, _ text: String = "") -> FileLessons {
            FileLessons(place: place, remarks: [ImportRemark("timetable.\(key)", ["text": text.isEmpty ? name : text])])
        }
        guard !name.isEmpty else { return refused("activity") }
        guard element["cancelled"] != "true" else { return refused("cancelled") }
        let times = chosen(element.all("time"))
        guard let time = times.first else { return refused("noTime") }
        // Several possible times are a task for the solver, not a timetable.
        guard times.count == 1 else { return refused("several") }
        guard let days = FileLesson.weekdays(time["days"] ?? "") else { return refused("day", time["days"] ?? "") }
        guard let (begins, ends) = hours(time) else {
            return refused("hours", ["start", "startTime", "length", "endTime"].compactMap { time[$0] }.joined(separator: " "))
        }
        var (found, lesson) = (FileLessons(place: place), FileLesson(activity: name, begins: begins, ends: ends))
        lesson.note = course.isEmpty ? "" : [element["type"], element["suffix"]].compactMap { $0 }.joined(separator: " ")
        let wanted = chosen(element.all("room"))
        if wanted.count > 1 {
            found.remarks.append(ImportRemark("timetable.rooms", ["text": name]))
        } else if let room = wanted.first {
            lesson.room = rooms[room["id"] ?? ""] ?? Self.room(room)
        }
        let dates = element.all("date")
        let (firsts, lasts) = (dates.compactMap { $0["startDate"] }, dates.compactMap { $0["endDate"] })
        for written in firsts + lasts where FileLesson.day(written).isEmpty {
            found.remarks.append(ImportRemark("timetable.date", ["text": written]))
        }
        // Several dates leave out holidays: the lesson has one span.
        lesson.first = firsts.map(FileLesson.day).filter { !$0.isEmpty }.min() ?? ""
        lesson.last = lasts.map(FileLesson.day).filter { !$0.isEmpty }.max() ?? ""
        if dates.count > 1 { found.remarks.append(ImportRemark("timetable.dates", ["text": name])) }
        if element.first("instructor") != nil { found.remarks.append(ImportRemark("timetable.columns", ["text": "instructor"])) }
        let pattern = [time["datePattern"], element["datePattern"]].lazy.compactMap { $0 }.first { !$0.isEmpty }
        if let pattern { found.remarks.append(ImportRemark("timetable.pattern", ["text": pattern])) }
        found.lessons = days.map { day in
            var lesson = lesson
            lesson.weekday = day
            return lesson
        }
        return found
    }

    /// What the solver chose, where it chose.
    private func chosen(_ all: [XMLElement]) -> [XMLElement] {
        let solved = all.filter { $0["solution"] == "true" }
        return solved.isEmpty ? all : solved
    }

    /// Of the clock (`startTime="0730" endTime="0820"`, `start="0730" length="50"`), or in slots of the day (`start="90" length="10"`).
    private func hours(_ time: XMLElement) -> (begins: Int, ends: Int)? {
        let start = time["startTime"] ?? time["start"] ?? ""
        let isClock = time["startTime"] != nil || start.contains(":") || start.utf8.count == 4
        guard let begins = isClock ? FileLesson.minutes(start) : Int(start, in: 0...1_440).map({ $0 * slot }) else { return nil }
        let length = time["length"].flatMap { Int($0, in: 1...1_440) }.map { isClock ? $0 : $0 * slot }
        guard let ends = (time["endTime"] ?? time["end"]).flatMap(FileLesson.minutes) ?? length.map({ begins + $0 }), begins < ends,
            ends <= 1_440
        else { return nil }
        return (begins, ends)
    }

    private static func room(_ room: XMLElement) -> String {
        let parts = [room["building"], room["roomNbr"] ?? room["roomNumber"]].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? room["name"] ?? room["id"] ?? "" : parts.joined(separator: " ")
    }
}
