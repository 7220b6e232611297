import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await admin.page(person, request) { db, context in
            _ = try requireScope(person, R.editing, context)
            var record = R()
            record.stamp.scopeID = R.scope == nil ? nil : context.scopeID
            return ("resource/form", try open(record, query, person, context))
        }
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let id = try id(person)
        return try await admin.page(person, request) { db, _ in
            let record = try find(db, person, R.seeing, id)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return ("resource/form", try open(record, query, person, context))
        }
    }

    /// Opens the form with the record, its draft, or the person's unsaved input (`working-copy=open`).
    private func open(_ record: R, _ query: Form, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let copy = try WorkingCopy.find(of: person.accountID, at: place(of: record), context.db)
        guard let copy else { return try formPage(record, nil, context, back: query["back"]) }
        guard query["working-copy"] == "open" else {
            var values = try formPage(record, nil, context, back: query["back"])
            values["workingCopy"] = try notice(of: copy, record, context)
            return values
        }
        let form = copy.typed
        var values = try formPage(record, form, context, back: form["back"])
        values.merge(openedNotice(of: copy, record, version: values["version"] as? String, context)) { $1 }
        return values
    }

    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: nil)
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: try id(person))
    }
}
