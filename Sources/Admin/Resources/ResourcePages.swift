import Accounts
import GRDB
import Hummingbird
import Web

/// The pages of one resource and who may open them.
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

    // MARK: Finding records, with the right to them

    /// The record of an address, if there is one and the person may see it: another house's is not there at all.
    func find(_ db: Database, _ person: SignedIn, _ permission: Permission, _ id: Int64, trashed: Bool = false) throws -> R {
        try R.find(db, person.grants, permission, id, trashed: trashed)
    }

    /// The number in an address; anything else is not found.
    func id(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }

    /// The scope of a list or a new record: the one shown now, which the person must have the right to.
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
    /// A record for somebody with these rights; one that he may not see is not there at all.
    public static func find(
        _ db: Database, _ grants: Grants, _ permission: Permission, _ id: Int64, trashed: Bool = false
    ) throws -> Self {
        let record = try findAny(db, grants, permission, id)
        guard (record.stamp.deletedAt != nil) == trashed else { throw HTTPError(.notFound) }
        return record
    }

    /// The same, whether it is in the trash or not.
    static func findAny(_ db: Database, _ grants: Grants, _ permission: Permission, _ id: Int64) throws -> Self {
        guard let record = try fetch(db, id: id), grants.may(permission, in: record.stamp.scopeID),
            try isOpen(id, permission, grants, db)
        else { throw HTTPError(.notFound) }
        return record
    }

    /// Reads a form over the record by every rule there is.
    /// - Parameter kept: fields that nobody touched.
    mutating func read(_ form: Form, except kept: Set<String> = [], _ context: FormContext, errors: inout FieldErrors) throws {
        readFields(form, except: kept, context, errors: &errors)
        try check(form, context, errors: &errors)
    }

    /// Only by the rules of each field.
    mutating func readFields(_ form: Form, except kept: Set<String>, _ context: FormContext, errors: inout FieldErrors) {
        for field in Self.fields where !kept.contains(field.name) {
            field.read(&self, Entry(name: field.name, form: form, context: context, texts: Self.name), &errors)
        }
    }

    /// Only by the record's own.
    func check(_ form: Form, _ context: FormContext, errors: inout FieldErrors) throws {
        try check(Entry(name: "", form: form, context: context, texts: Self.name), errors: &errors)
    }
}

extension AdminContext {
    /// The pages of every resource of every system.
    /// - Parameter entrance: where `/admin` is mounted, behind what lets only those in who are signed in.
    public func resourceRoutes(_ entrance: @escaping @Sendable (Router<Visitor>) -> RouterGroup<SignedIn>) -> [LazyRoutes] {
        resources.all.map { routes(of: $0, entrance) }
    }

    private func routes<R: Resource>(
        of type: R.Type, _ entrance: @escaping @Sendable (Router<Visitor>) -> RouterGroup<SignedIn>
    ) -> LazyRoutes {
        LazyRoutes(path: R.address) { router in ResourcePages<R>(admin: self).addRoutes(to: entrance(router)) }
    }
}
