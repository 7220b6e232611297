import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    @Sendable func trash(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: Filter<R>.namesOfTrash, sortable: [])
        return try await admin.page(person, request) { db, context in
            _ = try requireScope(person, R.editing, context)
            return ("resource/trash", try trashPage(query, context))
        }
    }

    private func trashPage(_ query: ListQuery, _ context: FormContext) throws -> Values {
        let (words, db, address) = (context.words, context.db, R.address + "/trash")
        let conditions = FilterConditions<R>(query, context, trashed: true)
        let condition = conditions.sql()
        let total =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(R.table) WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
        let sql = """
            SELECT id, \(R.title.column), deletedAt,
              (SELECT actor FROM revision WHERE kind = '\(R.name)' AND recordID = \(R.table).id AND act = 'delete' ORDER BY id DESC LIMIT 1)
            FROM \(R.table) WHERE \(condition.sql) ORDER BY deletedAt DESC, id LIMIT ? OFFSET ?
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: condition.arguments + [query.size, (query.page - 1) * query.size])
        let days = admin.site.trashDays
        let drawn = rows.map { row -> Values in
            [
                "id": String(row[0] as Int64), "title": row[1] as String, "historyHref": "\(R.address)/\(row[0] as Int64)/history",
                "deleted": words.language.saidMoment(row[2], now: .now, in: context.zone), "by": (row[3] as String?) ?? false,
                "until": days == 0 ? false : words.language.date((row[2] as Date) + Double(days) * 86_400, in: context.zone),
            ]
        }
        let heading = words("admin.trash.heading", ["things": named(words, "many").lowercased()])
        let (menus, chips) = try trashFilters(query, context)
        let isBlank = total == 0 && !query.isFiltered
        return [
            "title": heading, "heading": heading, "rows": drawn, "hasRows": !rows.isEmpty, "action": address,
            "purpose": days == 0 ? words("lists.trash.forEver") : words("lists.trash.purpose", count: days), "hasDates": days > 0,
            "isSearchable": !isBlank, "back": query.address("", page: query.page), "q": query.search,
            "searchLabel": words("admin.list.search"), "filters": menus, "dates": trashDates(query, words), "chips": chips,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "clearHref": query.isFiltered ? address : false, "pages": PageTurner.drawn(address, query, total: total, words),
            "bulkAll": total > rows.count && conditions.errors.isEmpty ? words("lists.bulk.all", count: total) : false,
            // The search form targets the current page; the link back to the list has its own name.
            "listHref": isBlank ? R.address : address, "backHref": R.address, "listLabel": named(words, "many"),
            "emptyText": isBlank ? words("admin.trash.empty") : words("lists.trash.noMatch"),
            "breadcrumbs": [["label": named(words, "many"), "href": R.address]] as [Values],
        ]
    }

    private func trashFilters(_ query: ListQuery, _ context: FormContext) throws -> (menus: [Values], chips: [Values]) {
        let (words, address) = (context.words, R.address + "/trash")
        var chips = ["from", "to"].compactMap { end -> Values? in
            let name = "deleted.\(end)"
            guard let typed = query.chosen.first(where: { $0.name == name })?.value else { return nil }
            var rest = query
            rest.chosen.removeAll { $0.name == name }
            let said = FilterBound.said(typed, .day, context)
            return ["label": "\(words("lists.trash.\(end)")) \(said)", "href": rest.address(address)]
        }
        let people = try Filter<R>.ofTrash.first { $0.name == "deletedBy" }?.options(query, context) ?? []
        guard people.count > 1 || !query.values("deletedBy").isEmpty else { return ([], chips) }
        let options = people.map { NamedOption(value: $0.value, label: $0.label) }
        let menu = FilterMenu(name: "deletedBy", label: words("lists.trash.by"), options: options).drawn(query, address, words)
        if let chip = menu.chip { chips.append(chip) }
        return ([menu.drawn], chips)
    }

    private func trashDates(_ query: ListQuery, _ words: Words) -> [Values] {
        ["from", "to"].map { end in
            let name = "deleted.\(end)"
            let value = query.chosen.first { $0.name == name }?.value ?? ""
            return ["name": name, "id": "filter-deleted-\(end)", "label": words("lists.trash.\(end)"), "value": value]
        }
    }
}
