import Accounts
import GRDB
import Hummingbird
import Web

extension MediaPages {
    /// `POST /admin/media`: accepts valid files and lists the refused ones.
    @Sendable func upload(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the permission before reading the body.
        let scopeID = try await admin.database.read { db in try admin.currentScope(person, db) }
        try person.require(Self.editing, in: scopeID)
        let form = try await Form.read(request, limits: .uploads)
        // Without a choice, browsers send one empty file without a name.
        let files = (form.files["files"] ?? []).filter { $0.size > 0 || !$0.name.isEmpty }
        let words = admin.words(person)
        var taken: [StoredPicture] = []
        var refused = files.isEmpty ? [words("admin.media.noFile")] : []
        for answer in await admin.pictures.take(files) {
            switch answer {
            case .success(let stored): taken.append(stored)
            case .failure(let refusal): refused.append(words(refusal.textKey, refusal.values))
            }
        }
        let (added, known) = try await admin.database.write { [taken] db in try add(taken, scopeID, person, db) }
        let flash = flash(added, known, words)
        guard refused.isEmpty else {
            return try await admin.page(person, request, status: .unprocessableContent) { [refused] db, context in
                var values = try libraryPage(ListQuery(Form(), filters: [], sortable: []), person, context, refused: refused)
                if let flash { values["flash"] = AdminContext.drawn(flash) }
                return ("media/library", values)
            }
        }
        let one = added.count + known.count == 1 ? (added + known).first?.id : nil
        return try await admin.redirect(person, to: one.map { "\(Self.address)/\($0)" } ?? Self.address, flash)
    }

    private func add(
        _ taken: [StoredPicture], _ scopeID: Int64?, _ person: SignedIn, _ db: Database
    ) throws -> (added: [Picture], known: [Picture]) {
        var (added, known): ([Picture], [Picture]) = ([], [])
        for stored in taken {
            let wasThere = try Picture.same(stored, scopeID, db).map { $0.deletedAt == nil } ?? false
            let picture = try Picture.add(stored, scopeID: scopeID, db, by: person.actor)
            if wasThere { known.append(picture) } else { added.append(picture) }
        }
        return (added, known)
    }

    private func flash(_ added: [Picture], _ known: [Picture], _ words: Words) -> Flash? {
        guard !added.isEmpty || !known.isEmpty else { return nil }
        let parts = [
            added.isEmpty ? nil : words("admin.media.added", count: added.count),
            known.isEmpty ? nil : words("admin.media.known", ["names": known.map(\.title).joined(separator: ", ")], count: known.count),
        ]
        let undo = added.isEmpty ? nil : undo("delete", added.compactMap(\.id), words)
        return Flash(parts.compactMap { $0 }.joined(separator: " "), kind: added.isEmpty ? .info : .good, undo: undo)
    }
}
