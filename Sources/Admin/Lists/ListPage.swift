import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `GET /admin/house/products`
    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: R.filters, sortable: Listing<R>.sortable)
        return try await desk.page(person, request) { db, context in
            _ = try requireScope(person, R.seeing, context)
            let listing = try Listing<R>(query, context)
            let mayEdit = person.grants.may(R.editing, in: R.scope == nil ? nil : context.scopeID)
            return ("resource/list", listPage(query, listing, context, mayEdit: mayEdit))
        }
    }

    /// `GET /admin/house/products/choices?q=ri`: records to complete a name with, as JSON.
    @Sendable func choices(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        let found = try await desk.database.read { db in
            let context = try desk.context(person, db)
            _ = try requireScope(person, R.seeing, context)
            return try Target(R.self).matching(typed, context, limit: 12).map { Found(id: $0.id, label: $0.label) }
        }
        let body = try JSONEncoder().encode(found)
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private func listPage(_ query: ListQuery, _ listing: Listing<R>, _ context: FormContext, mayEdit: Bool) -> Values {
        let words = context.words
        let isEmpty = listing.total == 0 && !query.isFiltered
        let back = query.address("")
        let rows = ListRows(listing: listing, context: context, mayEdit: mayEdit, back: back, assets: desk.pages.assets)
        return [
            "title": named(words, "many"), "heading": named(words, "many"), "count": words.language.number(listing.total),
            "purpose": named(words, "purpose"), "newHref": mayEdit ? R.address + "/new" : false, "newLabel": named(words, "new"),
            "exportHref": false, "q": query.search, "searchLabel": words("admin.list.search"), "listHref": R.address,
            "filters": filters(query, listing, words), "hasFilters": !listing.filters.isEmpty, "chips": chips(query, listing, words),
            "clearHref": query.isFiltered ? R.address : false,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "columns": columns(query, words), "rowsHTML": rows.html, "rows": [Values](),
            "bulk": mayEdit ? bulkActs(words) : [Values](), "mayBulk": mayEdit, "editable": mayEdit && !R.editable.isEmpty,
            "pages": pages(query, listing.total, words),
            "empty": isEmpty ? ["title": named(words, "empty.title"), "text": named(words, "empty.text")] as Values : false,
            "noMatch": listing.total == 0 && query.isFiltered, "hasRows": !listing.rows.isEmpty, "hasPicture": Listing<R>.picture != nil,
            "trashHref": R.address + "/trash", "trashCount": listing.trashed == 0 ? false : words.language.number(listing.trashed),
            "back": back, "icon": R.icon,
        ]
    }

    // MARK: Filters

    private func filters(_ query: ListQuery, _ listing: Listing<R>, _ words: Words) -> [Values] {
        listing.filters.map { filter, options in
            let chosen = query.chosen.first { $0.name == filter.name }?.value
            let all: Values = ["value": "", "label": words("admin.filter.all"), "count": false, "selected": chosen == nil]
            let drawn =
                [all]
                + options.map { option -> Values in
                    [
                        "value": option.value, "label": option.label, "count": option.count.map { words.language.number($0) } ?? false,
                        "selected": option.value == chosen,
                    ]
                }
            return ["name": filter.name, "id": "filter-" + filter.name, "label": words.label(of: filter.name, R.name), "options": drawn]
        }
    }

    private func chips(_ query: ListQuery, _ listing: Listing<R>, _ words: Words) -> [Values] {
        query.chosen.map { name, value in
            let option = listing.filters.first { $0.filter.name == name }?.options.first { $0.value == value }
            return ["label": "\(words.label(of: name, R.name)): \(option?.label ?? value)", "href": query.without(name).address(R.address)]
        }
    }

    // MARK: Table

    private func columns(_ query: ListQuery, _ words: Words) -> [Values] {
        ([R.title] + Listing<R>.columns).map { field in
            let isSortable = Listing<R>.sortable.contains(field.name)
            let asked = query.sort.isEmpty ? R.order : query.sort
            let direction = asked == field.name ? "ascending" : asked == "-" + field.name ? "descending" : nil
            let next = direction == "ascending" ? "-" + field.name : field.name
            return [
                "label": words.label(of: field.name, R.name), "sortHref": isSortable ? query.sorted(by: next).address(R.address) : false,
                "sorted": direction ?? false, "isAscending": direction == "ascending", "isDescending": direction == "descending",
                "kind": ListRows.kind(field),
            ]
        }
    }

    private func bulkActs(_ words: Words) -> [Values] {
        var acts: [Values] = []
        if Listing<R>.publication != nil {
            acts.append(["act": "publish", "label": words("admin.bulk.publish"), "danger": false])
            acts.append(["act": "unpublish", "label": words("admin.bulk.unpublish"), "danger": false])
        }
        acts.append(["act": "delete", "label": words("admin.bulk.delete"), "danger": true])
        return acts
    }

    private func pages(_ query: ListQuery, _ total: Int, _ words: Words) -> Values {
        let first = (query.page - 1) * query.size + 1
        let last = min(query.page * query.size, total)
        let number = words.language.number
        let text = last < first ? "" : words("admin.list.range", ["from": number(first), "to": number(last), "total": number(total)])
        return [
            "text": text, "previous": query.page > 1 ? query.address(R.address, page: query.page - 1) : false,
            "next": last < total ? query.address(R.address, page: query.page + 1) : false,
        ]
    }
}

/// What a name is completed with.
private struct Found: Codable, Sendable {
    let id: Int64
    let label: String
}
