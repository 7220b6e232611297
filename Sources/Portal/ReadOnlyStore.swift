import Foundation
import GRDB
import Web

/// Opens a database that cannot be written (full or read-only disk, or a lock) to serve pages read-only.
enum ReadOnlyStore {
    /// Opens the database, read-only if needed. Throws `UnavailableSite` when unreadable, `StartProblems` when waiting does not help.
    static func openToServe(
        _ configuration: Configuration, noting note: (UpdateProgress) -> Void = { _ in }
    ) throws -> DatabasePool {
        do {
            return try Store.open(configuration, noting: note)
        } catch let refused as StartProblems {
            guard refused.isPassing else { throw refused }
            if let pool = try open(configuration) { return pool }
            throw refused.isWorthWaiting ? UnavailableSite(problems: refused) : refused
        }
    }

    /// nil when unreadable or when an older program wrote it, whose tables this program does not know.
    private static func open(_ configuration: Configuration) throws -> DatabasePool? {
        let path = Store.path(configuration)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        for name in [path, immutableAddress(path)].compactMap({ $0 }) {
            var settings = Store.settings
            settings.readonly = true
            settings.busyMode = .timeout(configuration.databasePatience)
            guard let pool = try? DatabasePool(path: name, configuration: settings),
                (try? pool.read(Store.migrator.hasCompletedMigrations)) == true
            else { continue }
            return pool
        }
        return nil
    }

    /// A name that lets SQLite read the file without its side files; nil when a write-ahead log must be read too.
    static func immutableAddress(_ path: String) -> String? {
        let log = (try? FileManager.default.attributesOfItem(atPath: path + "-wal"))?[.size] as? Int ?? 0
        guard log == 0 else { return nil }
        let whole = URL(fileURLWithPath: path).path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return whole.map { "file:\($0)?immutable=1" }
    }

    /// Returns when the database can be written again: only the next process can, as SQLite's shared memory stays as it was opened.
    static func waitForWriting(
        _ configuration: Configuration, every pause: Duration, isDiskWritable: () -> Bool
    ) async throws {
        let wasWritable = isDiskWritable()
        repeat { try await Task.sleep(for: pause) } while (wasWritable || !isDiskWritable()) && (try? Store.open(configuration)) == nil
    }

    static func waitForWriting(_ configuration: Configuration, every pause: Duration) async throws {
        try await waitForWriting(configuration, every: pause) { access(configuration.data, W_OK) == 0 }
    }
}

/// Requests a restart, because the server can do more than when it started.
public struct RestartNeeded: Error {}
