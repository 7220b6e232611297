import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Tries the migrations that a site's database lacks on a copy outside the data folder, as a start would apply them.
public struct MigrationDryRun {
    let configuration: Configuration
    let folder: String?
    let signals: [Int32]
    var freeBytes: (String) -> Int? = { folder in
        (try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int) ?? nil
    }

    /// - Parameters:
    ///   - folder: where the copy is made; nil for the first usual folder with enough space.
    ///   - signals: those that end the process, after the copy is removed.
    public init(_ configuration: Configuration, in folder: String?, endedBy signals: [Int32] = []) {
        (self.configuration, self.folder, self.signals) = (configuration, folder, signals)
    }

    /// Throws `CommandRefusal` without a site, `StartProblems` when the database cannot be read or a migration fails.
    public func run() throws -> MigrationReport {
        try Store.requireSite(configuration)
        let path = Store.path(configuration)
        do {
            let source = try DryRunSource(path)
            let missing = try source.read { db in
                try Store.requireKnown(db, path)
                return try Store.migrator.missingMigrations(db)
            }
            var report = MigrationReport(data: data, missing: missing)
            guard !missing.isEmpty else { return report }
            report.free = freeBytes(data)
            do { report.trial = try trial(source) } catch let refusal as CommandRefusal { report.obstacle = refusal }
            return report
        } catch let error as DatabaseError {
            throw StartProblems(error, opening: path) ?? error
        }
    }

    private var data: String { URL(fileURLWithPath: configuration.data).standardizedFileURL.path }

    private func trial(_ source: DryRunSource) throws -> MigrationReport.Trial {
        let parent = try parent(for: source.bytes)
        let folder = try TrialFolder(in: parent, removedOn: signals)
        defer { folder.remove() }
        var copied = configuration
        copied.data = folder.path
        let clock = ContinuousClock()
        let copying = try clock.measure { try source.copy(to: Store.path(copied)) }
        let before = Self.size(Store.path(copied))
        var steps: [SchemaMigrator.Step] = []
        let updating = try clock.measure {
            let pool = try Store.open(copied) { if case .applied(let step) = $0 { steps.append(step) } }
            try pool.close()
        }
        let after = Self.size(Store.path(copied))
        // The log of the update holds each page once at most.
        let needed = Self.size(folder.path + "/" + Backups.beforeUpdate) + after + max(0, after - before)
        return .init(folder: parent, copying: copying, updating: updating, steps: steps, needed: needed)
    }

    /// Bytes for the copy, for the copy that an update makes, for the log and for growth.
    private static func room(for bytes: Int) -> Int { 4 * bytes + 64 << 20 }

    private func parent(for bytes: Int) throws -> String {
        let usual = [(data as NSString).deletingLastPathComponent, FileManager.default.temporaryDirectory.path, "/var/tmp"]
        let folders = folder.map { [URL(fileURLWithPath: $0).standardizedFileURL.path] } ?? usual
        let writable = folders.filter { !isWithinData($0) && access($0, W_OK | X_OK) == 0 }
        guard !writable.isEmpty else {
            throw CommandRefusal("migrate.nowhere", ["folders": folders.map { "«\($0)»" }.joined(separator: ", ")])
        }
        let needed = Self.room(for: bytes)
        let free = writable.map { (folder: $0, bytes: freeBytes($0) ?? .max) }
        if let found = free.first(where: { $0.bytes >= needed }) { return found.folder }
        let largest = free.max { $0.bytes < $1.bytes } ?? free[0]
        throw CommandRefusal(
            "migrate.no-room", ["folder": largest.folder, "needed": "\(needed >> 20) MB", "free": "\(largest.bytes >> 20) MB"])
    }

    private func isWithinData(_ folder: String) -> Bool {
        let (inner, outer) = (URL(fileURLWithPath: folder).resolvingSymlinksInPath(), URL(fileURLWithPath: data).resolvingSymlinksInPath())
        return (inner.path + "/").hasPrefix(outer.path + "/")
    }

    static func size(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
    }
}
