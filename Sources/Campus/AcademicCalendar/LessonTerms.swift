import Foundation
import GRDB
import Web

struct LessonTerms {
    let calendar: AcademicCalendar
    private let zone: TimeZone
    private let years: ClosedRange<Int>
    /// By faculty; 0 for none.
    private var closedDays: [Int64: Set<String>] = [:]

    init(_ calendar: AcademicCalendar, zone: TimeZone, now: Date = .now) {
        (self.calendar, self.zone) = (calendar, zone)
        let year = CivilTime(now, in: zone).year
        years = year - 2...year + 3
    }

    /// The timetable's own dates come before those of its term, and these before those of the year.
    func span(_ row: Row) -> (begins: Date, ends: Date)? {
        let term = calendar.periods.isEmpty ? nil : calendar.span(year: row["year"], term: row["term"], faculty: row["faculty"])
        guard let begins = row["ownBegins"] ?? term?.begins ?? row["yearBegins"] as Date?,
            let ends = row["ownEnds"] ?? term?.ends ?? row["yearEnds"] as Date?
        else { return nil }
        return (begins, ends)
    }

    mutating func closed(_ faculty: Int64?) -> Set<String> {
        if let known = closedDays[faculty ?? 0] { return known }
        let found = calendar.closedDays(for: faculty, in: years, zone: zone)
        closedDays[faculty ?? 0] = found
        return found
    }
}
