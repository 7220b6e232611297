import Admin
import Formats
import Foundation
import Web

/// Timetables as tables with one lesson in each row, and of UniTime: the lessons of an activity become its timetable.
struct TimetableFileFormat: ImportFormat {
    static let name = "campus.timetableFiles"
    static let list: any Resource.Type = Timetable.self
    static let columns = ["code", "activity", "begins", "ends", "slots"]
    static let answers: [String: ImportFirstAnswer] = [:]
    static let endings = ["xml", "csv", "tsv", "txt"]

    private static let mostLessons = 20
    private var waiting: ArraySlice<ImportItem<[String: JSON]>>

    static func fits(_ source: ImportSource) -> Bool {
        if let xml = TimetableXML(source.bytes) { return (try? xml.read().isEmpty) == false }
        return (try? TimetableTable.read(source.bytes)).flatMap { $0 } != nil
    }

    init(_ source: ImportSource) throws {
        guard let found = try TimetableXML(source.bytes)?.read() ?? TimetableTable.read(source.bytes) else {
            throw ImportRefusal("noItems")
        }
        var (order, byActivity): ([String], [String: [FileLessons]]) = ([], [:])
        var items: [ImportItem<[String: JSON]>] = []
        for one in found {
            guard let activity = one.lessons.first?.activity else {
                items.append(ImportItem(one.place, nil, one.remarks))
                continue
            }
            if byActivity[activity] == nil { order.append(activity) }
            byActivity[activity, default: []].append(one)
        }
        waiting = (order.map { Self.item($0, byActivity[$0] ?? [], source.zone) } + items)[...]
    }

    mutating func next() throws -> ImportItem<[String: JSON]>? { waiting.popFirst() }

    private static func item(_ activity: String, _ found: [FileLessons], _ zone: TimeZone) -> ImportItem<[String: JSON]> {
        var (remarks, lessons): ([ImportRemark], [FileLesson]) = ([], [])
        for one in found {
            for remark in one.remarks where !remarks.contains(remark) { remarks.append(remark) }
            for lesson in one.lessons where !lessons.contains(lesson) { lessons.append(lesson) }
        }
        if lessons.count > mostLessons {
            remarks.append(ImportRemark("timetable.tooMany", ["text": activity, "limit": String(mostLessons)]))
        }
        let kept = lessons.sorted(by: isBefore).prefix(mostLessons)
        var values: [String: JSON] = [
            "code": .text(activity), "activity": .text(activity), "slots": .list(kept.map(slot)),
        ]
        let (first, last) = (kept.map(\.first), kept.map(\.last))
        if Set(first).count > 1 || Set(last).count > 1 { remarks.append(ImportRemark("timetable.dates", ["text": activity])) }
        // All lessons of a timetable share its dates: from the first to the last of them.
        if !first.contains(""), let day = first.min(), let begins = TypedMoment.date(day, in: zone) {
            values["begins"] = .text(MomentFieldType.iso(begins))
        }
        if !last.contains(""), let day = last.max(), let ends = TypedMoment.date(day + "T23:59", in: zone) {
            values["ends"] = .text(MomentFieldType.iso(ends))
        }
        return ImportItem(found[0].place, values, remarks)
    }

    private static func isBefore(_ one: FileLesson, _ other: FileLesson) -> Bool {
        (one.weekday.number, one.begins, one.room) < (other.weekday.number, other.begins, other.room)
    }

    private static func slot(_ lesson: FileLesson) -> JSON {
        var pairs: [(key: String, value: JSON)] = [
            ("weekday", .text(lesson.weekday.rawValue)), ("begins", .text(FileLesson.clock(lesson.begins))),
            ("ends", .text(FileLesson.clock(min(lesson.ends, 1_439)))),
        ]
        if !lesson.room.isEmpty { pairs.append(("area", .text(lesson.room))) }
        if !lesson.note.isEmpty { pairs.append(("note", .text(lesson.note))) }
        return .object(pairs)
    }
}
