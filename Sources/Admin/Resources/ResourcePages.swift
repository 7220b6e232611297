import Accounts
import GRDB
import Hummingbird
import Web

struct ResourcePages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("\(R.system)/\(R.path)").add(middleware: SystemSwitch(R.system, of: admin))
        own.get("", use: index)
        own.post("", use: create)
        own.get("new", use: blank)
        own.get("choices", use: choices)
        own.get("columns", use: chooseColumns)
        own.post("columns", use: keepColumns)
        addViewRoutes(to: own)
        addBulkRoutes(to: own)
        addFileRoutes(to: own)
        own.get("trash", use: trash)
        own.post("trash", use: changeTrash)
        own.get("{id}", use: edit)
        own.post("{id}", use: save)
        own.post("{id}/copies", use: copy)
        own.get("{id}/deletion", use: askDeletion)
        own.post("{id}/deletion", use: delete)
        addHistoryRoutes(to: own)
        addWorkingCopyRoutes(to: own)
        addDraftRoutes(to: own)
        addPreviewRoutes(to: own)
        addTranslationRoutes(to: own)
    }

    func find(_ db: Database, _ person: SignedIn, _ permission: Permission, _ id: Int64, trashed: Bool = false) throws -> R {
        try R.find(db, person.grants, permission, id, trashed: trashed)
    }

    func id(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }

    func requireScope(_ person: SignedIn, _ permission: Permission, _ context: FormContext) throws -> Int64? {
        guard R.scope != nil else {
            try person.require(permission, in: nil)
            return nil
        }
        return try admin.requireScope(context.scopeID, person, permission)
    }

    func named(_ words: Words, _ key: String, count: Int? = nil, _ values: [String: String] = [:]) -> String {
        words("\(R.name).\(key)", values, count: count)
    }
}

extension Resource {
    /// Returns a record that these grants open; throws 404 otherwise.
    public static func find(
        _ db: Database, _ grants: Grants, _ permission: Permission, _ id: Int64, trashed: Bool = false
    ) throws -> Self {
        let record = try findAny(db, grants, permission, id)
        guard (record.stamp.deletedAt != nil) == trashed else { throw HTTPError(.notFound) }
        return record
    }

    static func findAny(_ db: Database, _ grants: Grants, _ permission: Permission, _ id: Int64) throws -> Self {
        guard let record = try fetch(db, id: id), grants.may(permission, in: record.stamp.scopeID),
            try isOpen(id, permission, grants, db)
        else { throw HTTPError(.notFound) }
        return record
    }

    /// Applies a form with all rules; `kept` are untouched fields.
    mutating func read(_ form: Form, except kept: Set<String> = [], _ context: FormContext, errors: inout FieldErrors) throws {
        readFields(form, except: kept, context, errors: &errors)
        try check(form, context, errors: &errors)
    }

    mutating func readFields(_ form: Form, except kept: Set<String>, _ context: FormContext, errors: inout FieldErrors) {
        for field in Self.fields where !kept.contains(field.name) {
            field.read(&self, Entry(name: field.name, form: form, context: context, texts: Self.name), &errors)
        }
    }

    func check(_ form: Form, _ context: FormContext, errors: inout FieldErrors) throws {
        try check(Entry(name: "", form: form, context: context, texts: Self.name), errors: &errors)
    }
}

extension AdminContext {
    /// Mounts the pages of all resources; `entrance` mounts `/admin` behind the sign-in check.
    public func resourceRoutes(_ entrance: @escaping @Sendable (Router<Visitor>) -> RouterGroup<SignedIn>) -> [LazyRoutes] {
        resources.all.map { routes(of: $0, entrance) }
    }

    private func routes<R: Resource>(
        of type: R.Type, _ entrance: @escaping @Sendable (Router<Visitor>) -> RouterGroup<SignedIn>
    ) -> LazyRoutes {
        LazyRoutes(path: R.address) { router in ResourcePages<R>(admin: self).addRoutes(to: entrance(router)) }
    }
}
