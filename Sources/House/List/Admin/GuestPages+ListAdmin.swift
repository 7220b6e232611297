import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// Saving notifies the guests who use the list.

extension GuestPages {
    func addListRoutes(to router: RouterGroup<SignedIn>) {
        router.get("lists", use: showLists)
        router.post("lists", use: saveList)
        router.post("lists/items", use: addToList)
        router.post("lists/emptying", use: emptyListAtDesk)
        router.post("lists/refilling", use: refillListAtDesk)
        router.post("lists/copying", use: copyList)
        router.post("lists/recipe", use: addRecipe)
        router.get("lists/print", use: printListAtDesk)
    }

    /// `GET /admin/house/lists?guest=3`; without a guest, the house's list
    @Sendable func showLists(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await listDeskPage(request, person, guest: Form(query: request.uri.query ?? "").recordID("guest"))
    }

    /// `POST /admin/house/lists/items` with `guest`, `product`, `quantity`
    @Sendable func addToList(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        guard let quantity = Quantity.read(form["quantity"].isEmpty ? "1" : form["quantity"]) else {
            return try await listDeskPage(request, person, guest: form.recordID("guest"), refused: form)
        }
        return try await changeList(form, person) { list, house, db in
            let sql = "SELECT id FROM product WHERE id = ? AND houseID = ? AND deletedAt IS NULL"
            guard let product = try Int64.fetchOne(db, sql: sql, arguments: [form.recordID("product"), house]) else {
                throw HTTPError(.notFound)
            }
            try list.add(product, quantity: quantity, db)
            return ListOutcome(text: words("living.desk.lists.saved"))
        }
    }

    /// `POST /admin/house/lists` with `quantity-7`, `bought-7` and `out-7` for each row that was shown
    @Sendable func saveList(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        let wrong = form.values.keys.contains { name in
            guard name.hasPrefix("quantity-") else { return false }
            return form["out-" + name.dropFirst(9)] != "yes" && Quantity.read(form[name]) == nil
        }
        guard !wrong else { return try await listDeskPage(request, person, guest: form.recordID("guest"), refused: form) }
        return try await changeList(form, person) { list, _, db in
            // Applies only the educator's own changes, so a guest's concurrent changes stay. A later change restores a removed row.
            var hasChanged = false
            for row in form.values.keys.filter({ $0.hasPrefix("quantity-") }).compactMap({ Int64(recordID: $0.dropFirst(9)) }).sorted() {
                if form["out-\(row)"] == "yes" {
                    _ = try list.remove(row, byEducator: true, db)
                    hasChanged = hasChanged || db.changesCount > 0
                    continue
                }
                if let quantity = Quantity.read(form["quantity-\(row)"]), quantity != form.number("was-\(row)", in: .whole) {
                    try list.setQuantity(quantity, of: row, db)
                    hasChanged = hasChanged || db.changesCount > 0
                }
                let (bought, was) = (form["bought-\(row)"] == "yes", form["wasBought-\(row)"] == "yes")
                if bought != was {
                    try list.mark(row, bought: bought, db)
                    hasChanged = hasChanged || db.changesCount > 0
                }
            }
            return ListOutcome(text: words(hasChanged ? "living.desk.lists.saved" : "living.desk.lists.same"), hasChanged: hasChanged)
        }
    }

    @Sendable func emptyListAtDesk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        return try await changeList(form, person) { list, _, db in
            let removal = try list.remove(nil, byEducator: true, db)
            guard db.changesCount > 0 else { return ListOutcome(text: words("living.desk.lists.same"), hasChanged: false) }
            return ListOutcome(text: words("living.desk.lists.emptied"), removal: removal)
        }
    }

    @Sendable func refillListAtDesk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = pages.words(for: person.visitor)
        return try await changeList(form, person) { list, _, db in
            try list.refill(form.recordID("removal") ?? 0, db)
            return ListOutcome(text: words("living.desk.lists.saved"))
        }
    }

    /// Performs an educator's act on a list with log entry and message, and notifies readers of changes.
    func changeList(
        _ form: Form, _ person: SignedIn,
        _ body: @escaping @Sendable (ShoppingList, _ house: Int64, Database) throws -> ListOutcome
    ) async throws -> Response {
        let guest = form.recordID("guest")
        // The house's list has no guest; an unreadable guest is not found.
        guard guest != nil || form["guest"].isEmpty else { throw HTTPError(.notFound) }
        let words = pages.words(for: person.visitor)
        let owner = try await database.write { db -> ListOwner in
            let house = try admin.house(person, House.lists, db)
            guard let owner = try ListOwner.all(of: house, words, db).first(where: { $0.guest == guest }) else {
                throw HTTPError(.notFound)
            }
            let list = try ShoppingList.open(of: guest, house: house, db)
            let outcome = try body(list, house, db)
            if outcome.hasChanged {
                try list.changed(by: NoticeAuthor(name: person.account.name, account: person.accountID), broadcaster, db)
                try AuditEntry.write(db, "house.list.change", by: person.actor, scope: house)
            }
            let undo = outcome.removal.map { removal in
                Flash.Undo(
                    action: "/admin/house/lists/refilling", label: words("living.undo"),
                    fields: [["removal", String(removal)], ["guest", form["guest"]]])
            }
            try person.session.setFlash(db, Flash(outcome.text, undo: undo))
            return owner
        }
        return .redirect(to: owner.href)
    }
}

struct ListOutcome: Sendable {
    var text: String
    var removal: Int64?
    var hasChanged = true
}

struct ListOwner: Sendable {
    let guest: Int64?
    let label: String

    var href: String { guest.map { "/admin/house/lists?guest=\($0)" } ?? "/admin/house/lists" }

    static func all(of house: Int64, _ words: Words, _ db: Database) throws -> [ListOwner] {
        let sql = "SELECT id, name FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL ORDER BY folded"
        let guests = try Row.fetchAll(db, sql: sql, arguments: [house]).map { ListOwner(guest: $0[0], label: $0[1]) }
        return try [ListOwner(guest: nil, label: words("living.list.ofHouse"))]
            + guests.filter { try GuestPreferences.of($0.guest, house: house, db).isOn(.ownList) }
    }
}
