import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `GET /admin/house/products/12/history/34?against=33`: the differences from the previous, the present (`against=present`) or another
    /// version.
    @Sendable func showRevision(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try id(person)
        let against = Form(query: request.uri.query ?? "")["against"]
        return try await admin.page(person, request) { db, _ in
            let record = try findAny(db, person, R.seeing, id)
            let revision = try revision(person.parameters.recordID("revision"), of: record, db)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            var values = try revisionPage(record, revision, against, context)
            let isSame = FieldDifferences<R>.areSame(try revision.packed, record.packed)
            let mayRestore = person.grants.may(R.editing, in: record.stamp.scopeID) && (!isSame || record.stamp.deletedAt != nil)
            values["restoreAction"] = mayRestore ? "\(record.address)/history/\(revision.id ?? 0)/restoration" : false
            return ("history/revision", values)
        }
    }

    private func revisionPage(_ record: R, _ revision: Revision, _ against: String, _ context: FormContext) throws -> Values {
        let (words, db) = (context.words, context.db)
        let previous = try revision.previous(db)
        let next = try Revision.of(R.name, record.id ?? 0).filter(Revision.Columns.id > revision.id).fetchOne(db)
        let other = against == "present" || against.isEmpty ? previous : try self.revision(Int64(recordID: against), of: record, db)
        let (now, then) = (record.packed, try revision.packed)
        var (old, new): (JSON?, JSON) = (try other?.packed, then)
        // The older version is always on the left.
        if against == "present" {
            (old, new) = (then, now)
        } else if let other, let packed = old, (other.id ?? 0) > (revision.id ?? 0) {
            (old, new) = (then, packed)
        }
        let differences = try old.map { try FieldDifferences<R>($0, new, context).drawn } ?? []
        let address = record.address + "/history"
        let heading = words("history.version", ["when": words.language.saidMoment(revision.at, now: .now, in: context.zone)])
        let who = revision.actor.isEmpty ? words("admin.audit.nobody") : revision.actor
        return [
            "title": heading, "heading": heading, "differences": differences, "hasDifferences": !differences.isEmpty,
            "isFirst": old == nil, "whole": old == nil ? try FieldDifferences<R>.whole(then, context) : false,
            "said": words(
                "history.said", ["who": who, "act": AuditActs.sentence("\(R.name).\(revision.act)", words), "name": revision.title]),
            "previousHref": previous.map { "\(address)/\($0.id ?? 0)" } ?? false,
            "nextHref": next.map { "\(address)/\($0.id ?? 0)" } ?? false,
            "choices": try choices(revision, previous, chosen: against, context), "action": "\(address)/\(revision.id ?? 0)",
            "isTrashed": record.stamp.deletedAt != nil, "oldLabel": words("history.older"), "newLabel": words("history.newer"),
            "breadcrumbs": crumbs(record, words, toHistory: true),
        ]
    }

    private func choices(_ revision: Revision, _ previous: Revision?, chosen: String, _ context: FormContext) throws -> [Values] {
        let words = context.words
        let sql = "SELECT id, at, actor FROM revision WHERE kind = ? AND recordID = ? AND id <> ? ORDER BY id DESC LIMIT 100"
        let others = try Row.fetchAll(context.db, sql: sql, arguments: [R.name, revision.recordID, revision.id]).map { row -> Values in
            let (id, at, actor): (Int64, Date, String) = (row[0], row[1], row[2])
            let label = [words.language.moment(at, in: context.zone), actor].filter { !$0.isEmpty }.joined(separator: ", ")
            return ["value": String(id), "label": label, "selected": chosen == String(id)]
        }
        return [
            ["value": "", "label": words("history.before"), "selected": chosen.isEmpty],
            ["value": "present", "label": words("history.present"), "selected": chosen == "present"],
        ] + others
    }

    /// `POST /admin/house/products/12/history/34/restoration`: restores an earlier version as a new version.
    @Sendable func restoreRevision(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try id(person)
        let words = admin.words(person)
        do {
            let (record, lost, made) = try await admin.database.write { db in
                var record = try findAny(db, person, R.editing, id)
                let revision = try revision(person.parameters.recordID("revision"), of: record, db)
                let isTrashed = record.stamp.deletedAt != nil
                record.stamp.deletedAt = nil
                let lost = try record.restore(
                    revision.packed, as: isTrashed ? "restore" : "revert", db, by: person.actor, words: words, zone: admin.site.zone)
                // Restoring a version must not change the owner of a record.
                _ = try findAny(db, person, R.editing, id)
                return (record, lost, try Revision.newestID(R.name, id, db))
            }
            let text = [words("history.restored", ["name": record.titleText]), Lost.sentence(lost, R.name, words)]
            let flash = Flash(
                text.compactMap { $0 }.joined(separator: " "), kind: lost.isEmpty ? .good : .warn,
                undo: made.map { .taking(back: $0, words) })
            return try await admin.redirect(person, to: record.address, flash)
        } catch WriteRefusal.titleTaken {
            let flash = Flash(words("history.taken"), kind: .bad)
            return try await admin.redirect(person, to: "\(R.address)/\(id)/history", flash)
        }
    }
}
