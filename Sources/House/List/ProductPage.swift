import Admin
import GRDB
import Web

struct ProductPage: Sendable {
    let id: Int64
    let name: String
    let price: Int?
    /// Pieces at home.
    let stock: Int
    let file: String?
    let place: String?
    let placeFile: String?
    let categories: [String]
    let shops: [String]
    let item: Int64?
    let quantity: Int?
    let shown: ShownFields<Product>

    static func find(_ id: Int64, _ person: GuestRequestContext, _ db: Database) throws -> ProductPage? {
        let list = try ShoppingList.existing(person, db)
        let language = person.language
        let sql = """
            SELECT product.id, \(language.localizedSQL("product", "name")) AS name, product.price, product.stock, picture.file,
              \(language.localizedSQL("position", "name")) AS place, placePicture.file AS placeFile, listItem.id AS item, listItem.quantity
              \(ShownFields<Product>.columns())
            FROM product LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            LEFT JOIN position ON position.id = product.position AND \(Position.notTrashed)
            LEFT JOIN picture AS placePicture ON placePicture.id = position.picture AND \(Picture.notTrashed("placePicture"))
            LEFT JOIN listItem ON listItem.product = product.id AND listItem.listID = ? AND listItem.removal IS NULL AND NOT bought
            WHERE product.id = ? AND \(Product.notTrashed.in("?")) AND (product.published OR listItem.id IS NOT NULL)
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [list?.id, id, person.guest.houseID]) else { return nil }
        let shops = try String.fetchAll(
            db,
            sql: """
                SELECT shop.name FROM productShop JOIN shop ON shop.id = productShop.shop
                WHERE product = ? AND \(Shop.published) ORDER BY shop.folded
                """, arguments: [id])
        let categories = try String.fetchAll(
            db,
            sql: """
                SELECT \(language.localizedSQL("category", "name")) FROM productCategory JOIN category ON category.id = productCategory.category
                WHERE product = ? AND \(Category.published) ORDER BY category.ordering
                """, arguments: [id])
        return ProductPage(
            id: row["id"], name: row["name"], price: row["price"], stock: row["stock"], file: row["file"], place: row["place"],
            placeFile: row["placeFile"],
            categories: categories, shops: shops, item: row["item"], quantity: row["quantity"], shown: ShownFields(row))
    }

    func values(_ person: GuestRequestContext, _ words: Words) -> Values {
        let shown = { (value: String?, preference: Preference?) -> any Sendable in
            guard let value, !value.isEmpty, preference.map(person.preferences.isOn) ?? true else { return false }
            return value
        }
        return [
            "id": String(id), "name": name, "picture": shown(file.map { Picture.address(file: $0, .large) }, nil),
            "price": shown(price.map(words.language.money(cents:)), .showPrice),
            "pieces": PricePages.address(price, from: "/house/shopping/products/\(id)", person) ?? false,
            "place": shown(place, .showPosition),
            "placePicture": shown(placeFile.map { Picture.address(file: $0, .medium) }, .showPosition),
            "categories": shown(categories.joined(separator: ", "), .showCategory), "shops": shown(shops.joined(separator: ", "), nil),
            "shown": self.shown.values(words, in: person.guest.timeZone), "inList": item != nil,
            "item": item.map(String.init) ?? "", "quantity": quantity.map(String.init) ?? "", "isLast": quantity == 1,
            "mayUseUp": stock > 0,
            "isMost": quantity == Quantity.most, "more": words("living.list.more", ["name": name]),
            "less": words(quantity == 1 ? "living.list.takeOut" : "living.list.less", ["name": name]),
        ]
    }
}
