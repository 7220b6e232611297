import GRDB
import Synchronization
import Web

/// Knows for each table when it last changed, in counted transactions, and which tables a statement reads.
final class ChangedTables: PageSources, TransactionObserver {
    /// What every page is made of, although it is kept in memory.
    private static let always: Set<String> = ["setting"]

    private struct State {
        var moment = 0
        /// Tables that the transaction that is under way writes into.
        var touched: Set<String> = []
        /// The moment of each table's last change.
        var changes: [String: Int] = [:]
        /// The tables of statements, worked out once for each.
        var read: [String: Set<String>] = [:]
    }

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    /// - Parameter database: opened with `Store.settings`, so that its statements are noticed.
    init(of database: any DatabaseWriter) {
        self.database = database
        database.add(transactionObserver: self, extent: .databaseLifetime)
    }

    // MARK: What changed

    /// Asked before each statement that writes; whole tables are enough, so that single rows need not be looked at.
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        state.withLock { _ = $0.touched.insert(kind.tableName) }
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}

    /// Before the write returns, so that whoever changed something sees it on the next page.
    func databaseDidCommit(_ db: Database) {
        state.withLock { state in
            guard !state.touched.isEmpty else { return }
            state.moment += 1
            for table in state.touched { state.changes[table] = state.moment }
            state.touched = []
        }
    }

    func databaseDidRollback(_ db: Database) { state.withLock { $0.touched = [] } }

    // MARK: What pages read

    var moment: Int { state.withLock { $0.moment } }

    func haveChanged(_ names: Set<String>, since moment: Int) -> Bool {
        state.withLock { state in names.contains { state.changes[$0, default: 0] > moment } }
    }

    func names(in statements: Set<String>) async throws -> Set<String> {
        let (known, new) = state.withLock { state in
            (statements.compactMap { state.read[$0] }, statements.filter { state.read[$0] == nil })
        }
        let found = new.isEmpty ? [:] : try await database.read { db in try Self.tables(of: new, db) }
        state.withLock { $0.read.merge(found) { $1 } }
        return (known + found.values).reduce(Self.always) { $0.union($1) }
    }

    private static func tables(of statements: Set<String>, _ db: Database) throws -> [String: Set<String>] {
        let all = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        return try Dictionary(
            uniqueKeysWithValues: statements.map { sql in
                let region = try db.makeStatement(sql: sql).databaseRegion
                return (sql, Set(all.filter { region.isModified(byEventsOfKind: .insert(tableName: $0)) }))
            })
    }
}

extension PageReads {
    /// Told by every connection of each statement.
    static func notice(_ event: Database.TraceEvent) {
        guard let reads = current, case .statement(let statement) = event else { return }
        let sql = statement.sql
        // What triggers and indexes of words ask is written as a comment; the statement that they serve stands for them.
        if !sql.hasPrefix("--") { reads.add(sql) }
    }
}

extension DatabaseEventKind {
    fileprivate var tableName: String {
        switch self {
        case .insert(let table), .delete(let table), .update(let table, _): table
        }
    }
}
