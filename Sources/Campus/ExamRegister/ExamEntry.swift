import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

/// A student's place in an exam session, with the mark; table `campusExamEntry`.
struct ExamEntry: Sendable {
    enum Outcome: String { case signedUp, already, closed, full, withdrawn, missing }

    let session: Int64
    let course: Int64
    /// As possibly marked text.
    let markedTitle, markedPlace: String
    let kind: String
    let starts: Date
    let opens: Date?
    let closes: Date
    let seats: Int?
    let taken: Int
    let signsUp: Bool
    let isCancelled: Bool
    let at: Date?
    let mark: String

    private static let most = 200

    /// The sessions that a student has signed up for or may sign up for; `words` names courses.
    static func all(
        of account: Int64, _ words: SearchPattern? = nil, session: Int64? = nil, _ rendering: RenderContext, _ db: Database, now: Date
    ) throws -> [ExamEntry] {
        let sql = """
            SELECT x.id, x.course, \(rendering.localizedSQL("c")) AS title, x.kind, x.starts, x.opens, coalesce(x.closes, x.starts) AS closes, x.seats,
              x.signUp, x.cancelled, (SELECT count(*) FROM campusExamEntry o WHERE o.session = x.id) AS taken, e.at, e.mark,
              coalesce(\(rendering.localizedSQL("ar")) || coalesce(', ' || \(rendering.localizedSQL("bu")), ''), \(rendering.localizedSQL("x", "location"))) AS place
            FROM campusExamSession x JOIN course c ON c.id = x.course AND \(Course.notTrashed("c"))
            LEFT JOIN campusExamEntry e ON e.session = x.id AND e.account = :account
            LEFT JOIN campusArea ar ON ar.id = x.area AND \(Area.shown("ar")) LEFT JOIN campusBuilding bu ON bu.id = ar.building
            WHERE \(ExamSession.notTrashed("x")) AND (:session IS NULL OR x.id = :session) AND (e.id IS NOT NULL OR (
              x.signUp = 1 AND x.cancelled = 0 AND coalesce(x.closes, x.starts) > :now
              AND (:words IS NULL OR c.id IN (SELECT rowid FROM courseWords WHERE courseWords MATCH :words))))
            ORDER BY x.starts, x.id LIMIT \(most)
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["account": account, "session": session, "words": words, "now": now]).map { row in
            ExamEntry(
                session: row["id"], course: row["course"], markedTitle: row["title"], markedPlace: row["place"] ?? "", kind: row["kind"],
                starts: row["starts"], opens: row["opens"], closes: row["closes"], seats: row["seats"], taken: row["taken"],
                signsUp: row["signUp"], isCancelled: row["cancelled"], at: row["at"], mark: row["mark"] ?? "")
        }
    }

    func isOpen(at now: Date) -> Bool { signsUp && !isCancelled && closes > now && opens.map { $0 <= now } ?? true }
    var isFull: Bool { seats.map { taken >= $0 } ?? false }
    func mayWithdraw(at now: Date) -> Bool { at != nil && mark.isEmpty && closes > now }

    static func signUp(for session: Int64, _ account: Int64, _ rendering: RenderContext, _ db: Database, by actor: Actor, now: Date) throws
        -> Outcome
    {
        guard let found = try all(of: account, session: session, rendering, db, now: now).first else { return .missing }
        guard found.at == nil else { return .already }
        guard found.isOpen(at: now) else { return .closed }
        guard !found.isFull else { return .full }
        try db.execute(sql: "INSERT INTO campusExamEntry (session, account, at) VALUES (?, ?, ?)", arguments: [session, account, now])
        try audit("enter", session, found.markedTitle.unmarked, db, by: actor)
        return .signedUp
    }

    static func withdraw(
        from session: Int64, _ account: Int64, _ rendering: RenderContext, _ db: Database, by actor: Actor, now: Date
    ) throws -> Outcome {
        guard let found = try all(of: account, session: session, rendering, db, now: now).first, found.at != nil else { return .missing }
        guard found.mayWithdraw(at: now) else { return .closed }
        try db.execute(sql: "DELETE FROM campusExamEntry WHERE session = ? AND account = ?", arguments: [session, account])
        try audit("leave", session, found.markedTitle.unmarked, db, by: actor)
        return .withdrawn
    }

    static func audit(_ act: String, _ session: Int64, _ title: String, _ db: Database, by actor: Actor) throws {
        try AuditEntry.write(db, "\(ExamSession.name).\(act)", by: actor, on: (ExamSession.name, session, title))
    }
}
