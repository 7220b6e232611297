import GRDB
import Synchronization
import Web

final class ChangedTables: PageSources, TransactionObserver {
    /// Every page depends on the settings, although they are kept in memory.
    private static let always: Set<String> = ["setting"]

    private struct State {
        var moment = 0
        /// Everything that was read before this moment counts as changed.
        var renewed = 0
        var touched: Set<String> = []
        var changes: [String: Int] = [:]
        var read: [String: Set<String>] = [:]
    }

    private let database: any DatabaseWriter
    private let purge: CachePurge?
    private let state = Mutex(State())

    /// The database must use `Store.settings`, so that statements are traced. `purge` learns which tables pages read, and which change.
    init(of database: any DatabaseWriter, purge: CachePurge? = nil) {
        (self.database, self.purge) = (database, purge)
        // The database keeps no reference: it would never be released.
        database.add(transactionObserver: self, extent: .observerLifetime)
    }

    /// Whole tables suffice, so single rows are not observed.
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        state.withLock { _ = $0.touched.insert(kind.tableName) }
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}

    /// Runs before the write returns, so that the author of a change sees it on the next page.
    func databaseDidCommit(_ db: Database) {
        let touched = state.withLock { state -> Set<String> in
            guard !state.touched.isEmpty else { return [] }
            state.moment += 1
            for table in state.touched { state.changes[table] = state.moment }
            defer { state.touched = [] }
            return state.touched
        }
        if !touched.isEmpty { purge?.note(touched) }
    }

    func databaseDidRollback(_ db: Database) { state.withLock { $0.touched = [] } }

    var moment: Int { state.withLock { $0.moment } }

    func haveChanged(_ names: Set<String>, since moment: Int) -> Bool {
        state.withLock { state in state.renewed > moment || names.contains { state.changes[$0, default: 0] > moment } }
    }

    /// Counts every table as changed: another program has written the file.
    func renew() {
        state.withLock { state in
            state.moment += 1
            state.renewed = state.moment
        }
    }

    func names(in statements: Set<String>) async throws -> Set<String> {
        let (known, new) = state.withLock { state in
            (statements.compactMap { state.read[$0] }, statements.filter { state.read[$0] == nil })
        }
        let found = new.isEmpty ? [:] : try await database.read { db in try Self.tables(of: new, db) }
        state.withLock { $0.read.merge(found) { $1 } }
        let names = (known + found.values).reduce(Self.always) { $0.union($1) }
        purge?.learn(names)
        return names
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
    static func notice(_ event: Database.TraceEvent) {
        guard let reads = current, case .statement(let statement) = event else { return }
        let sql = statement.sql
        // Statements of triggers and full-text indexes arrive as comments; the statement that causes them counts.
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
