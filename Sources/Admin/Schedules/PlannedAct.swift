import Accounts
import Foundation
import GRDB
import Web

/// A dated change of a record: publishing it or its draft, or hiding it. Table `schedule`.
struct PlannedAct: Codable, Sendable, FetchableRecord, Identifiable {
    let id: Int64
    let kind: String
    let recordID: Int64
    let scopeID: Int64?
    /// `publish`, `draft`, `unpublish`.
    let act: String
    /// In UTC.
    let at: Date
    let plannedAt: Date
    let accountID: Int64?
    let actor: String
    /// Why it failed, as a text key below `schedules.problems`. Failed changes are not retried.
    let problem: String?

    static func of(_ kind: String, _ recordID: Int64, _ db: Database) throws -> [PlannedAct] {
        try fetchAll(
            db.cachedStatement(sql: "SELECT * FROM schedule WHERE kind = ? AND recordID = ? ORDER BY at"), arguments: [kind, recordID])
    }

    /// Replaces the planned change of the same name.
    static func plan<R: Resource>(_ act: String, at date: Date, _ record: R, _ db: Database, by actor: Actor) throws {
        let sql = """
            INSERT INTO schedule (kind, recordID, scopeID, act, at, plannedAt, accountID, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, recordID, act) DO UPDATE SET at = excluded.at, plannedAt = excluded.plannedAt,
              accountID = excluded.accountID, actor = excluded.actor, problem = NULL
            """
        let id = record.stamp.id ?? 0
        try db.execute(
            sql: sql,
            arguments: [R.name, id, record.stamp.scopeID, act, date, db.transactionDate, actor.accountID, actor.name])
        try Schedules.arrange(db)
    }

    static func remove(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM schedule WHERE id = ?", arguments: [id])
    }

    static func chip(_ act: String, _ at: Date, isProblem: Bool, _ context: FormContext) -> String {
        let when = context.words.language.moment(at, in: context.zone)
        return context.words(isProblem ? "schedules.failed.\(act)" : "schedules.chips.\(act)", ["when": when])
    }
}

extension PlannedAct {
    static func cards(_ admin: AdminContext, _ person: SignedIn, _ context: FormContext) throws -> [Card] {
        let all = try visible(admin, person, context.db, where: "(scopeID IS NULL OR scopeID = ?)", [context.scopeID])
        func card(_ name: String, _ acts: [PlannedAct], kind: Card.Kind) -> Card {
            let month = Month(containing: acts.first?.at ?? .now, in: context.zone).text
            let address = CalendarPage.address.appendingQuery([("month", month)])
            return Card("schedules.cards.\(name)", count: acts.count, address: address, icon: "calendar", permission: "", kind: kind)
        }
        return [
            card("failed", all.filter { $0.problem != nil }, kind: .bad), card("planned", all.filter { $0.problem == nil }, kind: .info),
        ]
    }

    static func visible(
        _ admin: AdminContext, _ person: SignedIn, _ db: Database, where condition: String, _ arguments: StatementArguments
    ) throws -> [PlannedAct] {
        let types = Dictionary(admin.modulesOn.flatMap { $0.resources }.map { ($0.name, $0) }) { $1 }
        let found = try fetchAll(db, sql: "SELECT * FROM schedule WHERE \(condition) ORDER BY at, id LIMIT 2000", arguments: arguments)
            .filter { planned in types[planned.kind].map { person.grants.may($0.seeing, in: planned.scopeID) } ?? false }
        let present = try Dictionary(grouping: found, by: \.kind).map { kind, acts -> (String, Set<Int64>) in
            let ids = acts.map { String($0.recordID) }.joined(separator: ",")
            guard let type = types[kind] else { return (kind, []) }
            let rows = "id IN (\(ids)) AND \(type.notTrashed) AND \(type.rows(type.seeing, person.grants))"
            return (kind, try Int64.fetchSet(db, sql: "SELECT id FROM \(type.table) WHERE \(rows)"))
        }
        let there = Dictionary(present) { $1 }
        return found.filter { there[$0.kind]?.contains($0.recordID) ?? false }
    }
}
