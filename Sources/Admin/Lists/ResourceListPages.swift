import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourceListPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("", use: index)
        own.get("choices", use: choices)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let asked = request.uri.query ?? ""
        let form = Form(query: asked)
        let query = ListQuery(form, filters: Filter<R>.names, sortable: ListOutline<R>.shared.sortable)
        // Addresses are kept and shared, so the clumsy address of a form without script is rewritten.
        if query.isClumsy || asked.contains("%2C") {
            let plain = query.address(R.address, page: query.page)
            if query.isPanelOpen { return .redirect(to: plain + (plain.contains("?") ? "&" : "?") + "panel=filters", type: .normal) }
            // A cleared form shows everything, not the default view.
            return .redirect(to: plain.contains("?") ? plain : plain + "?view=all", type: .normal)
        }
        let begun = form.values.isEmpty ? try beginning(person) : nil
        if let begun { return .redirect(to: begun, type: .normal) }
        let errors =
            query.chosen.isEmpty
            ? FieldErrors() : try admin.brief.read { FilterConditions<R>(query, try admin.context(person, $0)).errors }
        return try await admin.page(person, request, status: errors.isEmpty ? .ok : .unprocessableContent) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.seeing, context)
            let memory = ListMemory(R.self, person, scope: context.scopeID)
            let listing = try Listing<R>(query, own: ListColumn.named(try memory.columns(db)), context)
            return ("admin/lists/index", try listPage(listing, memory, context, mayEdit: R.mayEdit(person, context)))
        }
    }

    private func beginning(_ person: SignedIn) throws -> String? {
        try admin.brief.read { db in
            let scopeID = R.scope == nil ? nil : try admin.currentScope(person, db)
            let memory = ListMemory(R.self, person, scope: scopeID)
            guard let view = try memory.views(db).first(where: \.isDefault)?.view, !view.query.isEmpty else { return nil }
            return SafePath.local(R.address + view.query)
        }
    }

    @Sendable func choices(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        let found = try await admin.database.read { db in
            let context = try admin.context(person, db)
            _ = try admin.requireScope(of: R.self, person, R.seeing, context)
            return try Target(R.self).matching(typed, context, limit: 12).map { Found(id: $0.id, label: $0.label) }
        }
        let body = try JSONEncoder().encode(found)
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private func listPage(_ listing: Listing<R>, _ memory: ListMemory, _ context: FormContext, mayEdit: Bool) throws -> Values {
        let (words, query) = (context.words, listing.query)
        let isEmpty = listing.total == 0 && !query.isFiltered
        let back = query.address("", page: query.page)
        let rows = ListRows(
            listing: listing, context: context, mayEdit: mayEdit, back: back, assets: admin.pages.assets, original: admin.site.language)
        var values: Values = [
            "title": R.localized(words, "many"), "heading": R.localized(words, "many"), "count": words.language.number(listing.total),
            "purpose": R.localized(words, "purpose"), "newHref": mayEdit ? R.address + "/new" : false,
            "newLabel": R.localized(words, "new"),
            "listHref": R.address,
            "exportTool": query.address(R.address + "/export"), "importTool": mayEdit ? R.address + "/imports" : false,
            "noMatch": listing.total == 0 && query.isFiltered, "back": back, "icon": R.icon,
            "empty": isEmpty ? ["title": R.localized(words, "empty.title"), "text": R.localized(words, "empty.text")] as Values : false,
            "trashHref": R.address + "/trash", "trashCount": listing.trashed == 0 ? false : words.language.number(listing.trashed),
        ]
        guard !isEmpty else { return values }
        values.merge(try filterValues(listing, context)) { $1 }
        values.merge(try tools(listing, memory, context, back)) { $1 }
        let isTable = query.layout == .table
        var rawFragments = RawFragments()
        let rowsHTML: any Sendable = isTable ? rawFragments.add(rows.html) : false
        let gridHTML: any Sendable = query.layout == .grid ? rawFragments.add(rows.html) : false
        let markers = query.layout == .map ? try Markers(listing, context, back: back) : nil
        values.merge(
            [
                "columns": isTable ? columns(listing, words) : [Values](), "rowsHTML": rowsHTML, "gridHTML": gridHTML,
                RawFragments.key: rawFragments, "map": markers?.values ?? false,
                "bulk": mayEdit && query.layout != .map ? bulkActs(words) : [Values](), "editable": rows.hasInputs && mayEdit,
                "bulkAll": mayEdit && listing.total > listing.rows.count && listing.conditions.errors.isEmpty
                    ? words("lists.bulk.all", count: listing.total) : false,
                "pages": PageTurner.templateValues(R.address, query, total: listing.total, words),
            ] as Values
        ) { $1 }
        return values
    }

    private func filterValues(_ listing: Listing<R>, _ context: FormContext) throws -> Values {
        let (words, query) = (context.words, listing.query)
        let isOpen = query.isPanelOpen || !listing.conditions.errors.isEmpty
        let panel = try FilterPanel(query, listing.conditions, total: listing.total, isOpen: isOpen, context)
        let address = query.address(R.address)
        let hidden = query.hidden.map { ["name": $0.name, "value": $0.value] as Values }
        let summary = listing.conditions.errors.all.map { error -> Values in
            ["href": "#filter-" + error.name.replacing(".", with: "-"), "text": "\(panel.label(of: error.name)): \(error.sentence)"]
        }
        return [
            "q": query.search, "searchLabel": words("admin.list.search"), "quick": panel.quick,
            "panel": isOpen ? ["filters": panel.rest] as Values : false,
            "panelHref": isOpen ? address : address + (address.contains("?") ? "&" : "?") + "panel=filters#filters", "isPanelOpen": isOpen,
            "panelCount": panel.restCount == 0 ? false : String(panel.restCount), "hidden": isOpen ? hidden : hidden + panel.carried,
            "chips": panel.chips, "clearHref": query.isFiltered ? query.cleared.address(R.address + "?view=all") : false,
            "errors": summary.isEmpty ? false : ["title": words("admin.errors", count: summary.count), "items": summary] as Values,
        ]
    }

    private func tools(_ listing: Listing<R>, _ memory: ListMemory, _ context: FormContext, _ back: String) throws -> Values {
        let (words, query) = (context.words, listing.query)
        let here = query.address("")
        let views = try memory.views(context.db).map { view, _ -> Values in
            ["label": view.name, "href": R.address + view.query, "current": view.query == here, "isShared": view.isShared]
        }
        let all: Values = ["label": words("lists.views.all"), "href": R.address + "?view=all", "current": here.isEmpty, "isShared": false]
        let layouts =
            Listing<R>.layouts.count < 2
            ? []
            : Listing<R>.layouts.map { layout -> Values in
                [
                    "label": words("lists.layouts.\(layout.rawValue)"), "href": query.shown(as: layout).address(R.address),
                    "icon": layout == .table ? "list" : layout == .grid ? "picture" : "map", "current": layout == query.layout,
                ]
            }
        let back = back.isEmpty ? [] : [("back", back)]
        return [
            "views": views.isEmpty ? [Values]() : [all] + views, "layouts": layouts,
            "viewsHref": (R.address + "/views").appendingQuery(back),
            "columnsHref": query.layout == .table ? (R.address + "/columns").appendingQuery(back) : false,
        ]
    }

    private func columns(_ listing: Listing<R>, _ words: Words) -> [Values] {
        let query = listing.query
        let asked = query.sort.isEmpty ? R.order : query.sort
        let heads =
            [(R.title.name, R.recordName(R.table) == nil ? words.label(of: R.title.name, R.name) : words("admin.fields.name"), "text")]
            + listing.columns.map { ($0.name, $0.label(words), $0.kind) }
        let sortable = ListOutline<R>.shared.sortable
        return heads.map { name, label, kind in
            let direction = asked == name ? "ascending" : asked == "-" + name ? "descending" : nil
            let next = direction == "ascending" ? "-" + name : name
            return [
                "label": label, "sortHref": sortable.contains(name) ? query.sorted(by: next).address(R.address) : false,
                "sorted": direction ?? false, "kind": kind,
            ]
        }
    }

    private func bulkActs(_ words: Words) -> [Values] {
        BulkChange.offered(R.self).map { act in
            ["act": act, "label": words(act == "change" ? "lists.bulk.change" : "admin.bulk.\(act)"), "danger": act == "delete"]
        }
    }
}

private struct Found: Codable, Sendable {
    let id: Int64
    let label: String
}
