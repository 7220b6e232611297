import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What the planned terms and closing days change, before they apply.
struct AcademicCalendarPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/academic-calendar"
    static let editing: Permission = "campus.periods.edit"
    private static let editingDays: Permission = "campus.closing-days.edit"
    private static let (mostLines, mostNames) = (60, 8)

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("academic-calendar", use: show)
        campus.post("academic-calendar/applications", use: apply)
        campus.post("academic-calendar/holidays", use: addHolidays)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            try require(person)
            let words = context.words
            let (applied, plan) = (try AcademicCalendar.applied(db), try AcademicCalendar.planned(db))
            var values: Values = [
                "title": words("campus.academic.title"), "breadcrumbs": [Values](), "periods": AcademicPeriod.address,
                "closingDays": ClosingDay.address, "isSame": applied.isSame(as: plan), "mark": try AcademicCalendar.mark(db),
                "counts": words(
                    "campus.academic.counts", ["periods": String(plan.periods.count), "closings": String(plan.closings.count)]),
                "applied": applied.appliedAt.map {
                    words("campus.academic.applied", ["when": words.language.moment($0, in: admin.site.zone)])
                } ?? words("campus.academic.never"),
                "countries": NationalHolidays.countries.map { country, _ -> Values in
                    .option(country, words("campus.holidays.countries.\(country)"), selected: country == "IT")
                },
                "lines": [Values](), "effect": false, "rest": false, "reasons": [String](), "emptied": false,
            ]
            if !applied.isSame(as: plan) {
                let effect = try CalendarEffect(of: plan, RenderContext(words: words, zone: admin.site.zone), db)
                values.merge(templateValues(effect, words)) { $1 }
            }
            return ("campus/academic-calendar/index", values)
        }
    }

    private func templateValues(_ effect: CalendarEffect, _ words: Words) -> Values {
        let courses = words("campus.academic.courses", count: effect.lines.count)
        let lessons = words("campus.academic.lessons", count: effect.gone + effect.added)
        let rest = effect.lines.count - Self.mostLines
        return [
            "effect": words(
                "campus.academic.effect",
                [
                    "lessons": lessons, "courses": courses, "gone": words.language.number(effect.gone),
                    "added": words.language.number(effect.added),
                ]),
            "lines": effect.lines.prefix(Self.mostLines).map { line -> Values in
                [
                    "title": line.title, "href": "/campus/courses/\(line.course)", "gone": words.language.number(line.gone),
                    "added": words.language.number(line.added),
                ]
            },
            "rest": rest > 0 ? words("campus.academic.rest", count: rest) : false, "reasons": reasons(effect, words),
            "emptied": effect.emptied.isEmpty ? false : emptied(effect.emptied, words), "linesLabel": courses,
        ]
    }

    private func reasons(_ effect: CalendarEffect, _ words: Words) -> [String] {
        let outside = effect.gone - effect.closed
        return (outside > 0 ? [words("campus.academic.outside", count: outside)] : [])
            + (effect.closed > 0 ? [words("campus.academic.closed", count: effect.closed)] : [])
    }

    private func emptied(_ lines: [CalendarEffect.Line], _ words: Words) -> String {
        let names = lines.prefix(Self.mostNames).map(\.title).joined(separator: ", ") + (lines.count > Self.mostNames ? " …" : "")
        return words("campus.academic.emptied", count: lines.count) + " " + names
    }

    /// `mark` is that of the plan which was shown.
    @Sendable func apply(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (form, words) = (try await Form.read(request), admin.pages.words(for: person.visitor))
        try await admin.database.write { db in
            try require(person)
            guard form["mark"] == (try AcademicCalendar.mark(db)) else {
                return try person.session.setFlash(db, Flash(words("campus.academic.changed"), kind: .warn))
            }
            try AcademicCalendar.apply(db, by: person.actor, at: .now)
            try person.session.setFlash(db, Flash(words("campus.academic.done")))
        }
        return .redirect(to: Self.address, type: .normal)
    }

    @Sendable func addHolidays(_ request: Request, _ person: SignedIn) async throws -> Response {
        try require(person)
        let (form, words) = (try await Form.read(request), admin.pages.words(for: person.visitor))
        guard let holidays = NationalHolidays.of(form["country"]) else { throw HTTPError(.unprocessableContent) }
        let original = admin.pages.templates.words(in: admin.site.language)
        let others = Language.allCases.filter { $0 != original.language }.map { admin.pages.templates.words(in: $0) }
        try await admin.database.write { db in
            try require(person)
            guard person.grants.may(Self.editingDays, in: nil) else { throw HTTPError(.notFound) }
            let known = try String.fetchSet(db, sql: "SELECT rule FROM campusClosingDay WHERE \(ClosingDay.notTrashed) AND faculty IS NULL")
            var count = 0
            for holiday in holidays where !known.contains(holiday.rule) {
                var day = ClosingDay()
                (day.name, day.rule) = (original("campus.holidays.\(holiday.name)"), holiday.rule)
                for other in others {
                    day.translations["name", other.language] = .init(other("campus.holidays.\(holiday.name)"), of: day.name)
                }
                try day.insert(db, by: person.actor)
                count += 1
            }
            try person.session.setFlash(db, Flash(words("campus.academic.added", count: count)))
        }
        return .redirect(to: Self.address, type: .normal)
    }

    private func require(_ person: SignedIn) throws {
        guard person.grants.may(Self.editing, in: nil) else { throw HTTPError(.notFound) }
    }
}
