import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The forms that change the shopping list. Every act is one transaction that ends in `ShoppingList.changed`.
struct ShoppingListChangePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.post("list/items", use: addItem)
        router.post("list/items/{id}/quantity", use: changeQuantity)
        router.post("list/items/{id}/purchase", use: markBought)
        router.post("list/items/{id}/removal", use: removeItem)
        router.post("list/items/{id}/withdrawal", use: withdrawItem)
        router.get("list/emptying", use: confirmEmptying)
        router.post("list/emptying", use: emptyList)
        router.post("list/refilling", use: refillList)
        router.post("list/finishing", use: finishList)
    }

    @Sendable private func addItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(person)
        guard let id = form.recordID("product") else { throw HTTPError(.notFound) }
        guard let quantity = form["quantity"].isEmpty ? 1 : Quantity.read(form["quantity"]) else {
            return try refusedQuantity(person, request)
        }
        try await change(form, person, ListAct.add(id, quantity: quantity)) { list, db in
            let name = try list.take(id, quantity: quantity, in: person.language, db)
            return Self.added(try list.item(of: id, db), quantity, name, words)
        }
        return .redirect(to: Self.back(form, or: "/house/list", anchor: "p\(id)"))
    }

    @Sendable private func changeQuantity(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let words = guests.words(person)
        let by = form.number("by", in: -1...1).flatMap { $0 == 0 ? nil : $0 }
        let typed = Quantity.read(form["quantity"])
        guard by != nil || typed != nil else { return try refusedQuantity(person, request) }
        if by == -1, try await guests.database.read({ try Self.isLastPiece(id, person, $0) }) {
            return .redirect(to: Self.back(form, or: "/house/list", asking: id, anchor: "i\(id)"))
        }
        try await change(form, person, ListAct.quantity(id, typed, by: by)) { list, db in
            let row = try list.row(id, in: person.language, db)
            let wanted = typed ?? (row.isOut ? 0 : row.quantity) + (by ?? 0)
            guard wanted < 1 else {
                try list.setQuantity(min(wanted, Quantity.most), of: id, db)
                return nil
            }
            return Self.takenOut(try list.remove(id, db), row.name, words)
        }
        return .redirect(to: Self.back(form, or: "/house/list", anchor: "i\(id)"))
    }

    @Sendable private func markBought(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let isBought = form["bought"] != "no"
        try await change(form, person, ListAct.purchase(id, bought: isBought)) { list, db in
            _ = try list.row(id, db)
            try list.mark(id, bought: isBought, db)
            return nil
        }
        return .redirect(to: Self.back(form, or: "/house/list/shop", anchor: "i\(id)"))
    }

    @Sendable private func removeItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let words = guests.words(person)
        try await change(form, person, ListAct.removal(id)) { list, db in
            let row = try list.row(id, in: person.language, db)
            return Self.takenOut(try list.remove(id, db), row.name, words)
        }
        return .redirect(to: Self.back(form, or: "/house/list", anchor: "i\(id)"))
    }

    /// Removes the `quantity` just added.
    @Sendable private func withdrawItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let words = guests.words(person)
        guard let pieces = Quantity.read(form["quantity"]) else { return try refusedQuantity(person, request) }
        try await change(form, person, ListAct.withdrawal(id, pieces)) { list, db in
            let row = try list.row(id, in: person.language, db)
            guard !row.isOut else { return nil }
            guard row.quantity <= pieces else {
                try list.setQuantity(row.quantity - pieces, of: id, db)
                return Message(words("living.list.fewer", ["name": row.name, "count": String(row.quantity - pieces)]))
            }
            return Self.takenOut(try list.remove(id, db), row.name, words)
        }
        return .redirect(to: Self.back(form, or: "/house/list"))
    }

    @Sendable private func confirmEmptying(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        return try guests.page("house/list/emptying", words("living.list.emptyAsk"), back: "/house/list", [:], for: person.visitor, request)
    }

    @Sendable private func emptyList(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(person)
        try await change(form, person, "empty") { list, db in
            Message(words("living.list.emptied"), undo: "/house/list/refilling", undoValue: String(try list.remove(nil, db)))
        }
        return .redirect(to: "/house/list")
    }

    @Sendable private func refillList(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(person)
        guard let removal = form.recordID("removal") else { throw HTTPError(.notFound) }
        try await change(form, person, "refill \(removal)") { list, db in
            try list.refill(removal, db)
            return Message(words("living.list.back"))
        }
        return .redirect(to: Self.back(form, or: "/house/list"))
    }

    @Sendable private func finishList(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(person)
        try await change(form, person, "finish") { list, db in
            try list.finish(raisingStock: person.preferences.isOn(.stockAfterShopping), at: .now, db)
            let names = try ShoppingList.open(person, db).addShort(in: person.language, db)
            let short = names.isEmpty ? nil : words("living.pantry.added", ["names": names.joined(separator: ", ")])
            return Message([words("living.shop.finished"), short].compactMap(\.self).joined(separator: " "))
        }
        return .redirect(to: "/house/list")
    }

    private func change(
        _ form: Form, _ person: GuestRequestContext, _ act: String, _ body: @escaping @Sendable (ShoppingList, Database) throws -> Message?
    ) async throws {
        let token = form["token"]
        try await guests.database.write { db in
            if !token.isEmpty, try !db.isFirst("\(person.guest.id) \(act) \(token)") { return }
            let list = try ShoppingList.open(person, db)
            let message = try body(list, db)
            try list.changed(by: NoticeAuthor(name: person.guest.firstName, guest: person.guest.id), guests.broadcaster, db)
            try db.execute(sql: "UPDATE guestSession SET message = ? WHERE id = ?", arguments: [message?.json, person.session.id])
        }
    }

    /// Whether one less would remove the row, which needs confirmation.
    private static func isLastPiece(_ id: Int64, _ person: GuestRequestContext, _ db: Database) throws -> Bool {
        guard let list = try ShoppingList.existing(person, db) else { return false }
        let row = try list.row(id, db)
        return !row.isOut && row.quantity == 1
    }

    private static func added(_ item: Int64, _ quantity: Int, _ name: String, _ words: Words) -> Message {
        Message(
            words("living.list.added", ["name": name]), undo: "/house/list/items/\(item)/withdrawal", undoValue: String(quantity),
            undoName: "quantity", undoLabel: words("living.list.takeOutAgain"))
    }

    private static func takenOut(_ removal: Int64, _ name: String, _ words: Words) -> Message {
        Message(words("living.list.removed", ["name": name]), undo: "/house/list/refilling", undoValue: String(removal))
    }

    private func refusedQuantity(_ person: GuestRequestContext, _ request: Request) throws -> Response {
        let words = guests.words(person)
        let values: Values = ["text": words("living.list.quantityWrong")]
        return try guests.page(
            "house/list/refusal", words("living.list.quantityTitle"), back: "/house/list", values, for: person.visitor, request,
            status: .unprocessableContent)
    }

    /// Redirects to the form's page, at the same place. `item` is a row whose removal the page then asks about.
    private static func back(_ form: Form, or other: String, asking item: Int64? = nil, anchor: String? = nil) -> String {
        let page = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") && !$0.contains("#") ? $0 : nil } ?? other
        return (item.map { ConfirmationPrompt.asking($0, on: page) } ?? page) + (anchor.map { "#" + $0 } ?? "")
    }
}

extension ShoppingList {
    /// Adds a product and returns its name; throws not found for one that guests of the house do not see.
    func take(_ product: Int64, quantity: Int, in language: Language? = nil, _ db: Database) throws -> String {
        let name = language?.localizedSQL("product", "name") ?? "name"
        let sql = "SELECT \(name) FROM product WHERE id = ? AND \(Product.published.in("?"))"
        guard let name = try String.fetchOne(db, sql: sql, arguments: [product, houseID]) else { throw HTTPError(.notFound) }
        try add(product, quantity: quantity, db)
        return name
    }

    func item(of product: Int64, _ db: Database) throws -> Int64 {
        let sql = "SELECT id FROM listItem WHERE listID = ? AND product = ?"
        guard let item = try Int64.fetchOne(db, sql: sql, arguments: [id, product]) else { throw HTTPError(.notFound) }
        return item
    }

    /// Finds a row, even one just removed by another person: the later change restores it.
    func row(_ item: Int64, in language: Language? = nil, _ db: Database) throws -> (name: String, quantity: Int, isOut: Bool) {
        let sql = """
            SELECT \(language?.localizedSQL("product", "name") ?? "product.name") AS name, quantity, removal IS NOT NULL AS isOut
            FROM listItem JOIN product ON product.id = listItem.product WHERE listItem.id = ? AND listID = ?
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [item, id]) else { throw HTTPError(.notFound) }
        return (row["name"], row["quantity"], row["isOut"])
    }
}

enum Quantity {
    static let most = 99

    static func read(_ typed: String) -> Int? { Int(typed, in: 1...most) }
}
