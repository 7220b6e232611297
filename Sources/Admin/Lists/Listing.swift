import Accounts
import Foundation
import GRDB
import Web

/// A page of a list, read with a number of statements independent of its length.
struct Listing<R: Resource> {
    let query: ListQuery
    let columns: [ListColumn<R>]
    let conditions: FilterConditions<R>
    let total: Int
    private(set) var rows: [R] = []
    var ids: [Int64] {
        var ids: [Int64] = []
        ids.reserveCapacity(rows.count)
        for row in rows { ids.append(row.stamp.id ?? 0) }
        return ids
    }
    private(set) var references: [String: [Int64: String]] = [:]
    private(set) var thumbs: [Int64: String] = [:]
    private(set) var names: [Int64: String] = [:]
    private(set) var computed: [String: [Int64: String]] = [:]
    let trashed: Int

    private static var title: String { R.title.name }
    static var picture: Field<R>? { R.fields.first { $0.kind is PictureFieldType } }
    static var place: Field<R>? { R.fields.first { $0.kind is PlaceFieldType } }
    static var publication: Field<R>? { R.fields.first { $0.name == "published" && $0.kind is FlagFieldType } }

    static var layouts: [ListLayout] { [.table] + (picture == nil ? [] : [.grid]) + (place == nil ? [] : [.map]) }

    init(_ query: ListQuery, own: [ListColumn<R>], _ context: FormContext) throws {
        let db = context.db
        var query = query
        if !Self.layouts.contains(query.layout) { query.layout = .table }
        self.query = query
        let asked = ListColumn<R>.named(query.columns)
        columns = !asked.isEmpty ? asked : !own.isEmpty ? own : R.columns.compactMap(ListColumn.init)
        conditions = FilterConditions(query, context)
        let condition = conditions.sql()
        let count = "SELECT count(*) FROM \(R.table) WHERE \(condition.sql)"
        total = try Int.fetchOne(db.cachedStatement(sql: count), arguments: condition.arguments) ?? 0
        let trash = """
            SELECT count(*) FROM \(R.table) WHERE deletedAt IS NOT NULL AND (\(R.scopeCondition)) AND \(R.rows(R.editing, context.grants))
            """
        trashed = try Int.fetchOne(db.cachedStatement(sql: trash), arguments: [context.scopeID]) ?? 0
        if query.layout != .map { rows = try page(condition, db) }
        if query.layout == .table { try readReferences(context) }
        if R.recordName(R.table) != nil { names = try Target(R.self).titles(ids, seenBy: nil, db) }
        try readThumbs(db)
    }

    static func sorting(_ query: ListQuery) -> (column: String, isDescending: Bool) {
        let asked = query.sort.isEmpty ? R.order : query.sort
        let (name, isDescending) = asked.hasPrefix("-") ? (String(asked.dropFirst()), true) : (asked, false)
        let column =
            switch name {
            case Self.title: "folded"
            // Ids grow with the creation time and are indexed.
            case "created": "id"
            case "updated": "updatedAt"
            default: "\"\(name)\""
            }
        return ("\(R.table).\(column)", isDescending)
    }

    /// The order of the pages, by the shown names instead of codes.
    static func order(_ query: ListQuery, _ db: Database) -> String {
        var (column, isDescending) = sorting(query)
        if column == "\(R.table).folded", let name = R.recordName(R.table) {
            db.add(function: FoldedText.function)
            column = "portico_folded(\(name))"
        }
        let direction = isDescending ? "DESC" : "ASC"
        return "\(column) \(direction), \(R.table).id \(direction)"
    }

    private func page(_ condition: FilterConditions<R>.Condition, _ db: Database) throws -> [R] {
        let order = Self.order(query, db)
        let names = Set(
            [R.title.name] + columns.map { $0.name } + R.editable + [Self.picture?.name, Self.publication?.name].compactMap { $0 })
        let fields = R.fields.filter { names.contains($0.name) && $0.kind.isColumn }
        let stamps = ["created", "updated"].filter(names.contains)
        let selected = ["id", "version"] + stamps.map { $0 + "At" } + fields.map { $0.column }
        // The ids first: skipping to a late page then reads only the index.
        let sql = """
            SELECT \(selected.map { "\(R.table).\($0)" }.joined(separator: ", ")) FROM \(R.table) WHERE \(R.table).id IN (
              SELECT id FROM \(R.table) WHERE \(condition.sql) ORDER BY \(order) LIMIT ? OFFSET ?) ORDER BY \(order)
            """
        let arguments = condition.arguments + [query.size, (query.page - 1) * query.size]
        let first = stamps.count + 2
        var records: [R] = []
        records.reserveCapacity(query.size)
        try db.cachedStatement(sql: sql).forEachRow(arguments) { row in
            var record = R()
            record.stamp.id = row.integer(0)
            record.stamp.version = Int(row.integer(1))
            for (index, stamp) in stamps.enumerated() {
                let date = Date.fromDatabaseValue(row.value(index + 2)) ?? .distantPast
                if stamp == "created" { record.stamp.createdAt = date } else { record.stamp.updatedAt = date }
            }
            for index in 0..<fields.count { fields[index].load(&record, row.value(first + index)) }
            records.append(record)
        }
        return records
    }

    private mutating func readReferences(_ context: FormContext) throws {
        let db = context.db
        guard !rows.isEmpty else { return }
        for case .computed(let column) in columns { computed[column.name] = try column.texts(ids, context) }
        let ids = ids.jsonList
        for field in columns.compactMap({ $0.field }) {
            switch field.kind {
            case let kind as ReferenceFieldType:
                var pointed: [Int64: Int64] = [:]
                for row in rows { pointed[row.stamp.id ?? 0] = field.reference(row) }
                let titles = try kind.target.titles(Array(Set(pointed.values)), context)
                references[field.name] = pointed.compactMapValues { titles[$0] }
            case let kind as ReferencesFieldType:
                let (links, target) = (kind.links, kind.target)
                let sql = """
                    SELECT l.\(links.owner), \(target.label("t")) FROM \(links.table) l JOIN \(target.table) t ON t.id = l.\(links.other)
                    WHERE \(target.rows(context.grants, "t")) AND l.\(links.owner) IN (SELECT value FROM json_each(?)) 
                      AND \(RowCondition.notTrashed(in: target.table)("t")) ORDER BY l.rowid
                    """
                var titles: [Int64: String] = [:]
                try db.cachedStatement(sql: sql).forEachRow([ids]) { row in
                    let (id, title) = (row.integer(0), row.text(1))
                    titles[id] = titles[id].map { $0 + ", " + title } ?? title
                }
                references[field.name] = titles
            default: break
            }
        }
    }

    private mutating func readThumbs(_ db: Database) throws {
        guard let picture = Self.picture else { return }
        var pictures: Set<Int64> = []
        for row in rows { if let id = picture.reference(row) { pictures.insert(id) } }
        guard !pictures.isEmpty else { return }
        let statement = try db.cachedStatement(sql: "SELECT id, file FROM picture WHERE id IN (SELECT value FROM json_each(?))")
        try statement.forEachRow([pictures.jsonList]) { thumbs[$0.integer(0)] = $0.text(1) }
    }
}
