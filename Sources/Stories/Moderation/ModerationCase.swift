import Accounts
import Foundation
import GRDB

/// A reported fragment with its content at that time, however many reports it has; table `moderationCase`.
struct ModerationCase: Decodable, FetchableRecord, Equatable, Sendable {
    enum State: String, Codable, Sendable, DatabaseValueConvertible {
        case open, decided
        /// Its decision was undone while another case of the fragment was open, which took over its reports.
        case merged
    }

    let id: Int64
    let fragment: Int64
    let state: State
    /// Rises when the case is decided or reopened; a decision names the version it was made on.
    let version: Int
    let title: String
    let text: String
    let photo: String?
    let openedAt: Date
    let urgency: Double
    let reach: Double
    /// Whether a report that is mostly right, a hold or a colleague names a severe rule.
    let isSevere: Bool
    let asked: Reason?
    let claimant: Int64?
    let claimedUntil: Date?

    static func find(_ id: Int64, _ db: Database) throws -> ModerationCase? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM moderationCase WHERE id = ?"), arguments: [id])
    }

    static func openOne(of fragment: Int64, _ db: Database) throws -> ModerationCase? {
        try fetchOne(db, sql: "SELECT * FROM moderationCase WHERE fragment = ? AND state = 'open'", arguments: [fragment])
    }

    static func author(of id: Int64, _ db: Database) throws -> Int64? {
        let sql = "SELECT writer FROM moderationCase JOIN fragment ON fragment.id = fragment WHERE moderationCase.id = ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
    }

    /// Returns the fragment's open case, or creates one with the fragment's content.
    static func open(for fragment: Fragment, at now: Date, _ db: Database) throws -> ModerationCase {
        if let known = try openOne(of: fragment.id, db) { return known }
        try db.execute(
            sql: "INSERT INTO moderationCase (fragment, title, text, photo, openedAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [fragment.id, fragment.title, fragment.text, fragment.photo, now])
        return try find(db.lastInsertedRowID, db)!
    }

    /// Puts a fragment into the queue for colleagues, without a report.
    static func ask(about fragment: Fragment, _ reason: Reason, by actor: Actor, at now: Date, _ db: Database) throws -> ModerationCase {
        let opened = try open(for: fragment, at: now, db)
        try db.execute(sql: "UPDATE moderationCase SET asked = ? WHERE id = ?", arguments: [reason, opened.id])
        try weigh(opened.id, db)
        try ModeratorCalls.announce(db)
        try AuditEntry.write(db, "stories.cases.ask", by: actor, on: ("stories.cases", opened.id, String(fragment.id)))
        return try find(opened.id, db) ?? opened
    }

    static func weigh(_ id: Int64, _ db: Database) throws {
        guard let known = try find(id, db) else { return }
        let keepsSQL = """
            SELECT count(*) FROM decision WHERE fragment = ? AND caseID IS NOT NULL AND undoneAt IS NULL AND \(CaseDecision.measureCount) = 0
            """
        let keeps = try Int.fetchOne(db, sql: keepsSQL, arguments: [known.fragment]) ?? 0
        var (urgency, isSevere) = (0.0, known.asked?.isSevere ?? false)
        if let asked = known.asked { urgency += Priority.weight(asked, accuracy: 1, keeps: 0) }
        for report in try Report.all(of: id, db) {
            let accuracy = try Reporter(report.writer, db).accuracy
            if report.reason.isSevere, accuracy >= Reporter.leastForSevere { isSevere = true }
            urgency += Priority.weight(report.reason, accuracy: accuracy, keeps: keeps)
        }
        if let held = try CaseDecision.holding(known.fragment, db), held.caseID == id, let reason = held.reason {
            urgency += Priority.weight(reason, accuracy: Reporter(upheld: 0, rejected: 0).accuracy, keeps: 0)
            if reason.isSevere { isSevere = true }
        }
        let reachSQL =
            Fragment.below + """
                 SELECT (SELECT count(*) FROM below) - 1 AS beneath, story.weight,
                   EXISTS (SELECT 1 FROM bestBranch WHERE bestBranch.fragment = fragment.id) AS isOnBestBranch
                 FROM fragment JOIN story ON story.id = fragment.story WHERE fragment.id = :id
                """
        guard let row = try Row.fetchOne(db, sql: reachSQL, arguments: ["id": known.fragment]) else { return }
        let reach = Priority.reach(beneath: row["beneath"], votes: row["weight"], isOnBestBranch: row["isOnBestBranch"])
        try db.execute(
            sql: "UPDATE moderationCase SET urgency = ?, reach = ?, isSevere = ? WHERE id = ?", arguments: [urgency, reach, isSevere, id])
    }
}

extension ModerationCase {
    static let claimLasts: TimeInterval = 15 * 60

    func isClaimed(byOtherThan account: Int64?, at now: Date) -> Bool {
        guard let claimant, let claimedUntil else { return false }
        return claimant != account && claimedUntil > now
    }

    /// Claims the case unless another moderator has claimed it. Returns the case after that.
    @discardableResult
    static func claim(_ id: Int64, by account: Int64, at now: Date, _ db: Database) throws -> ModerationCase? {
        try db.execute(
            sql: """
                UPDATE moderationCase SET claimant = :me, claimedUntil = :until WHERE id = :id AND state = 'open'
                AND (claimant IS NULL OR claimant = :me OR claimedUntil <= :now)
                """, arguments: ["me": account, "until": now + claimLasts, "id": id, "now": now])
        return try find(id, db)
    }

    static func release(_ id: Int64, by account: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE moderationCase SET claimant = NULL, claimedUntil = NULL WHERE id = ? AND claimant = ?", arguments: [id, account])
    }

    /// Open cases, most urgent first. `after` is the last case of the previous page, which must be of the same moment.
    static func queue(
        _ filter: QueueFilter = .everything, for account: Int64? = nil, at now: Date, after: Int64? = nil, limit: Int = 50,
        offset: Int = 0, _ db: Database
    ) throws -> [ModerationCase] {
        let rest = after == nil ? "" : Priority.rest
        let sql = """
            SELECT * FROM moderationCase WHERE id IN (
              SELECT id FROM moderationCase WHERE state = 'open'\(filter.sql)\(rest) ORDER BY \(Priority.order) LIMIT \(limit) OFFSET \(offset)
            ) ORDER BY \(Priority.order)
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: filter.arguments(in: sql, me: account, at: now, after: after))
    }

    static func decided(
        _ filter: QueueFilter = .everything, at now: Date, after: Int64? = nil, limit: Int = 50, offset: Int = 0, _ db: Database
    ) throws -> [ModerationCase] {
        let rest = after == nil ? "" : " AND (openedAt, id) < (SELECT openedAt, id FROM moderationCase WHERE id = :after)"
        let sql = """
            SELECT * FROM moderationCase WHERE state = 'decided'\(filter.sql)\(rest) ORDER BY openedAt DESC, id DESC
            LIMIT \(limit) OFFSET \(offset)
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: filter.arguments(in: sql, me: nil, at: now, after: after))
    }

    static func count(_ state: State, _ filter: QueueFilter, for account: Int64?, at now: Date, _ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM moderationCase WHERE state = '\(state.rawValue)'\(filter.sql)"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: filter.arguments(in: sql, me: account, at: now)) ?? 0
    }

    /// The most urgent case that no other moderator works on. `after` is a skipped case; only less urgent ones follow.
    static func next(
        _ filter: QueueFilter = .everything, for account: Int64, at now: Date, after: Int64? = nil, _ db: Database
    ) throws -> ModerationCase? {
        let rest = after == nil ? "" : Priority.rest
        let sql = """
            SELECT * FROM moderationCase WHERE state = 'open' AND (claimant IS NULL OR claimant = :me OR claimedUntil <= :now)
            \(filter.sql)\(rest) ORDER BY \(Priority.order) LIMIT 1
            """
        return try fetchOne(db.cachedStatement(sql: sql), arguments: filter.arguments(in: sql, me: account, at: now, after: after))
    }
}
