import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ResourceWriteAPI<R: Resource>: Sendable {
    let api: ResourceAPI<R>

    func addRoutes(to own: RouterGroup<Caller>) {
        own.post("", use: create)
        own.put("{id}", use: replace)
        own.patch("{id}", use: merge)
        own.delete("{id}", use: delete)
        own.post("{id}/restoration", use: restore)
    }

    @Sendable func create(_ request: Request, _ caller: Caller) async throws -> Response {
        let query = try APIQuery(request, knows: ["scope"])
        let asked = try query.number("scope", in: APIQuery.ids)
        try caller.requireSomewhere(R.editing)
        let pairs = try await APIBody.object(request)
        return try await api.admin.database.write { db in
            var record = R()
            record.stamp.scopeID = try api.scope(try asked ?? scope(in: pairs, caller), caller, db)
            try caller.require(R.editing, in: record.stamp.scopeID)
            let context = api.context(caller, db, scopeID: record.stamp.scopeID)
            var document = PackedDocument<R>(pairs, context)
            try document.fill(&record, merging: false)
            guard document.mistakes.isEmpty else { throw document.mistakes.problem }
            try refusing(context, record) { try record.insert(db, by: caller.actor) }
            // Read again: only the table has the ids of its parts.
            let stored = try R.fetch(db, id: record.id ?? 0) ?? record
            return try api.answer(stored, db, status: .created, headers: [.location: "\(ResourceAPI<R>.address)/\(stored.id ?? 0)"])
        }
    }

    /// `PUT /api/v1/house/products/12`: the whole record; missing members get the defaults of a new record.
    @Sendable func replace(_ request: Request, _ caller: Caller) async throws -> Response {
        try await change(request, caller, ["application/json"], merging: false)
    }

    /// `PATCH /api/v1/house/products/12`: only the sent members change (JSON merge patch, RFC 7396).
    @Sendable func merge(_ request: Request, _ caller: Caller) async throws -> Response {
        try await change(request, caller, ["application/merge-patch+json", "application/json"], merging: true)
    }

    private func change(_ request: Request, _ caller: Caller, _ types: [String], merging: Bool) async throws -> Response {
        _ = try APIQuery(request, knows: [])
        let id = try caller.id()
        // Checks the write permission before reading the body.
        _ = try await api.admin.database.read { db in try api.find(db, caller, id) }
        let pairs = try await APIBody.object(request, as: types)
        return try await api.admin.database.write { db in
            let before = try api.find(db, caller, id)
            try require(request, before, db)
            let context = api.context(caller, db, scopeID: before.stamp.scopeID)
            var record = before
            var document = PackedDocument<R>(pairs, context)
            try document.fill(&record, merging: merging)
            guard document.mistakes.isEmpty else { throw document.mistakes.problem }
            if !R.fields.allSatisfy({ $0.isSame(before, record) }) {
                try refusing(context, record) { try record.update(db, by: caller.actor, words: context.words, zone: context.zone) }
            }
            return try api.answer(try R.fetch(db, id: id) ?? record, db)
        }
    }

    /// `DELETE /api/v1/house/products/12`: moves to the trash; `?force=true` also moves a record in use.
    @Sendable func delete(_ request: Request, _ caller: Caller) async throws -> Response {
        let isForced = try APIQuery(request, knows: ["force"]).flag("force")
        let id = try caller.id()
        try await api.admin.database.write { db in
            var record = try api.find(db, caller, id)
            try require(request, record, db)
            let uses = isForced ? [] : try api.admin.resources.uses(of: id, in: R.table, db)
            guard uses.isEmpty else {
                throw inUse(try api.admin.resources.visible(uses, api.context(caller, db, scopeID: nil), scopeID: record.stamp.scopeID))
            }
            try record.move(toTrash: true, db, by: caller.actor)
        }
        return Response(status: .noContent)
    }

    @Sendable func restore(_ request: Request, _ caller: Caller) async throws -> Response {
        _ = try APIQuery(request, knows: [])
        let id = try caller.id()
        return try await api.admin.database.write { db in
            var record = try api.find(db, caller, id, trashed: true)
            let context = api.context(caller, db, scopeID: record.stamp.scopeID)
            do {
                try record.move(toTrash: false, db, by: caller.actor)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw taken(context, record)
            }
            return try api.answer(record, db)
        }
    }

    private func require(_ request: Request, _ record: R, _ db: Database) throws {
        do {
            try Precondition.check(request, version: record.stamp.version)
        } catch let problem as Problem where problem.status == .preconditionFailed {
            throw Problem(.preconditionFailed, "stale", headers: problem.headers, members: try changes(since: request, record, db))
        }
    }

    private func changes(since request: Request, _ record: R, _ db: Database) throws -> [(name: String, json: String)] {
        guard let base = try record.atVersion(Precondition.versions(request).max(), db) else { return [] }
        let authors = try FieldAuthors(of: record, db)
        let changed = R.fields.filter { !$0.isSame(base, record) }.map { field -> JSON in
            let author = authors[field.name]
            return .values(["field": .text(field.name), "by": .optional(author?.name), "at": .moment(author?.at)])
        }
        return [("changed", JSON.list(changed).compact)]
    }

    private func scope(in pairs: [(key: String, value: JSON)], _ caller: Caller) throws -> Int64? {
        guard R.scope != nil, let sent = pairs.first(where: { $0.key == "scope" })?.value, !sent.isNull else { return nil }
        if let id = sent.number { return Int64(id) }
        var mistakes = ValueMistakes()
        mistakes.add("/scope", api.admin.pages.templates.words(in: caller.language)("api.values.integer"))
        throw mistakes.problem
    }

    private func refusing(_ context: FormContext, _ record: R, _ write: () throws -> Void) throws {
        do {
            try write()
        } catch WriteRefusal.titleTaken {
            throw taken(context, record)
        } catch WriteRefusal.changedMeanwhile {
            throw Problem(.preconditionFailed, "stale")
        }
    }

    private func taken(_ context: FormContext, _ record: R) -> Problem {
        var mistakes = ValueMistakes()
        mistakes.add("/" + R.title.name, context.words("admin.refused.taken", ["name": record.titleText]))
        return mistakes.problem
    }

    private func inUse(_ seen: [Use]) -> Problem {
        let list = seen.prefix(100).map { use in
            JSON.object([
                ("resource", .text(use.resource.replacing(".", with: "/"))), ("title", .text(use.title)),
                ("address", .text("/api/v1" + use.address.dropFirst("/admin".count))), ("isTrashed", .flag(use.isTrashed)),
            ])
        }
        return Problem(.conflict, "inUse", members: [("uses", JSON.list(list).compact)])
    }
}

/// `If-Match`: a change applies only to the version that the program has read.
public enum Precondition {
    static let pattern = #"^(\*|(W/)?"[^",]*"( *, *(W/)?"[^",]*")*)$"#

    static func check(_ request: Request, version: Int) throws { try check(request, tag: "\"\(version)\"") }

    static func versions(_ request: Request) -> [Int] {
        request.headers[values: .ifMatch].joined(separator: ",").split(separator: ",").compactMap { tag in
            Int(tag.trimmingSpaces().filter { $0.isASCII && $0.isNumber })
        }
    }

    /// Compares `If-Match` with the current `ETag`. Throws a `Problem`: 428 (missing), 400 (invalid), 412 (another version).
    public static func check(_ request: Request, tag: String) throws {
        let tags = request.headers[values: .ifMatch].joined(separator: ",").split(separator: ",").map { $0.trimmingSpaces() }
        guard !tags.isEmpty else { throw Problem(.preconditionRequired, "noVersion") }
        // Compression on the way makes a tag weak; it still names the version.
        let strong = tags.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
        guard tags == ["*"] || strong.allSatisfy({ $0.utf8.count > 1 && $0.hasPrefix("\"") && $0.hasSuffix("\"") }) else {
            throw Problem.parameter("If-Match")
        }
        guard tags == ["*"] || strong.contains(tag) else { throw Problem(.preconditionFailed, "stale", headers: [.eTag: tag]) }
    }
}
