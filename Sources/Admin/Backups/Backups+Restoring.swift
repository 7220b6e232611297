import Foundation
import GRDB

extension Backups {
    public struct Restored: Sendable {
        public let manifest: BackupManifest
        /// The findings of `portico check` about the new data.
        public let findings: [Finding]
        /// The folder with the previous data.
        public let aside: String?
    }

    /// Restores an archive into a data folder. Everything is unpacked and checked before existing data is touched. The work happens inside
    /// the folder, because it may be a separate disk or the parent not writable. Throws `JobFailure`.
    public func restore(_ archive: String, to target: String, replacing: Bool, now: Date = .now) async throws -> Restored {
        let target = URL(fileURLWithPath: target).standardizedFileURL.path
        guard Self.occupants(of: target).isEmpty || replacing else {
            throw JobFailure("backups.errors.occupied", ["folder": target], mayRetry: false)
        }
        try refuseWhileServed(target)
        try Self.makeFolder(target)
        let stage = try Self.makeWorkFolder(in: target)
        defer { try? FileManager.default.removeItem(atPath: stage) }
        let manifest = try await offThread { Result { try unpack(archive, into: stage, isDurable: true) } }.get()
        let findings = try await examine(stage, manifest) + (manifest.missing ?? []).map { Finding(.note, $0) }
        if let damage = findings.first(where: { $0.saying.key == "check.findings.integrity" }) {
            throw JobFailure("backups.errors.damaged", ["cause": damage.saying.values["cause"] ?? ""], mayRetry: false)
        }
        try InstanceMark.noteRestore(in: stage)
        // Listed again: leaving WAL mode removed the database's log.
        let aside = try place(stage, in: target, Self.occupants(of: target), now)
        return Restored(manifest: manifest, findings: findings, aside: aside)
    }

    private static func occupants(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !stays($0) }
    }

    private static func stays(_ name: String) -> Bool {
        name == ownFolder || name == "lost+found" || name.hasPrefix(asidePrefix) || name.hasPrefix(workPrefix)
    }

    private static let asidePrefix = "before-restore-"

    /// A running server would keep writing to the replaced data. Leaving WAL mode needs exclusive access and merges the log into the file.
    private func refuseWhileServed(_ target: String) throws {
        let path = target + "/" + Self.databaseFile
        guard AtomicFile.age(path) != nil else { return }
        do {
            let database = try DatabaseQueue(path: path)
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try database.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
            throw JobFailure("backups.errors.served", ["folder": target], mayRetry: false)
        } catch {
        }
    }

    private func place(_ stage: String, in target: String, _ present: [String], _ now: Date) throws -> String? {
        var aside: String?
        if !present.isEmpty {
            let name = "\(target)/\(Self.asidePrefix)\(Self.stamp(now))"
            try Self.makeFolder(name)
            for entry in present { try AtomicFile.move("\(target)/\(entry)", to: "\(name)/\(entry)") }
            aside = name
            // Also there: while the old key is in use, the sealed content of the backup can be read.
            let keys = "\(name)/\(Self.privateFolder)"
            if AtomicFile.age(keys) != nil { try FileManager.default.copyItem(atPath: keys, toPath: "\(target)/\(Self.privateFolder)") }
        }
        let new = try FileManager.default.contentsOfDirectory(atPath: stage).filter { $0 != Self.databaseFile } + [Self.databaseFile]
        for entry in new { try AtomicFile.move("\(stage)/\(entry)", to: "\(target)/\(entry)") }
        try AtomicFile.sync(target)
        return aside
    }
}
