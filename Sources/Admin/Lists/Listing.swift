import Foundation
import GRDB
import Web

/// One page of a list, read with a number of statements that does not depend on its length.
struct Listing<R: Resource> {
    var total = 0
    var rows: [R] = []
    var filters: [(filter: Filter<R>, options: [Filter<R>.Option])] = []
    /// Titles of the records that columns point to, by field, then by the id of the row.
    var references: [String: [Int64: String]] = [:]
    /// Addresses of the rows' small pictures, by the picture's id.
    var thumbs: [Int64: String] = [:]
    var trashed = 0

    /// Up to this many matching records the filters say how many each choice leaves: counting takes 1 ms for a filter and 1,000 records.
    static var countedLimit: Int { 2_000 }

    static var columns: [Field<R>] { R.columns.compactMap(R.field) }
    static var picture: Field<R>? { R.fields.first { $0.kind is PictureKind } }
    static var filters: [Filter<R>] { R.filters.compactMap(R.field).map(Filter.init) }

    /// Fields that a list can be sorted by: columns whose order means something.
    static var sortable: [String] {
        ([R.title] + columns).filter { $0.kind.isColumn && !($0.kind is any Referring) && !($0.kind is PictureKind) }.map(\.name) + [
            "updated"
        ]
    }

    init(_ query: ListQuery, _ context: FormContext) throws {
        let db = context.db
        let condition = Self.condition(query, scopeID: context.scopeID)
        total =
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM \(R.table) WHERE \(condition.sql)"), arguments: condition.arguments) ?? 0
        let isCounted = total <= Self.countedLimit
        filters = try Self.filters.map { filter in
            // A choice in one filter replaces the one made there, so its own condition does not count.
            let others = Self.condition(query.without(filter.name), scopeID: context.scopeID)
            let matching = ("SELECT id FROM \(R.table) WHERE \(others.sql)", others.arguments)
            return (filter, try filter.options(context, matching: isCounted ? matching : nil))
        }
        rows = try Self.page(query, condition, db)
        try readReferences(db)
        let isOfScope = R.scope.map { "\($0.column) IS ?" } ?? "1 OR ?"
        let trash = "SELECT count(*) FROM \(R.table) WHERE deletedAt IS NOT NULL AND (\(isOfScope))"
        trashed = try Int.fetchOne(db.cachedStatement(sql: trash), arguments: [context.scopeID]) ?? 0
    }

    /// The WHERE of a query.
    static func condition(_ query: ListQuery, scopeID: Int64?) -> (sql: String, arguments: StatementArguments) {
        var parts = ["\(R.table).deletedAt IS NULL"]
        var arguments: StatementArguments = []
        if let scope = R.scope {
            parts.insert("\(R.table).\(scope.column) = ?", at: 0)
            arguments += [scopeID]
        }
        for (name, value) in query.chosen {
            guard let field = R.field(name), let condition = Filter<R>(field: field).condition(value) else { continue }
            parts.append(condition.sql)
            arguments += condition.arguments
        }
        if !query.search.isEmpty {
            if let pattern = FTS5Pattern(matchingAllPrefixesIn: query.search.folded) {
                parts.append("\(R.table).id IN (SELECT rowid FROM \(R.table)Words WHERE \(R.table)Words MATCH ?)")
                arguments += [pattern]
            } else {
                // Only signs, nothing to look for: nothing is found.
                parts.append("0")
            }
        }
        return (parts.joined(separator: " AND "), arguments)
    }

    private static func order(_ query: ListQuery) -> String {
        let asked = query.sort.isEmpty ? R.order : query.sort
        let (name, direction) = asked.hasPrefix("-") ? (String(asked.dropFirst()), "DESC") : (asked, "ASC")
        let column = name == R.title.name ? "folded" : name == "updated" ? "updatedAt" : "\"\(name)\""
        return "\(R.table).\(column) \(direction), \(R.table).id \(direction)"
    }

    private static func page(_ query: ListQuery, _ condition: (sql: String, arguments: StatementArguments), _ db: Database) throws -> [R] {
        // The ids first: skipping rows of a late page then reads the index only.
        let order = order(query)
        let names = Set([R.title.name] + R.columns + R.editable + [picture?.name, publication?.name].compactMap { $0 })
        let fields = R.fields.filter { names.contains($0.name) && $0.kind.isColumn }
        let columns = (["id", "version"] + fields.map(\.column)).map { "\(R.table).\($0)" }.joined(separator: ", ")
        let sql = """
            SELECT \(columns) FROM \(R.table) WHERE \(R.table).id IN (
              SELECT id FROM \(R.table) WHERE \(condition.sql) ORDER BY \(order) LIMIT ? OFFSET ?) ORDER BY \(order)
            """
        let arguments = condition.arguments + [query.size, (query.page - 1) * query.size]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            var record = R()
            record.stamp.id = row[0]
            record.stamp.version = row[1]
            for (index, field) in fields.enumerated() { field.load(&record, row[index + 2]) }
            return record
        }
    }

    static var publication: Field<R>? { R.fields.first { $0.name == "published" && $0.kind is FlagKind } }

    private mutating func readReferences(_ db: Database) throws {
        let ids = rows.compactMap(\.id)
        guard !ids.isEmpty else { return }
        for field in Self.columns {
            switch field.kind {
            case let kind as OneKind:
                let pointed = rows.compactMap { row in field.reference(row).map { (row.id ?? 0, $0) } }
                let titles = try kind.target.titles(Array(Set(pointed.map(\.1))), db)
                references[field.name] = Dictionary(pointed.compactMap { row, id in titles[id].map { (row, $0) } }) { $1 }
            case let kind as ManyKind:
                let (links, target) = (kind.links, kind.target)
                let sql = """
                    SELECT l.\(links.owner), t.\(target.titleColumn) FROM \(links.table) l JOIN \(target.table) t ON t.id = l.\(links.other)
                    WHERE l.\(links.owner) IN (SELECT value FROM json_each(?)) AND t.deletedAt IS NULL ORDER BY l.rowid
                    """
                let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [ids.jsonList])
                let pairs: [(Int64, String)] = rows.map { ($0[0], $0[1]) }
                references[field.name] = Dictionary(pairs) { $0 + ", " + $1 }
            default: break
            }
        }
        if let picture = Self.picture {
            let pictures = Set(rows.compactMap { picture.reference($0) })
            let statement = try db.cachedStatement(sql: "SELECT id, file FROM picture WHERE id IN (SELECT value FROM json_each(?))")
            let files = try Row.fetchAll(statement, arguments: [pictures.jsonList])
            thumbs = Dictionary(files.map { ($0[0], Picture.address(file: $0[1], .thumb)) }) { $1 }
        }
    }
}
