import Foundation
import GRDB

/// The result of a rehearsed restore, stored beside the archive.
public struct BackupReport: Codable, Sendable {
    public let version: String
    /// When the backup was made, in UTC.
    public let madeAt: Date
    public let rows: Int
    public let pictures: Int
    public let findings: [Finding]
    /// Seconds for making, and for unpacking and checking.
    public let making: Double
    public let rehearsing: Double

    public var isGood: Bool { !findings.contains { $0.weight == .problem } }
}

extension Backups {
    /// Unpacks an archive beside it, checks it and removes the copy; missing disk space is a finding, as a retry would not help.
    public func rehearse(_ archive: String, manifest: BackupManifest, making: Double = 0) async throws -> BackupReport {
        let start = ContinuousClock.now
        let stage = try Self.makeWorkFolder(in: (archive as NSString).deletingLastPathComponent)
        defer { try? FileManager.default.removeItem(atPath: stage) }
        let findings: [Finding]
        do {
            let found = try await offThread { Result { try unpack(archive, into: stage, isDurable: false) } }.get()
            findings = try await examine(stage, found) + (manifest.missing ?? []).map { Finding(.note, $0) }
        } catch let failure as JobFailure {
            findings = [Finding(.problem, failure.saying)]
        } catch let failure as AtomicFile.Failure where failure.isDiskFull {
            findings = [Finding(.problem, LocalizedMessage("backups.errors.full"))]
        }
        return BackupReport(
            version: manifest.version, madeAt: manifest.madeAt, rows: manifest.rows, pictures: manifest.pictures, findings: findings,
            making: making, rehearsing: start.duration(to: .now) / .seconds(1))
    }

    private var ownCollections: [PictureCollection] { collections.filter { $0.folder != Self.picturesFolder } }

    /// Runs `portico check` on the data folder; `repairing` rebuilds the search indexes first.
    public func examine(_ database: any DatabaseWriter, repairing: Bool = false) async throws -> [Finding] {
        let (check, pictures, collections) = (check, data + "/" + Self.picturesFolder, ownCollections)
        if repairing { try await database.write { try check.repairSearch($0) } }
        return try await database.writeWithoutTransaction { check.findings($0, pictures: pictures, collections: collections) }
    }

    func examine(_ folder: String, _ manifest: BackupManifest) async throws -> [Finding] {
        let database: DatabaseQueue
        do { database = try DatabaseQueue(path: folder + "/" + Self.databaseFile) } catch {
            return [.unreadable(error)]
        }
        let (check, collections) = (check, ownCollections)
        let pictures = folder + "/" + Self.picturesFolder
        let findings = try await database.writeWithoutTransaction { db in
            let counts = (try? Self.counts(db)) ?? [:]
            let lost = manifest.counts.sorted { $0.key < $1.key }.filter { counts[$0.key] != $0.value }.map { table, count in
                Finding(.problem, "count", ["table": table, "expected": String(count), "found": String(counts[table] ?? 0)])
            }
            return check.findings(db, pictures: pictures, collections: collections) + lost
        }
        try database.close()
        return findings
    }
}
