import GRDB
import Synchronization

/// Reads the few rows of every request on the calling thread; GRDB's async reads switch threads four times, which costs more. It has its
/// own connection: a pool reader is freed only when its task continues, which could deadlock while all threads wait here.
public final class RequestReader: Sendable {
    private let database: any DatabaseWriter
    /// The `cache_size` of connections that keep no pages, in KiB: less than a page. SQLite would replace 0 by its default.
    public static let noPages = -1

    /// Opened at first use, because reading the schema is too slow for the start.
    private let own = Mutex<DatabaseQueue?>(nil)

    public init(of database: any DatabaseWriter) { self.database = database }

    /// Runs a read of microseconds; all others wait for it.
    public func read<Value>(_ rows: (Database) throws -> Value) throws -> Value { try connection().read(rows) }

    private func connection() throws -> any DatabaseReader {
        guard let pool = database as? DatabasePool else { return database }
        return try own.withLock { own in
            if let own { return own }
            var settings = pool.configuration
            settings.readonly = true
            settings.prepareDatabase { db in
                // A replica's connections keep no pages at all.
                guard try Int.fetchOne(db, sql: "PRAGMA cache_size") != Self.noPages else { return }
                try db.execute(sql: "PRAGMA cache_size = -512")
            }
            let opened = try DatabaseQueue(path: pool.path, configuration: settings)
            own = opened
            return opened
        }
    }
}
