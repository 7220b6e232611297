import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

/// What a search asks rather than names: the next exam of a course, the office hours of a lecturer, whether a place is open.
struct SearchAnswers {
    let search: StudentSearch
    let rendering: RenderContext
    let db: Database
    var now = Date.now

    private static let most = 3
    private static let days = 400.0
    private var words: Words { rendering.words }

    /// Parts that cannot be read answer nothing; the hits say so.
    func lines() -> [Values] {
        let parts: [() throws -> [Values]] = [exams, officeHours, places]
        let found = parts.flatMap { part in (try? part()) ?? [] }
        return Array(found.prefix(2 * Self.most))
    }

    private func exams() throws -> [Values] {
        guard search.means(SearchSynonyms.exams) else { return [] }
        let interval = DateInterval(start: now, duration: Self.days * 86_400)
        let text = NowText(rendering: rendering, now: now)
        let items = try coming(in: interval)
        let lines = items.map { item in
            let place = [text.moment(item.start), item.markedPlace.unmarked].filter { !$0.isEmpty }.joined(separator: " · ")
            return CampusHit.line(words("campus.search.exam", ["course": item.title]), place, href: item.href, icon: "calendar")
        }
        return lines + [CampusHit.line(words("campus.calendar.exams"), href: "/campus/exams", icon: "calendar")]
    }

    /// Of the courses that the other words name; without such words of those that the visitor follows.
    private func coming(in interval: DateInterval) throws -> [AgendaItem] {
        if let rest = search.without(SearchSynonyms.exams) {
            let named = "x.cancelled = 0 AND c.id IN (SELECT rowid FROM courseWords WHERE courseWords MATCH :words)"
            for pattern in [rest.strict, rest.loose].compactMap({ $0 }) {
                let found = try AgendaQuery(exams: named, arguments: ["words": pattern]).first(Self.most).items(in: interval, rendering, db)
                if !found.isEmpty { return found }
            }
            return []
        }
        guard let reader = rendering.reader else { return [] }
        let own = "x.cancelled = 0 AND c.id IN (SELECT course FROM campusVisitorCourse WHERE visitorID = :reader)"
        return try AgendaQuery(exams: own, arguments: ["reader": reader]).first(Self.most).items(in: interval, rendering, db)
    }

    private func officeHours() throws -> [Values] {
        guard search.means(SearchSynonyms.officeHours), let rest = search.without(SearchSynonyms.officeHours) else { return [] }
        let sql = """
            SELECT p.id, p.name, h.weekday, h.begins, h.ends FROM person p JOIN personHour h ON h.person = p.id
            WHERE \(Person.active("p")) AND p.id IN (SELECT rowid FROM personWords WHERE personWords MATCH ?)
            ORDER BY p.folded, p.id, \(Weekday.order("h.weekday")), h.begins LIMIT 12
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [rest.strict])
        let people = Dictionary(grouping: rows) { $0["id"] as Int64 }.sorted { $0.key < $1.key }.prefix(Self.most)
        return people.compactMap { id, hours in
            guard let name = hours.first?["name"] as String? else { return nil }
            let said = hours.map { row in
                SlotText(weekday: row["weekday"], begins: row["begins"], ends: row["ends"]).text(words)
            }
            return CampusHit.line(
                words("campus.search.hours", ["person": name]), said.joined(separator: " · "), href: "/campus/people/\(id)", icon: "clock")
        }
    }

    private func places() throws -> [Values] {
        let closed = try OpeningHours.closedDays(around: now, rendering.zone, db)
        func found(_ table: String, _ path: String, _ shown: String) throws -> [Values] {
            let sql = """
                SELECT o.id, \(rendering.localizedSQL("o")) AS name, o.opening FROM \(table) o
                WHERE \(shown) AND o.opening <> '' AND o.id IN (SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH ?)
                ORDER BY o.folded LIMIT \(Self.most)
                """
            return try Row.fetchAll(db, sql: sql, arguments: [search.strict]).compactMap { row in
                guard let said = OpeningHours.templateValues(row["opening"], at: now, closed: closed, rendering),
                    let state = said["state"] as? String
                else {
                    return nil
                }
                return CampusHit.line(row["name"], state, href: "/campus/\(path)/\(row["id"] as Int64)", icon: "position")
            }
        }
        return try found("campusBuilding", "buildings", Building.notTrashed("o")) + found("campusArea", "areas", Area.notTrashed("o"))
    }
}
