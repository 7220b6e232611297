import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private struct NameRefused: Error { let sentence: String }

struct ResourceViewPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("views", use: views)
        own.post("views", use: saveView)
        own.post("views/{id}", use: changeView)
        own.post("views/{id}/default", use: beginWithView)
        own.post("views/{id}/deletion", use: deleteView)
    }

    @Sendable func views(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        return try await viewsPage(request, person, form, nil, .ok)
    }

    private func viewsPage(
        _ request: Request, _ person: SignedIn, _ form: Form, _ error: (name: String, sentence: String)?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.seeing, context)
            let (words, mayEdit) = (context.words, R.mayEdit(person, context))
            let memory = ListMemory(R.self, person, scope: context.scopeID)
            let query = ListQuery(R.self, back: form["back"])
            let panel = try FilterPanel<R>(query, FilterConditions(query, context), total: .max, isOpen: false, context)
            let said = (query.search.isEmpty ? [] : ["«\(query.search)»"]) + panel.chips.compactMap { $0["label"] as? String }
            let drawn = try memory.views(db).map { view, isDefault -> Values in
                let address = "\(R.address)/views/\(view.id ?? 0)"
                let isTyped = error?.name == String(view.id ?? 0)
                let refusal: any Sendable = isTyped ? error.map(\.sentence) ?? "" : false
                return [
                    "id": String(view.id ?? 0), "name": isTyped ? form["name"] : view.name, "title": view.name,
                    "href": R.address + view.query, "action": address,
                    "isShared": view.isShared, "isDefault": isDefault, "isOwn": view.accountID == person.accountID,
                    "mayChange": may(change: view, person, mayEdit), "mayShare": mayEdit, "error": refusal,
                ]
            }
            let heading = words("lists.views.heading", ["things": R.localized(words, "many").lowercased()])
            let newError: any Sendable = error?.name == "" ? error.map(\.sentence) ?? "" : false
            return (
                "admin/lists/views",
                [
                    "title": heading, "heading": heading, "action": R.address + "/views", "listHref": R.address + form["back"],
                    "backQuery": form["back"], "name": error?.name == "" ? form["name"] : "", "error": newError,
                    "shared": form["shared"] == "yes", "mayShare": mayEdit, "said": said.isEmpty ? false : said.joined(separator: " · "),
                    "views": drawn, "hasViews": !drawn.isEmpty,
                    "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
                ]
            )
        }
    }

    @Sendable func saveView(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await refusing(request, person, form, at: "") { db, context, memory in
            let isShared = form["shared"] == "yes"
            if isShared { try person.require(R.editing, in: memory.scopeID) }
            let name = try Self.name(form, context.words)
            var query = ListQuery(R.self, back: form["back"])
            let own = ListColumn<R>.named(try memory.columns(db)).map(\.name)
            if query.columns.isEmpty, !own.isEmpty { query.columns = own.joined(separator: ",") }
            let others = try memory.views(db).map(\.view)
            if var view = others.first(where: { $0.name.folded == name.folded }) {
                guard view.accountID == person.accountID, !view.isShared || R.mayEdit(person, context) else {
                    throw NameRefused(sentence: context.words("lists.views.taken", ["name": name]))
                }
                (view.name, view.query, view.isShared) = (name, query.address(""), isShared)
                try view.update(db)
                if isShared { try audit("share-view", view, db, person) }
                return (R.address + view.query, context.words("lists.views.saved", ["name": name]))
            }
            guard others.count < 100 else { throw NameRefused(sentence: context.words("admin.refused.tooMany", ["limit": "100"])) }
            var view = SavedView(
                name, query.address(""), on: R.name, scope: memory.scopeID, isShared: isShared, by: person.accountID,
                at: try db.transactionDate)
            try view.insert(db)
            if isShared { try audit("share-view", view, db, person) }
            return (R.address + view.query, context.words("lists.views.saved", ["name": name]))
        }
    }

    @Sendable func changeView(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.recordID()
        return try await refusing(request, person, form, at: String(id)) { db, context, memory in
            var view = try changeable(id, memory, db, person, context)
            let name = try Self.name(form, context.words)
            if try memory.views(db).contains(where: { $0.view.id != id && $0.view.name.folded == name.folded }) {
                throw NameRefused(sentence: context.words("lists.views.taken", ["name": name]))
            }
            let isShared = R.mayEdit(person, context) ? form["shared"] == "yes" : view.isShared
            let wasShared = view.isShared
            (view.name, view.isShared) = (name, isShared)
            try view.update(db)
            if isShared || wasShared { try audit(isShared ? "share-view" : "unshare-view", view, db, person) }
            return (Self.viewsAddress(form), context.words("lists.views.saved", ["name": name]))
        }
    }

    @Sendable func beginWithView(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.recordID()
        return try await refusing(request, person, form, at: String(id)) { db, context, memory in
            guard let view = try memory.view(id, db) else { throw HTTPError(.notFound) }
            let isOn = form["on"] != "no"
            try memory.begin(with: isOn ? id : nil, db)
            return (Self.viewsAddress(form), context.words(isOn ? "lists.views.begins" : "lists.views.beginsNot", ["name": view.name]))
        }
    }

    @Sendable func deleteView(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.recordID()
        return try await refusing(request, person, form, at: String(id)) { db, context, memory in
            let view = try changeable(id, memory, db, person, context)
            try view.delete(db)
            if view.isShared { try audit("delete-view", view, db, person) }
            return (Self.viewsAddress(form), context.words("lists.views.deleted", ["name": view.name]))
        }
    }

    private func refusing(
        _ request: Request, _ person: SignedIn, _ form: Form, at name: String,
        _ act: @escaping @Sendable (Database, FormContext, ListMemory) throws -> (address: String, message: String)
    ) async throws -> Response {
        do {
            let (address, message) = try await admin.database.write { db in
                let context = try admin.context(person, db)
                _ = try admin.requireScope(of: R.self, person, R.seeing, context)
                return try act(db, context, ListMemory(R.self, person, scope: context.scopeID))
            }
            return try await admin.redirect(person, to: SafePath.local(address) ?? R.address, Flash(message))
        } catch let refused as NameRefused {
            return try await viewsPage(request, person, form, (name, refused.sentence), .unprocessableContent)
        }
    }

    private static func name(_ form: Form, _ words: Words) throws -> String {
        let name = form["name"].replacing("\n", with: " ")
        if name.isEmpty { throw NameRefused(sentence: words("admin.refused.blank")) }
        if name.unicodeScalars.count > 60 { throw NameRefused(sentence: words("admin.refused.long", ["limit": "60"])) }
        return name
    }

    private static func viewsAddress(_ form: Form) -> String {
        (R.address + "/views").appendingQuery(form["back"].isEmpty ? [] : [("back", form["back"])])
    }

    private func may(change view: SavedView, _ person: SignedIn, _ mayEdit: Bool) -> Bool {
        view.isShared ? mayEdit : view.accountID == person.accountID
    }

    private func changeable(
        _ id: Int64, _ memory: ListMemory, _ db: Database, _ person: SignedIn, _ context: FormContext
    ) throws -> SavedView {
        guard let view = try memory.view(id, db), may(change: view, person, R.mayEdit(person, context)) else { throw HTTPError(.notFound) }
        return view
    }

    private func audit(_ act: String, _ view: SavedView, _ db: Database, _ person: SignedIn) throws {
        let object = (kind: "listView", id: view.id ?? 0, title: view.name)
        try AuditEntry.write(db, "list.\(act)", by: person.actor, on: object, scope: view.scopeID, detail: ["list": R.name])
    }
}
