import Accounts
import Foundation
import GRDB
import Web

/// Deletes expired data at startup and every night.
public struct Cleanup: Sendable {
    let backups: Backups
    let accounts: AccountSettings
    static let kind = "cleaning"
    /// Days to keep finished and failed jobs.
    static let (finishedDays, failedDays) = (30.0, 90.0)
    /// Index pages merged per transaction, in a few milliseconds.
    private static let mergedPages = 200

    public init(backups: Backups, accounts: AccountSettings) { (self.backups, self.accounts) = (backups, accounts) }

    public var jobs: [JobKind] {
        [JobKind(name: Self.kind, lane: .long, every: .daily(hour: 4, minute: 30)) { work in try await sweep(work) }]
    }

    /// Requests the first sweep and cleans up after the last shutdown; call it at every start.
    public func begin(_ db: Database) throws {
        try Webhooks.revive(db, now: .now)
        guard try !Jobs.isUnderway(Self.kind, db) else { return }
        try Jobs.enqueue(db, Self.kind, by: .system("start"))
    }

    private func sweep(_ work: JobWork) async throws -> [String: String] {
        let admin = work.admin
        Form.Limits.standard.removeLeftovers()
        backups.removeLeftovers()
        var pictures = try await sweep(admin.pictures, of: .library, admin)
        for collection in admin.modules.flatMap({ $0.pictureCollections }) {
            pictures += try await sweep(admin.pictures.store(for: collection), of: collection, admin)
        }
        try await work.progress(1, of: 2)
        let rows = try await admin.database.write { [accounts] db in
            let now = accounts.now()
            let own = try admin.modules.reduce(0) { try $0 + $1.sweep(db, at: now) }
            return try Accounts.removeExpired(accounts, db) + Self.removeOldJobs(db, now: now) + StagedImport.removeOld(db, now: now)
                + Mail.removeOld(db, now: now) + own
        }
        try await Self.mergeIndexes(admin.database)
        try? await admin.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
        await admin.database.emptyLog()
        return ["saying": LocalizedMessage("jobs.cleaned", ["pictures": String(pictures), "rows": String(rows)]).json]
    }

    private func sweep(_ store: PictureStore, of collection: PictureCollection, _ admin: AdminContext) async throws -> Int {
        let known = try await admin.database.read { db in
            try String.fetchSet(db, sql: collection.inUse).union(SeedJournal.pictures(db))
        }
        return try await offThread { Result { try store.sweep(known: known) } }.get()
    }

    /// Erased words stay in the search indexes until their segments are merged. This merges all, in small steps so that saves do not wait.
    private static func mergeIndexes(_ database: any DatabaseWriter) async throws {
        let sql = "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'"
        for table in try await database.read({ try String.fetchAll($0, sql: sql) }) {
            // A negative value starts a merge even of few segments.
            var pages = -mergedPages
            while try await database.write({ [pages] db in
                let before = db.totalChangesCount
                try db.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)", arguments: [pages])
                // The command itself counts as one change; no other change means that the merge is complete (FTS5, 6.8).
                return db.totalChangesCount - before > 1
            }) { pages = mergedPages }
        }
    }

    static func removeOldJobs(_ db: Database, now: Date) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM job WHERE state IN ('done', 'cancelled') AND endedAt < ? OR state = 'failed' AND endedAt < ?
                """, arguments: [now - finishedDays * 86_400, now - failedDays * 86_400])
        return db.changesCount
    }
}
