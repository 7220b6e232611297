import Accounts
import Foundation
import GRDB

extension Backups {
    static let kind = "backup"

    /// The daily backup at the hour of the settings, and backups on demand.
    public var jobs: [JobKind] {
        [
            JobKind(name: Self.kind, lane: .long, at: { .daily(hour: $0.site.backups.hour, minute: 0) }, isOn: { $0.site.backups.isOn }) {
                work in
                try await work.progress(0, of: 3)
                let kept = try await makeAndRehearse(work.admin.database, by: work.actor) { try await work.progress($0, of: 3) }
                _ = tidy(work.admin.site.backups, in: work.admin.site.zone)
                guard kept.isGood else { throw JobFailure("backups.errors.rehearsal", ["file": kept.name], mayRetry: false) }
                return ["text": kept.name, "href": BackupPages.address, "label": "admin.menu.backups"]
            }
        ]
    }

    /// Makes a backup, rehearses its restore and stores the report; `step` gets 1 after making, 2 after the rehearsal.
    public func makeAndRehearse(
        _ database: any DatabaseWriter, by actor: Actor, step: (Int) async throws -> Void = { _ in }
    ) async throws -> KeptBackup {
        try Self.makeFolder(folder)
        let path = folder + "/" + Self.name(at: .now)
        let start = ContinuousClock.now
        let manifest = try await make(database, to: path)
        let making = start.duration(to: .now) / .seconds(1)
        try await step(1)
        let report = try await rehearse(path, manifest: manifest, making: making)
        try keep(report, of: path)
        let name = (path as NSString).lastPathComponent
        try await database.write { db in
            try AuditEntry.write(
                db, "backup.create", by: actor, detail: ["file": name, "result": report.isGood ? "good" : "bad"])
        }
        try await step(2)
        return KeptBackup(name: name, path: path, bytes: AtomicFile.size(path) ?? 0, madeAt: report.madeAt, report: report)
    }
}
