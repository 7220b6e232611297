import Accounts
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `POST /admin/house/recipes/12/copies`: a second record with the same contents, not published, open for editing.
    @Sendable func copy(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard R.mayBeCopied else { throw HTTPError(.notFound) }
        let id = try id(person)
        let words = desk.words(person)
        let copy = try await desk.database.write { db in
            var copy = try find(db, person, R.editing, id)
            let title = copy.titleText
            let scopeID = copy.stamp.scopeID
            copy.stamp = Stamp()
            copy.stamp.scopeID = scopeID
            try clearOwn(&copy, try desk.context(person, db, scopeID: scopeID))
            Listing<R>.publication?.load(&copy, false.databaseValue)
            // The first free of «Riso (copia)», «Riso (copia 2)» …
            for number in 1... {
                let name = words(number == 1 ? "admin.copy" : "admin.copyNumber", ["name": title, "number": String(number)])
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
        let flash = Flash(words("admin.copied", ["name": copy.titleText]), kind: .good, undo: trashing([copy], words))
        return try await desk.redirect(person, to: copy.address, flash)
    }

    /// What only one record may have stays with the first: a code, a name to sign in with. Where there must be one, the form asks for
    /// another when it is saved.
    private func clearOwn(_ copy: inout R, _ context: FormContext) throws {
        var errors = FieldErrors()
        try copy.check(Entry(name: "", form: nil, context: context, texts: R.name), errors: &errors)
        let refused = Set(errors.all.map(\.name))
        for field in R.fields where field.kind is TextKind && !field.kind.isRequired && refused.contains(field.name) {
            field.copy(R(), &copy)
        }
    }
}
