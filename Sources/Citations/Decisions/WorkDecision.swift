import Accounts
import Foundation
import GRDB

/// A person's decision about a work; nil values keep the run's result.
struct WorkDecision: Codable, Equatable, Sendable {
    /// Overrides the home page.
    var isIn: Bool?
    /// The identity of the work of which this is a duplicate; a duplicate does not count.
    var mergedInto: String?
    var title: String?
    var year: Int?
    var citations: Int?
    /// What it must not match: identities of works and folded titles of the page; nil for nothing.
    var isNot: [String]?

    var isEmpty: Bool { self == WorkDecision() }

    /// Sets whether the work counts; nil resets it. A value ends the link as a duplicate.
    func counting(_ isIn: Bool?) -> WorkDecision {
        var decision = self
        decision.isIn = isIn
        if isIn != nil { decision.mergedInto = nil }
        return decision
    }

    static func all(of run: Int64, _ db: Database) throws -> [String: WorkDecision] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT identity, value FROM citationDecision WHERE runID = ?"), arguments: [run])
        return Dictionary(uniqueKeysWithValues: rows.compactMap { row in read(row["value"]).map { (row["identity"], $0) } })
    }

    static func apart(of run: Int64, _ db: Database) throws -> [String: Set<String>] {
        try all(of: run, db).compactMapValues { $0.isNot.map(Set.init) }
    }

    static func read(_ json: String?) -> WorkDecision? {
        json.flatMap { try? JSONDecoder().decode(WorkDecision.self, from: Data($0.utf8)) }
    }

    /// Decides about a work or a title of the author's page. Returns the number of the act for its undo; nil when nothing changes.
    @discardableResult
    static func set(
        _ decision: WorkDecision, on identity: String, called title: String, of run: (id: Int64, name: String), _ db: Database,
        by actor: Actor
    ) throws -> Int64? {
        try set([(identity, title, decision)], of: run, db, by: actor).first
    }

    /// Decides about several works as one act with one undo and one log entry. Returns the numbers of the acts; the first is the batch.
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
        try Outcome.recordFigures(of: run.id, db)
        try AuditEntry.write(
            db, "citations.runs.decide", by: actor, on: (Run.name, run.id, run.name),
            detail: acts.count > 1 ? ["works": String(acts.count)] : [:])
        return acts
    }

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

struct DecisionAct: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let runID: Int64
    let identity: String
    let title: String
    let before: String?
    let after: String?
    let actor: String
    let at: Date
    /// The first act of a batch; nil for a single act.
    let batch: Int64?

    fileprivate static func bind(_ acts: [Int64], _ db: Database) throws {
        guard acts.count > 1 else { return }
        for act in acts { try db.execute(sql: "UPDATE citationAct SET batch = ? WHERE id = ?", arguments: [acts[0], act]) }
    }

    static func latest(of run: Int64, limit: Int, _ db: Database) throws -> [(act: DecisionAct, works: Int)] {
        let sql = """
            SELECT *, max(id), count(*) AS works FROM citationAct WHERE runID = ? GROUP BY coalesce(batch, id) ORDER BY max(id) DESC LIMIT ?
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [run, limit]).map { (try DecisionAct(row: $0), $0["works"]) }
    }

    static func find(_ id: Int64, of run: Int64, _ db: Database) throws -> DecisionAct? {
        try fetchOne(db, sql: "SELECT * FROM citationAct WHERE id = ? AND runID = ?", arguments: [id, run])
    }

    /// Whether the decision affects matching, so that the run must start again.
    var changesMatching: Bool { WorkDecision.isOfPage(identity) || WorkDecision.read(before)?.isNot != WorkDecision.read(after)?.isNot }

    /// Restores the earlier decision; false when a later decision about the same work exists.
    func undo(_ run: (id: Int64, name: String), _ db: Database, by actor: Actor) throws -> Bool {
        guard try isLatest(db) else { return false }
        _ = try WorkDecision.set([former], of: run, db, by: actor)
        return true
    }

    /// Undoes a batch except works with later decisions. Returns the numbers of undone and skipped acts; nil without such a batch.
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

    private var former: (identity: String, title: String, decision: WorkDecision) {
        (identity, title, WorkDecision.read(before) ?? WorkDecision())
    }
}
