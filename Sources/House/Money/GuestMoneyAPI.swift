import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestMoneyAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "euro", "euro", .guest { try Self(guests: $0).euro($1, $2) }) {
            $0.answer = Shape.items(
                Shape.object([
                    "cents": Shape.whole, "kind": Shape.choice(["coin", "note"]), "name": Shape.text, "width_mm": Shape.decimal,
                    "height_mm": Shape.decimal,
                ]))
            $0.answered = #"{"items": [{"cents": 200, "kind": "coin", "name": "2 euro", "width_mm": 25.75, "height_mm": 25.75}]}"#
        },
        GuestRoute(.get, "euro/{cents}/products", "affordable", .guest { try await Self(guests: $0).affordable($1, $2) }) {
            $0.answer = Shape.object([
                "cents": Shape.whole,
                "items": Shape.list(
                    Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image, "price_cents": Shape.whole])),
                "message": Shape.orNull("string"),
            ])
            $0.answered = #"{"cents": 20, "items": [], "message": "Con 20 centesimi non puoi comprare niente."}"#
        },
    ]

    private func euro(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        let pieces = Denomination.all.map { piece in
            JSON.values([
                "cents": .number(piece.cents), "kind": .text(piece.isNote ? "note" : "coin"), "name": .text(piece.name(words)),
                "width_mm": .decimal(piece.width), "height_mm": .decimal(piece.height),
            ])
        }
        return .json(.items(pieces))
    }

    private func affordable(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard let cents = person.parameters.number("cents", in: 1...MoneyPages.limit) else {
            throw HTTPError(.notFound)
        }
        let (products, cheapest) = try await guests.database.read { db in
            let products = try Affordable.all(cents, person, db).map { product in
                JSON.values([
                    "id": .id(product.id), "name": .text(product.name), "image": .image(product.picture),
                    "price_cents": .number(product.price),
                ])
            }
            return (products, try Affordable.cheapest(person, db))
        }
        let message = products.isEmpty ? MoneyPages.nothing(cents, cheapest: cheapest, guests.words(person)) : nil
        return .json(.values(["cents": .number(cents), "items": .list(products), "message": .optional(message)]))
    }
}
