import Foundation
import GRDB

/// A lesson that differs in one week; table `campusLessonChange`.
struct LessonChange: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    static let databaseTableName = "campusLessonChange"

    /// `held` cancels an earlier change: the lesson takes place as usual.
    enum Kind: String, Codable, Sendable, CaseIterable, DatabaseValueConvertible { case cancelled, moved, held }

    private(set) var id: Int64?
    let timetable: Int64
    let slot: Int64
    /// The original day: `2026-03-02`.
    let day: String
    var kind: Kind
    /// New time and room; nil for the usual room.
    var starts: Date?
    var ends: Date?
    var area: Int64?
    var note = ""
    var version = 1
    var changedAt: Date
    var alert: Int64?

    init(timetable: Int64, slot: Int64, day: String, kind: Kind, at now: Date) {
        (self.timetable, self.slot, self.day, self.kind, changedAt) = (timetable, slot, day, kind, now)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    var time: DateInterval? {
        guard kind == .moved, let starts, let ends, starts < ends else { return nil }
        return DateInterval(start: starts, end: ends)
    }

    static func find(_ slot: Int64, of timetable: Int64, on day: String, _ db: Database) throws -> LessonChange? {
        try fetchOne(
            db, sql: "SELECT * FROM campusLessonChange WHERE timetable = ? AND slot = ? AND day = ?", arguments: [timetable, slot, day])
    }
}
