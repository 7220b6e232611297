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
        let editable = mayEdit ? Set(R.editable) : []
        return [
            "title": named(words, "many"), "heading": named(words, "many"), "count": words.language.number(listing.total),
            "purpose": named(words, "purpose"), "newHref": mayEdit ? R.address + "/new" : false, "newLabel": named(words, "new"),
            "exportHref": false, "q": query.search, "searchLabel": words("admin.list.search"), "listHref": R.address,
            "filters": filters(query, listing, words), "hasFilters": !listing.filters.isEmpty, "chips": chips(query, listing, words),
            "clearHref": query.isFiltered ? R.address : false,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "columns": columns(query, words), "rows": listing.rows.map { row($0, listing, context, editable, back: back) },
            "bulk": mayEdit ? bulkActs(words) : [Values](), "mayBulk": mayEdit, "editable": !editable.isEmpty,
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
                "kind": cellKind(field),
            ]
        }
    }

    private func cellKind(_ field: Field<R>) -> String {
        switch field.kind {
        case is NumberKind, is Optionally<NumberKind>: "number"
        case is MoneyKind, is Optionally<MoneyKind>: "money"
        case is FlagKind: "flag"
        case is ManyKind: "tags"
        case is MomentKind: "date"
        default: "text"
        }
    }

    private func row(_ record: R, _ listing: Listing<R>, _ context: FormContext, _ editable: Set<String>, back: String) -> Values {
        let id = String(record.id ?? 0)
        let picture = Listing<R>.picture.flatMap { $0.reference(record) }
        let isDraft = Listing<R>.publication.map { !$0.isOn(record) } ?? false
        return [
            "id": id, "title": record.titleText, "href": record.address + (back.isEmpty ? "" : "?back=" + back.queryEscaped),
            "thumb": picture.flatMap { listing.thumbs[$0] } ?? false, "version": String(record.stamp.version),
            "versionName": "version." + id,
            "state": isDraft ? context.words("admin.unpublished") : false,
            "cells": Listing<R>.columns.map { cell($0, record, listing, context, isEditable: editable.contains($0.name)) },
        ]
    }

    private func cell(_ field: Field<R>, _ record: R, _ listing: Listing<R>, _ context: FormContext, isEditable: Bool) -> Values {
        let words = context.words
        var values: Values = [
            "label": words.label(of: field.name, R.name), "kind": cellKind(field), "isFlag": false, "on": false, "edit": false,
        ]
        if field.kind is FlagKind {
            values["isFlag"] = true
            values["on"] = field.isOn(record)
        }
        let text =
            field.kind is any Referring ? listing.references[field.name]?[record.id ?? 0] ?? "" : field.text(record, words, context.zone)
        values["text"] = text.isEmpty ? false : text
        if isEditable {
            let entry = Entry(name: field.name, form: nil, context: context, texts: R.name)
            let view = try? field.view(record, entry)
            values["edit"] =
                [
                    "name": "\(field.name).\(record.id ?? 0)", "value": view?["value"] ?? "", "inputmode": view?["inputmode"] ?? false,
                    "suffix": view?["suffix"] ?? false, "label": "\(words.label(of: field.name, R.name)): \(record.titleText)",
                ] as Values
        }
        return values
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
