import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// A form of the back office that is no record's: what somebody typed there is kept as in the forms of records, while it is typed, when
/// it is refused, and when it was sent after the session had ended.
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

        /// What it takes to open the form.
        var permission: Permission { self == .site ? "admin.site.edit" : "admin.people.edit" }

        /// Of what the form is about; nil for the one form of its kind.
        fileprivate var table: String? {
            switch self {
            case .people: Account.databaseTableName
            case .roles: CustomRole.databaseTableName
            case .site: nil
            }
        }
    }

    let kind: Kind
    /// Nil for a new one.
    let id: Int64?

    init(_ kind: Kind, _ id: Int64? = nil) { (self.kind, self.id) = (kind, id) }

    /// The form that is sent to an address; nil for every other.
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

    /// Where it opens.
    var address: String { kind.table == nil ? kind.address : "\(kind.address)/\(id.map(String.init) ?? "new")" }

    /// Where a script sends what is typed.
    var keepAction: String { address + "/working-copy" }

    private var name: String { "admin.\(kind.rawValue)" }

    // MARK: The copy

    /// - Returns: whether it was kept; nil for somebody who may not open the form, or when what it is about is gone.
    @discardableResult
    func keep(_ form: Form, of person: SignedIn, _ db: Database) throws -> Bool? {
        guard person.grants.may(kind.permission, in: nil), try isThere(db) else { return nil }
        return try TypedCopy.keep(form, of: person.accountID, in: name, id ?? 0, db)
    }

    private func isThere(_ db: Database) throws -> Bool {
        guard let id, let table = kind.table else { return true }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id]) ?? false
    }

    func remove(of person: SignedIn, _ db: Database) throws {
        try TypedCopy.remove(of: person.accountID, in: name, id ?? 0, db)
    }

    /// Forgets what everybody typed, when what it is about goes.
    func forget(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM workingCopy WHERE kind = ? AND recordID = ?", arguments: [name, id ?? 0])
    }

    /// What a person left in the form, opened where the address asks for it, and what the page says of that.
    func left(by person: SignedIn, _ request: Request, _ context: FormContext) throws -> (opened: Form?, values: Values) {
        guard let copy = try TypedCopy.find(of: person.accountID, in: name, id ?? 0, context.db) else { return (nil, [:]) }
        let words = context.words
        let when = words.language.saidMoment(copy.at, now: .now, in: context.zone)
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
        // Saving goes over the version that was before the person's eyes, and no newer one.
        if copy.form.has("version") { values["version"] = copy.form["version"] }
        return (copy.form, values)
    }

    // MARK: Addresses

    /// Mounts what keeps the copies of a kind's forms and throws them away, beside the forms.
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

    /// `POST /admin/people/12/working-copy`: what a script sends while somebody types. Answers the sentence to show.
    private func keep(_ request: Request, _ person: SignedIn, _ admin: AdminContext) async throws -> Response {
        let form = try await Form.read(request, limits: .workingCopy, judgesText: false)
        guard let isKept = try await admin.database.write({ db in try keep(form, of: person, db) }) else { throw HTTPError(.notFound) }
        return admin.saidKept(isKept, person)
    }
}

extension AdminContext {
    /// The answer to a script that keeps what is typed.
    func saidKept(_ isKept: Bool, _ person: SignedIn) -> Response {
        let words = words(person)
        let text = isKept ? words("history.copy.kept", ["time": words.language.time(.now, in: site.zone)]) : words("history.copy.long")
        return Response(
            status: isKept ? .ok : .contentTooLarge, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
