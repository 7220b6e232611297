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
    /// The pieces that the house always wants to have; fewer go on the list. Nil for none in particular.
    var minimum: Int?
    /// The day until which the piece that expires first is good. Nil if not known.
    var expires: String?
    /// Euro cents; nil is unknown, not free.
    var price: Int?
    /// The digits below the bars of the package; empty if not known.
    var barcode = ""
    var shops: [Int64] = []
    /// Empty is not stated, which is not the same as free of them.
    var allergens: [Allergen] = []
    var ordering = 0
    var published = true

    mutating func becomeDraft() { published = false }

    static let system = House.name
    static let path = "products"
    static let table = "product"
    static let scope: Scope? = House.scope
    static let icon = "product"
    static let columns = ["categories", "position", "stock", "price", "allergens"]
    static let filters = ["categories", "position", "shops", "allergens", "stock", "expires", "price", "picture", "published"]
    static let askedWhenCreated = ["categories", "position"]
    static let formStart = ["name", "picture", "stock", "price"]
    static let editable = ["stock", "price"]
    static let filledByAddress: Set = ["barcode"]
    static let shown = ["allergens"]
    static let preview: Preview<Product>? = { product, context in
        let price = product.price.map { context.words.language.money(cents: $0) }
        let name = context.localized(product.translations, "name", product.name)
        let values: Values = [
            "name": name, "picture": try context.picture(product.picture), "price": price ?? false,
            "shown": ShownFields(product).values(context.words, in: context.zone),
        ]
        return ("house/products/preview", values)
    }
    static let fields: [Field<Product>] = [
        .title("name", \.name),
        .many("categories", \.categories, Category.self, through: .init("productCategory", owner: "product", other: "category")),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .one("position", \.position, Position.self),
        .number("stock", \.stock, in: 0...9999),
        .number("minimum", \.minimum, in: 1...Quantity.most),
        .day("expires", \.expires),
        .money("price", \.price),
        .barcode("barcode", \.barcode),
        .many("shops", \.shops, Shop.self, through: .init("productShop", owner: "product", other: "shop")),
        .choices("allergens", \.allergens, texts: "house.allergens"),
        .number("ordering", \.ordering, in: 0...1_000_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}

extension Product {
    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        guard !barcode.isEmpty else { return }
        let other = try Barcode.product(barcode, in: stamp.scopeID ?? 0, entry.context.db)
        if let other, other.id != stamp.id {
            errors.add(entry.name + "barcode", entry.refusal("barcodeTaken", ["name": other.name]))
        }
    }
}

/// The 14 allergens of Annex II of Regulation (EU) 1169/2011, each with an icon of its name.
enum Allergen: String, SignedChoice {
    case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs
    case noneOfThese = "none-of-these"

    var icon: String { "allergen-\(rawValue)" }

    func name(_ words: Words) -> String { words("house.allergens.\(rawValue)") }
}
