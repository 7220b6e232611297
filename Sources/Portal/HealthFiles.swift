import Foundation
import GRDB
import Synchronization

final class HealthFiles: Sendable {
    private struct State {
        var probedAt: ContinuousClock.Instant?
        var writing = "ok"
    }

    /// Limits the writes of frequent probes.
    private static let pause = Duration.seconds(30)
    private static let shortPause = Duration.seconds(5)

    private let folder: String
    private let path: String
    /// The inode of the opened file; nil for a database in memory.
    private let opened: UInt64?
    private let state = Mutex(State())

    init(_ configuration: Configuration, _ database: any DatabaseWriter) {
        folder = configuration.data
        path = Store.path(configuration)
        opened = database is DatabasePool ? Self.number(path) : nil
    }

    /// nil for a missing or empty file. Never open the database file here: closing it drops SQLite's locks of the whole process.
    private static func number(_ path: String) -> UInt64? {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_size > 0 else { return nil }
        return UInt64(facts.st_ino) ^ UInt64(facts.st_dev) << 32
    }

    /// False when the open file was moved, removed, replaced or emptied.
    var isOpenFileInPlace: Bool { opened.map { Self.number(path) == $0 } ?? true }

    /// `ok`, or `failing` when a file or the database cannot be written. The result is cached for a pause.
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

    private func writes(_ database: any DatabaseWriter) async -> Bool {
        guard !database.configuration.readonly else { return false }
        return (try? await database.writeWithoutTransaction { try $0.inTransaction(.immediate) { .rollback } }) != nil
    }
}
