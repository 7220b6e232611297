import Accounts
import Foundation
import GRDB
import Web

public struct Schedules: Sendable {
    let admin: AdminContext

    public init(_ admin: AdminContext) { self.admin = admin }

    /// Runs all due changes in the name of their planners and returns the number done. Safe from any process: each is one transaction.
    @discardableResult
    public func runDue(now: Date = .now) async throws -> Int { try await run(now: now).done }

    func run(now: Date) async throws -> (done: Int, refused: Int) {
        let words = admin.pages.templates.words(in: admin.site.language)
        var (done, refused) = (0, 0)
        while true {
            let outcome = try await admin.database.write { db -> Outcome? in
                guard let next = try Self.next(db, now: now) else { return nil }
                return try perform(next, words, db)
            }
            switch outcome {
            case nil:
                try await admin.database.write { db in try Self.arrange(db) }
                return (done, refused)
            case .done?: done += 1
            case .refused?: refused += 1
            case .needless?: break
            }
        }
    }

    /// Keeps one job for the next change, so that the schedules of changes and jobs cannot differ.
    static func arrange(_ db: Database) throws {
        let next = try Date.fetchOne(db, sql: "SELECT min(at) FROM schedule WHERE problem IS NULL")
        let sql = "DELETE FROM job WHERE kind = ? AND state = 'waiting' AND attempts = 0 AND runAt IS NOT ?"
        try db.execute(sql: sql, arguments: [HistoryJobs.schedules, next])
        let isSet = "SELECT EXISTS (SELECT 1 FROM job WHERE kind = ? AND state = 'waiting' AND attempts = 0)"
        guard let next, try Bool.fetchOne(db, sql: isSet, arguments: [HistoryJobs.schedules]) == false else { return }
        try Jobs.enqueue(db, HistoryJobs.schedules, at: next, by: .system("portico"))
    }

    private static func next(_ db: Database, now: Date) throws -> PlannedAct? {
        let sql = "SELECT * FROM schedule WHERE problem IS NULL AND at <= ? ORDER BY at, id LIMIT 1"
        return try PlannedAct.fetchOne(db, sql: sql, arguments: [now])
    }

    private enum Outcome { case done, needless, refused }

    private func perform(_ planned: PlannedAct, _ words: Words, _ db: Database) throws -> Outcome {
        guard let type = admin.resources.all.first(where: { $0.name == planned.kind }) else {
            try PlannedAct.remove(planned.id, db)
            return .needless
        }
        do {
            guard try mayStillPlan(planned, type, db) else { throw PlannerGone() }
            var isDone = false
            try db.inSavepoint {
                isDone = try type.perform(planned, words, admin.site.zone, db)
                return .commit
            }
            try PlannedAct.remove(planned.id, db)
            return isDone ? .done : .needless
        } catch let error {
            let problem =
                switch error {
                case is PlannerGone: "planner"
                case DraftRefusal.changedMeanwhile: "clash"
                case WriteRefusal.titleTaken: "taken"
                case let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT: throw error
                // Any other error must not block the remaining changes.
                default: "refused"
                }
            try db.execute(sql: "UPDATE schedule SET problem = ? WHERE id = ?", arguments: [problem, planned.id])
            try type.note(planned, words("schedules.problems.\(problem)"), db)
            return .refused
        }
    }

    private struct PlannerGone: Error {}

    private func mayStillPlan(_ planned: PlannedAct, _ type: any Resource.Type, _ db: Database) throws -> Bool {
        guard let id = planned.accountID else { return true }
        guard try Account.mayAct(id, db) else { return false }
        guard let grants = try admin.grants(of: id, db), grants.may(type.editing, in: planned.scopeID) else { return false }
        return try type.isOpen(planned.recordID, type.editing, grants, db)
    }
}

extension Resource {
    fileprivate static func note(_ planned: PlannedAct, _ why: String, _ db: Database) throws {
        let detail = ["planned": "\(planned.act) \(MomentFieldType.iso(planned.at)) (\(planned.actor)): \(why)"]
        try fetch(db, id: planned.recordID)?.audit("schedule-refused", db, by: .system("portico"), detail: detail)
    }

    /// Does nothing if the record is gone, in the trash, or already in the planned state.
    fileprivate static func perform(_ planned: PlannedAct, _ words: Words, _ zone: TimeZone, _ db: Database) throws -> Bool {
        guard var record = try fetch(db, id: planned.recordID), record.stamp.deletedAt == nil, let field = Listing<Self>.publication
        else { return false }
        let actor = Actor(accountID: planned.accountID, name: planned.actor, address: "", requestID: "")
        let detail = ["planned": words.language.moment(planned.plannedAt, in: zone)]
        switch planned.act {
        case "draft":
            guard try Draft.find(name, planned.recordID, db) != nil else { return false }
            _ = try Draft.publish(&record, db, by: actor, words: words, zone: zone, detail: detail)
        default:
            let isPublishing = planned.act == "publish"
            guard field.isOn(record) != isPublishing else { return false }
            try record.setPublished(isPublishing, db, by: actor, detail: detail)
        }
        return true
    }
}
