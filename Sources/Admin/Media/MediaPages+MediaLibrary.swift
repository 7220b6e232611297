import Accounts
import GRDB
import Hummingbird
import Web

extension MediaPages {
    private static let size = 60
    private static let filters = ["text", "use", "licence"]

    @Sendable func library(_ request: Request, _ person: SignedIn) async throws -> Response {
        try requireSomewhere(person)
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: Self.filters, sortable: [])
        return try await admin.page(person, request) { db, context in ("media/library", try libraryPage(query, person, context)) }
    }

    func libraryPage(_ query: ListQuery, _ person: SignedIn, _ context: FormContext, refused: [String] = []) throws -> Values {
        let (words, db) = (context.words, context.db)
        let condition = try condition(query, person, db)
        let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM picture p WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
        let sql = """
            SELECT p.*, \(PictureUses(resources: admin.resources).count) AS uses FROM picture p
            WHERE \(condition.sql) ORDER BY p.createdAt DESC, p.id DESC LIMIT \(Self.size) OFFSET \((query.page - 1) * Self.size)
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: condition.arguments)
        let pictures = try rows.map { try tile(Picture(row: $0), uses: $0["uses"], words) }
        let trashed =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM picture p WHERE deletedAt IS NOT NULL AND \(visible(person))") ?? 0
        let heading = words("admin.menu.pictures")
        let filters = try filters(query, person, words, db)
        return [
            "title": heading, "heading": heading, "count": words.language.number(total), "listHref": Self.address, "q": query.search,
            "searchLabel": words("admin.list.search"), "hidden": [Values](), "filters": filters.drawn,
            "chips": filters.chips, "clearHref": query.isFiltered ? Self.address : false, "pictures": pictures,
            "noMatch": total == 0 && query.isFiltered, "pages": PageTurner.drawn(Self.address, query, total: total, size: Self.size, words),
            "trashHref": Self.address + "/trash", "trashCount": trashed == 0 ? false : words.language.number(trashed),
            "errors": refused.isEmpty
                ? false
                : [
                    "title": words("admin.media.notTaken", count: refused.count),
                    "items": refused.map { ["href": "#files", "text": $0] as Values },
                ] as Values,
        ]
    }

    private func tile(_ picture: Picture, uses: Int, _ words: Words) -> Values {
        [
            "id": String(picture.id ?? 0), "href": "\(Self.address)/\(picture.id ?? 0)", "thumb": picture.address(.medium),
            "alt": picture.title, "missingAlt": picture.alt.isEmpty,
            "uses": uses == 0 ? words("admin.media.unused") : words("admin.media.used", count: uses),
        ]
    }

    private func condition(
        _ query: ListQuery, _ person: SignedIn, _ db: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        var parts = ["p.deletedAt IS NULL", visible(person)]
        var arguments: StatementArguments = []
        for (name, value) in query.chosen {
            switch (name, value) {
            case ("text", "missing"): parts.append("p.alt = ''")
            case ("use", "unused"): parts.append("\(PictureUses(resources: admin.resources).count) = 0")
            case ("licence", "none"): parts.append("p.licence = ''")
            case ("licence", _) where value.hasPrefix("="):
                parts.append("p.licence = ?")
                arguments += [String(value.dropFirst())]
            default: continue
            }
        }
        if !query.search.isEmpty { db.add(function: Self.folded) }
        for word in query.search.folded.split(separator: " ").prefix(8) {
            parts.append("instr(portico_folded(p.alt || ' ' || p.original || ' ' || p.\"key\" || ' ' || p.credit), ?) > 0")
            arguments += [String(word)]
        }
        return (parts.joined(separator: " AND "), arguments)
    }

    /// SQLite folds ASCII only; a library is small enough to fold its texts while searching.
    private static let folded = DatabaseFunction("portico_folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.folded
    }

    private func filters(
        _ query: ListQuery, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws -> (drawn: [Values], chips: [Values]) {
        let sql =
            "SELECT DISTINCT p.licence FROM picture p WHERE p.deletedAt IS NULL AND p.licence <> '' AND \(visible(person)) ORDER BY 1 LIMIT 50"
        let licences = try String.fetchAll(db, sql: sql)
        let all: [(name: String, options: [(value: String, label: String)])] = [
            ("text", [("missing", words("admin.media.filters.textMissing"))]), ("use", [("unused", words("admin.media.unused"))]),
            ("licence", [("none", words("admin.filter.none"))] + licences.map { ("=" + $0, $0) }),
        ]
        var (drawn, chips): ([Values], [Values]) = ([], [])
        for (name, options) in all {
            let label = words("admin.media.filters.\(name)")
            let chosen = query.chosen.first { $0.name == name }?.value
            let menu = [("", words("admin.filter.all"))] + options
            drawn.append([
                "name": name, "id": "filter-" + name, "label": label,
                "options": menu.map { value, label in
                    ["value": value, "label": label, "count": false, "selected": value == (chosen ?? "")] as Values
                },
            ])
            if let chosen {
                let text = options.first { $0.value == chosen }?.label ?? chosen
                chips.append(["label": "\(label): \(text)", "href": query.without(name).address(Self.address)])
            }
        }
        return (drawn, chips)
    }
}
