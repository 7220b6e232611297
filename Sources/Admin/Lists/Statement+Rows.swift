import GRDB

extension Statement {
    /// Avoids GRDB's own rows, which are copied and look up types per column; in long lists that takes longer than SQLite's work.
    func forEachRow(_ arguments: StatementArguments, _ body: (StatementRow) throws -> Void) throws {
        let cursor = try Row.fetchCursor(self, arguments: arguments)
        let row = StatementRow(statement: sqliteStatement)
        while try cursor.next() != nil { try body(row) }
    }
}

struct StatementRow {
    fileprivate let statement: SQLiteStatement

    func value(_ column: Int) -> DatabaseValue { DatabaseValue(sqliteStatement: statement, index: Int32(column)) }

    /// 0 for NULL.
    func integer(_ column: Int) -> Int64 { Int64(sqliteStatement: statement, index: Int32(column)) }

    /// Empty for NULL.
    func text(_ column: Int) -> String { String.fromDatabaseValue(value(column)) ?? "" }
}
