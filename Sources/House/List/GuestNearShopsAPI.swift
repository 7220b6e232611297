import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestNearShopsAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "stores/near-list", "near", .guest { try await Self(guests: $0).near($1, $2) }) {
            $0.answer = Shape.items(
                Shape.object([
                    "id": Shape.whole, "name": Shape.text, "lat": Shape.decimal, "lon": Shape.decimal, "radius_m": Shape.whole,
                    "products": Shape.list(Shape.named),
                ]))
            $0.answered = """
                {"items": [{"id": 1, "name": "Gallucci", "lat": 42.3512, "lon": 13.399, "radius_m": 300, "products": [{"id": 12, "name": "Riso"}]}]}
                """
        }
    ]

    /// The program itself compares distances; the guest's position is never sent.
    private func near(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let shops = try await guests.database.read { db in
            try NearShop.all(for: person, db).map { ($0, try Self.sold(in: $0.id, person, db)) }
        }
        return .json(
            .items(
                shops.map { shop, products in
                    .values([
                        "id": .id(shop.id), "name": .text(shop.name), "lat": .decimal(shop.latitude), "lon": .decimal(shop.longitude),
                        "radius_m": .number(shop.radius), "products": .list(products),
                    ])
                }))
    }

    private static func sold(in shop: Int64, _ person: GuestRequestContext, _ db: Database) throws -> [JSON] {
        let sold = try Int64.fetchSet(db, sql: "SELECT product FROM productShop WHERE shop = ?", arguments: [shop])
        return try ShoppingListRow.all(of: try ShoppingList.existing(person, db), in: person.language, db)
            .filter { !$0.isBought && sold.contains($0.product) }
            .map { .values(["id": .id($0.product), "name": .text($0.name)]) }
    }
}
