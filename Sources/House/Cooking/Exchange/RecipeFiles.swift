import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

/// Imports and exports recipes for educators. Nothing is imported without a preview.
struct RecipeFiles: Sendable {
    let admin: AdminContext

    static let address = "/admin/house/recipe-files"
    static let permission: Permission = "house.recipes.edit"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("recipe-files", use: show)
        router.post("recipe-files", use: look)
        router.post("recipe-files/imports", use: take)
        router.get("recipe-files/recipes.json", use: all)
        router.get("recipes/{id}/file", use: one)
    }

    private func house(_ person: SignedIn, _ db: Database) throws -> Int64 {
        try admin.requireScope(person, Self.permission, db)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response { try await page(request, person) }

    @Sendable func look(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { try house(person, $0) }
        let form = try await Form.read(request, limits: .documents)
        let files = (form.files["files"] ?? []).filter { $0.size > 0 }
        var (drafts, refused): ([RecipeDraft], [String]) = ([], [])
        for file in files {
            let found = try await SidePool.run {
                RecipeReading.drafts(in: (try? Data(contentsOf: URL(fileURLWithPath: file.path))) ?? Data())
            }
            if found.isEmpty { refused.append(file.name) }
            drafts += found
        }
        drafts = Array(drafts.prefix(RecipeReading.limit))
        let reason = files.isEmpty ? "cooking.files.noFile" : refused.isEmpty ? nil : "cooking.files.refused"
        return try await page(
            request, person, drafts, reason: reason.map { ($0, refused.joined(separator: ", ")) },
            status: drafts.isEmpty ? .unprocessableContent : .ok)
    }

    @Sendable func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard let packed = try? JSONReader.read(Array(form.exact("recipes").utf8), limits: .file).list else {
            return try await page(request, person, reason: ("cooking.files.noFile", ""), status: .unprocessableContent)
        }
        let chosen = Set(form.all("recipe").compactMap { Int($0, in: .whole) })
        // The posted preview is untrusted input and is parsed like a file.
        let drafts = try await SidePool.run {
            packed.enumerated().filter { chosen.contains($0.offset) }
                .flatMap { RecipeReading.drafts(in: Data($0.element.compact.utf8)) }
        }
        let words = admin.pages.words(for: person.visitor)
        try await admin.database.write { db in
            let house = try house(person, db)
            let names = try RecipeImport(house: house).make(drafts, db, by: person.actor)
            let text = names.isEmpty ? words("cooking.files.madeNone") : words("cooking.files.made", count: names.count)
            try person.session.setFlash(db, Flash(text, kind: names.isEmpty ? .info : .good))
        }
        return .redirect(to: "/admin/house/recipes")
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ drafts: [RecipeDraft] = [], reason: (key: String, names: String)? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let packed = JSON.list(drafts.map(\.schemaOrg)).compact
        return try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try house(person, db)
            let outlook = try RecipeImport(house: house).outlook(drafts, db)
            let rows = outlook.enumerated().map { index, one -> Values in
                let timers = one.draft.steps.count { $0.seconds > 0 }
                let facts = [
                    words("cooking.files.ingredients", count: one.draft.ingredients.count),
                    words("cooking.files.utensils", count: one.draft.utensils.count),
                    words("cooking.files.steps", count: one.draft.steps.count),
                    timers == 0 ? "" : words("cooking.files.timers", count: timers),
                ]
                return [
                    "index": String(index), "name": one.draft.name, "facts": facts.filter { !$0.isEmpty }.joined(separator: ", "),
                    "isThere": one.isThere, "isNew": !one.isThere, "noSteps": !one.isThere && one.draft.steps.isEmpty,
                    "newProducts": one.newProducts.isEmpty
                        ? false : words("cooking.files.newProducts", ["names": one.newProducts.joined(separator: ", ")]),
                ]
            }
            let new = outlook.count { !$0.isThere }
            let values: Values = [
                "title": words("cooking.files.title"), "rows": rows, "recipes": packed,
                "take": new == 0 ? false : words("cooking.files.take", count: new),
                "catalogueHref": CataloguePages.address(of: house), "reason": reason.map { words($0.key, ["names": $0.names]) } ?? false,
            ]
            return ("house/cooking/exchange/files", values)
        }
    }

    @Sendable func all(_ request: Request, _ person: SignedIn) async throws -> Response {
        let drafts = try await admin.database.read { db in try RecipeDraft.all(house: try house(person, db), db) }
        return Self.file(drafts, named: "recipes")
    }

    @Sendable func one(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let (key, drafts) = try await admin.database.read { db -> (String, [RecipeDraft]) in
            let sql = "SELECT houseID, key FROM recipe WHERE id = ? AND \(Recipe.notTrashed)"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]),
                person.grants.may("house.recipes.see", in: row["houseID"] as Int64)
            else { throw HTTPError(.notFound) }
            return (row["key"], try RecipeDraft.all(house: row["houseID"], id: id, db))
        }
        return Self.file(drafts, named: key)
    }

    /// `name` must be trusted: letters, digits and hyphens.
    private static func file(_ drafts: [RecipeDraft], named name: String) -> Response {
        let headers: HTTPFields = [
            .contentType: "application/ld+json", .contentDisposition: "attachment; filename=\"\(name).json\"", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: RecipeDraft.file(drafts))))
    }
}
