import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// `/admin/files`: the seed files that were applied, what they keep, and what people changed since.
struct SeedFilePages: Sendable {
    let admin: AdminContext
    static let address = "/admin/files"
    static let permission: Permission = "admin.site.edit"

    func addRoutes(to files: RouterGroup<SignedIn>, proof: RecentProof) {
        files.get("", use: index)
        files.get("{id}", use: show)
        files.group("{id}/releases").add(middleware: proof).post("", use: release)
        // It changes records of every system.
        files.group("undoing").add(middleware: Requires("*")).add(middleware: proof).post("", use: undo)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let newest = try SeedApplication.newest(db)
            let rows = try SeedApplication.newestOfEach(db).map { application -> Values in
                let differences = try SeedDifferences(application.name, admin.resources, context)
                return try row(
                    application, differences, mayUndo: application.id == newest?.id && person.grants.may("*", in: nil), context)
            }
            return (
                "admin/seed/index",
                [
                    "title": words("admin.menu.files"), "heading": words("admin.menu.files"), "count": words.language.number(rows.count),
                    "hasRows": !rows.isEmpty, "rows": rows,
                ]
            )
        }
    }

    private func row(
        _ application: SeedApplication, _ differences: SeedDifferences, mayUndo: Bool, _ context: FormContext
    ) throws -> Values {
        let (words, number) = (context.words, context.words.language.number)
        let counts = ["added": number(application.added), "changed": number(application.changed), "removed": number(application.removed)]
        let isUndone = application.undoneAt != nil
        return [
            "name": application.name, "file": application.file, "href": "\(Self.address)/\(application.id)",
            "when": words.language.relativeMoment(application.at, now: .now, in: context.zone), "what": words("seed.what", counts),
            "undone": isUndone ? words("seed.undoneAt") : false, "kept": words("seed.keeps", count: differences.kept),
            "differences": differences.all.isEmpty ? words("seed.noDifferences") : words("seed.differences", count: differences.all.count),
            "undoAction": mayUndo && !isUndone && application.actID != nil ? Self.address + "/undoing" : false,
            "id": String(application.id),
        ]
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try number(person)
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let application = try find(id, db)
            let differences = try SeedDifferences(application.name, admin.resources, context)
            let rows = differences.all.map { difference -> Values in
                [
                    "title": difference.title, "href": difference.address, "kind": difference.kind,
                    "label": difference.label, "fileValue": difference.file.isEmpty ? words("history.nothing") : difference.file,
                    "siteValue": difference.site.isEmpty ? words("history.nothing") : difference.site, "list": difference.identity.kind,
                    "scopeID": String(difference.identity.scopeID), "key": difference.identity.key, "field": difference.field,
                ]
            }
            let heading = words("seed.heading", ["name": application.name])
            return (
                "admin/seed/application",
                [
                    "title": heading, "heading": heading, "rows": rows, "hasRows": !rows.isEmpty,
                    "action": "\(Self.address)/\(application.id)/releases", "keeps": words("seed.keeps", count: differences.kept),
                    "mayReleaseAll": differences.kept > 0 && person.grants.may("*", in: nil),
                    "uncompared": differences.uncompared.isEmpty
                        ? false
                        : words("seed.uncompared", ["lists": differences.uncompared.sorted().joined(separator: ", ")]),
                    "breadcrumbs": [["label": words("admin.menu.files"), "href": Self.address]] as [Values],
                ]
            )
        }
    }

    /// `POST /admin/files/3/releases` with `list`, `scopeID`, `key` and `field`, or with `all`.
    @Sendable func release(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try number(person)
        let form = try await Form.read(request)
        let isAll = form["all"] == "yes"
        let scopeID = form["scopeID"] == "0" ? 0 : form.recordID("scopeID")
        guard isAll || scopeID != nil, isAll || !form["list"].isEmpty else { throw HTTPError(.badRequest) }
        let identity = isAll ? nil : SeedIdentity(form["list"], scope: scopeID, form["key"])
        guard mayRelease(identity, person) else { throw HTTPError(.forbidden) }
        let count = try await admin.database.write { db in
            let application = try find(id, db)
            let field = isAll || form["field"].isEmpty ? nil : form["field"]
            if let field, let identity, SeedKeptEntry.fields[identity.kind]?.contains(field) != true,
                !admin.resources.all.contains(where: { $0.name == identity.kind && $0.hasField(field) })
            {
                throw HTTPError(.badRequest)
            }
            let count = try SeedMemory.release(application.name, identity, field: field, db)
            guard count > 0 else { return 0 }
            try AuditEntry.write(
                db, "seed.release", by: person.actor, on: ("seed", application.id, application.name),
                detail: ["records": String(count)].merging(identity.map { ["record": "\($0.kind) \($0.key)"] } ?? [:]) { $1 })
            return count
        }
        let words = admin.words(person)
        let flash = count == 0 ? Flash(words("seed.notKept"), kind: .warn) : Flash(words("seed.released", count: count))
        return try await admin.redirect(person, to: "\(Self.address)/\(id)", flash)
    }

    /// Everything, accounts and roles are for those who may do everything; of a record one must see the list.
    private func mayRelease(_ identity: SeedIdentity?, _ person: SignedIn) -> Bool {
        guard let identity, !["accounts", "roles"].contains(identity.kind) else { return person.grants.may("*", in: nil) }
        guard let type = admin.resources.all.first(where: { $0.name == identity.kind }) else { return true }
        return person.grants.may(type.seeing, in: identity.scopeID == 0 ? nil : identity.scopeID)
    }

    /// `POST /admin/files/undoing` with `id`, the newest application that the person saw.
    @Sendable func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        let seed = Seed(modules: admin.modules, words: words, accounts: AccountSettings())
        let undone = try await admin.database.write { db -> SeedUndone? in
            guard let newest = try SeedApplication.newest(db), newest.id == form.recordID("id") else { return nil }
            return try seed.undo(db, by: person.actor)
        }
        guard let undone else { return try await admin.redirect(person, to: Self.address, Flash(words("seed.undoGone"), kind: .warn)) }
        var text = words("seed.undone", count: undone.records)
        if !undone.kept.isEmpty {
            let names = undone.kept.prefix(5).map { "«\($0)»" }.joined(separator: ", ") + (undone.kept.count > 5 ? " …" : "")
            text += " " + words("lists.undo.kept", ["names": names], count: undone.kept.count)
        }
        if !undone.others.isEmpty {
            let lists = ["lists": undone.others.joined(separator: ", "), "backup": undone.application.backup ?? ""]
            text += " " + words(undone.application.backup == nil ? "seed.othersAlone" : "seed.others", lists)
        }
        let isWhole = undone.kept.isEmpty && undone.others.isEmpty
        return try await admin.redirect(person, to: Self.address, Flash(text, kind: isWhole ? .good : .warn))
    }

    private func number(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }

    private func find(_ id: Int64, _ db: Database) throws -> SeedApplication {
        guard let found = try SeedApplication.fetchOne(db, key: id) else { throw HTTPError(.notFound) }
        return found
    }
}

extension Resource {
    fileprivate static func hasField(_ name: String) -> Bool { field(name) != nil }
}
