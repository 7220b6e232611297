/// A condition on the rows of a table, as SQL with the table's name or alias before each column.
public struct RowCondition: Sendable, CustomStringConvertible {
    private let table: String
    private let scopeColumn: String?
    private let tests: [String]

    /// - Parameter tests: each begins with a column, such as `state = 'open'`.
    public init(_ table: String, scopeColumn: String? = nil, _ tests: [String]) {
        (self.table, self.scopeColumn, self.tests) = (table, scopeColumn, tests)
    }

    public static func notTrashed(in table: String, scopeColumn: String? = nil) -> RowCondition {
        RowCondition(table, scopeColumn: scopeColumn, ["deletedAt IS NULL"])
    }

    public var description: String { self(table) }

    public func callAsFunction(_ alias: String) -> String {
        tests.map { "\(alias).\($0)" }.joined(separator: " AND ")
    }

    public func and(_ test: String) -> RowCondition { RowCondition(table, scopeColumn: scopeColumn, tests + [test]) }

    /// Only rows of one scope, such as a house; `parameter` is its place in the statement: `?` or `:house`.
    public func `in`(_ parameter: String) -> RowCondition { and("\(scopeColumn ?? "scopeID") = \(parameter)") }
}

extension Account {
    public static let notTrashed = RowCondition.notTrashed(in: databaseTableName)
}
