import Admin
import Foundation
import GRDB
import Web

/// How many students have signed up: for the coming exam sessions beside their seats, and by the day. Those who withdrew do not count.
struct ExamSignUps: Sendable {
    static let days = 30
    /// Sessions in a drawing; the list has all.
    static let most = 40

    let words: Words
    let zone: TimeZone

    private func text(_ name: String, _ values: [String: String] = [:]) -> String { words("campus.signUps.\(name)", values) }
    private func number(_ value: Int) -> String { words.language.number(value) }

    /// What the list says beside a session: its students and seats; nothing where none may sign up and none has.
    static func taken(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        let sql = """
            SELECT x.id, x.seats, x.signUp, (SELECT count(*) FROM campusExamEntry e WHERE e.session = x.id) AS taken
            FROM campusExamSession x WHERE x.id IN (SELECT value FROM json_each(?))
            """
        let (words, list) = (context.words, "[" + ids.map(String.init).joined(separator: ",") + "]")
        var texts: [Int64: String] = [:]
        for row in try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: [list]) {
            let (taken, signsUp): (Int, Bool) = (row["taken"], row["signUp"])
            guard signsUp || taken > 0 else { continue }
            let students = words.language.number(taken)
            texts[row["id"]] =
                (row["seats"] as Int?).map { words("campus.signUps.of", ["taken": students, "seats": words.language.number($0)]) }
                ?? students
        }
        return texts
    }

    /// Students by the day, of all sessions or of one; nil without one in these days.
    func daily(of session: Int64? = nil, until now: Date = .now, _ db: Database) throws -> Chart? {
        let days = RecentDays(Self.days, until: now, in: zone)
        let sql = "SELECT at FROM campusExamEntry WHERE at >= :begin AND (:session IS NULL OR session = :session)"
        let counts = days.counts(try Date.fetchAll(db, sql: sql, arguments: ["begin": days.begin, "session": session]))
        let sum = counts.reduce(0, +)
        guard sum > 0 else { return nil }
        let heading = Chart.Heading(
            id: "days", title: text("days"),
            summary: text("daysSummary", ["count": number(sum), "days": number(Self.days)]))
        return .daily(heading, days, corner: text("day"), [(text("students"), counts)], words.language)
    }

    /// The coming sessions that have seats by the share that is taken, and those without a limit and with students, the next ones first.
    /// `empty` is the number of those without a limit and without students.
    func sessions(after now: Date = .now, _ db: Database) throws -> (charts: [Chart], empty: Int) {
        let sql = """
            SELECT x.name, x.starts, x.seats, (SELECT count(*) FROM campusExamEntry e WHERE e.session = x.id) AS taken
            FROM campusExamSession x WHERE \(ExamSession.notTrashed("x")) AND x.signUp = 1 AND x.cancelled = 0 AND x.starts > ?
            ORDER BY x.starts, x.id
            """
        var (limited, open): ([(label: String, value: Double)], [(label: String, value: Double)]) = ([], [])
        for row in try Row.fetchAll(db, sql: sql, arguments: [now]) {
            let (name, starts, taken): (String, Date, Int) = (row["name"], row["starts"], row["taken"])
            // A drawing cuts long labels: the name comes first.
            let label = "\(name), \(words.language.shortDay(starts, in: zone))"
            guard let seats = row["seats"] as Int? else {
                open.append((label: label, value: Double(taken)))
                continue
            }
            let said = text("of", ["taken": number(taken), "seats": number(seats)])
            limited.append((label: "\(label) (\(said))", value: Double(taken) / Double(seats)))
        }
        let full = limited.filter { $0.value >= 1 }.count
        let seats = Chart.Heading(
            id: "seats", title: text("seats"),
            summary: text("seatsSummary", ["full": number(full), "count": number(limited.count)]))
        let chosen = open.filter { $0.value > 0 }
        let students = Chart.Heading(
            id: "students", title: text("unlimited"),
            summary: text("unlimitedSummary", ["count": number(chosen.count)]))
        let head = text("session")
        var charts: [Chart] = []
        if !limited.isEmpty {
            charts.append(
                .bars(seats, Array(limited.prefix(Self.most)), head: (head, text("share")), top: 1) {
                    words.language.percent(Int(nearest: $0 * 100))
                })
        }
        if !chosen.isEmpty {
            charts.append(.bars(students, Array(chosen.prefix(Self.most)), head: (head, text("students"))) { number(Int(nearest: $0)) })
        }
        return (charts, open.count - chosen.count)
    }
}
