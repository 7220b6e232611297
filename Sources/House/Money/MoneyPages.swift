import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct MoneyPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("euro", use: home)
        router.get("euro/coins", use: coins)
        router.get("euro/euros", use: euros)
        router.get("euro/notes", use: notes)
        router.get("euro/all", use: all)
        router.get("euro/{cents}/products", use: products)
    }

    @Sendable private func home(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        let tiles = [
            GuestTile(label: words("money.buy"), href: "/house/euro/coins", drawing: "buy"),
            GuestTile(label: words("money.pieces"), href: "/house/euro/pieces", drawing: "which"),
            GuestTile(label: words("money.purse"), href: "/house/euro/purse", drawing: "count"),
        ]
        return try guests.choices(words("money.title"), back: "/house/home", tiles, for: person.visitor, request)
    }

    @Sendable private func coins(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        try choose("coins", { $0.cents < 100 }, next: "euros", previous: nil, request, person)
    }

    @Sendable private func euros(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        try choose("euros", { (100...2000).contains($0.cents) }, next: "notes", previous: "coins", request, person)
    }

    @Sendable private func notes(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        try choose("notes", { $0.cents > 2000 }, next: nil, previous: "euros", request, person)
    }

    @Sendable private func all(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        try choose("all", { _ in true }, next: nil, previous: "coins", request, person)
    }

    private func choose(
        _ page: String, _ isIn: (Denomination) -> Bool, next: String?, previous: String?, _ request: Request,
        _ person: GuestRequestContext
    ) throws -> Response {
        let words = guests.words(person)
        let pieces = Denomination.all.filter(isIn).map { piece -> Values in
            piece.values(words).merging(["href": "/house/euro/\(piece.cents)/products"]) { $1 }
        }
        let link: (String) -> Values = { ["href": "/house/euro/\($0)", "label": words("money.pages.\($0)")] }
        let values: Values = [
            "pieces": pieces, "lead": words("money.touch"), "next": next.map(link) ?? false, "previous": previous.map(link) ?? false,
            "all": page == "all" ? false : "/house/euro/all",
        ]
        return try guests.page(
            "house/money/choose", words("money.pages.\(page)"), back: "/house/euro", values, for: person.visitor, request)
    }

    /// The limit of calculations: 2,000 euro in cents.
    static let limit = 200_000

    @Sendable private func products(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard let cents = person.parameters.number("cents", in: 1...Self.limit) else { throw HTTPError(.notFound) }
        let words = guests.words(person)
        let (tiles, cheapest) = try await guests.database.read { db in
            (try Affordable.tiles(cents, person, words, db), try Affordable.cheapest(person, db))
        }
        let amount = Self.formatted(cents, words)
        let none = Self.nothing(cents, cheapest: tiles.isEmpty ? cheapest : nil, words)
        let values: Values = ["none": none, "lead": tiles.isEmpty ? false : words("money.canBuy", ["amount": amount])]
        return try guests.choices(
            words("money.with", ["amount": amount]), back: "/house/euro", tiles, values, for: person.visitor, request)
    }

    /// "You can buy nothing with 5 cents. You need 1 euro." `cheapest` is nil when no price is known.
    static func nothing(_ cents: Int, cheapest: Int?, _ words: Words) -> String {
        let none = words("money.nothing", ["amount": formatted(cents, words)])
        guard let piece = cheapest.flatMap(Denomination.enough) else { return none }
        return none + " " + words("money.need", ["amount": piece.name(words)])
    }

    static func formatted(_ cents: Int, _ words: Words) -> String {
        if cents < 100 { return words("money.cent", count: cents) }
        return cents % 100 == 0 ? words("money.euro", count: cents / 100) : words.language.money(cents: cents)
    }
}

struct Affordable: Sendable {
    let id: Int64
    let name: String
    /// Euro cents.
    let price: Int
    let file: String?
    let picture: Int64?

    private static let priced = Product.published.in("?").and("price > 0")

    private init(row: Row) {
        (id, name, price, file, picture) = (row["id"], row["name"], row["price"], row["file"], row["picture"])
    }

    static func tiles(_ cents: Int, _ person: GuestRequestContext, _ words: Words, _ db: Database) throws -> [GuestTile] {
        try all(cents, person, db).map { product in
            GuestTile(
                label: product.name, href: "/house/shopping/products/\(product.id)", file: product.file, icon: "product",
                text: words.language.money(cents: product.price))
        }
    }

    static func all(_ cents: Int, _ person: GuestRequestContext, _ db: Database) throws -> [Affordable] {
        let sql = """
            SELECT product.id, \(person.language.localizedSQL("product", "name")) AS name, picture.file, product.price, picture.id AS picture
            FROM product LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            WHERE \(priced) AND product.price <= ? ORDER BY product.price DESC, product.folded
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [person.guest.houseID, cents]).map(Affordable.init)
    }

    static func cheapest(_ person: GuestRequestContext, _ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT min(price) FROM product WHERE \(priced)", arguments: [person.guest.houseID])
    }
}
