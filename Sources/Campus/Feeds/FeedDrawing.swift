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
            let report = try CalendarFeed.report(of: id, db)
            return self.row(row, UniversityCalendar.address, try CalendarFeed.state(of: id, db), isCalendar: true, report)
        }
    }

    private func row(
        _ row: Row, _ address: String, _ state: FeedState?, isCalendar: Bool = false, _ report: CalendarReport? = nil
    ) -> Values {
        let (id, feed): (Int64, String) = (row["id"], row["feed"])
        var values: Values = [
            "name": row["name"] as String, "href": "\(address)/\(id)", "isOff": false, "action": "\(address)/\(id)/fetches",
            "last": words("campus.feeds.never"), "tone": "info", "feed": feed, "result": false, "next": false, "age": false, "notes": false,
        ]
        guard let state, state.address == feed else { return values }
        values["last"] = moment(state.attemptedAt)
        (values["result"], values["tone"]) = (localized(state, isCalendar: isCalendar, report), state.outcome.isGood ? "good" : "bad")
        if let report, !report.notes.isEmpty { values["notes"] = report.notes.map(note) }
        values["next"] = words("campus.feeds.next", ["when": words.language.moment(state.nextAt, in: zone)])
        if let age = age(state, isCalendar: isCalendar) { values["age"] = age }
        return values
    }

    func localized(_ state: FeedState, isCalendar: Bool = false, _ report: CalendarReport? = nil) -> String {
        let outcome = outcome(state, isCalendar: isCalendar)
        guard state.outcome.isGood else { return outcome }
        let skipped = state.skipped ?? 0
        let more = report.map(localized) ?? (skipped > 0 ? [words("campus.feeds.skipped", count: skipped)] : [])
        return ([outcome] + more).joined(separator: " ")
    }

    /// `25 entries read: 18 shown, 3 past. Of these: 2 without a title …`
    private func localized(_ report: CalendarReport) -> [String] {
        func counts(_ reasons: [CalendarReport.Reason]) -> [String] {
            reasons.filter { report[$0] > 0 }.map { words("campus.feeds.report.\($0.rawValue)", count: report[$0]) }
        }
        let all = [words("campus.feeds.report.shown", count: report.shown)] + counts(CalendarReport.Reason.allCases.filter { !$0.isShown })
        let other = counts(CalendarReport.Reason.allCases.filter(\.isShown))
        return [words("campus.feeds.report.read", count: report.read) + " " + all.joined(separator: ", ") + "."]
            + (other.isEmpty ? [] : [words("campus.feeds.report.but") + " " + other.joined(separator: ", ") + "."])
    }

    private func note(_ note: CalendarReport.Note) -> Values {
        [
            "line": words("campus.feeds.report.line", ["number": words.language.number(note.line)]), "text": note.text,
            "why": words("campus.feeds.report.why.\(note.reason.rawValue)"), "isShown": note.reason.isShown,
        ]
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

    private func moment(_ date: Date) -> String { words.language.relativeMoment(date, now: now, in: zone) }

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
