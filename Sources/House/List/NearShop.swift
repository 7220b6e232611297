import Foundation
import GRDB
import Hummingbird
import Web

struct NearShop: Encodable, Equatable, Sendable {
    let id: Int64
    let name: String
    let latitude: Double
    let longitude: Double
    /// Metres.
    let radius: Int
    var products: [String] = []

    static func all(for person: GuestRequestContext, _ db: Database) throws -> [NearShop] {
        guard person.preferences.isOn(.nearShop), let list = try ShoppingList.existing(person, db) else { return [] }
        let shops = try selling(list, within: Int(person.preferences[.nearRadius], in: .whole), db)
        let rows = try ShoppingListRow.all(of: list, in: person.language, db).filter { !$0.isBought }
        return try shops.map { shop in
            let sold = try Int64.fetchSet(
                db.cachedStatement(sql: "SELECT product FROM productShop WHERE shop = ?"), arguments: [shop.id])
            var shop = shop
            shop.products = rows.filter { sold.contains($0.product) }.map(\.name)
            return shop
        }
    }

    static func selling(_ list: ShoppingList, within metres: Int? = nil, _ db: Database) throws -> [NearShop] {
        let sql = """
            SELECT id, name, place, radius FROM shop
            WHERE \(Shop.published.in("?")) AND place IS NOT NULL AND id IN (
              SELECT shop FROM productShop JOIN listItem ON listItem.product = productShop.product
              WHERE listID = ? AND removal IS NULL AND NOT bought)
            ORDER BY folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [list.houseID, list.id]).compactMap { row in
            let parts = (row["place"] as String).split(separator: ",").compactMap {
                Double(finite: $0.trimmingCharacters(in: .whitespaces))
            }
            guard parts.count == 2 else { return nil }
            return NearShop(id: row["id"], name: row["name"], latitude: parts[0], longitude: parts[1], radius: metres ?? row["radius"])
        }
    }
}
