import Admin
import Web

/// Something a house buys or keeps: food, and also pots and cloths, which recipes need too.
struct Product: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var categories: [Int64] = []
    var position: Int64?
    var picture: Int64?
    /// Pieces at home.
    var stock = 0
    /// Euro cents; nil is unknown, not free.
    var price: Int?
    var shops: [Int64] = []
    var ordering = 0
    var published = true

    static let system = House.name
    static let path = "products"
    static let table = "product"
    static let scope: Scope? = House.scope
    static let icon = "product"
    static let columns = ["categories", "position", "stock", "price"]
    static let filters = ["categories", "position", "shops", "stock", "price", "picture", "published"]
    static let editable = ["stock", "price"]
    static let preview: Preview<Product>? = { product, context in
        let price = product.price.map { context.words.language.money(cents: $0) }
        let name = context.said(product.translations, "name", product.name)
        let values: Values = ["name": name, "picture": try context.picture(product.picture), "price": price ?? false]
        return ("house/product-preview", values)
    }
    static let fields: [Field<Product>] = [
        .title("name", \.name),
        .many("categories", \.categories, Category.self, through: .init("productCategory", owner: "product", other: "category")),
        .picture("picture", \.picture),
        .one("position", \.position, Position.self),
        .number("stock", \.stock, in: 0...9999),
        .money("price", \.price),
        .many("shops", \.shops, Shop.self, through: .init("productShop", owner: "product", other: "shop")),
        .number("ordering", \.ordering, in: 0...1_000_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}
