import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// The lists of a house as educators see and change them. Saving tells the guests whose list it is.

extension Living {
    func addListRoutes(to router: RouterGroup<SignedIn>) {
        router.get("lists", use: showLists)
        router.post("lists", use: saveList)
        router.post("lists/items", use: addToList)
        router.post("lists/emptying", use: emptyListAtDesk)
        router.post("lists/refilling", use: refillListAtDesk)
    }

    /// `GET /admin/house/lists?guest=3`; without a guest the house's.
    @Sendable func showLists(_ request: Request, _ person: SignedIn) async throws -> Response {
        let guest = Int64(Form(query: request.uri.query ?? "")["guest"])
        return try await desk.page(person, request) { db, context in
            let house = try desk.house(person, db)
            let owners = try ListOwner.all(of: house, context.words, db)
            guard let owner = owners.first(where: { $0.guest == guest }) else { throw HTTPError(.notFound) }
            let rows = try ListRow.all(of: try ShoppingList.existing(of: guest, house: house, db), db)
            let sql = "SELECT id, name FROM product WHERE houseID = ? AND deletedAt IS NULL AND published ORDER BY folded"
            let products = try Row.fetchAll(db, sql: sql, arguments: [house]).map {
                ["id": String($0[0] as Int64), "label": $0[1] as String] as Values
            }
            let values: Values = [
                "title": context.words("living.desk.lists.title"), "heading": owner.label, "guest": guest.map(String.init) ?? "",
                "owners": owners.map {
                    ["label": $0.label, "href": $0.href, "current": $0.guest == guest] as Values
                },
                "several": owners.count > 1, "rows": rows.map { $0.values(context.words, isDirect: true) }, "hasRows": !rows.isEmpty,
                "products": products, "total": Estimate(rows).said(context.words),
            ]
            return ("living/desk/lists", values)
        }
    }

    /// `POST /admin/house/lists/items` with `guest`, `product`, `quantity`
    @Sendable func addToList(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await changeList(form, person) { list, house, db in
            let sql = "SELECT id FROM product WHERE id = ? AND houseID = ? AND deletedAt IS NULL"
            guard let product = try Int64.fetchOne(db, sql: sql, arguments: [Int64(form["product"]), house]) else {
                throw HTTPError(.notFound)
            }
            try list.add(product, quantity: Quantity.read(form["quantity"]) ?? 1, db)
            return nil
        }
    }

    /// `POST /admin/house/lists` with `quantity-7`, `bought-7` and `out-7` for each row that was shown
    @Sendable func saveList(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await changeList(form, person) { list, _, db in
            // Only what this educator changed: what a guest did meanwhile stays.
            for row in try ListRow.all(of: list, db) where form.has("quantity-\(row.id)") {
                if form["out-\(row.id)"] == "yes" {
                    _ = try list.remove(row.id, byEducator: true, db)
                    continue
                }
                if let quantity = Quantity.read(form["quantity-\(row.id)"]), quantity != Int(form["was-\(row.id)"]) {
                    try list.setQuantity(quantity, of: row.id, db)
                }
                let (bought, was) = (form["bought-\(row.id)"] == "yes", form["wasBought-\(row.id)"] == "yes")
                if bought != was { try list.mark(row.id, bought: bought, db) }
            }
            return nil
        }
    }

    /// `POST /admin/house/lists/emptying`
    @Sendable func emptyListAtDesk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await changeList(form, person) { list, _, db in try list.remove(nil, byEducator: true, db) }
    }

    /// `POST /admin/house/lists/refilling` with the `removal` to take back
    @Sendable func refillListAtDesk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await changeList(form, person) { list, _, db in
            try list.refill(Int64(form["removal"]) ?? 0, db)
            return nil
        }
    }

    /// - Parameter body: gives the number of a removal that can be taken back.
    private func changeList(
        _ form: Form, _ person: SignedIn, _ body: @escaping @Sendable (ShoppingList, _ house: Int64, Database) throws -> Int64?
    ) async throws -> Response {
        let guest = Int64(form["guest"])
        let words = pages.words(for: person.visitor)
        let owner = try await database.write { db -> ListOwner in
            let house = try desk.house(person, db)
            guard let owner = try ListOwner.all(of: house, words, db).first(where: { $0.guest == guest }) else {
                throw HTTPError(.notFound)
            }
            let list = try ShoppingList.open(of: guest, house: house, db)
            let removal = try body(list, house, db)
            try list.changed(by: Author(name: person.account.name, account: person.accountID), newsroom, db)
            try AuditEntry.write(db, "house.list.change", by: person.actor, scope: house)
            let undo = removal.map { removal in
                Flash.Undo(
                    action: "/admin/house/lists/refilling", label: words("living.undo"),
                    fields: [["removal", String(removal)], ["guest", form["guest"]]])
            }
            try person.session.setFlash(
                db, Flash(words(removal == nil ? "living.desk.lists.saved" : "living.desk.lists.emptied"), undo: undo))
            return owner
        }
        return .redirect(to: owner.href)
    }
}

/// Whose list it is.
private struct ListOwner: Sendable {
    let guest: Int64?
    let label: String

    var href: String { guest.map { "/admin/house/lists?guest=\($0)" } ?? "/admin/house/lists" }

    /// The house, and the guests who have a list of their own.
    static func all(of house: Int64, _ words: Words, _ db: Database) throws -> [ListOwner] {
        let sql = "SELECT id, name FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL ORDER BY folded"
        let guests = try Row.fetchAll(db, sql: sql, arguments: [house]).map { ListOwner(guest: $0[0], label: $0[1]) }
        return try [ListOwner(guest: nil, label: words("living.list.ofHouse"))]
            + guests.filter { try Preferences.of($0.guest, house: house, db).isOn(.ownList) }
    }
}
