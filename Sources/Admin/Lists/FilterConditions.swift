import Foundation
import GRDB
import Web

/// The WHERE clause of a list, kept by filter, so that each filter can be counted without itself.
struct FilterConditions<R: Resource> {
    typealias Condition = (sql: String, arguments: StatementArguments)

    private var common: [Condition] = []
    private var own: [(name: String, condition: Condition)] = []
    private(set) var errors = FieldErrors()
    /// Whether the address has unknown parts: the list ignores them, but acts on "all that match" are refused.
    private(set) var hasUnknown = false

    init(_ query: ListQuery, _ context: FormContext, trashed: Bool = false) {
        if let scope = R.scope { common.append(("\(R.table).\(scope.column) = ?", [context.scopeID])) }
        if R.audience != nil { common.append((R.rows(trashed ? R.editing : R.seeing, context.grants), [])) }
        common.append(("\(R.table).deletedAt IS \(trashed ? "NOT " : "")NULL", []))
        for filter in query.chosen.isEmpty ? [] : Filter<R>.all + (trashed ? Filter.ofTrash : []) {
            if let condition = condition(filter, query, context) { own.append((filter.name, condition)) }
        }
        if !query.search.isEmpty { common.append(Self.matching(query.search)) }
    }

    /// Leaves out one filter's condition, because a new choice replaces it.
    func sql(without name: String? = nil) -> Condition {
        let parts = common + own.filter { $0.name != name }.map(\.condition)
        return (parts.map(\.sql).joined(separator: " AND "), parts.reduce(into: []) { $0 += $1.arguments })
    }

    func isActive(_ name: String) -> Bool { own.contains { $0.name == name } }

    private static func matching(_ typed: String) -> Condition {
        guard let pattern = SearchPattern(typed) else { return ("0", []) }
        let condition = R.searchCondition()
        return (condition.sql, StatementArguments(Array(repeating: pattern, count: condition.count)))
    }

    static func containing(_ typed: String) -> Condition {
        guard let pattern = SearchPattern(typed) else { return ("0", []) }
        return ("\(R.table).id IN (SELECT rowid FROM \(R.table)Words WHERE \(R.table)Words MATCH ?)", [pattern])
    }

    private mutating func condition(_ filter: Filter<R>, _ query: ListQuery, _ context: FormContext) -> Condition? {
        if case .text = filter.shape { return text(filter, query, context) }
        var parts: [Condition] = []
        var ids: [String] = []
        for value in query.values(filter.name).prefix(200) {
            if let condition = emptiness(filter, value) {
                parts.append(condition)
            } else if let id = key(value, filter.shape) {
                ids.append(id)
            } else {
                hasUnknown = true
            }
        }
        if !ids.isEmpty { parts.append(among(ids, filter)) }
        if filter.shape.isRange, let range = range(filter, query, context) { parts.append(range) }
        guard !parts.isEmpty else { return nil }
        let sql = parts.count == 1 ? parts[0].sql : "(" + parts.map(\.sql).joined(separator: " OR ") + ")"
        return (sql, parts.reduce(into: []) { $0 += $1.arguments })
    }

    private func emptiness(_ filter: Filter<R>, _ value: String) -> Condition? {
        guard filter.asksEmptiness, ["none", "absent", "any", "present"].contains(value) else { return nil }
        let isEmpty = value == "none" || value == "absent"
        switch filter.shape {
        case .many(_, let links):
            let owners = "SELECT \(links.owner) FROM \(links.table) WHERE \(links.other) IS NOT NULL"
            return ("\(R.table).id \(isEmpty ? "NOT " : "")IN (\(owners))", [])
        case .owned(let owners): return ("\(R.table).id \(isEmpty ? "NOT " : "")IN (\(owners))", [])
        case .number where R.field(filter.name)?.kind.isRequired == true: return ("\(filter.column) \(isEmpty ? "=" : "<>") 0", [])
        default: return ("\(filter.column) IS \(isEmpty ? "" : "NOT ")NULL", [])
        }
    }

    private func key(_ value: String, _ shape: FilterShape) -> String? {
        switch shape {
        case .one, .many, .account: Int64(recordID: value).map(String.init)
        case .flag: value == "yes" ? "1" : value == "no" ? "0" : nil
        case .choice(let kind), .choices(let kind): kind.values.contains(value) ? value : nil
        default: nil
        }
    }

    private func among(_ keys: [String], _ filter: Filter<R>) -> Condition {
        let marks = databaseQuestionMarks(count: keys.count)
        switch filter.shape {
        case .choice: return ("\(filter.column) IN (\(marks))", StatementArguments(keys))
        case .choices:
            let sql = "EXISTS (SELECT 1 FROM json_each(\(filter.column)) WHERE value IN (\(marks)))"
            return (sql, StatementArguments(keys))
        case .many(_, let links):
            let sql = "\(R.table).id IN (SELECT \(links.owner) FROM \(links.table) WHERE \(links.other) IN (\(marks)))"
            return (sql, StatementArguments(keys.compactMap { Int64(recordID: $0) }))
        case .account(let kind, let act):
            let isAct = act.map { " AND act = '\($0)'" } ?? ""
            let sql = "\(R.table).id IN (SELECT recordID FROM revision WHERE kind = ? AND accountID IN (\(marks))\(isAct))"
            return (sql, [kind] + StatementArguments(keys.compactMap { Int64(recordID: $0) }))
        default: return ("\(filter.column) IN (\(marks))", StatementArguments(keys.compactMap { Int64($0, in: 0...(1 << 62)) }))
        }
    }

    private mutating func range(_ filter: Filter<R>, _ query: ListQuery, _ context: FormContext) -> Condition? {
        var parts: [Condition] = []
        for isEnd in [false, true] {
            let name = filter.name + (isEnd ? ".to" : ".from")
            guard let typed = query.chosen.first(where: { $0.name == name })?.value else { continue }
            guard let bound = FilterBound(typed, filter.shape, isEnd: isEnd, context) else {
                errors.add(name, FilterBound.refusal(filter.shape, context.words))
                continue
            }
            parts.append(("\(filter.column) \(bound.sign) ?", [bound.value]))
        }
        guard !parts.isEmpty else { return nil }
        return ("(" + parts.map(\.sql).joined(separator: " AND ") + ")", parts.reduce(into: []) { $0 += $1.arguments })
    }

    /// The index finds records with the words in any field; of those, the ones with the words in this field.
    private func text(_ filter: Filter<R>, _ query: ListQuery, _ context: FormContext) -> Condition? {
        guard let typed = query.chosen.first(where: { $0.name == filter.name })?.value else { return nil }
        if filter.asksEmptiness, let mark = query.values(filter.name).first(where: ["absent", "present"].contains) {
            return ("\(filter.column) \(mark == "absent" ? "=" : "<>") ''", [])
        }
        context.db.add(function: FoldedText.function)
        let words = typed.folded.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(8)
        let found = Self.containing(typed)
        let inField = words.map { _ in "instr(portico_folded(\(filter.column)), ?) > 0" }
        return ((["\(found.sql)"] + inField).joined(separator: " AND "), found.arguments + StatementArguments(words.map(String.init)))
    }
}

struct FilterBound {
    let value: DatabaseValue
    let sign: String

    init?(_ typed: String, _ shape: FilterShape, isEnd: Bool, _ context: FormContext) {
        let language = context.words.language
        switch shape {
        case .number:
            guard let number = NumberFieldType.parse(typed, language) else { return nil }
            (value, sign) = (number.databaseValue, isEnd ? "<=" : ">=")
        case .money:
            guard let cents = MoneyFieldType.cents(typed, language) else { return nil }
            (value, sign) = (cents.databaseValue, isEnd ? "<=" : ">=")
        case .day:
            guard let day = Self.day(typed, context, after: isEnd ? 1 : 0) else { return nil }
            (value, sign) = (day.databaseValue, isEnd ? "<" : ">=")
        case .civilDay:
            guard let day = DayFieldType.iso(typed) else { return nil }
            (value, sign) = (day.databaseValue, isEnd ? "<=" : ">=")
        default: return nil
        }
    }

    /// `2026-05-03` or a day as people type it.
    static func day(_ typed: String, _ context: FormContext, after days: Int = 0) -> Date? {
        AuditQuery.day(typed, context.zone, after: days)
    }

    static func refusal(_ shape: FilterShape, _ words: Words) -> String {
        switch shape {
        case .money: words("lists.refused.money")
        case .day, .civilDay: words("lists.refused.day")
        default: words("lists.refused.number")
        }
    }

    static func formatted(_ typed: String, _ shape: FilterShape, _ context: FormContext) -> String {
        let language = context.words.language
        switch shape {
        case .number: return NumberFieldType.parse(typed, language).map { language.number($0) } ?? typed
        case .money: return MoneyFieldType.cents(typed, language).map { language.money(cents: $0) } ?? typed
        default: return day(typed, context).map { language.date($0, in: context.zone) } ?? typed
        }
    }
}

/// SQLite folds ASCII only.
enum FoldedText {
    static let function = DatabaseFunction("portico_folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.folded
    }
}
