import Accounts
import GRDB
import Web

struct Target: Sendable {
    let table: String
    /// Lazy, because resources may refer to each other or to themselves.
    var titleColumn: String { title() }
    private let title: @Sendable () -> String
    /// SQL for the name of a row: its title, or what people know it by.
    let label: @Sendable (_ row: String) -> String
    var hasRecordName: Bool { label(table) != "\(table).\(titleColumn)" }
    let scopeColumn: String?
    /// SQL for the rows that a person may see; the second argument is the row's name.
    let rows: @Sendable (Grants?, String) -> String
    /// The condition by which a search finds a row, with records referred to down to a depth.
    let search: @Sendable (_ depth: Int) -> SearchCondition
    let address: String
    /// The path below `/api/v1`, such as `house/products`.
    let apiPath: String
    let create: @Sendable (_ title: String, _ references: [String: Int64], FormContext) throws -> Int64
    let mayBeCreated: @Sendable (FormContext) -> Bool
    /// What is asked, by name, of a record that is created by its title.
    let asked: @Sendable () -> [AskedReference]
    /// The name of its picture's field, if it has one.
    let picture: @Sendable () -> String?
    /// Creates a record that is not shown to others before it is looked at.
    let createDraft: @Sendable (_ title: String, _ references: [String: Int64], FormContext) throws -> Int64
    let refusal: @Sendable (_ title: String, FormContext) -> String?
    private let madeByName: @Sendable () -> Bool
    var isMadeByName: Bool { madeByName() }

    init<R: Resource>(_ type: R.Type) {
        table = R.table
        title = { R.title.name }
        label = { R.recordName($0) ?? "\($0).\(R.title.name)" }
        search = { R.searchCondition(depth: $0) }
        scopeColumn = R.scope?.column
        rows = { R.rows(R.seeing, $0, as: $1) }
        address = R.address
        apiPath = "\(R.system)/\(R.path)"
        @Sendable func created(_ title: String, with references: [String: Int64] = [:], _ context: FormContext, asDraft: Bool) throws
            -> Int64
        {
            var record = R()
            record.stamp.scopeID = R.scope == nil ? nil : context.scopeID
            R.title.load(&record, title.databaseValue)
            for field in R.fields {
                guard let id = references[field.name] else { continue }
                if field.kind.isColumn {
                    field.load(&record, id.databaseValue)
                } else {
                    _ = field.unpack(&record, .list([.number(Int(id))]))
                }
            }
            if asDraft { record.becomeDraft() }
            try record.insert(context.db, by: context.actor)
            return record.stamp.id ?? 0
        }
        create = { try created($0, with: $1, $2, asDraft: false) }
        mayBeCreated = { context in context.grants?.may(R.editing, in: R.scope == nil ? nil : context.scopeID) ?? true }
        asked = {
            R.fields.compactMap { field in
                guard R.askedWhenCreated.contains(field.name), let kind = field.kind as? any Referring else { return nil }
                return AskedReference(name: field.name, texts: R.name, target: kind.target)
            }
        }
        picture = { R.fields.first { $0.kind is PictureFieldType }?.name }
        createDraft = { try created($0, with: $1, $2, asDraft: true) }
        refusal = { title, context in
            var (record, form, errors) = (R(), Form(), FieldErrors())
            form[R.title.name] = title
            R.title.read(&record, Entry(name: R.title.name, form: form, context: context, texts: R.name), &errors)
            return errors.all.first?.sentence
        }
        madeByName = { R.fields.dropFirst().allSatisfy { !$0.kind.isRequired || $0.kind.hasDefault } }
    }

    private func isThere(_ context: FormContext) -> String {
        "\(RowCondition.notTrashed(in: table)) AND \(rows(context.grants, table))" + (scopeColumn.map { " AND \($0) = :scope" } ?? "")
    }

    private func arguments(_ context: FormContext, _ more: [String: (any DatabaseValueConvertible)?] = [:]) -> StatementArguments {
        var all = more
        if scopeColumn != nil { all["scope"] = context.scopeID }
        return StatementArguments(all)
    }

    func options(_ context: FormContext, limit: Int) throws -> [(id: Int64, label: String)] {
        context.db.add(function: FoldedText.function)
        let order = hasRecordName ? "portico_folded(label)" : "folded"
        let sql = "SELECT id, \(label(table)) AS label FROM \(table) WHERE \(isThere(context)) ORDER BY \(order) LIMIT \(limit)"
        var options: [(id: Int64, label: String)] = []
        try context.db.cachedStatement(sql: sql).forEachRow(arguments(context)) { options.append(($0.integer(0), $0.text(1))) }
        return options
    }

    /// Includes records in the trash, which a record may still refer to, but none of another scope: the ids may come from a form.
    func titles(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        try titles(ids, seenBy: context.grants, in: context.scopeID, context.db)
    }

    /// Without `scope`, the records of all scopes.
    func titles(_ ids: [Int64], seenBy grants: Grants?, in scope: Int64? = nil, _ db: Database) throws -> [Int64: String] {
        guard !ids.isEmpty else { return [:] }
        let column = scope == nil ? nil : scopeColumn
        let sql = """
            SELECT id, \(label(table)) FROM \(table)
            WHERE id IN (SELECT value FROM json_each(:ids)) AND \(rows(grants, table))\(column.map { " AND \($0) = :scope" } ?? "")
            """
        var arguments: [String: (any DatabaseValueConvertible)?] = ["ids": ids.jsonList]
        if column != nil { arguments["scope"] = scope }
        var titles: [Int64: String] = [:]
        try db.cachedStatement(sql: sql).forEachRow(StatementArguments(arguments)) { titles[$0.integer(0)] = $0.text(1) }
        return titles
    }

    func existing(_ ids: [Int64], _ context: FormContext) throws -> Set<Int64> {
        guard !ids.isEmpty else { return [] }
        let sql = "SELECT id FROM \(table) WHERE id IN (SELECT value FROM json_each(:ids)) AND \(isThere(context))"
        return try Int64.fetchSet(context.db.cachedStatement(sql: sql), arguments: arguments(context, ["ids": ids.jsonList]))
    }

    /// Records with the typed title or name, ignoring case and accents, then those that begin with or contain it.
    func matching(_ typed: String, _ context: FormContext, limit: Int = 8) throws -> [(id: Int64, label: String, isExact: Bool)] {
        let folded = typed.folded
        if hasRecordName { return try matches(folded, context, limit: limit) }
        let sql = """
            SELECT id, \(titleColumn), folded = :text FROM \(table)
            WHERE \(isThere(context)) AND instr(folded, :text) > 0
            ORDER BY folded <> :text, instr(folded, :text), folded LIMIT \(limit)
            """
        return try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: arguments(context, ["text": folded])).map {
            ($0[0], $0[1], $0[2])
        }
    }

    private func matches(_ folded: String, _ context: FormContext, limit: Int) throws -> [(id: Int64, label: String, isExact: Bool)] {
        context.db.add(function: FoldedText.function)
        let sql = """
            WITH named AS (
              SELECT id, folded AS title, \(label(table)) AS label, portico_folded(\(label(table))) AS name FROM \(table)
              WHERE \(isThere(context)))
            SELECT id, label, title = :text OR name = :text AS isExact FROM named
            WHERE instr(title, :text) > 0 OR instr(name, :text) > 0
            ORDER BY isExact DESC, instr(name, :text) = 0, instr(name, :text), name LIMIT \(limit)
            """
        return try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: arguments(context, ["text": folded])).map {
            ($0["id"], $0["label"], $0["isExact"])
        }
    }

    func count(_ context: FormContext, upTo limit: Int) throws -> Int {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(isThere(context)) LIMIT \(limit))"
        return try Int.fetchOne(context.db.cachedStatement(sql: sql), arguments: arguments(context)) ?? 0
    }
}

struct AskedReference: Sendable {
    let name: String
    /// The resource whose texts have the label.
    let texts: String
    let target: Target
}

extension Sequence<Int64> {
    /// `[1,2]` for `json_each`: the statement is the same for every length, so it is prepared once.
    var jsonList: String {
        "[" + map(String.init).joined(separator: ",") + "]"
    }
}

protocol Referring: Sendable {
    var target: Target { get }
}

protocol Using: Sendable {
    func users(of target: String, in table: String, column: String) -> [String]
}

/// With more records, a name search replaces the menu.
let menuLimit = 200
