import Accounts
import Foundation
import GRDB

/// What a person decided about a work; what is nil is as the run found it.
struct WorkDecision: Codable, Equatable, Sendable {
    /// Whether it counts, whatever the home page says.
    var isIn: Bool?
    /// The work that it is the same as, by its identity: then it does not count on its own.
    var mergedInto: String?
    var title: String?
    var year: Int?
    var citations: Int?
    /// What it cannot be the same as: works by their identities, titles of the page as they compare; nil for nothing.
    var isNot: [String]?

    var isEmpty: Bool { self == WorkDecision() }

    /// The same with the work counted or not, whatever the page says; nil leaves that to the page again. What counts on its own or is left
    /// out is not the same as another work any more.
    func counting(_ isIn: Bool?) -> WorkDecision {
        var decision = self
        decision.isIn = isIn
        if isIn != nil { decision.mergedInto = nil }
        return decision
    }

    static func all(of run: Int64, _ db: Database) throws -> [String: WorkDecision] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT identity, value FROM citationDecision WHERE runID = ?"), arguments: [run])
        return Dictionary(uniqueKeysWithValues: rows.compactMap { row in read(row[1]).map { (row[0], $0) } })
    }

    /// What cannot be the same, as an analysis asks for it.
    static func apart(of run: Int64, _ db: Database) throws -> [String: Set<String>] {
        try all(of: run, db).compactMapValues { $0.isNot.map(Set.init) }
    }

    static func read(_ json: String?) -> WorkDecision? {
        json.flatMap { try? JSONDecoder().decode(WorkDecision.self, from: Data($0.utf8)) }
    }

    /// Decides about a work, or a title of the author's page.
    /// - Returns: the id of the act, by which it can be taken back; nil when nothing changes.
    @discardableResult
    static func set(
        _ decision: WorkDecision, on identity: String, called title: String, of run: (id: Int64, name: String), _ db: Database,
        by actor: Actor
    ) throws -> Int64? {
        try set([(identity, title, decision)], of: run, db, by: actor).first
    }

    /// Decides about many works as one act, which one undo takes back and one line of the audit log tells.
    /// - Returns: the ids of the acts; all of them belong to the batch of the first.
    static func set(
        _ changes: [(work: FoundWork, decision: WorkDecision)], of run: (id: Int64, name: String), _ db: Database, by actor: Actor
    ) throws -> [Int64] {
        try set(changes.map { ($0.identity, $0.title, $1) }, of: run, db, by: actor)
    }

    fileprivate static func set(
        _ changes: [(identity: String, title: String, decision: WorkDecision)], of run: (id: Int64, name: String), _ db: Database,
        by actor: Actor
    ) throws -> [Int64] {
        let acts = try changes.compactMap { try note($2, on: $0, called: $1, of: run.id, db, by: actor) }
        guard !acts.isEmpty else { return [] }
        try DecisionAct.bind(acts, db)
        try Outcome.tell(of: run.id, db)
        try AuditEntry.write(
            db, "citations.runs.decide", by: actor, on: (Run.name, run.id, run.name),
            detail: acts.count > 1 ? ["works": String(acts.count)] : [:])
        return acts
    }

    /// Puts a decision in the place of what was decided before, and notes both.
    private static func note(
        _ decision: WorkDecision, on identity: String, called title: String, of run: Int64, _ db: Database, by actor: Actor
    ) throws -> Int64? {
        let before = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM citationDecision WHERE runID = ? AND identity = ?"), arguments: [run, identity])
        guard read(before) ?? WorkDecision() != decision else { return nil }
        let after = decision.isEmpty ? nil : try Outcome.json(decision)
        try write(after, on: identity, of: run, db)
        try db.execute(
            sql: "INSERT INTO citationAct (runID, identity, title, before, after, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [run, identity, title, before, after, actor.name, try db.transactionDate])
        return db.lastInsertedRowID
    }

    private static func write(_ value: String?, on identity: String, of run: Int64, _ db: Database) throws {
        guard let value else {
            return try db.execute(sql: "DELETE FROM citationDecision WHERE runID = ? AND identity = ?", arguments: [run, identity])
        }
        try db.execute(
            sql: """
                INSERT INTO citationDecision (runID, identity, value) VALUES (?, ?, ?)
                ON CONFLICT (runID, identity) DO UPDATE SET value = excluded.value
                """, arguments: [run, identity, value])
    }
}

/// A decision as the log keeps it.
struct DecisionAct: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let runID: Int64
    let identity: String
    let title: String
    let before: String?
    let after: String?
    let actor: String
    let at: Date
    /// The first act of those that were done as one; nil for one alone.
    let batch: Int64?

    /// Makes several acts one.
    fileprivate static func bind(_ acts: [Int64], _ db: Database) throws {
        guard acts.count > 1 else { return }
        for act in acts { try db.execute(sql: "UPDATE citationAct SET batch = ? WHERE id = ?", arguments: [acts[0], act]) }
    }

    /// The latest acts, those that are one told once.
    static func latest(of run: Int64, limit: Int, _ db: Database) throws -> [(act: DecisionAct, works: Int)] {
        let sql = """
            SELECT *, max(id), count(*) AS works FROM citationAct WHERE runID = ? GROUP BY coalesce(batch, id) ORDER BY max(id) DESC LIMIT ?
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [run, limit]).map { (try DecisionAct(row: $0), $0["works"]) }
    }

    static func find(_ id: Int64, of run: Int64, _ db: Database) throws -> DecisionAct? {
        try fetchOne(db, sql: "SELECT * FROM citationAct WHERE id = ? AND runID = ?", arguments: [id, run])
    }

    /// Whether it is about the author's page or says what cannot be the same, so that a run finds something else.
    var changesMatching: Bool { WorkDecision.isOfPage(identity) || WorkDecision.read(before)?.isNot != WorkDecision.read(after)?.isNot }

    /// Puts back what was decided before it; a later decision about the same work must not be lost with it.
    /// - Returns: false when there is a later one.
    func undo(_ run: (id: Int64, name: String), _ db: Database, by actor: Actor) throws -> Bool {
        guard try isLatest(db) else { return false }
        _ = try WorkDecision.set([former], of: run, db, by: actor)
        return true
    }

    /// Takes back all that was done as one, but for works about which something was decided later.
    /// - Returns: how many were taken back and how many were left; nil where there is no such batch.
    static func undo(
        batch: Int64, of run: (id: Int64, name: String), _ db: Database, by actor: Actor
    ) throws -> (undone: Int, left: Int)? {
        let acts = try fetchAll(db, sql: "SELECT * FROM citationAct WHERE runID = ? AND batch = ? ORDER BY id", arguments: [run.id, batch])
        guard !acts.isEmpty else { return nil }
        let latest = try acts.filter { try $0.isLatest(db) }
        _ = try WorkDecision.set(latest.map(\.former), of: run, db, by: actor)
        return (latest.count, acts.count - latest.count)
    }

    private func isLatest(_ db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT max(id) FROM citationAct WHERE runID = ? AND identity = ?"), arguments: [runID, identity]) == id
    }

    /// What was decided before it.
    private var former: (identity: String, title: String, decision: WorkDecision) {
        (identity, title, WorkDecision.read(before) ?? WorkDecision())
    }
}
