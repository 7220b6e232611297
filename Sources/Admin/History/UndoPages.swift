import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension Flash.Undo {
    /// The button that takes back what one revision did.
    static func taking(back revision: Revision, _ words: Words, label: String = "admin.undo") -> Flash.Undo {
        Flash.Undo(action: UndoPages.address, label: words(label), fields: [["revision", String(revision.id ?? 0)]])
    }

    /// The button that takes back a whole act.
    static func taking(back act: Act, _ words: Words) -> Flash.Undo {
        Flash.Undo(action: UndoPages.address, label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
    }
}

/// The one way to take something back: a single save by its revision, or everything of a larger act.
struct UndoPages: Sendable {
    let desk: Desk
    static let address = "/admin/undoing"

    /// `POST /admin/undoing` with `revision` or `act`.
    @Sendable func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = desk.words(person)
        let outcome: (flash: Flash, address: String)
        if let id = Int64(form["revision"]) {
            outcome = try await desk.database.write { db in try undo(revision: id, person, words, db) }
        } else if let id = Int64(form["act"]) {
            outcome = try await desk.database.write { db in try undo(act: id, person, words, db) }
        } else {
            throw HTTPError(.notFound)
        }
        return try await desk.redirect(
            person, to: form["next"].isEmpty ? outcome.address : SafePath.local(form["next"]) ?? outcome.address, outcome.flash)
    }

    private func undo(revision id: Int64, _ person: SignedIn, _ words: Words, _ db: Database) throws -> (Flash, String) {
        guard let revision = try Revision.fetchOne(db, key: id), let type = type(of: revision.kind),
            person.grants.may(type.editing, in: revision.scopeID)
        else { throw HTTPError(.notFound) }
        let outcome = try type.undo(revision, db, by: person.actor, words: words, zone: desk.site.zone)
        let newest = try Revision.newest(revision.kind, revision.recordID, db)
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

    private func undo(act id: Int64, _ person: SignedIn, _ words: Words, _ db: Database) throws -> (Flash, String) {
        guard let act = try Act.fetchOne(db, key: id), let type = type(of: act.kind),
            act.accountID == person.accountID || person.grants.may("admin.site.edit", in: nil), try mayEditAll(act, type, person, db)
        else { throw HTTPError(.notFound) }
        guard act.undoneAt == nil else { return (Flash(words("history.actUndone"), kind: .warn), type.address) }
        var own = Act("history.acts.undone", on: act.kind, scope: act.scopeID, by: person.actor)
        try own.insert(db)
        let actor = person.actor.within(own.id)
        let (done, kept) = try desk.resources.undo(act, db, by: actor, words: words, zone: desk.site.zone)
        if done == 0 { try db.execute(sql: "DELETE FROM act WHERE id = ?", arguments: [own.id]) }
        var text = words("history.actDone", count: done)
        if !kept.isEmpty {
            let names = kept.prefix(5).joined(separator: ", ") + (kept.count > 5 ? ", …" : "")
            text += " " + words("history.actKept", ["names": names], count: kept.count)
        }
        return (Flash(text, kind: kept.isEmpty ? .good : .warn, undo: done == 0 ? nil : .taking(back: own, words)), type.address)
    }

    /// Whether the person may edit in every scope that the act reached into.
    private func mayEditAll(_ act: Act, _ type: any Resource.Type, _ person: SignedIn, _ db: Database) throws -> Bool {
        let rows = try Row.fetchAll(db, sql: "SELECT DISTINCT scopeID FROM revision WHERE actID = ?", arguments: [act.id])
        return rows.allSatisfy { person.grants.may(type.editing, in: $0[0]) }
    }

    /// The resource of a name, of a system that is switched on.
    private func type(of kind: String) -> (any Resource.Type)? {
        desk.resources.all.first { $0.name == kind && desk.site.systems.contains($0.system) }
    }
}
