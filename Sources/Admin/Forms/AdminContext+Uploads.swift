import Accounts
import GRDB
import Web

extension AdminContext {
    /// Stores the form's pictures and puts their ids into the form, so that a refused form keeps them. Returns refusals by field name.
    func takeUploads(_ form: inout Form, scopeID: Int64?, _ person: SignedIn) async throws -> FieldErrors {
        var errors = FieldErrors()
        for name in form.files.keys.sorted() where name.hasSuffix(".file") {
            guard let file = form.file(name) else { continue }
            let field = String(name.dropLast(".file".count))
            do {
                let stored = try await pictures.take(file)
                let alt = form[field + ".alt"]
                let picture = try await database.write { db in
                    try Picture.add(stored, alt: alt, scopeID: scopeID, db, by: person.actor)
                }
                form[field] = picture.id.map(String.init) ?? ""
                form.remove(field + ".remove")
            } catch let refusal as PictureRefusal {
                errors.add(field, words(person)(refusal.textKey, refusal.values))
            }
        }
        try await takeSymbols(&form, scopeID: scopeID, person, &errors)
        return errors
    }

    /// Makes pictures of the chosen drawings. An uploaded file precedes a drawing.
    private func takeSymbols(_ form: inout Form, scopeID: Int64?, _ person: SignedIn, _ errors: inout FieldErrors) async throws {
        // Each drawing is drawn once, however many fields name it.
        var drawn: [String: StoredPicture] = [:]
        for name in form.values.keys.sorted() where name.hasSuffix(".pick") && form[name].hasPrefix(SymbolChoice.prefix) {
            let field = String(name.dropLast(".pick".count))
            let chosen = symbols[String(form[name].dropFirst(SymbolChoice.prefix.count))]
            form.remove(name)
            guard form.file(field + ".file") == nil else { continue }
            guard let symbol = chosen else {
                errors.add(field, words(person)("admin.refused.gone"))
                continue
            }
            do {
                let known = drawn[symbol.name]
                let stored = if let known { known } else { try await pictures.take(symbol: symbol, of: symbols) }
                drawn[symbol.name] = stored
                let typed = form[field + ".alt"]
                let alt = typed.isEmpty || typed == form[field + ".alt.was"] ? symbol.label(words(person).language) : typed
                let picture = try await database.write { db in
                    try Picture.add(
                        stored, alt: alt, credit: "Portico", licence: "CC0-1.0", scopeID: scopeID, db, by: person.actor)
                }
                form[field] = picture.id.map(String.init) ?? ""
                (form[field + ".alt"], form[field + ".alt.was"]) = (picture.alt, picture.alt)
                form.remove(field + ".remove")
            } catch let refusal as PictureRefusal {
                errors.add(field, words(person)(refusal.textKey, refusal.values))
            }
        }
    }
}

extension Form.Limits {
    /// Up to 20 MB per picture, 100 MB in total.
    static let uploads: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (100 << 20, 20 << 20, 40)
        return limits
    }()
}
