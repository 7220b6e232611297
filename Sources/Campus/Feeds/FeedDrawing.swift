import Accounts
import Admin
import Foundation
import GRDB
import Web

struct FeedDrawing {
    let words: Words
    let zone: TimeZone
    let now: Date

    func rows(_ source: Int64?, _ grants: Grants, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT id, name, feed, active FROM campusNewsSource WHERE \(NewsSource.notTrashed) AND (feed <> '' OR id = :id)
              AND (:id IS NULL OR id = :id)
              AND \(NewsSource.rows(FeedPages.seeing, grants)) ORDER BY ordering, folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["id": source]).map { row -> Values in
            let id: Int64 = row["id"]
            let values = self.row(row, NewsSource.address, try FeedState.of(id, db)).merging(["isOff": !(row["active"] as Bool)]) { $1 }
            return row["feed"] == "" ? values.merging(["feed": false, "result": words("campus.feeds.own")]) { $1 } : values
        }
    }

    func calendars(_ calendar: Int64?, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT id, name, feed FROM campusCalendar WHERE \(UniversityCalendar.notTrashed) AND feed <> '' AND (:id IS NULL OR id = :id)
            ORDER BY ordering, folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["id": calendar]).map { row in
            let id: Int64 = row["id"]
            let leftOut = try CalendarFeed.leftOut(of: id, db)
            return self.row(row, UniversityCalendar.address, try CalendarFeed.state(of: id, db), isCalendar: true, leftOut)
        }
    }

    private func row(
        _ row: Row, _ address: String, _ state: FeedState?, isCalendar: Bool = false, _ leftOut: CalendarReader.LeftOut? = nil
    ) -> Values {
        let (id, feed): (Int64, String) = (row["id"], row["feed"])
        var values: Values = [
            "name": row["name"] as String, "href": "\(address)/\(id)", "isOff": false, "action": "\(address)/\(id)/fetches",
            "last": words("campus.feeds.never"), "tone": "info", "feed": feed, "result": false, "next": false, "age": false,
        ]
        guard let state, state.address == feed else { return values }
        values["last"] = moment(state.attemptedAt)
        (values["result"], values["tone"]) = (said(state, isCalendar: isCalendar, leftOut), state.outcome.isGood ? "good" : "bad")
        values["next"] = words("campus.feeds.next", ["when": words.language.moment(state.nextAt, in: zone)])
        if let age = age(state, isCalendar: isCalendar) { values["age"] = age }
        return values
    }

    func said(_ state: FeedState, isCalendar: Bool = false, _ leftOut: CalendarReader.LeftOut? = nil) -> String {
        let outcome = outcome(state, isCalendar: isCalendar)
        return state.outcome.isGood ? ([outcome] + (leftOut.map(said) ?? [])).joined(separator: " ") : outcome
    }

    private func said(_ leftOut: CalendarReader.LeftOut) -> [String] {
        let counts = [
            ("untitled", leftOut.untitled), ("undated", leftOut.undated), ("outside", leftOut.outside), ("older", leftOut.older),
            ("others", leftOut.others), ("tooMany", leftOut.tooMany),
        ]
        let parts = counts.filter { $0.1 > 0 }.map { words("campus.feeds.left.\($0.0)", count: $0.1) }
        let left = parts.isEmpty ? [] : [words("campus.feeds.left.title") + " " + parts.joined(separator: ", ") + "."]
        let rules = leftOut.rules > 0 ? [words("campus.feeds.left.rules", count: leftOut.rules)] : []
        let names = leftOut.zones.joined(separator: ", ")
        return left + rules + (names.isEmpty ? [] : [words("campus.feeds.left.zones", ["names": names])])
    }

    private func outcome(_ state: FeedState, isCalendar: Bool) -> String {
        guard state.outcome == .good else {
            return words("campus.feeds.outcome.\(state.outcome.rawValue)", ["status": state.status.map(String.init) ?? ""])
        }
        let counts = [("added", state.added), ("changed", state.changed), ("removed", state.removed)].filter { $0.1 > 0 }
        let texts = isCalendar ? "campus.feeds.events" : "campus.feeds"
        let parts = counts.map { words("\(texts).\($0.0)", count: $0.1) }
        return parts.isEmpty
            ? words("campus.feeds.nothing") : words("campus.feeds.outcome.good") + " " + parts.joined(separator: ", ") + "."
    }

    private func age(_ state: FeedState, isCalendar: Bool) -> String? {
        guard state.failures > 0 else { return nil }
        guard let good = state.succeededAt else { return words("campus.feeds.neverGood") }
        return words(isCalendar ? "campus.feeds.events.age" : "campus.feeds.age", ["when": moment(good)])
    }

    private func moment(_ date: Date) -> String { words.language.saidMoment(date, now: now, in: zone) }

    private static let old = 2 * 86_400.0

    /// Notes for visitors about sources without an answer for days. Nil `source` for all.
    func stale(_ source: Int64?, _ rendering: RenderContext, _ db: Database) throws -> [String] {
        let sql = """
            SELECT \(rendering.text("s")) AS name, f.succeededAt FROM campusNewsSource s JOIN campusFeedState f ON f.source = s.id AND f.address = s.feed
            WHERE \(NewsSource.active("s")) AND f.failures > 0 AND f.succeededAt < :old AND (:id IS NULL OR s.id = :id)
            ORDER BY s.ordering, s.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["old": now - Self.old, "id": source]).map { row in
            words("campus.news.stale", ["name": row["name"], "when": words.language.date(row["succeededAt"], in: zone)])
        }
    }

    func stale(calendar: UniversityCalendar, _ name: String, _ db: Database) throws -> String? {
        guard !calendar.feed.isEmpty, let state = try CalendarFeed.state(of: calendar.id ?? 0, db), state.address == calendar.feed,
            state.failures > 0, let good = state.succeededAt, good < now - Self.old
        else { return nil }
        return words("campus.calendar.stale", ["name": name, "when": words.language.date(good, in: zone)])
    }
}
