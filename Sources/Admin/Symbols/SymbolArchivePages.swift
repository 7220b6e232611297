import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Takes the pictures of an archive of symbols into the library, each with the author and the licence of the archive.
struct SymbolArchivePages: Sendable {
    let admin: AdminContext

    static let address = "/admin/media/archive"
    private static let limits = [("credit", 200), ("licence", 200), ("only", 500)]

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("archive", use: show)
        own.post("archive", use: take)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(MediaPages.editing)
        return try await page(request, person, Form(), [])
    }

    @Sendable private func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        let scopeID = try await admin.database.read { db in try admin.currentScope(person, db) }
        try person.require(MediaPages.editing, in: scopeID)
        let form = try await Form.read(request, limits: .archives)
        let words = admin.words(person)
        var errors: [(name: String, text: String)] = []
        for (name, limit) in Self.limits where form[name].unicodeScalars.count > limit {
            errors.append((name, words("admin.refused.long", ["limit": String(limit)])))
        }
        if form["licence"].isEmpty { errors.append(("licence", words("admin.refused.blank"))) }
        let (path, only) = (form.file("archive")?.path, form["only"])
        let archive = await offThread {
            path.flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) }.flatMap { SymbolArchive($0, only: only) }
        }
        if archive == nil {
            errors.append(("archive", words("admin.symbols.noArchive")))
        } else if archive?.pictures.isEmpty == true {
            errors.append(("archive", words("admin.symbols.noneIn")))
        }
        guard errors.isEmpty, let archive else { return try await page(request, person, form, errors) }
        let answers = await admin.pictures.take(symbols: archive.pictures)
        var (stored, refused): ([(name: String, picture: StoredPicture)], [String]) = ([], [])
        for (picture, answer) in zip(archive.pictures, answers) {
            switch answer {
            case .success(let taken): stored.append((picture.name, taken))
            case .failure(let refusal): refused.append(words(refusal.textKey, refusal.values))
            }
        }
        let (credit, licence) = (form["credit"], form["licence"])
        let (added, known) = try await admin.database.write { [stored] db in
            var (added, known): ([Int64], Int) = ([], 0)
            for (name, one) in stored {
                let wasThere = try Picture.same(one, scopeID, db).map { $0.deletedAt == nil } ?? false
                let picture = try Picture.add(
                    one, alt: SymbolArchive.words(of: name), credit: credit, licence: licence, scopeID: scopeID, db, by: person.actor)
                if wasThere { known += 1 } else if let id = picture.id { added.append(id) }
            }
            return (added, known)
        }
        let parts = [
            words("admin.media.added", count: added.count),
            known == 0 ? nil : words("admin.symbols.known", count: known),
            archive.leftOut == 0 ? nil : words("admin.symbols.leftOut", ["most": String(SymbolArchive.most)], count: archive.leftOut),
            refused.isEmpty ? nil : refused.prefix(5).joined(separator: " "),
            refused.count <= 5 ? nil : words("admin.symbols.moreRefused", count: refused.count - 5),
        ]
        let undo = added.isEmpty ? nil : Flash.Undo.ofPictures("delete", added, words)
        let text = parts.compactMap { $0 }.joined(separator: " ")
        return try await admin.redirect(person, to: MediaPages.address, Flash(text, kind: added.isEmpty ? .info : .good, undo: undo))
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ form: Form, _ errors: [(name: String, text: String)]
    ) async throws -> Response {
        try await admin.page(person, request, status: errors.isEmpty ? .ok : .unprocessableContent) { _, context in
            let words = context.words
            var values: Values = [
                "title": words("admin.symbols.title"), "action": Self.address,
                "help": words(
                    "admin.symbols.help", ["most": String(SymbolArchive.most)]),
                "breadcrumbs": [["label": words("admin.menu.pictures"), "href": MediaPages.address]] as [Values],
                "errors": errors.isEmpty
                    ? false
                    : [
                        "title": words("admin.errors", count: errors.count),
                        "items": errors.map { ["href": "#" + $0.name, "text": $0.text] as Values },
                    ] as Values,
            ]
            for (name, _) in Self.limits {
                values[name] = form[name]
                values[name + "Error"] = errors.first { $0.name == name }?.text ?? false
            }
            return ("admin/media/archive", values)
        }
    }
}

extension Form.Limits {
    static let archives: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (100 << 20, 100 << 20, 1)
        return limits
    }()
}
