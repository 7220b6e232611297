import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct PictureAPI: Sendable {
    let admin: AdminContext
    static let address = "/api/v1/media/pictures"

    func addRoutes(to router: RouterGroup<Caller>) {
        router.get("", use: list)
        router.post("", use: upload)
        router.get("{id}", use: show)
    }

    @Sendable func list(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = try APIQuery(request, knows: ["limit", "cursor"])
        let limit = Int(try asked.number("limit", in: 1...200) ?? 50)
        try caller.requireSomewhere(MediaPages.editing)
        let (items, next) = try await admin.database.read { db in
            var (sql, arguments): (String, StatementArguments) = ("\(Picture.notTrashed("p")) AND \(Picture.visible(to: caller))", [])
            if let cursor = asked["cursor"] {
                guard let cursor = Cursor(cursor, order: "p.id DESC") else { throw Problem.parameter("cursor") }
                sql += " AND p.id < ?"
                arguments += [cursor.id]
            }
            let pictures = try Picture.fetchAll(
                db, sql: "SELECT p.* FROM picture p WHERE \(sql) ORDER BY p.id DESC LIMIT ?", arguments: arguments + [limit + 1])
            let next = pictures.count > limit ? Cursor(order: "p.id DESC", value: .null, id: pictures[limit - 1].id ?? 0) : nil
            return (pictures.prefix(limit).map(\.answer), next)
        }
        return .page(items, next: next, of: request)
    }

    @Sendable func show(_ request: Request, _ caller: Caller) async throws -> Response {
        let id = try caller.id()
        _ = try APIQuery(request, knows: [])
        let picture = try await admin.database.read { db in
            try Picture.find(db, caller, id)
        }
        return .json(picture.answer, headers: [.eTag: "\"\(picture.version)\""])
    }

    /// Expects `multipart/form-data` with the file as `file`, the alternative text as `alt`, and the house.
    @Sendable func upload(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = try APIQuery(request, knows: ["scope"]).number("scope", in: APIQuery.ids)
        try caller.requireSomewhere(MediaPages.editing)
        let form = try await Form.read(request, limits: .uploads)
        let sent = form["scope"].isEmpty ? nil : form.recordID("scope") ?? 0
        let scopeID = try await scope(asked ?? sent, caller)
        try caller.require(MediaPages.editing, in: scopeID)
        let words = admin.pages.templates.words(in: caller.language)
        var mistakes = ValueMistakes()
        if form["alt"].unicodeScalars.count > 500 { mistakes.add("/alt", words("admin.refused.long", ["limit": "500"])) }
        guard let file = form.file("file"), mistakes.isEmpty else {
            if form.file("file") == nil { mistakes.add("/file", words("admin.media.noFile")) }
            throw mistakes.problem
        }
        do {
            let stored = try await admin.pictures.take(file)
            let alt = form["alt"]
            return try await admin.database.write { db in
                let picture = try Picture.add(stored, alt: alt, scopeID: scopeID, db, by: caller.actor)
                let headers: HTTPFields = [.location: "\(Self.address)/\(picture.id ?? 0)", .eTag: "\"\(picture.version)\""]
                return .json(picture.answer, status: .created, headers: headers)
            }
        } catch let refusal as PictureRefusal {
            mistakes.add("/file", words(refusal.textKey, refusal.values))
            throw mistakes.problem
        }
    }

    /// All houses (nil) only with the right to it; otherwise the caller's only house.
    private func scope(_ asked: Int64?, _ caller: Caller) async throws -> Int64? {
        switch caller.grants.scopes(for: MediaPages.editing) {
        case .all:
            guard let asked else { return nil }
            let known = try await admin.database.read { db in try admin.allScopes(db).map(\.value) }
            guard known.contains(String(asked)) else { throw HTTPError(.notFound) }
            return asked
        case .only(let scopes):
            if let asked {
                guard scopes.contains(asked) else { throw HTTPError(.notFound) }
                return asked
            }
            guard scopes.count == 1 else { throw Problem(.badRequest, "scope", members: [("parameter", "\"scope\"")]) }
            return scopes.first
        }
    }
}

extension Picture {
    fileprivate var answer: JSON {
        .object([
            ("id", .number(Int(id ?? 0))), ("key", .text(key)), ("scope", scopeID.map { .number(Int($0)) } ?? .null),
            ("version", .number(version)), ("createdAt", .text(MomentFieldType.iso(createdAt))),
            ("updatedAt", .text(MomentFieldType.iso(updatedAt))),
            ("alt", .text(alt)), ("credit", .text(credit)), ("licence", .text(licence)), ("width", .number(width)),
            ("height", .number(height)), ("addresses", RecordAnswer.addresses(of: file)),
        ])
    }
}
