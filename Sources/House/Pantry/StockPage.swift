import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// What a house has too little of, where most products have run out, and what it has spent by the week.
struct StockPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/house/stock"
    static let permission: Permission = "house.products.see"
    /// Of the products that run out; the lists name all.
    static let most = 40

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("stock", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.requireScope(person, Self.permission, db)
            let charts = [try short(house, words, db), try finished(house, words, db)].compactMap(\.self)
            let taking: [Permission] = ["house.products.edit", "house.recipes.edit"]
            let mayTake = taking.allSatisfy { person.grants.may($0, in: house) }
            let spending = try WeeklySpending(of: house, in: admin.site.zone, db)
            let values: Values = [
                "spending": spending.pieces > 0 ? spending.chart(words, in: admin.site.zone).values : false,
                "unpriced": spending.unpriced > 0 ? words("house.stock.spending.unpriced", count: spending.unpriced) : false,
                "noSpending": words("house.stock.spending.none", ["weeks": words.language.number(WeeklySpending.weeks)]),
                "title": words("house.stock.title"), "charts": charts.map(\.values), "isNone": charts.isEmpty, "products": Product.address,
                "catalogue": mayTake ? CataloguePages.address(of: house) : false,
            ]
            return ("house/stock/index", values)
        }
    }

    /// What is at home as a share of what the house always wants, the emptiest first; nil where nothing runs out.
    private func short(_ house: Int64, _ words: Words, _ db: Database) throws -> Chart? {
        let condition = "product.houseID = ? AND \(Product.notTrashed) AND product.published = 1 AND product.stock < product.minimum"
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM product WHERE \(condition)", arguments: [house]) ?? 0
        guard count > 0 else { return nil }
        let sql = """
            SELECT name, stock, minimum FROM product WHERE \(condition)
            ORDER BY CAST(stock AS REAL) / minimum, folded LIMIT \(Self.most)
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [house]).map { row -> (label: String, value: Double) in
            let (name, stock, minimum): (String, Int, Int) = (row["name"], row["stock"], row["minimum"])
            let said = words("house.stock.of", ["stock": words.language.number(stock), "minimum": words.language.number(minimum)])
            return (label: "\(name) (\(said))", value: Double(stock) / Double(minimum))
        }
        let heading = Chart.Heading(
            id: "short", title: words("house.stock.short.title"),
            summary: words(
                "house.stock.short.summary", ["count": words.language.number(count), "shown": words.language.number(rows.count)]))
        return .bars(heading, rows, head: (words("house.stock.short.product"), words("house.stock.short.share")), top: 1) {
            words.language.percent(Int(nearest: $0 * 100))
        }
    }

    /// How many products of each category have run out; nil where none has.
    private func finished(_ house: Int64, _ words: Words, _ db: Database) throws -> Chart? {
        let sql = """
            SELECT category.name AS name, count(*) AS products FROM product
            LEFT JOIN productCategory ON productCategory.product = product.id LEFT JOIN category ON category.id = productCategory.category
            WHERE product.houseID = ? AND \(Product.notTrashed) AND product.stock = 0
            GROUP BY category.id ORDER BY count(*) DESC, category.folded
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [house]).map { row -> (label: String, value: Double) in
            (label: row["name"] as String? ?? words("house.stock.finished.none"), value: row["products"] as Double)
        }
        guard !rows.isEmpty else { return nil }
        let heading = Chart.Heading(
            id: "finished", title: words("house.stock.finished.title"),
            summary: words("house.stock.finished.summary", ["count": words.language.number(rows.count)]))
        return .bars(heading, rows, head: (words("house.stock.finished.category"), words("house.stock.finished.products"))) {
            words.language.number(Int(nearest: $0))
        }
    }
}
