import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

/// Terms, exam weeks and closing days. Lessons follow what was applied; what editors write is a plan until then.
struct AcademicCalendar: Sendable, Equatable {
    struct Period: Codable, FetchableRecord, Sendable, Equatable {
        let kind: String
        let year: Int64
        let term: String
        let faculty: Int64?
        let begins: Date
        let ends: Date
    }

    struct Closing: Codable, FetchableRecord, Sendable, Equatable {
        let rule: String
        let faculty: Int64?
    }

    var periods: [Period] = []
    var closings: [Closing] = []
    /// Raised each time that a plan is applied.
    var version = 0
    var appliedAt: Date?

    private static let order = "ORDER BY year, term, kind, faculty, begins, ends"

    static func applied(_ db: Database) throws -> AcademicCalendar {
        let periods = "SELECT kind, year, term, faculty, begins, ends FROM campusAppliedPeriod \(order)"
        let state = try Row.fetchOne(db.cachedStatement(sql: "SELECT version, appliedAt FROM campusAcademicCalendar WHERE id = 1"))
        return AcademicCalendar(
            periods: try Period.fetchAll(db.cachedStatement(sql: periods)),
            closings: try Closing.fetchAll(
                db.cachedStatement(sql: "SELECT rule, faculty FROM campusAppliedClosing ORDER BY rule, faculty")),
            version: state?["version"] ?? 0, appliedAt: state?["appliedAt"])
    }

    static func planned(_ db: Database) throws -> AcademicCalendar {
        let periods = "SELECT kind, year, term, faculty, begins, ends FROM campusPeriod WHERE \(AcademicPeriod.notTrashed) \(order)"
        let closings = "SELECT rule, faculty FROM campusClosingDay WHERE \(ClosingDay.notTrashed) ORDER BY rule, faculty"
        return AcademicCalendar(periods: try Period.fetchAll(db, sql: periods), closings: try Closing.fetchAll(db, sql: closings))
    }

    func isSame(as other: AcademicCalendar) -> Bool { periods == other.periods && closings == other.closings }

    /// The plan as the page showed it; another one is not applied.
    static func mark(_ db: Database) throws -> String {
        let sql = """
            SELECT coalesce(max(updatedAt), '') || ' ' || count(*) || ' ' || count(deletedAt) FROM (
              SELECT updatedAt, deletedAt FROM campusPeriod UNION ALL SELECT updatedAt, deletedAt FROM campusClosingDay)
            """
        return try String.fetchOne(db, sql: sql) ?? ""
    }

    static func apply(_ db: Database, by actor: Actor, at now: Date) throws {
        let plan = try planned(db)
        try db.execute(sql: "DELETE FROM campusAppliedPeriod; DELETE FROM campusAppliedClosing;")
        for period in plan.periods {
            try db.execute(
                sql: "INSERT INTO campusAppliedPeriod (kind, year, term, faculty, begins, ends) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [period.kind, period.year, period.term, period.faculty, period.begins, period.ends])
        }
        for closing in plan.closings {
            try db.execute(
                sql: "INSERT INTO campusAppliedClosing (rule, faculty) VALUES (?, ?)", arguments: [closing.rule, closing.faculty])
        }
        try db.execute(
            sql: """
                INSERT INTO campusAcademicCalendar (id, version, appliedAt) VALUES (1, 1, ?)
                ON CONFLICT DO UPDATE SET version = version + 1, appliedAt = excluded.appliedAt
                """, arguments: [now])
        try AuditEntry.write(
            db, "campus.periods.apply", by: actor, on: ("campus.periods", 0, ""),
            detail: ["periods": String(plan.periods.count), "closings": String(plan.closings.count)])
    }

    /// When a term has lessons; the faculty's own dates come before those for all.
    func span(year: Int64, term: String, faculty: Int64?) -> (begins: Date, ends: Date)? {
        let fitting = periods.filter { $0.kind == PeriodKind.lessons.rawValue && $0.year == year && $0.term == term }
        let found = fitting.first { $0.faculty != nil && $0.faculty == faculty } ?? fitting.first { $0.faculty == nil }
        return found.map { ($0.begins, $0.ends) }
    }

    func closedDays(for faculty: Int64?, in years: ClosedRange<Int>, zone: TimeZone) -> Set<String> {
        var days: Set<String> = []
        for closing in closings where closing.faculty == nil || closing.faculty == faculty {
            guard let rule = ClosingRule(closing.rule) else { continue }
            for year in years { days.formUnion(rule.days(beginningIn: year)) }
        }
        for period in periods where period.kind == PeriodKind.exams.rawValue && (period.faculty == nil || period.faculty == faculty) {
            days.formUnion(Self.days(from: period.begins, to: period.ends, zone))
        }
        return days
    }

    /// The closing days of the whole university, without exam weeks, in which only lessons stop.
    func holidays(in years: ClosedRange<Int>) -> Set<String> {
        let rules = closings.filter { $0.faculty == nil }.compactMap { ClosingRule($0.rule) }
        return Set(rules.flatMap { rule in years.flatMap { rule.days(beginningIn: $0) } })
    }

    private static func days(from begins: Date, to ends: Date, _ zone: TimeZone) -> [String] {
        let calendar = AgendaSpan.calendar(zone)
        var (day, found) = (calendar.startOfDay(for: begins), [String]())
        while day <= ends, found.count < 400 {
            found.append(AgendaSpan.text(day, zone))
            day = calendar.date(byAdding: .day, value: 1, to: day) ?? day + 86_400
        }
        return found
    }
}
