import Accounts
import GRDB
import Hummingbird
import Web

struct ResourceColumnPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("columns", use: chooseColumns)
        own.post("columns", use: keepColumns)
    }

    @Sendable func chooseColumns(_ request: Request, _ person: SignedIn) async throws -> Response {
        let back = Form(query: request.uri.query ?? "")["back"]
        return try await admin.page(person, request) { db, context in
            let memory = try columnMemory(person, context)
            let asked = ListColumn<R>.named(ListQuery(R.self, back: back).columns)
            let own = ListColumn<R>.named(try memory.columns(db))
            let chosen = (!asked.isEmpty ? asked : !own.isEmpty ? own : R.columns.compactMap(ListColumn.init)).map(\.name)
            let order = chosen + ListColumn<R>.all.map(\.name).filter { !chosen.contains($0) }
            return ("admin/lists/columns", columnsPage(order, chosen: Set(chosen), back, nil, context))
        }
    }

    /// Saves, resets (`reset`), or moves a line (`up.price`).
    @Sendable func keepColumns(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let known = ListColumn<R>.all.map(\.name)
        var order = form.all("order").filter(known.contains)
        order += known.filter { !order.contains($0) }
        let chosen = Set(form.all("column"))
        let act = form["act"].split(separator: ".").map(String.init)
        if act.count == 2, let at = order.firstIndex(of: act[1]) {
            let other = act[0] == "up" ? at - 1 : at + 1
            if order.indices.contains(other) { order.swapAt(at, other) }
            let moved = order
            return try await admin.page(person, request) { _, context in
                _ = try columnMemory(person, context)
                return ("admin/lists/columns", columnsPage(moved, chosen: chosen, form["back"], nil, context, moved: act[1]))
            }
        }
        let columns = act == ["reset"] ? [] : order.filter(chosen.contains)
        guard act == ["reset"] || !columns.isEmpty else {
            let order = order
            return try await admin.page(person, request, status: .unprocessableContent) { _, context in
                _ = try columnMemory(person, context)
                return (
                    "admin/lists/columns", columnsPage(order, chosen: [], form["back"], context.words("admin.refused.noneChosen"), context)
                )
            }
        }
        try await admin.database.write { db in
            try columnMemory(person, try admin.context(person, db)).keep(columns: columns.joined(separator: ","), db)
        }
        var query = ListQuery(R.self, back: form["back"])
        query.columns = ""
        let words = admin.words(person)
        let flash = Flash(words(act == ["reset"] ? "lists.columns.wasReset" : "lists.columns.saved"))
        return try await admin.redirect(person, to: SafePath.local(query.address(R.address, page: query.page)) ?? R.address, flash)
    }

    private func columnMemory(_ person: SignedIn, _ context: FormContext) throws -> ListMemory {
        ListMemory(R.self, person, scope: try admin.requireScope(of: R.self, person, R.seeing, context))
    }

    private func columnsPage(
        _ order: [String], chosen: Set<String>, _ back: String, _ error: String?, _ context: FormContext, moved: String? = nil
    ) -> Values {
        let words = context.words
        let heading = words("lists.columns.heading", ["things": R.localized(words, "many").lowercased()])
        let lines = order.enumerated().compactMap { index, name -> Values? in
            ListColumn<R>(name).map { column in
                [
                    "name": name, "label": column.label(words), "checked": chosen.contains(name), "isFirst": index == 0,
                    "isLast": index == order.count - 1, "isMoved": name == moved,
                ]
            }
        }
        return [
            "title": heading, "heading": heading, "action": R.address + "/columns", "lines": lines, "backQuery": back,
            "titleLabel": words.label(of: R.title.name, R.name), "error": error ?? false,
            "listHref": SafePath.local(R.address + back) ?? R.address,
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }
}
