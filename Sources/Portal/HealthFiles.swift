import Foundation
import GRDB
import Synchronization

/// Looks at the files of the database: whether the open one is still in its place, and whether one can be written beside it.
final class HealthFiles: Sendable {
    private struct State {
        var probedAt: ContinuousClock.Instant?
        var writing = "ok"
    }

    /// Between two probes: a monitor that asks each second must not write each second.
    private static let pause = Duration.seconds(30)
    /// After one that failed.
    private static let shortPause = Duration.seconds(5)

    private let folder: String
    private let path: String
    /// The file as it was when it was opened; nil for a database in memory.
    private let opened: UInt64?
    private let state = Mutex(State())

    init(_ configuration: Configuration, _ database: any DatabaseWriter) {
        folder = configuration.data
        path = Store.path(configuration)
        opened = database is DatabasePool ? Self.number(path) : nil
    }

    /// Nil where there is no file, or an empty one.
    ///
    /// The database's file is never opened here: closing it would drop the locks that SQLite holds on it for this process.
    private static func number(_ path: String) -> UInt64? {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_size > 0 else { return nil }
        return UInt64(facts.st_ino) ^ UInt64(facts.st_dev) << 32
    }

    /// False when the open file was moved, removed, replaced or emptied.
    var isOpenFileInPlace: Bool { opened.map { Self.number(path) == $0 } ?? true }

    /// `ok`, or `failing` when neither a file nor the database can be written; tried anew now and then.
    func writing(_ database: any DatabaseWriter) async -> String {
        let isDue = state.withLock { state in
            if let last = state.probedAt, last.duration(to: .now) < (state.writing == "ok" ? Self.pause : Self.shortPause) { return false }
            state.probedAt = .now
            return true
        }
        guard isDue else { return state.withLock { $0.writing } }
        let isWell = writesFile() ? await writes(database) : false
        return state.withLock { state in
            state.writing = isWell ? "ok" : "failing"
            return state.writing
        }
    }

    private func writesFile() -> Bool {
        let probe = "\(folder)/.health-\(getpid())"
        let file = open(probe, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer {
            close(file)
            unlink(probe)
        }
        let page = [UInt8](repeating: 0x20, count: 4_096)
        return write(file, page, page.count) == page.count && fsync(file) == 0
    }

    /// Takes the writer's place, which another program may hold.
    private func writes(_ database: any DatabaseWriter) async -> Bool {
        guard !database.configuration.readonly else { return false }
        return (try? await database.writeWithoutTransaction { try $0.inTransaction(.immediate) { .rollback } }) != nil
    }
}
