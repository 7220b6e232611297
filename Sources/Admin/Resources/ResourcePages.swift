import Accounts
import GRDB
import Hummingbird
import Web

struct ResourcePages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("\(R.system)/\(R.path)").add(middleware: SystemSwitch(R.system, of: admin))
        ResourceListPages<R>(admin: admin).addRoutes(to: own)
        ResourceColumnPages<R>(admin: admin).addRoutes(to: own)
        ResourceViewPages<R>(admin: admin).addRoutes(to: own)
        BulkPages<R>(admin: admin).addRoutes(to: own)
        BulkUndoPages<R>(admin: admin).addRoutes(to: own)
        ResourceExportPages<R>(admin: admin).addRoutes(to: own)
        ResourceImportPages<R>(admin: admin).addRoutes(to: own)
        ResourceTrashPages<R>(admin: admin).addRoutes(to: own)
        ResourceFormPages<R>(admin: admin).addRoutes(to: own)
        ResourceCopyPages<R>(admin: admin).addRoutes(to: own)
        ResourceDeletionPages<R>(admin: admin).addRoutes(to: own)
        ResourceHistoryPages<R>(admin: admin).addRoutes(to: own)
        WorkingCopyPages<R>(admin: admin).addRoutes(to: own)
        ResourceDraftPages<R>(admin: admin).addRoutes(to: own)
        ResourcePreviewPages<R>(admin: admin).addRoutes(to: own)
        ResourceTranslationPages<R>(admin: admin).addRoutes(to: own)
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

    mutating func readTyped(_ form: Form, _ context: FormContext, _ errors: inout FieldErrors) {
        for field in Self.fields {
            field.read(&self, Entry(name: field.name, form: form, context: context, texts: Self.name), &errors)
        }
        if form.has("edition") || form["act"] == "publish-draft" { Listing<Self>.publication?.load(&self, true.databaseValue) }
    }
}

extension Resource {
    static func localized(_ words: Words, _ key: String, count: Int? = nil, _ values: [String: String] = [:]) -> String {
        words("\(name).\(key)", values, count: count)
    }

    static func mayEdit(_ person: SignedIn, _ context: FormContext) -> Bool {
        person.grants.may(editing, in: scope == nil ? nil : context.scopeID)
    }

    static func errorLabel(_ name: String, _ words: Words) -> String {
        let parts = name.split(separator: ".").map(String.init)
        if parts.count == 3, field(parts[0])?.kind is TranslationsFieldType, let language = Language(rawValue: parts[1]) {
            return words.label(of: parts[2], Self.name) + " (\(words.name(of: language, "translations.in")))"
        }
        guard parts.count == 3, let index = Int(parts[1], in: .whole) else { return words.label(of: name, Self.name) }
        let texts = "\(Self.name).\(parts[0])"
        return words("\(texts).item", ["number": String(index + 1)]) + ", " + words.label(of: parts[2], texts).lowercased()
    }

    func crumbs(_ words: Words, toHistory: Bool = false) -> [Values] {
        var crumbs: [Values] = [["label": Self.localized(words, "many"), "href": Self.address]]
        if stamp.deletedAt == nil { crumbs.append(["label": titleText, "href": address]) }
        if toHistory { crumbs.append(["label": words("history.title"), "href": address + "/history"]) }
        return crumbs
    }
}

extension AdminContext {
    func requireScope<R: Resource>(
        of type: R.Type, _ person: SignedIn, _ permission: Permission, _ context: FormContext
    ) throws -> Int64? {
        guard R.scope != nil else {
            try person.require(permission, in: nil)
            return nil
        }
        return try requireScope(context.scopeID, person, permission)
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
