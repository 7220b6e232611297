import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestPages {
    /// Renders a list with products, other lists and recipes to add. `refused` is a form with an invalid quantity, shown as typed.
    func listDeskPage(_ request: Request, _ person: SignedIn, guest: Int64?, refused: Form? = nil) async throws -> Response {
        try await admin.page(person, request, status: refused == nil ? .ok : .unprocessableContent) { db, context in
            let house = try admin.house(person, House.lists, db)
            let words = context.words
            let owners = try ListOwner.all(of: house, words, db)
            guard let owner = owners.first(where: { $0.guest == guest }) else { throw HTTPError(.notFound) }
            let list = try ShoppingList.existing(of: guest, house: house, db)
            let rows = try ShoppingListRow.all(of: list, db)
            let products = try Self.options("product", of: house, and: "AND published", chosen: refused?["product"], db)
            let isAdding = refused?.has("product") == true
            let values: Values = [
                "title": words("living.desk.lists.title"), "heading": owner.label, "guest": guest.map(String.init) ?? "",
                "owners": owners.map { ["label": $0.label, "href": $0.href, "current": $0.guest == guest] as Values },
                "several": owners.count > 1, "hasRows": !rows.isEmpty, "products": products,
                "rows": rows.map { Self.deskRow($0, isAdding ? nil : refused, words) }, "total": Estimate(rows).said(words),
                "pieces": isAdding ? refused?["quantity"] ?? "" : "1", "wrongPieces": isAdding,
                "sources": try ListSource.all(of: house, except: list?.id, words, context.zone, db).map(\.values),
                "recipes": try Self.options("recipe", of: house, db),
                "printHref": "/admin/house/lists/print" + (guest.map { "?guest=\($0)" } ?? ""),
            ]
            return ("living/desk/lists", values)
        }
    }

    private static func deskRow(_ row: ShoppingListRow, _ refused: Form?, _ words: Words) -> Values {
        var values = row.values(words, isDirect: true)
        let typed = refused.map { $0["quantity-\(row.id)"] }
        let (isChecked, isOut) = (refused.map { $0["bought-\(row.id)"] == "yes" } ?? row.isBought, refused?["out-\(row.id)"] == "yes")
        values.merge([
            "was": String(row.quantity), "typed": typed ?? String(row.quantity), "isChecked": isChecked, "isOut": isOut,
            "isWrong": typed.map { !isOut && Quantity.read($0) == nil } ?? false,
        ]) { $1 }
        return values
    }

    private static func options(
        _ table: String, of house: Int64, and condition: String = "", chosen: String? = nil, _ db: Database
    ) throws -> [Values] {
        let sql = "SELECT id, name FROM \(table) WHERE houseID = ? AND deletedAt IS NULL \(condition) ORDER BY folded"
        return try Row.fetchAll(db, sql: sql, arguments: [house]).map { row in
            let id = String(row[0] as Int64)
            return ["id": id, "label": row[1] as String, "on": id == chosen]
        }
    }

    @Sendable func printListAtDesk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let guest = Form(query: request.uri.query ?? "").recordID("guest")
        return try await admin.page(person, request) { db, context in
            let house = try admin.house(person, House.lists, db)
            guard let owner = try ListOwner.all(of: house, context.words, db).first(where: { $0.guest == guest }) else {
                throw HTTPError(.notFound)
            }
            let open = try ShoppingListRow.all(of: try ShoppingList.existing(of: guest, house: house, db), db).filter { !$0.isBought }
            let values: Values = [
                "title": owner.label, "rows": open.map { $0.values(context.words, isDirect: true) }, "hasRows": !open.isEmpty,
                "total": Estimate(open).said(context.words), "listHref": owner.href,
            ]
            return ("living/desk/list-print", values)
        }
    }
}
