import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// The list itself. Every change is one transaction that ends in `ShoppingList.changed`.

extension Living {
    /// `GET /house/list`
    @Sendable func showList(_ request: Request, _ person: AtHome) async throws -> Response {
        try await listPage("list", "living.list.title", back: "/house/shopping", person, request)
    }

    /// `GET /house/list/shop`
    @Sendable func atTheShop(_ request: Request, _ person: AtHome) async throws -> Response {
        try await listPage("shop", "living.shop.title", back: "/house/list", person, request)
    }

    /// `GET /house/list/print`
    @Sendable func printList(_ request: Request, _ person: AtHome) async throws -> Response {
        try await listPage("print", "living.list.title", back: "/house/list", person, request)
    }

    private func listPage(_ template: String, _ title: String, back: String, _ person: AtHome, _ request: Request) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let rows = try await database.read { try ListRow.all(of: try ShoppingList.existing(person, $0), $0) }
        let (open, bought) = (rows.filter { !$0.isBought }, rows.filter(\.isBought))
        let estimate = Estimate(rows)
        let drawn: (ListRow) -> Values = { row in
            [
                "id": String(row.id), "product": String(row.product), "name": row.name, "quantity": String(row.quantity), "aisle": row.aisle,
                "note": row.note.isEmpty ? false : row.note, "isMost": row.quantity == 99, "isLast": row.quantity == 1, "isBought": row.isBought,
                "picture": row.file.map { Picture.address(file: $0, .medium) } ?? false, "isDirect": person.preferences.isOn(.directBought),
            ]
        }
        let values: Values = [
            "open": open.map(drawn), "bought": bought.map(drawn), "hasOpen": !open.isEmpty, "hasBought": !bought.isEmpty, "isEmpty": rows.isEmpty,
            "isFinished": open.isEmpty && !bought.isEmpty, "left": words("living.shop.left", count: open.count),
            "total": person.preferences.isOn(.showPrice) && !open.isEmpty ? Self.said(estimate, words) : false, "isOwn": person.preferences.isOn(.ownList),
        ]
        return try page(template, words(title), back: back, values, for: person.visitor, request)
    }

    /// "About 6,40 €. 2 prices are not known."
    static func said(_ estimate: Estimate, _ words: Words) -> String {
        let total = words("living.list.total", ["money": words.language.money(cents: estimate.cents)])
        return estimate.unknown == 0 ? total : total + " " + words("living.list.unknown", count: estimate.unknown)
    }

    /// `GET /house/list/items/7`: one row, for those who do not mark with one touch.
    @Sendable func showItem(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let words = pages.words(for: person.visitor)
        let row = try await database.read { db in try ListRow.all(of: try ShoppingList.existing(person, db), db).first { $0.id == id } }
        guard let row else { throw HTTPError(.notFound) }
        let values: Values = [
            "id": String(row.id), "name": row.name, "quantity": words("living.list.pieces", count: row.quantity), "isBought": row.isBought,
            "picture": row.file.map { Picture.address(file: $0, .large) } ?? false, "note": row.note.isEmpty ? false : row.note,
        ]
        return try page("item", row.name, back: "/house/list/shop", values, for: person.visitor, request)
    }

    /// `GET /house/list/money?have=2000`: is what I have enough?
    @Sendable func money(_ request: Request, _ person: AtHome) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let estimate = Estimate(try await database.read { try ListRow.all(of: try ShoppingList.existing(person, $0), $0) })
        let have = Int(Form(query: request.uri.query ?? "")["have"]).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        let notes = [500, 1000, 2000, 5000, 10_000].map { cents -> Values in
            ["cents": String(cents), "label": words.language.money(cents: cents), "isChosen": have == cents]
        }
        var answer: any Sendable = false
        if let have {
            let rest = have - estimate.cents
            let key = rest < 0 ? "less" : estimate.unknown > 0 ? "maybe" : "enough"
            answer = words("living.money.\(key)", ["money": words.language.money(cents: abs(rest))])
        }
        let values: Values = ["total": Self.said(estimate, words), "notes": notes, "answer": answer, "isEnough": have.map { $0 >= estimate.cents } ?? false]
        return try page("money", words("living.money.title"), back: "/house/list", values, for: person.visitor, request)
    }

    // MARK: Changing it

    /// `POST /house/list/items`
    @Sendable func addItem(_ request: Request, _ person: AtHome) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        guard let id = Int64(form["product"]) else { throw HTTPError(.unprocessableContent) }
        guard let quantity = form["quantity"].isEmpty ? 1 : Int(form["quantity"]), (1...99).contains(quantity) else {
            return try refusedQuantity(person, request)
        }
        try await change(form, person, "add \(id)") { list, db in
            let sql = "SELECT name FROM product WHERE id = ? AND houseID = ? AND deletedAt IS NULL AND published"
            guard let name = try String.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) else { throw HTTPError(.notFound) }
            try list.add(id, quantity: quantity, db)
            return Message(words("living.list.added", ["name": name]))
        }
        return .redirect(to: Self.back(form, or: "/house/list", anchor: "p\(id)"))
    }

    /// `POST /house/list/items/7/quantity` with `by` (1 or -1) or `quantity`
    @Sendable func changeQuantity(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        let (by, typed) = (Int(form["by"]), Int(form["quantity"]))
        guard by.map({ abs($0) == 1 }) ?? typed.map({ (1...99).contains($0) }) ?? false else { return try refusedQuantity(person, request) }
        try await change(form, person, "quantity \(id)") { list, db in
            guard let row = try Self.row(id, list, db) else { throw HTTPError(.notFound) }
            let wanted = by.map { row.quantity + $0 } ?? typed ?? 1
            if wanted < 1 {
                let removal = try list.remove(id, db)
                return Message(words("living.list.removed", ["name": row.name]), undo: "/house/list/refilling", undoValue: String(removal))
            }
            try db.execute(sql: "UPDATE listItem SET quantity = ? WHERE id = ?", arguments: [min(99, wanted), id])
            return nil
        }
        return .redirect(to: Self.back(form, or: "/house/list", anchor: "i\(id)"))
    }

    /// `POST /house/list/items/7/purchase` with `bought` yes or no
    @Sendable func markBought(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        try await change(form, person, "purchase \(id)") { list, db in
            guard try Self.row(id, list, db) != nil else { throw HTTPError(.notFound) }
            try db.execute(sql: "UPDATE listItem SET bought = ? WHERE id = ?", arguments: [form["bought"] != "no", id])
            return nil
        }
        return .redirect(to: Self.back(form, or: "/house/list/shop", anchor: "i\(id)"))
    }

    /// `POST /house/list/items/7/removal`
    @Sendable func removeItem(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        try await change(form, person, "removal \(id)") { list, db in
            // Somebody else took it out already: that is what was wanted.
            guard let row = try Self.row(id, list, db) else { return nil }
            let removal = try list.remove(id, db)
            return Message(words("living.list.removed", ["name": row.name]), undo: "/house/list/refilling", undoValue: String(removal))
        }
        return .redirect(to: "/house/list")
    }

    /// `GET /house/list/emptying`
    @Sendable func askEmptying(_ request: Request, _ person: AtHome) throws -> Response {
        let words = pages.words(for: person.visitor)
        return try page("emptying", words("living.list.emptyAsk"), back: "/house/list", [:], for: person.visitor, request)
    }

    /// `POST /house/list/emptying`
    @Sendable func emptyList(_ request: Request, _ person: AtHome) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        try await change(form, person, "empty") { list, db in
            let removal = try list.empty(db)
            return Message(words("living.list.emptied"), undo: "/house/list/refilling", undoValue: String(removal))
        }
        return .redirect(to: "/house/list")
    }

    /// `POST /house/list/refilling`
    @Sendable func refillList(_ request: Request, _ person: AtHome) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        guard let removal = Int64(form["removal"]) else { throw HTTPError(.unprocessableContent) }
        try await change(form, person, "refill \(removal)") { list, db in
            try list.refill(removal, db)
            return Message(words("living.list.back"))
        }
        return .redirect(to: "/house/list")
    }

    /// `POST /house/list/finishing`: the shopping is done; the next thing begins a new list.
    @Sendable func finishList(_ request: Request, _ person: AtHome) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        try await change(form, person, "finish") { list, db in
            // What was not found goes on to the next list: nothing disappears by itself.
            try db.execute(sql: "UPDATE shoppingList SET state = 'done' WHERE id = ?", arguments: [list.id])
            let next = try ShoppingList.open(person, db)
            try db.execute(
                sql: "UPDATE listItem SET listID = ? WHERE listID = ? AND NOT bought AND removal IS NULL", arguments: [next.id, list.id])
            return Message(words("living.shop.finished"))
        }
        return .redirect(to: "/house/list")
    }

    /// Does one act once, however often its form is sent, and tells who listens that the list changed.
    private func change(
        _ form: Form, _ person: AtHome, _ act: String, _ body: @escaping @Sendable (ShoppingList, Database) throws -> Message?
    ) async throws {
        let token = form["token"]
        try await database.write { db in
            if !token.isEmpty, try !db.isFirst("\(person.guest.id) \(act) \(token)") { return }
            let list = try ShoppingList.open(person, db)
            let message = try body(list, db)
            try list.changed(by: person.guest.id, db)
            try db.execute(sql: "UPDATE guestSession SET message = ? WHERE id = ?", arguments: [message?.json, person.session.id])
        }
    }

    private static func row(_ id: Int64, _ list: ShoppingList, _ db: Database) throws -> (name: String, quantity: Int)? {
        let sql = """
            SELECT product.name, quantity FROM listItem JOIN product ON product.id = listItem.product
            WHERE listItem.id = ? AND listID = ? AND removal IS NULL
            """
        return try Row.fetchOne(db, sql: sql, arguments: [id, list.id]).map { ($0[0], $0[1]) }
    }

    private func refusedQuantity(_ person: AtHome, _ request: Request) throws -> Response {
        let words = pages.words(for: person.visitor)
        let values: Values = ["text": words("living.list.quantityWrong")]
        return try page(
            "refusal", words("living.list.quantityTitle"), back: "/house/list", values, for: person.visitor, request,
            status: .unprocessableContent)
    }

    /// The page the form stood on, at the same place.
    private static func back(_ form: Form, or other: String, anchor: String) -> String {
        let page = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil } ?? other
        return page + "#" + anchor
    }
}
