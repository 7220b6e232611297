import Admin
import Foundation
import GRDB
import Registry

/// When and where an activity is taught each week. Its title is a code, usually that of the activity.
public struct Timetable: Resource {
    public var stamp = RecordMetadata()
    public var code = ""
    public var activity: Int64?
    /// First day of lessons; nil for that of the academic year.
    public var begins: Date?
    public var ends: Date?
    public var slots: [Slot] = []
    var shares: [TeachingShare] = []
    var overlaps = false

    public init() {}

    public static let system = Campus.name
    public static let path = "timetables"
    public static let table = "campusTimetable"
    public static let icon = "clock"
    public static func recordName(_ row: String) -> String? {
        """
        coalesce((SELECT course.name || ' (' || \(row).code || ')' FROM activity JOIN course ON course.id = activity.course
          WHERE activity.id = \(row).activity), \(row).code)
        """
    }
    public static let foundBy = ["activity"]
    public static let columns = ["lessons", "teachers"]
    public static let computedColumns = [
        ComputedColumn("lessons", texts: TimetableTexts.lessons), ComputedColumn("teachers", texts: TimetableTexts.teachers),
    ]
    public static let filters = ["activity", "slots"]
    public static let order = "code"
    /// An activity has one timetable.
    public static let mayBeCopied = false
    public static let pages = [RecordPage("campus.lessons.link", "lessons", icon: "calendar")]
    public static let fields: [Field<Timetable>] = [
        .title("code", \.code, limit: 60),
        .one("activity", \.activity, Activity.self, required: true),
        .moment("begins", \.begins),
        .moment("ends", \.ends),
        .children("slots", \.slots, limit: 20, compact: true),
        .children("shares", \.shares, limit: 20, compact: true),
        .flag("overlaps", \.overlaps),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let words = entry.context.words
        if let begins, let ends, ends < begins { errors.add("ends", words("registry.refused.order")) }
        let sql = "SELECT EXISTS (SELECT 1 FROM campusTimetable WHERE activity = ? AND id IS NOT ?)"
        if try Bool.fetchOne(entry.context.db, sql: sql, arguments: [activity, id]) == true {
            errors.add("activity", words("campus.refused.timetable"))
        }
        // Seed files are taken as they are; people and programs are told.
        guard entry.form != nil, !overlaps, errors.isEmpty else { return }
        let rendering = RenderContext(words: words, zone: entry.context.zone)
        for conflict in try SlotConflicts(timetable: self, rendering: rendering, db: entry.context.db).all() {
            errors.add("slots.\(conflict.index).\(conflict.field)", conflict.sentence)
        }
    }
}

public struct Slot: Child {
    public var id: Int64?
    public var weekday = Weekday.monday
    public var begins = ""
    public var ends = ""
    public var area: Int64?
    public var note = ""
    public var translations = Translations()

    public init() {}

    public static let table = "campusSlot"
    public static let ownerColumn = "timetable"
    public static let fields: [Field<Slot>] = [
        .choice("weekday", \.weekday, texts: "registry.weekday"),
        .text("begins", \.begins, required: true, limit: 5),
        .text("ends", \.ends, required: true, limit: 5),
        .one("area", \.area, Area.self, typed: true),
        .text("note", \.note, limit: 160), .translations(\.translations, of: "note"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) { ClockTime.check(begins, ends, entry, errors: &errors) }
}
