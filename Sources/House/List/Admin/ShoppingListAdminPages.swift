import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Educators' pages of the shopping lists, under `/admin/house/lists`. Saving notifies the guests who use the list.
struct ShoppingListAdminPages: Sendable {
    let admin: AdminContext
    let broadcaster: HouseEventBroadcaster

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("lists", use: show)
        router.post("lists", use: save)
        router.post("lists/items", use: add)
        router.post("lists/emptying", use: empty)
        router.post("lists/refilling", use: refill)
        router.get("lists/print", use: print)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, guest: Form(query: request.uri.query ?? "").recordID("guest"))
    }

    @Sendable private func add(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        guard let quantity = Quantity.read(form["quantity"].isEmpty ? "1" : form["quantity"]) else {
            return try await page(request, person, guest: form.recordID("guest"), refused: form)
        }
        return try await change(form, person) { list, house, db in
            let sql = "SELECT id FROM product WHERE id = ? AND \(Product.notTrashed.in("?"))"
            guard let product = try Int64.fetchOne(db, sql: sql, arguments: [form.recordID("product"), house]) else {
                throw HTTPError(.notFound)
            }
            try list.add(product, quantity: quantity, db)
            return ListOutcome(text: words("living.desk.lists.saved"))
        }
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        let wrong = form.values.keys.contains { name in
            guard name.hasPrefix("quantity-") else { return false }
            return form["out-" + name.dropFirst(9)] != "yes" && Quantity.read(form[name]) == nil
        }
        guard !wrong else { return try await page(request, person, guest: form.recordID("guest"), refused: form) }
        return try await change(form, person) { list, _, db in
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

    @Sendable private func empty(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        return try await change(form, person) { list, _, db in
            let removal = try list.remove(nil, byEducator: true, db)
            guard db.changesCount > 0 else { return ListOutcome(text: words("living.desk.lists.same"), hasChanged: false) }
            return ListOutcome(text: words("living.desk.lists.emptied"), removal: removal)
        }
    }

    @Sendable private func refill(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        return try await change(form, person) { list, _, db in
            try list.refill(form.recordID("removal") ?? 0, db)
            return ListOutcome(text: words("living.desk.lists.saved"))
        }
    }

    /// Performs an educator's act on a list with log entry and message, and notifies readers of changes.
    func change(
        _ form: Form, _ person: SignedIn,
        _ body: @escaping @Sendable (ShoppingList, _ house: Int64, Database) throws -> ListOutcome
    ) async throws -> Response {
        let guest = form.recordID("guest")
        // The house's list has no guest; an unreadable guest is not found.
        guard guest != nil || form["guest"].isEmpty else { throw HTTPError(.notFound) }
        let words = admin.pages.words(for: person.visitor)
        let owner = try await admin.database.write { db -> ListOwner in
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

    /// Renders a list with products, other lists and recipes to add. `refused` is a form with an invalid quantity, shown as typed.
    private func page(_ request: Request, _ person: SignedIn, guest: Int64?, refused: Form? = nil) async throws -> Response {
        var response = try await admin.page(person, request, status: refused == nil ? .ok : .unprocessableContent) { db, context in
            let house = try admin.house(person, House.lists, db)
            let words = context.words
            let owners = try ListOwner.all(of: house, words, db)
            guard let owner = owners.first(where: { $0.guest == guest }) else { throw HTTPError(.notFound) }
            let list = try ShoppingList.existing(of: guest, house: house, db)
            let rows = try ShoppingListRow.all(of: list, db)
            let products = try Self.options(Product.self, Product.published, of: house, chosen: refused?["product"], db)
            let short = try ShoppingList.short(of: list, in: house, db)
            let expiring = try Expiry.soon(in: house, at: .now, context.zone, db)
            let isAdding = refused?.has("product") == true
            let typed = String(Form(query: request.uri.query ?? "")["q"].prefix(200))
            let found = try typed.isEmpty ? [] : Self.matches(typed, in: house, words.language, db)
            let code = Barcode(typed)?.digits
            let values: Values = [
                "title": words("living.desk.lists.title"), "heading": owner.label, "guest": guest.map(String.init) ?? "",
                "owners": owners.map { ["label": $0.label, "href": $0.href, "current": $0.guest == guest] as Values },
                "several": owners.count > 1, "hasRows": !rows.isEmpty, "products": products,
                "rows": rows.map { Self.row($0, isAdding ? nil : refused, words) }, "total": Estimate(rows).localized(words),
                "short": short.isEmpty ? false : words("living.desk.filling.short", count: short.count),
                "shortNames": short.map { "\($0.name) (\($0.wanted))" }.joined(separator: ", "),
                "expiring": expiring.isEmpty ? false : words("living.desk.filling.expiring", count: expiring.count),
                "expiringRows": expiring.map { $0.templateValues(words) }, "q": typed, "found": found,
                "isNothing": !typed.isEmpty && found.isEmpty,
                "newHref": code.map { Product.address + "/new?barcode=" + $0 } ?? false, "code": code ?? "",
                "pieces": isAdding ? refused?["quantity"] ?? "" : "1", "wrongPieces": isAdding,
                "sources": try ListSource.all(of: house, except: list?.id, words, context.zone, db).map(\.values),
                "recipes": try Self.options(Recipe.self, Recipe.notTrashed, of: house, db),
                "week": try !DayMoment.recipes(of: house, db).isEmpty,
                "printHref": "/admin/house/lists/print" + (guest.map { "?guest=\($0)" } ?? ""),
            ]
            return ("house/list/admin/index", values)
        }
        // Only this page lets the browser use the camera, which reads the codes of packages.
        response.headers[.permissionsPolicy] = "geolocation=(), camera=(self), microphone=(), payment=(), usb=(), interest-cohort=()"
        return response
    }

    private static let most = 24

    private static func matches(_ typed: String, in house: Int64, _ language: Language, _ db: Database) throws -> [Values] {
        let coded = try Barcode(typed).flatMap { try Barcode.product($0.digits, in: house, db)?.id }
        let ids = try coded.map { [$0] } ?? NameSearch(typed).matches(in: Product.self, of: house, language, db).ids.prefix(most)
        let sql = """
            SELECT product.id, product.name, picture.file FROM product
            LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            WHERE product.id IN (\(databaseQuestionMarks(count: ids.count))) ORDER BY product.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: StatementArguments(ids)).map { row in
            [
                "id": String(row["id"] as Int64), "label": row["name"] as String,
                "picture": (row["file"] as String?).map { Picture.address(file: $0, .medium) } ?? false,
            ]
        }
    }

    private static func row(_ row: ShoppingListRow, _ refused: Form?, _ words: Words) -> Values {
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
        _ kind: any Resource.Type, _ condition: RowCondition, of house: Int64, chosen: String? = nil, _ db: Database
    ) throws -> [Values] {
        let sql = "SELECT id, name FROM \(kind.table) WHERE \(condition.in("?")) ORDER BY folded"
        return try Row.fetchAll(db, sql: sql, arguments: [house]).map { row in
            let id = String(row["id"] as Int64)
            return ["id": id, "label": row["name"] as String, "on": id == chosen]
        }
    }

    @Sendable private func print(_ request: Request, _ person: SignedIn) async throws -> Response {
        let guest = Form(query: request.uri.query ?? "").recordID("guest")
        return try await admin.page(person, request) { db, context in
            let house = try admin.house(person, House.lists, db)
            guard let owner = try ListOwner.all(of: house, context.words, db).first(where: { $0.guest == guest }) else {
                throw HTTPError(.notFound)
            }
            let open = try ShoppingListRow.all(of: try ShoppingList.existing(of: guest, house: house, db), db).filter { !$0.isBought }
            let values: Values = [
                "title": owner.label, "rows": open.map { $0.values(context.words, isDirect: true) }, "hasRows": !open.isEmpty,
                "total": Estimate(open).localized(context.words), "listHref": owner.href,
            ]
            return ("house/list/admin/print", values)
        }
    }
}

struct ListOutcome: Sendable {
    var text: String
    var removal: Int64?
    var hasChanged = true
}
