import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Educators' videos of the steps of a recipe, or of the moments of the day.
struct ClipAdminPages: Sendable {
    static let address = "/admin/house/clips"
    static let permission: Permission = "house.recipes.edit"

    let admin: AdminContext
    let clips = ClipProcessor()

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("recipes/{id}/clips", use: steps)
        router.get("clips", use: moments)
        router.post("clips", use: save)
        router.post("clips/removal", use: remove)
        router.post("clips/restoring", use: restore)
        router.get("clips/{id}/video", use: play)
    }

    @Sendable private func steps(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return try await page(recipe: id, request, person)
    }

    @Sendable private func moments(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(recipe: nil, request, person)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the permission before reading the body.
        _ = try await admin.database.read { try admin.house(person, Self.permission, $0) }
        let form = try await Form.read(request, limits: .clip)
        let (text, recipe) = (Voice.plain(form.exact("text")), form.recordID("recipe"))
        let house = try await house(recipe, person)
        let words = admin.pages.words(for: person.visitor)
        func refused(_ why: String) async throws -> Response {
            try await page(recipe: recipe, request, person, refused: (text, why), status: .unprocessableContent)
        }
        guard !text.isEmpty, text.unicodeScalars.count <= Voice.longest else { throw HTTPError(.notFound) }
        guard let file = form.file("clip") else { return try await refused(words("clips.noFile")) }
        let clip: StoredClip
        do throws(RecordingRefusal) { clip = try await clips.take(file) } catch {
            return try await refused(words(error.textKey, error.values))
        }
        return try await change(text, recipe, "save", "clips.saved", house, person) { db in
            try Clip.save(clip, of: text, in: house, at: .now, db)
        }
    }

    @Sendable private func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let (text, recipe) = (form.exact("text"), form.recordID("recipe"))
        let house = try await house(recipe, person)
        return try await change(text, recipe, "remove", "clips.removed", house, person) { db in
            guard try Clip.of(text, in: house, db) != nil else { throw HTTPError(.notFound) }
            try Clip.remove(text, in: house, at: .now, db)
        }
    }

    @Sendable private func restore(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let (text, recipe) = (form.exact("text"), form.recordID("recipe"))
        let house = try await house(recipe, person)
        return try await change(text, recipe, "restore", "clips.restored", house, person) { db in
            guard try Clip.restore(text, in: house, at: .now, db) else { throw HTTPError(.notFound) }
        }
    }

    @Sendable private func play(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let bytes = try await admin.database.read { db in try Clip.video(id, of: try admin.house(person, Self.permission, db), db) }
        guard let bytes else { throw HTTPError(.notFound) }
        return StoredClip.response(bytes, to: request)
    }

    /// The house of the recipe, or the one that the person looks at.
    private func house(_ recipe: Int64?, _ person: SignedIn) async throws -> Int64 {
        try await admin.database.read { try Self.texts(recipe, person, admin, $0).house }
    }

    private func change(
        _ text: String, _ recipe: Int64?, _ act: String, _ said: String, _ house: Int64, _ person: SignedIn,
        _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let plain = Voice.plain(text)
        let undo = Flash.Undo(
            action: Self.address + "/restoring", label: words("living.undo"),
            fields: [["text", plain], ["recipe", recipe.map(String.init) ?? ""]])
        try await admin.database.write { db in
            let wasThere = try Clip.of(text, in: house, db) != nil
            try body(db)
            try AuditEntry.write(db, "house.clip.\(act)", by: person.actor, scope: house, detail: ["text": String(plain.prefix(200))])
            try person.session.setFlash(db, Flash(words(said), undo: wasThere ? undo : nil))
        }
        return .redirect(to: recipe.map { "\(Recipe.address)/\($0)/clips" } ?? Self.address)
    }

    private func page(
        recipe id: Int64?, _ request: Request, _ person: SignedIn, refused: (text: String, why: String)? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let (house, name, texts) = try Self.texts(id, person, admin, db)
            let rows = try texts.enumerated().map { index, text -> Values in
                let clip = try Clip.of(text, in: house, db)
                return [
                    "number": String(index + 1), "text": text, "video": clip.map { "\(Self.address)/\($0.id)/video" } ?? false,
                    "length": clip.map { words("clips.seconds", count: ($0.milliseconds + 500) / 1000) } ?? "",
                    "refused": refused.flatMap { $0.text == Voice.plain(text) ? $0.why : nil } ?? false,
                ]
            }
            let crumbs: [Values] =
                id.map {
                    [
                        ["label": words("house.recipes.many"), "href": Recipe.address],
                        ["label": name, "href": "\(Recipe.address)/\($0)"],
                    ]
                } ?? [["label": words("house.day-moments.many"), "href": DayMoment.address]]
            let values: Values = [
                "title": words("clips.title", ["name": name.isEmpty ? words("house.day-moments.many") : name]), "rows": rows,
                "isNone": rows.isEmpty, "recipe": id.map(String.init) ?? "", "breadcrumbs": crumbs,
                "help": words(
                    "clips.help", ["seconds": String(ClipProcessor.seconds), "megabytes": String(ClipProcessor.bytes >> 20)]),
            ]
            return ("house/clips/index", values)
        }
    }

    /// The words that may have a video: the steps of a recipe, or the names of the moments of the day.
    private static func texts(
        _ recipe: Int64?, _ person: SignedIn, _ admin: AdminContext, _ db: Database
    ) throws -> (house: Int64, name: String, texts: [String]) {
        guard let recipe else {
            let house = try admin.house(person, permission, db)
            let sql = "SELECT DISTINCT name FROM dayMoment WHERE \(DayMoment.notTrashed.in("?")) ORDER BY hour"
            return (house, "", try String.fetchAll(db, sql: sql, arguments: [house]))
        }
        guard let found = try Recipe.fetch(db, id: recipe), found.stamp.deletedAt == nil, let house = found.stamp.scopeID,
            person.grants.may(permission, in: house)
        else { throw HTTPError(.notFound) }
        return (house, found.name, found.steps.map(\.text))
    }
}
