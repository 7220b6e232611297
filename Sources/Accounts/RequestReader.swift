import GRDB
import Synchronization

/// Reads the few rows that every request asks for before anything else, on the thread that asks: GRDB's way for tasks changes threads
/// four times, which costs more than the rows do.
///
/// It has a connection of its own. A reader of the pool is free again only when the task that used it goes on, and there would be no
/// thread for that while all of them wait here for a reader.
public final class RequestReader: Sendable {
    private let database: any DatabaseWriter
    /// Opened by whoever asks first: reading the schema takes longer than a start may.
    private let own = Mutex<DatabaseQueue?>(nil)

    /// - Parameter database: one in memory has a single connection, which is free as soon as its work is done.
    public init(of database: any DatabaseWriter) { self.database = database }

    /// - Parameter rows: what takes microseconds, because all others wait for it.
    public func read<Value>(_ rows: (Database) throws -> Value) throws -> Value { try connection().read(rows) }

    private func connection() throws -> any DatabaseReader {
        guard let pool = database as? DatabasePool else { return database }
        return try own.withLock { own in
            if let own { return own }
            var settings = pool.configuration
            settings.readonly = true
            // Half a megabyte for its pages: they are few, and always the same.
            settings.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = -512") }
            let opened = try DatabaseQueue(path: pool.path, configuration: settings)
            own = opened
            return opened
        }
    }
}
