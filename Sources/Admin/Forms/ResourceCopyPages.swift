import Accounts
import GRDB
import Hummingbird
import Web

struct ResourceCopyPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("{id}/copies", use: copy)
    }

    @Sendable func copy(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard R.mayBeCopied else { throw HTTPError(.notFound) }
        let id = try person.recordID()
        let words = admin.words(person)
        let copy = try await admin.database.write { db in
            var copy = try R.find(db, person.grants, R.editing, id)
            let title = copy.titleText
            let scopeID = copy.stamp.scopeID
            copy.stamp = RecordMetadata()
            copy.stamp.scopeID = scopeID
            try clearOwn(&copy, try admin.context(person, db, scopeID: scopeID))
            Listing<R>.publication?.load(&copy, false.databaseValue)
            for number in 1... {
                // Stored titles have no isolation marks.
                let name = words(number == 1 ? "admin.copy" : "admin.copyNumber", ["name": title, "number": String(number)])
                    .withoutDirections
                if number < 1000, try isTaken(name, in: scopeID, person, db) { continue }
                R.title.load(&copy, name.databaseValue)
                do {
                    try db.inSavepoint {
                        try copy.insert(db, by: person.actor)
                        return .commit
                    }
                    break
                } catch WriteRefusal.titleTaken where number < 1000 {
                    copy.stamp.key = ""
                }
            }
            return copy
        }
        let flash = Flash(words("admin.copied", ["name": copy.titleText]), kind: .good, undo: .trashing([copy], words))
        return try await admin.redirect(person, to: copy.address, flash)
    }

    private func isTaken(_ title: String, in scopeID: Int64?, _ person: SignedIn, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM \(R.table) WHERE (\(R.scopeCondition)) AND folded = ? AND \(R.notTrashed)
              AND \(R.rows(R.seeing, person.grants)))
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [scopeID, title.folded]) ?? false
    }

    /// Unique values such as a code or sign-in name are not copied. A required one gets the first free suffix: «A12-2», «A12-3» …
    private func clearOwn(_ copy: inout R, _ context: FormContext) throws {
        let own = try refused(copy, context)
        for field in R.fields where field.kind is TextFieldType && own.contains(field.name) {
            guard field.kind.isRequired else {
                field.copy(R(), &copy)
                continue
            }
            let code = String.fromDatabaseValue(field.store(copy)) ?? ""
            for number in 2..<1000 {
                field.load(&copy, "\(code)-\(number)".databaseValue)
                guard try refused(copy, context).contains(field.name) else { break }
            }
        }
    }

    private func refused(_ record: R, _ context: FormContext) throws -> Set<String> {
        var errors = FieldErrors()
        try record.check(Entry(name: "", form: nil, context: context, texts: R.name), errors: &errors)
        return Set(errors.all.map(\.name))
    }
}
