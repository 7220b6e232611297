import Foundation
import GRDB

/// A database that is read without leaving a file or a change in its folder, also beside a running server.
struct DryRunSource {
    private let path: String

    init(_ path: String) throws {
        self.path = path
        guard access(path, R_OK) == 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    }

    var bytes: Int { MigrationDryRun.size(path) + MigrationDryRun.size(path + "-wal") }

    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        let database = try open(isResting: isResting)
        let value = try database.read(work)
        try database.close()
        return value
    }

    func copy(to file: String) throws {
        let (wasResting, before) = (isResting, mark)
        try copy(to: file, isResting: wasResting)
        guard wasResting, !isResting || mark != before else { return }
        // A server started in between and may have written into what was being read.
        try FileManager.default.removeItem(atPath: file)
        try copy(to: file, isResting: false)
    }

    private func copy(to file: String, isResting: Bool) throws {
        let (source, copy) = (try open(isResting: isResting), try DatabaseQueue(path: file))
        try source.backup(to: copy)
        try copy.close()
        try source.close()
    }

    /// Without a log no process has the database open; SQLite would make one to read it, unless it may take it as unchanging.
    private var isResting: Bool { ["-wal", "-shm"].allSatisfy { access(path + $0, F_OK) != 0 } }

    private func open(isResting: Bool) throws -> DatabaseQueue {
        var settings = Store.settings
        settings.readonly = true
        return try DatabaseQueue(path: isResting ? ReadOnlyStore.immutableAddress(path) ?? path : path, configuration: settings)
    }

    private var mark: [Int] {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return [] }
        return [Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
    }
}
