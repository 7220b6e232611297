import Foundation
import GRDB
import Web

/// The database of a disk that is full or read-only, or that another program holds: pages are served from it, and nothing is saved.
enum ReadOnlyStore {
    /// Opens the database for the server: to read only where it cannot be written now.
    ///
    /// Throws `WaitingSite` where it cannot be read either, and `StartProblems` where waiting would not help.
    static func openToServe(_ configuration: Configuration) throws -> DatabasePool {
        do {
            return try Store.open(configuration)
        } catch let refused as StartProblems {
            guard refused.isPassing else { throw refused }
            if let pool = try open(configuration) { return pool }
            throw refused.isWorthWaiting ? WaitingSite(problems: refused) : refused
        }
    }

    /// Nil when it cannot be read, or is of an older program, whose tables this one does not know.
    private static func open(_ configuration: Configuration) throws -> DatabasePool? {
        let path = Store.path(configuration)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        for name in [path, unchanging(path)].compactMap({ $0 }) {
            var settings = Store.settings
            settings.readonly = true
            settings.busyMode = .timeout(configuration.databasePatience)
            guard let pool = try? DatabasePool(path: name, configuration: settings),
                let applied = try? pool.read(Store.migrator.appliedMigrations), applied.count == Store.migrator.migrations.count
            else { continue }
            return pool
        }
        return nil
    }

    /// A name by which SQLite reads it without the files beside it; nil when a log is there that must be read too.
    private static func unchanging(_ path: String) -> String? {
        let log = (try? FileManager.default.attributesOfItem(atPath: path + "-wal"))?[.size] as? Int ?? 0
        guard log == 0 else { return nil }
        let whole = URL(fileURLWithPath: path).path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return whole.map { "file:\($0)?immutable=1" }
    }

    /// Returns when the database can be written again, or when its disk can that could only be read: what SQLite shares among the
    /// connections of a process stays as it was opened, so that only the next process can write there.
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

/// The server is to be started again, because it can do more by now than when it began.
public struct StartAgain: Error {}
