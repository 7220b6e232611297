import Foundation
import GRDB

extension JobQueue {
    /// Keeps one waiting job for each kind with a timetable, and none for disabled kinds.
    func schedule(_ kinds: [JobKind], on admin: AdminContext, now: Date) async throws {
        let timed = kinds.filter { $0.timetable != nil }
        guard !timed.isEmpty else { return }
        let changes = try await database.read { try Self.changes(timed, admin, $0, now) }
        guard !changes.isEmpty else { return }
        try await database.write { db in
            // Read again: another process may have been faster.
            for change in try Self.changes(timed, admin, db, now) { try change.make(db, now) }
        }
    }

    private enum Change: Sendable {
        case add(JobKind, Date)
        case move(Int64, Date)
        case remove(Int64)

        func make(_ db: Database, _ now: Date) throws {
            switch self {
            case .add(let kind, let moment):
                _ = try Jobs.insert(
                    db, kind: kind.name, payload: "{}", title: LocalizedMessage(kind.title), accountID: nil, actor: "", scopeID: nil,
                    runAt: moment,
                    attempts: kind.attempts, recurs: true, now: now)
            case .move(let id, let moment): try db.execute(sql: "UPDATE job SET runAt = ? WHERE id = ?", arguments: [moment, id])
            case .remove(let id): try db.execute(sql: "DELETE FROM job WHERE id = ?", arguments: [id])
            }
        }
    }

    private static func changes(_ kinds: [JobKind], _ admin: AdminContext, _ db: Database, _ now: Date) throws -> [Change] {
        let rows = try Job.fetchAll(db, sql: "SELECT * FROM job WHERE recurs = 1 AND state IN ('waiting', 'running')")
        let held = try String.fetchSet(db, sql: CrashedJobs.heldKinds)
        return kinds.compactMap { kind -> Change? in
            guard let timetable = kind.timetable?(admin) else { return nil }
            let next = timetable.next(after: now, in: admin.site.zone)
            let row = rows.first { $0.kind == kind.name && $0.state == .running } ?? rows.first { $0.kind == kind.name }
            guard let row, let id = row.id else { return kind.isOn(admin) && !held.contains(kind.name) ? .add(kind, next) : nil }
            guard row.state == .waiting, row.attempts == 0 else { return nil }
            if !kind.isOn(admin) { return .remove(id) }
            // A due job was missed while no process ran, so it stays. One after the next time comes from another timetable or time zone.
            let isMisplaced = if case .daily = timetable { row.runAt > now && row.runAt != next } else { row.runAt > next }
            return isMisplaced ? .move(id, next) : nil
        }
    }
}
