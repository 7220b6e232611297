import GRDB
import Web

struct ImportView: Sendable {
    /// A verdict, `problems` for all that needs a look, or `all`.
    let name: String
    let page: Int
    let open: Int?

    private static let names = ["all", "problems"] + ImportVerdict.allCases.map(\.rawValue)

    init(_ form: Form) {
        name = Self.names.contains(form["show"]) ? form["show"] : "all"
        page = max(form.number("page", in: .positions) ?? 1, 1)
        open = form.number("open", in: .counts)
    }

    private init(_ name: String) { (self.name, page, open) = (name, 1, nil) }

    private var condition: String {
        switch name {
        case "all": "1"
        case "problems": "hasRemarks = 1"
        default: "verdict = '\(name)'"
        }
    }

    func count(of staged: StagedImport, _ db: Database) throws -> Int {
        switch name {
        case "all": return staged.outcome.total
        case "problems":
            if let known = staged.outcome.problems { return known }
            let sql = "SELECT count(*) FROM stagedItem WHERE importID = ? AND hasRemarks = 1"
            return try Int.fetchOne(db, sql: sql, arguments: [staged.number]) ?? 0
        default: return staged.outcome.all.first { $0.verdict.rawValue == name }?.count ?? 0
        }
    }

    func items(of staged: StagedImport, _ db: Database) throws -> [StagedItem] {
        let (size, skipped) = (ImportItemPages.size, (page - 1) * ImportItemPages.size)
        // Numbers have no gaps, so a late page costs no more than the first.
        if name == "all" { return try StagedItem.fetch(of: staged.number, after: skipped, most: size, db) }
        let numbers = "SELECT number FROM stagedItem WHERE importID = ? AND \(condition) ORDER BY number LIMIT \(size) OFFSET \(skipped)"
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND number IN (\(numbers)) ORDER BY number"
        return try StagedItem.fetchAll(db, sql: sql, arguments: [staged.number, staged.number])
    }

    func items(of staged: StagedImport, after number: Int, most: Int, _ db: Database) throws -> [StagedItem] {
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND number > ? AND \(condition) ORDER BY number LIMIT ?"
        return try StagedItem.fetchAll(db, sql: sql, arguments: [staged.number, number, most])
    }

    func address(_ path: String, page: Int? = nil) -> String {
        var pairs: [(name: String, value: String)] = name == "all" ? [] : [("show", name)]
        if (page ?? self.page) > 1 { pairs.append(("page", String(page ?? self.page))) }
        return path.appendingQuery(pairs)
    }

    /// Where the fields of an item are open.
    func correction(of number: Int, _ staged: StagedImport) -> String {
        let address = address(staged.address + "/items")
        return address + (address.contains("?") ? "&" : "?") + "open=\(number)#item-\(number)"
    }

    func filters(_ staged: StagedImport, _ path: String, _ words: Words, _ db: Database) throws -> [Values] {
        try Self.names.compactMap { name -> Values? in
            let view = ImportView(name)
            let count = try view.count(of: staged, db)
            guard count > 0 || name == "all" || name == self.name else { return nil }
            return [
                "label": words("imports.show.\(name)"), "count": words.language.number(count), "href": view.address(path),
                "isChosen": name == self.name,
            ]
        }
    }

    func turner(_ path: String, total: Int, _ words: Words) -> Values {
        let size = ImportItemPages.size
        let (first, last, number) = ((page - 1) * size + 1, min(page * size, total), words.language.number)
        let text = last < first ? "" : words("admin.list.range", ["from": number(first), "to": number(last), "total": number(total)])
        return [
            "text": text, "previous": page > 1 ? address(path, page: min(page - 1, max((total + size - 1) / size, 1))) : false,
            "next": last < total ? address(path, page: page + 1) : false,
        ]
    }
}
