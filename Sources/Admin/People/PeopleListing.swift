import Accounts
import GRDB
import Web

/// Searched and sorted in memory, which folds accents: there are thousands of people, not millions.
struct PeopleListing {
    struct Line {
        let id: Int64
        let key: String
        let name: String
        let isActive: Bool
        let isDemo: Bool
        let hasPassword: Bool
        let createdAt: String
        let country: String?
        var roles: [RoleAssignment] = []
    }

    static let filters = ["role", "active", "country", "demo"]
    static let sortable = ["name", "key", "created"]

    let query: ListQuery
    private(set) var all: [Line]
    private(set) var found: [Line] = []
    private(set) var trashed = 0

    init(_ query: ListQuery, _ db: Database) throws {
        self.query = query
        let sql = """
            SELECT id, key, name, isActive, isDemo, passwordHash IS NOT NULL AS hasPassword, createdAt, country FROM account
            WHERE \(Account.notTrashed)
            """
        let roles = Dictionary(grouping: try RoleAssignment.order(Column("role"), Column("scopeID")).fetchAll(db), by: \.accountID)
        all = try Row.fetchAll(db, sql: sql).map { row in
            Line(
                id: row["id"], key: row["key"], name: row["name"], isActive: row["isActive"], isDemo: row["isDemo"],
                hasPassword: row["hasPassword"], createdAt: row["createdAt"], country: row["country"], roles: roles[row["id"]] ?? [])
        }
        trashed = try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE deletedAt IS NOT NULL AND erasedAt IS NULL") ?? 0
        found = sorted(all.filter { matches($0, query) })
    }

    var page: [Line] { Array(found.dropFirst((query.page - 1) * query.size).prefix(query.size)) }

    func counts(_ filter: String) -> [String: Int] {
        let others = query.without(filter)
        return all.filter { matches($0, others) }.reduce(into: [:]) { counts, line in
            for value in Set(values(line, filter)) { counts[value, default: 0] += 1 }
        }
    }

    private func matches(_ line: Line, _ query: ListQuery) -> Bool {
        let isChosen = query.chosen.allSatisfy { !Set(query.values($0.name)).isDisjoint(with: values(line, $0.name)) }
        guard isChosen else { return false }
        let words = query.search.folded.split(separator: " ")
        guard !words.isEmpty else { return true }
        let text = "\(line.name.folded) \(line.key)"
        return words.allSatisfy { text.contains($0) }
    }

    private func values(_ line: Line, _ filter: String) -> [String] {
        switch filter {
        case "role": line.roles.isEmpty ? ["none"] : line.roles.map(\.role)
        case "country": [line.country ?? "none"]
        case "active": [line.isActive ? "yes" : "no"]
        default: [line.isDemo ? "yes" : "no"]
        }
    }

    private func sorted(_ lines: [Line]) -> [Line] {
        let isDescending = query.sort.hasPrefix("-")
        let keyed = lines.map { line -> (key: String, line: Line) in
            switch query.sort.drop(while: { $0 == "-" }) {
            case "key": (line.key, line)
            case "created": (line.createdAt, line)
            default: (line.name.folded, line)
            }
        }
        let ordered = keyed.sorted { ($0.key, $0.line.id) < ($1.key, $1.line.id) }.map(\.line)
        return isDescending ? ordered.reversed() : ordered
    }
}
