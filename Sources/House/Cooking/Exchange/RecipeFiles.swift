import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct RecipeFiles: Sendable {
    let admin: AdminContext

    static let address = "/admin/house/recipes/imports"
    static let permission: Permission = "house.recipes.edit"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("recipe-files", use: goOn)
        router.get("recipe-files/recipes.json", use: all)
        router.get("recipes/{id}/file", use: one)
    }

    private func house(_ person: SignedIn, _ db: Database) throws -> Int64 {
        try admin.requireScope(person, Self.permission, db)
    }

    /// The page of before; recipes come in through the workbench now.
    @Sendable func goOn(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { try house(person, $0) }
        return .redirect(to: Self.address, type: .normal)
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
