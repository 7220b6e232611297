import Formats
import Foundation
import Web

/// A timetable as a table with one lesson in each row: course or activity, day, beginning, end and room.
enum TimetableTable {
    private enum Column: CaseIterable { case activity, day, begins, ends, room, note, first, last }

    private static let names: [Column: Set<String>] = [
        .activity: [
            "activity", "attivita", "attivita didattica", "course", "course code", "insegnamento", "corso", "codice", "code", "class",
        ],
        .day: ["day", "weekday", "days", "giorno", "giorno della settimana"],
        .begins: ["begins", "start", "start time", "starttime", "from", "inizio", "ora inizio", "ora di inizio", "dalle", "comincia"],
        .ends: ["ends", "end", "end time", "endtime", "to", "until", "fine", "ora fine", "ora di fine", "alle", "finisce"],
        .room: ["room", "area", "aula", "place", "location", "luogo"], .note: ["note", "notes", "nota", "type", "tipo"],
        .first: ["first day", "start date", "startdate", "valid from", "dal", "data inizio"],
        .last: ["last day", "end date", "enddate", "valid until", "al", "data fine"],
    ]
    private static let required: [Column] = [.activity, .day, .begins, .ends]

    private static func columns(_ header: [String]) -> [Column: Int]? {
        let folded = header.map { $0.folded.replacing("_", with: " ").trimmingSpaces() }
        let found = Column.allCases.compactMap { column in
            folded.firstIndex { names[column]?.contains($0) == true }.map { (column, $0) }
        }
        let places = Dictionary(found) { first, _ in first }
        return required.allSatisfy { places[$0] != nil } ? places : nil
    }

    /// nil for a table without these columns.
    static func read(_ bytes: [UInt8]) throws -> [FileLessons]? {
        guard let text = try? TextDecoding.utf8(bytes, as: TextEncoding.guess(bytes)) else { return nil }
        var reader = CSVReader(finding: text)
        guard let header = try? reader.next(), let columns = columns(header) else { return nil }
        let others = header.indices.filter { !columns.values.contains($0) && !header[$0].trimmingSpaces().isEmpty }
        var (found, filled): ([FileLessons], Set<Int>) = ([], [])
        while let row = try reader.next() {
            guard row.contains(where: { !$0.trimmingSpaces().isEmpty }) else { continue }
            guard found.count < ImportLimits.items else { throw ImportRefusal("rows", ["limit": String(ImportLimits.items)]) }
            found.append(lessons(row, columns, ImportPlace(.row, reader.number)))
            filled.formUnion(others.filter { row.indices.contains($0) && !row[$0].trimmingSpaces().isEmpty })
        }
        if !filled.isEmpty {
            let names = others.filter(filled.contains).map { header[$0].trimmingSpaces() }.joined(separator: ", ")
            found[0].remarks.append(ImportRemark("timetable.columns", ["text": names]))
        }
        return found
    }

    private static func lessons(_ row: [String], _ columns: [Column: Int], _ place: ImportPlace) -> FileLessons {
        func cell(_ column: Column) -> String {
            columns[column].flatMap { row.indices.contains($0) ? row[$0].trimmingSpaces() : nil } ?? ""
        }
        func refused(_ key: String, _ text: String) -> FileLessons {
            FileLessons(place: place, remarks: [ImportRemark("timetable.\(key)", ["text": text])])
        }
        guard !cell(.activity).isEmpty else { return refused("activity", "") }
        guard let days = FileLesson.weekdays(cell(.day)) else { return refused("day", cell(.day)) }
        guard let begins = FileLesson.minutes(cell(.begins)), let ends = FileLesson.minutes(cell(.ends)), begins < ends else {
            return refused("hours", "\(cell(.begins))–\(cell(.ends))")
        }
        var lesson = FileLesson(activity: cell(.activity), begins: begins, ends: ends, room: cell(.room), note: cell(.note))
        (lesson.first, lesson.last) = (FileLesson.day(cell(.first)), FileLesson.day(cell(.last)))
        var all = FileLessons(place: place)
        for (written, read) in [(cell(.first), lesson.first), (cell(.last), lesson.last)] where !written.isEmpty && read.isEmpty {
            all.remarks.append(ImportRemark("timetable.date", ["text": written]))
        }
        all.lessons = days.map { day in
            var lesson = lesson
            lesson.weekday = day
            return lesson
        }
        return all
    }
}
