import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ShoppingListFillingPages: Sendable {
    let lists: ShoppingListAdminPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.post("lists/copying", use: copyList)
        router.post("lists/recipe", use: addRecipe)
        router.post("lists/pantry", use: addShort)
        router.post("lists/week", use: addWeek)
    }

    @Sendable private func copyList(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = lists.admin.pages.words(for: person.visitor)
        return try await lists.change(form, person) { list, house, db in
            let things = try ListSource.things(form.recordID("source"), of: house, db)
            var report = FillingReport()
            for thing in things {
                let isNew = try list.addOnce(thing.product, quantity: thing.quantity, note: thing.note, db)
                if isNew { report.added.append(thing.name) } else { report.there.append(thing.name) }
            }
            return report.outcome(words)
        }
    }

    @Sendable private func addShort(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = lists.admin.pages.words(for: person.visitor)
        return try await lists.change(form, person) { list, _, db in
            var report = FillingReport()
            report.added = try list.addShort(db)
            return report.outcome(words)
        }
    }

    @Sendable private func addWeek(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = lists.admin.pages.words(for: person.visitor)
        return try await lists.change(form, person) { list, house, db in
            var report = FillingReport()
            for recipe in try DayMoment.recipes(of: house, db) {
                let things = try Thing.needed(by: recipe, skippingPantry: true, db).filter { $0.kind == .ingredient }
                let (added, there) = try list.add(missing: things, db)
                report.added += added
                // What two recipes need is new once.
                report.there += there.filter { !report.added.contains($0) && !report.there.contains($0) }
                report.atHome += things.filter(\.isSkipped).map(\.name).filter { !report.atHome.contains($0) }
            }
            return report.outcome(words)
        }
    }

    /// `things` is `missing`, `ingredients` or `all`.
    @Sendable private func addRecipe(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = lists.admin.pages.words(for: person.visitor)
        guard ["missing", "ingredients", "all"].contains(form["things"]) else { throw HTTPError(.notFound) }
        return try await lists.change(form, person) { list, house, db in
            let sql = "SELECT id FROM recipe WHERE id = ? AND \(Recipe.notTrashed.in("?"))"
            guard let recipe = try Int64.fetchOne(db, sql: sql, arguments: [form.recordID("recipe"), house]) else {
                throw HTTPError(.notFound)
            }
            let things = try Thing.needed(by: recipe, skippingPantry: form["things"] == "missing", db)
                .filter { $0.kind == .ingredient || form["things"] == "all" }
            let (added, there) = try list.add(missing: things, db)
            return FillingReport(added: added, there: there, atHome: things.filter(\.isSkipped).map(\.name)).outcome(words)
        }
    }
}

private struct FillingReport {
    var added: [String] = []
    var there: [String] = []
    var atHome: [String] = []

    func outcome(_ words: Words) -> ListOutcome {
        let parts = [("added", added), ("there", there), ("atHome", atHome)].filter { !$0.1.isEmpty }
        let sentences = parts.map { words("living.desk.filling.\($0)", ["names": $1.joined(separator: ", ")]) }
        let text = added.isEmpty ? [words("living.desk.filling.nothing")] + sentences : sentences
        return ListOutcome(text: text.joined(separator: " "), hasChanged: !added.isEmpty)
    }
}

extension Thing {
    /// Returns what a recipe needs, with nothing ticked. `skippingPantry` omits what is in the house.
    static func needed(by recipe: Int64, skippingPantry: Bool, _ db: Database) throws -> [Thing] {
        let sql = """
            SELECT recipeItem.kind, product.id, product.name, amount, stock\(ShownFields<Product>.columns())
            FROM recipeItem JOIN product ON product.id = recipeItem.product
            WHERE recipe = ? AND \(Product.notTrashed) ORDER BY recipeItem.kind, recipeItem.position
            """
        return try Row.fetchAll(db, sql: sql, arguments: [recipe]).map { row in
            Thing(
                kind: Kind(rawValue: row["kind"]) ?? .ingredient, product: row["id"], name: row["name"], amount: row["amount"], file: nil,
                place: nil, isReady: false, isListed: false, isSkipped: skippingPantry && row["stock"] as Int > 0, shown: ShownFields(row))
        }
    }
}

struct ListSource: Sendable {
    let id: Int64
    let label: String

    var values: Values { ["id": String(id), "label": label] }

    private static let most = 24

    static func all(of house: Int64, except list: Int64?, _ words: Words, _ zone: TimeZone, _ db: Database) throws -> [ListSource] {
        let sql = """
            SELECT shoppingList.id, guest.name, doneAt,
              (SELECT count(*) FROM listItem WHERE listID = shoppingList.id AND removal IS NULL) AS things
            FROM shoppingList LEFT JOIN guest ON guest.id = guestID
            WHERE shoppingList.houseID = ? AND shoppingList.id IS NOT ? AND \(Guest.notTrashed) AND things > 0
            ORDER BY doneAt IS NOT NULL, doneAt DESC, shoppingList.id LIMIT \(most)
            """
        return try Row.fetchAll(db, sql: sql, arguments: [house, list]).map { row in
            let when = (row["doneAt"] as Date?).map {
                words("living.desk.filling.done", ["when": words.language.relativeMoment($0, now: .now, in: zone)])
            }
            let parts = [row["name"] as String? ?? words("living.list.ofHouse"), when ?? words("living.desk.filling.open")]
            let things = words("living.desk.filling.things", count: row["things"])
            return ListSource(id: row["id"], label: (parts + [things]).joined(separator: " · "))
        }
    }

    static func things(_ list: Int64?, of house: Int64, _ db: Database) throws -> [(
        product: Int64, name: String, quantity: Int, note: String
    )] {
        guard try Bool.fetchOne(db, sql: "SELECT 1 FROM shoppingList WHERE id = ? AND houseID = ?", arguments: [list, house]) == true else {
            throw HTTPError(.notFound)
        }
        let sql = """
            SELECT product.id, product.name, quantity, note FROM listItem JOIN product ON product.id = listItem.product
            WHERE listID = ? AND removal IS NULL AND \(Product.published) ORDER BY product.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [list]).map { ($0["id"], $0["name"], $0["quantity"], $0["note"]) }
    }
}
