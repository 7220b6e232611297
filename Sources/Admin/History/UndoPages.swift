import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension Flash.Undo {
    /// - Parameter next: the page to show afterwards; nil for the record.
    static func taking(back revision: Int64, _ words: Words, label: String = "admin.undo", next: String? = nil) -> Flash.Undo {
        let fields = [["revision", String(revision)]] + (next.map { [["next", $0]] } ?? [])
        return Flash.Undo(action: UndoPages.address, label: words(label), fields: fields)
    }
}

struct UndoPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/undoing"

    @Sendable func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        guard let id = form.recordID("revision") else { throw HTTPError(.notFound) }
        let (flash, address) = try await admin.database.write { db in try undo(revision: id, person, words, db) }
        let next = form["next"].isEmpty ? nil : SafePath.local(form["next"])
        return try await admin.redirect(person, to: next ?? address, flash)
    }

    private func undo(revision id: Int64, _ person: SignedIn, _ words: Words, _ db: Database) throws -> (Flash, String) {
        guard let revision = try Revision.fetchOne(db, key: id), let type = type(of: revision.kind),
            person.grants.may(type.editing, in: revision.scopeID),
            try type.isOpen(revision.recordID, type.editing, person.grants, db)
        else { throw HTTPError(.notFound) }
        let outcome = try type.undo(revision, db, by: person.actor, words: words, zone: admin.site.zone)
        guard try type.isOpen(revision.recordID, type.editing, person.grants, db) else { throw HTTPError(.notFound) }
        let newest = try Revision.newestID(revision.kind, revision.recordID, db)
        let state = try Row.fetchOne(
            db, sql: "SELECT deletedAt IS NOT NULL FROM \(type.table) WHERE id = ?", arguments: [revision.recordID])
        let isThere = state.map { $0[0] == false } ?? false
        let again = outcome.isDone ? newest.map { Flash.Undo.taking(back: $0, words, label: "history.redo") } : nil
        let flash = Flash(sentence(outcome, revision, isGone: state == nil, words), kind: kind(outcome), undo: again)
        return (flash, isThere ? "\(type.address)/\(revision.recordID)" : type.address)
    }

    private func sentence(_ outcome: Undoing, _ revision: Revision, isGone: Bool, _ words: Words) -> String {
        let name = ["name": revision.title]
        switch outcome {
        case .done: return words("history.undone", name)
        case .doneWithout(let lost):
            return words("history.undone", name) + " " + (Lost.sentence(lost, revision.kind, words) ?? "")
        case .changedSince: return words(isGone ? "history.erasedSince" : "history.changedSince", name)
        case .impossible: return words("history.impossible", name)
        }
    }

    private func kind(_ outcome: Undoing) -> Flash.Kind { outcome == .done ? .good : .warn }

    private func type(of kind: String) -> (any Resource.Type)? {
        admin.resources.all.first { $0.name == kind && admin.site.systems.contains($0.system) }
    }
}
