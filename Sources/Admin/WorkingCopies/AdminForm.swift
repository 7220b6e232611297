import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Unsaved input is kept as in record forms: while typing, after a refusal, and when sent after the session ended.
struct AdminForm: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case people, roles, site

        var address: String {
            switch self {
            case .people: PeoplePages.address
            case .roles: RolesPages.address
            case .site: SitePages.address
            }
        }

        var permission: Permission { self == .site ? "admin.site.edit" : "admin.people.edit" }

        fileprivate var table: String? {
            switch self {
            case .people: Account.databaseTableName
            case .roles: CustomRole.databaseTableName
            case .site: nil
            }
        }
    }

    let kind: Kind
    let id: Int64?

    init(_ kind: Kind, _ id: Int64? = nil) { (self.kind, self.id) = (kind, id) }

    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count >= 2, let kind = Kind.allCases.first(where: { $0.address == "/\(parts[0])/\(parts[1])" }) else { return nil }
        switch parts.count {
        case 2: self.init(kind)
        case 3:
            guard kind.table != nil, let id = Int64(recordID: parts[2]) else { return nil }
            self.init(kind, id)
        default: return nil
        }
    }

    var address: String { kind.table == nil ? kind.address : "\(kind.address)/\(id.map(String.init) ?? "new")" }

    var keepAction: String { address + "/working-copy" }

    private var name: String { "admin.\(kind.rawValue)" }

    @discardableResult
    func keep(_ form: Form, of person: SignedIn, _ db: Database) throws -> Bool? {
        guard person.grants.may(kind.permission, in: nil), try isThere(db) else { return nil }
        return try UnsavedInput.keep(form, of: person.accountID, in: name, id ?? 0, db)
    }

    private func isThere(_ db: Database) throws -> Bool {
        guard let id, let table = kind.table else { return true }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id]) ?? false
    }

    func remove(of person: SignedIn, _ db: Database) throws {
        try UnsavedInput.remove(of: person.accountID, in: name, id ?? 0, db)
    }

    func forget(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM workingCopy WHERE kind = ? AND recordID = ?", arguments: [name, id ?? 0])
    }

    func left(by person: SignedIn, _ request: Request, _ context: FormContext) throws -> (opened: Form?, values: Values) {
        guard let copy = try UnsavedInput.find(of: person.accountID, in: name, id ?? 0, context.db) else { return (nil, [:]) }
        let words = context.words
        let when = words.language.relativeMoment(copy.at, now: .now, in: context.zone)
        guard Form(query: request.uri.query ?? "")["working-copy"] == "open" else {
            let none: [Values] = []
            let notice: Values = [
                "text": words("history.copy.leftForm", ["when": when]), "changed": false, "fields": none,
                "openHref": address + "?working-copy=open", "removeAction": keepAction + "/removal", "scope": "",
            ]
            return (nil, ["workingCopy": notice])
        }
        let notice: Values = [
            "text": words("history.copy.opened", ["when": when]), "changed": false, "removeAction": keepAction + "/removal", "scope": "",
        ]
        var values: Values = ["dirty": true, "openedCopy": notice]
        // Saving applies to the version that the person saw.
        if copy.form.has("version") { values["version"] = copy.form["version"] }
        return (copy.form, values)
    }

    static func addRoutes(_ kind: Kind, to group: RouterGroup<SignedIn>, _ admin: AdminContext) {
        for path in kind.table == nil ? ["working-copy"] : ["new/working-copy", "{id}/working-copy"] {
            group.post(RouterPath(path)) { request, person in
                try await AdminForm(kind, person.parameters.recordID(ifAny: "id")).keep(request, person, admin)
            }
            group.post(RouterPath(path + "/removal")) { _, person in
                let form = AdminForm(kind, try person.parameters.recordID(ifAny: "id"))
                try await admin.database.write { db in try form.remove(of: person, db) }
                return try await admin.redirect(person, to: form.address, Flash(admin.words(person)("history.copy.removed")))
            }
        }
    }

    private func keep(_ request: Request, _ person: SignedIn, _ admin: AdminContext) async throws -> Response {
        let form = try await Form.read(request, limits: .workingCopy, judgesText: false)
        guard let isKept = try await admin.database.write({ db in try keep(form, of: person, db) }) else { throw HTTPError(.notFound) }
        return admin.keptResponse(isKept, person)
    }
}

extension AdminContext {
    func keptResponse(_ isKept: Bool, _ person: SignedIn) -> Response {
        let words = words(person)
        let text = isKept ? words("history.copy.kept", ["time": words.language.time(.now, in: site.zone)]) : words("history.copy.long")
        return Response(
            status: isKept ? .ok : .contentTooLarge, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
