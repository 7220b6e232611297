import GRDB
import Web

struct FilterOption: Sendable {
    let value: String
    let label: String
    var count: Int?
}

extension Filter {
    func options(_ query: ListQuery, _ context: FormContext) throws -> [FilterOption] {
        let words = context.words
        var options: [FilterOption] =
            switch shape {
            case .one(let target), .many(let target, _): try records(of: target, query, context)
            case .flag: [FilterOption(value: "yes", label: words("admin.yes")), FilterOption(value: "no", label: words("admin.no"))]
            case .choice(let kind), .choices(let kind): kind.options(words).map { FilterOption(value: $0.value, label: $0.label) }
            case .account(let kind, _): try people(kind, query, context)
            default: []
            }
        if case .choices(let kind) = shape {
            options += [
                FilterOption(value: "none", label: kind.unstated(words)), FilterOption(value: "any", label: words("admin.filter.present")),
            ]
        } else if asksEmptiness {
            let isMenu = shape.isMenu
            options.append(FilterOption(value: isMenu ? "none" : "absent", label: words(isMenu ? "lists.none" : "admin.filter.absent")))
            options.append(FilterOption(value: isMenu ? "any" : "present", label: words(isMenu ? "lists.any" : "admin.filter.present")))
        }
        return options
    }

    /// The target's options, plus the current choice even if it is in the trash or cut from the list.
    private func records(of target: Target, _ query: ListQuery, _ context: FormContext) throws -> [FilterOption] {
        var options = try target.options(context, limit: menuLimit).map { FilterOption(value: String($0.id), label: $0.label) }
        let missing = query.values(name).filter { value in !options.contains { $0.value == value } }.compactMap { Int64(recordID: $0) }
        if !missing.isEmpty {
            options += try target.titles(missing, context).map { FilterOption(value: String($0.key), label: $0.value) }
        }
        return options
    }

    private func people(_ kind: String, _ query: ListQuery, _ context: FormContext) throws -> [FilterOption] {
        // Skips from account to account in the index: there may be millions of revisions.
        let sql = """
            WITH RECURSIVE known(id) AS (
              SELECT min(accountID) FROM revision WHERE kind = :kind AND scopeID IS :scope AND accountID > 0 UNION ALL
              SELECT (SELECT min(accountID) FROM revision WHERE kind = :kind AND scopeID IS :scope AND accountID > known.id)
              FROM known WHERE id IS NOT NULL)
            SELECT account.id, account.name FROM known JOIN account ON account.id = known.id ORDER BY account.name COLLATE portico_names LIMIT 200
            """
        let arguments: StatementArguments = ["kind": kind, "scope": R.scope == nil ? nil : context.scopeID]
        return try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: arguments).map { row in
            FilterOption(value: String(row[0] as Int64), label: row[1])
        }
    }
}

/// The number of records per choice. One pass covers all filters without a choice; each other filter takes its own.
struct FilterCounts<R: Resource> {
    private var counts: [String: [String: Int]] = [:]

    /// No counts above this number of matching records. With the facet index, 20,000 of 100,000 records take about 40 ms.
    static var limit: Int { 20_000 }
    /// The limit for filters through a pair table: 10,000 records take about 14 ms.
    static var linkedLimit: Int { 8_000 }
    /// From this number on, scanning the facet index is faster than single lookups.
    private static var facetsFrom: Int { 2_000 }

    subscript(name: String, value: String) -> Int? { counts[name].map { $0[value] ?? 0 } }

    init(_ filters: [(filter: Filter<R>, options: [FilterOption])], _ conditions: FilterConditions<R>, total: Int, _ db: Database) throws {
        let idle = filters.filter { !conditions.isActive($0.filter.name) }
        try count(idle, conditions.sql(), total, db)
        for filter in filters where conditions.isActive(filter.filter.name) {
            let others = conditions.sql(without: filter.filter.name)
            let sql = "SELECT count(*) FROM (SELECT 1 FROM \(R.table) WHERE \(others.sql) LIMIT \(Self.limit + 1))"
            let matching = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: others.arguments) ?? 0
            try count([filter], others, matching, db)
        }
    }

    private mutating func count(
        _ filters: [(filter: Filter<R>, options: [FilterOption])], _ condition: FilterConditions<R>.Condition, _ matching: Int,
        _ db: Database
    ) throws {
        guard matching <= Self.limit else { return }
        var asked: [(name: String, value: String, sql: String)] = []
        for (filter, options) in filters {
            if case .many(_, let links) = filter.shape {
                if matching <= Self.linkedLimit { counts[filter.name] = try linked(links, condition, matching, db) }
            } else if case .choices = filter.shape {
                counts[filter.name] = try several(filter, condition, matching, db)
            } else if case .one = filter.shape, options.count > 40 {
                counts[filter.name] = try grouped(filter, condition, db)
            } else {
                let tests = options.compactMap { option in
                    Self.test(filter, option.value).map { (name: filter.name, value: option.value, sql: $0) }
                }
                if tests.count == options.count { asked += tests }
            }
        }
        guard !asked.isEmpty else { return }
        let sums = asked.map { "count(*) FILTER (WHERE \($0.sql))" }.joined(separator: ", ")
        let isWhole =
            try matching >= Self.facetsFrom && !condition.sql.contains("SELECT")
            && db.indexes(on: R.table).contains { $0.name == "\(R.table)_facets" }
        let sql = "SELECT \(sums) FROM \(R.table)\(isWhole ? " INDEXED BY \(R.table)_facets" : "") WHERE \(condition.sql)"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: condition.arguments) else { return }
        for (index, test) in asked.enumerated() { counts[test.name, default: [:]][test.value] = row[index] }
    }

    private func linked(
        _ links: ReferencesFieldType.Links, _ condition: FilterConditions<R>.Condition, _ matching: Int, _ db: Database
    ) throws -> [String: Int] {
        let sql = """
            WITH matching(id) AS (SELECT id FROM \(R.table) WHERE \(condition.sql))
            SELECT l.\(links.other) FROM matching m LEFT JOIN \(links.table) l ON l.\(links.owner) = m.id
            """
        // Counted here: SQLite would sort them, which takes longer than reading.
        var found: [Int64: Int] = [:]
        try db.cachedStatement(sql: sql).forEachRow(condition.arguments) { found[$0.integer(0), default: 0] += 1 }
        var counts: [String: Int] = [:]
        for (id, count) in found { counts[id == 0 ? "none" : String(id)] = count }
        counts["any"] = matching - (counts["none"] ?? 0)
        return counts
    }

    /// One pass over the records with a value, by an index on the column if there is one.
    private func several(
        _ filter: Filter<R>, _ condition: FilterConditions<R>.Condition, _ matching: Int, _ db: Database
    ) throws -> [String: Int] {
        let column = filter.column
        let sql = "SELECT \(column), count(*) FROM \(R.table) WHERE \(condition.sql) AND \(column) IS NOT NULL GROUP BY 1"
        var counts = ["any": 0]
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: condition.arguments) {
            let (stored, count): (String, Int) = (row[0], row[1])
            counts["any", default: 0] += count
            for value in try JSON(parsing: stored.utf8).list?.compactMap(\.text) ?? [] { counts[value, default: 0] += count }
        }
        counts["none"] = matching - (counts["any"] ?? 0)
        return counts
    }

    private func grouped(_ filter: Filter<R>, _ condition: FilterConditions<R>.Condition, _ db: Database) throws -> [String: Int] {
        let sql = "SELECT \(filter.column), count(*) FROM \(R.table) WHERE \(condition.sql) GROUP BY 1"
        var counts = try Self.dictionary(sql, condition.arguments, db)
        counts["any"] = counts.filter { $0.key != "none" }.values.reduce(0, +)
        return counts
    }

    private static func dictionary(_ sql: String, _ arguments: StatementArguments, _ db: Database) throws -> [String: Int] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        return Dictionary(rows.map { ((($0[0] as Int64?).map { String($0) }) ?? "none", $0[1]) }) { first, _ in first }
    }

    /// SQL over the record's own columns for whether it has the value; nil if other tables are needed.
    private static func test(_ filter: Filter<R>, _ value: String) -> String? {
        let column = filter.column
        switch (filter.shape, value) {
        case (.account(_, _), _), (.owned, _), (.many, _), (.choices, _): return nil
        case (.text, "absent"): return "\(column) = ''"
        case (.text, _): return "\(column) <> ''"
        case (.number, "absent") where R.field(filter.name)?.kind.isRequired == true: return "\(column) = 0"
        case (.number, _) where R.field(filter.name)?.kind.isRequired == true: return "\(column) <> 0"
        case (.flag, _): return "\(column) = \(value == "yes" ? 1 : 0)"
        // Choices are enum cases; quotes are escaped anyway.
        case (.choice, _): return "\(column) = '\(value.replacing("'", with: "''"))'"
        case (_, "none"), (_, "absent"): return "\(column) IS NULL"
        case (_, "any"), (_, "present"): return "\(column) IS NOT NULL"
        case (.one, _): return Int64(recordID: value).map { "\(column) = \($0)" }
        default: return nil
        }
    }
}
