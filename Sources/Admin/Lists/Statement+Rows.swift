import GRDB

extension Statement {
    /// Hands every row to `body` while the statement stands at it. A long list is read like this: GRDB's own rows are copied, and find
    /// out about their types at every column, which takes longer than SQLite does.
    func forEachRow(_ arguments: StatementArguments, _ body: (StatementRow) throws -> Void) throws {
        let cursor = try Row.fetchCursor(self, arguments: arguments)
        let row = StatementRow(statement: sqliteStatement)
        while try cursor.next() != nil { try body(row) }
    }
}

/// The row that a statement stands at; not to be kept.
struct StatementRow {
    fileprivate let statement: SQLiteStatement

    func value(_ column: Int) -> DatabaseValue { DatabaseValue(sqliteStatement: statement, index: Int32(column)) }

    /// An integer; 0 where there is none.
    func integer(_ column: Int) -> Int64 { Int64(sqliteStatement: statement, index: Int32(column)) }

    /// A text; empty where there is none.
    func text(_ column: Int) -> String { String.fromDatabaseValue(value(column)) ?? "" }
}
