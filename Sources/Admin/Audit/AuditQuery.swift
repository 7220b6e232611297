import Accounts
import Foundation
import GRDB
import Web

struct AuditQuery {
    static let filters = ["who", "act", "kind", "field", "scope", "from", "to"]
    /// The choice for the program itself and for anonymous visitors.
    static let nobody = "nobody"

    let list: ListQuery
    let visible: Scopes
    /// What was typed as a day and is none, by name: it does not filter.
    let wrongDays: [String: String]
    private let rows: String
    let zone: TimeZone
    private let acts: AuditActs

    init(_ form: Form, visible: Scopes, rows: String = "1", zone: TimeZone, acts: AuditActs) {
        var list = ListQuery(form, filters: Self.filters, sortable: [])
        let wrong = list.chosen.filter { ["from", "to"].contains($0.name) && Self.day($0.value, zone) == nil }
        wrongDays = Dictionary(wrong.map { ($0.name, $0.value) }) { $1 }
        list.chosen.removeAll { ["from", "to"].contains($0.name) && Self.day($0.value, zone) == nil }
        (self.list, self.visible, self.rows, self.zone, self.acts) = (list, visible, rows, zone, acts)
    }

    static func needsWords(_ form: Form) -> Bool { !form["q"].isEmpty || !form["field"].isEmpty }

    /// Returns entries, newest first; `before` continues a download.
    func entries(_ db: Database, before id: Int64? = nil, limit: Int, offset: Int = 0) throws -> [AuditEntry] {
        let condition = condition(before: id)
        let sql = "SELECT * FROM audit WHERE \(condition.sql) ORDER BY id DESC LIMIT ? OFFSET ?"
        return try AuditEntry.fetchAll(db, sql: sql, arguments: condition.arguments + [limit, offset])
    }

    func count(_ db: Database) throws -> Int {
        let condition = condition(before: nil)
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM audit WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
    }

    var ofVisible: String {
        switch visible {
        case .all: rows
        case .only(let ids): "scopeID IN (\(ids.sorted().map(String.init).joined(separator: ","))) AND \(rows)"
        }
    }

    private func condition(before id: Int64?) -> (sql: String, arguments: StatementArguments) {
        var parts = [ofVisible]
        var arguments: StatementArguments = []
        func add(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) {
            parts.append(sql)
            arguments += StatementArguments(values)
        }
        // The index finds entries with the word; only those few are checked for a field of that name.
        func addField(_ name: String) {
            guard let pattern = SearchPattern(phrase: name) else { return add("0") }
            add("id IN (SELECT rowid FROM auditWords WHERE auditWords MATCH 'detail : ' || ?)", [pattern.rawValue])
            add("EXISTS (SELECT 1 FROM json_each(detail) WHERE key = ?)", [name])
        }
        if let id { add("id < ?", [id]) }
        for (name, value) in list.chosen {
            switch name {
            case "who" where value == Self.nobody: add("accountID IS NULL")
            case "who": add("accountID = ?", [Int64(recordID: value) ?? -1])
            case "act": add("action IN (\(acts.actions(of: value).map { _ in "?" }.joined(separator: ",")))", acts.actions(of: value))
            case "kind": add("objectKind = ?", [value])
            case "field": addField(value)
            case "scope": add("scopeID = ?", [Int64(recordID: value) ?? -1])
            case "from": add("at >= ?", [Self.day(value, zone)])
            case "to": add("at < ?", [Self.day(value, zone, after: 1)])
            default: break
            }
        }
        if !list.search.isEmpty {
            let words = list.search.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            if words.isEmpty { add("0") }
            for word in words {
                // The log stores actions, not their texts.
                let saying = acts.actions(saying: word)
                let pattern: (any DatabaseValueConvertible)? = SearchPattern(word)
                add(
                    """
                    (id IN (SELECT rowid FROM auditWords WHERE auditWords MATCH ?)
                      OR action IN (\(saying.map { _ in "?" }.joined(separator: ","))))
                    """, [pattern] + saying)
            }
        }
        return (parts.joined(separator: " AND "), arguments)
    }

    static func day(_ text: String, _ zone: TimeZone, after days: Int = 0) -> Date? {
        guard let match = TypedTime.iso(text).wholeMatch(of: #/(\d{4})-(\d{2})-(\d{2})/#), let year = Int(match.1, in: .whole),
            let month = Int(match.2, in: .whole),
            let day = Int(match.3, in: .whole)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(year: year, month: month, day: day)
        guard year > 1900, let date = calendar.date(from: parts),
            calendar.dateComponents([.month, .day], from: date) == .init(month: month, day: day)
        else { return nil }
        return calendar.date(byAdding: .day, value: days, to: date)
    }
}
