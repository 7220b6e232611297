import GRDB

/// A person's settings and state in the back office; table `preference`.
struct AccountPreferences: Sendable {
    enum Name: String {
        /// `off` disables single keys.
        case singleKeys = "keys.single"
        /// The current step of the tour; afterwards `left` or `done`.
        case tour
        /// What to do after the first-run wizard: `offered` or `done`.
        case firstSteps = "steps.first"
        /// When the dashboard was last seen, and the end of the previous visit; seconds since 1970.
        case seen = "visit.seen"
        case visited = "visit.before"
    }

    private let stored: [String: String]

    init(of account: Int64, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT name, value FROM preference WHERE accountID = ?"), arguments: [account])
        stored = Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
    }

    subscript(name: Name) -> String? { stored[name.rawValue] }

    static func set(_ name: Name, to value: String, of account: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO preference VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [account, name.rawValue, value])
    }
}
