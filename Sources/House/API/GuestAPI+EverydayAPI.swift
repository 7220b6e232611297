import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestAPI {
    static let everydayRoutes: [GuestRoute] = [
        GuestRoute(.get, "euro", "euro", .guest { try $0.euro($1, $2) }) {
            $0.answer = Shape.items(
                Shape.object([
                    "cents": Shape.whole, "kind": Shape.choice(["coin", "note"]), "name": Shape.text, "width_mm": Shape.decimal,
                    "height_mm": Shape.decimal,
                ]))
            $0.answered = #"{"items": [{"cents": 200, "kind": "coin", "name": "2 euro", "width_mm": 25.75, "height_mm": 25.75}]}"#
        },
        GuestRoute(.get, "euro/{cents}/products", "affordable", .guest { try await $0.affordable($1, $2) }) {
            $0.answer = Shape.object([
                "cents": Shape.whole,
                "items": Shape.list(
                    Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image, "price_cents": Shape.whole])),
                "message": Shape.orNull("string"),
            ])
            $0.answered = #"{"cents": 20, "items": [], "message": "Con 20 centesimi non puoi comprare niente."}"#
        },
        GuestRoute(.get, "time", "time", .guest { try $0.time($1, $2) }) {
            $0.answer = Shape.object([
                "now": Shape.moment, "zone": Shape.text, "offset_seconds": Shape.whole, "date": Shape.text, "time": Shape.text,
                "sentence": Shape.text, "part_of_day": Shape.text,
            ])
            $0.answered = """
                {"now": "2026-11-21T18:40:00Z", "zone": "Europe/Rome", "offset_seconds": 3600, "date": "2026-11-21", "time": "19:40", \
                "sentence": "Sono le diciannove e quaranta.", "part_of_day": "Di sera"}
                """
        },
        GuestRoute(.get, "preferences", "preferences", .guest { try $0.preferences($1, $2) }) { $0.answer = preferencesShape },
        GuestRoute(.patch, "preferences", "choose", .guest { try await $0.choose($1, $2) }) {
            ($0.sent, $0.example, $0.answer) = (choosableShape, #"{"clock_face": "garden"}"#, preferencesShape)
        },
    ]

    static let nearRoute = GuestRoute(.get, "stores/near-list", "near", .guest { try await $0.near($1, $2) }) {
        $0.answer = Shape.items(
            Shape.object([
                "id": Shape.whole, "name": Shape.text, "lat": Shape.decimal, "lon": Shape.decimal, "radius_m": Shape.whole,
                "products": Shape.list(Shape.named),
            ]))
        $0.answered = """
            {"items": [{"id": 1, "name": "Gallucci", "lat": 42.3512, "lon": 13.399, "radius_m": 300, "products": [{"id": 12, "name": "Riso"}]}]}
            """
    }

    func euro(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = words(person)
        let pieces = Denomination.all.map { piece in
            JSON.values([
                "cents": .number(piece.cents), "kind": .text(piece.isNote ? "note" : "coin"), "name": .text(piece.name(words)),
                "width_mm": .decimal(piece.width), "height_mm": .decimal(piece.height),
            ])
        }
        return .json(.items(pieces))
    }

    func affordable(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard let cents = person.parameters.number("cents", in: 1...MoneyPages.limit) else {
            throw HTTPError(.notFound)
        }
        let (products, cheapest) = try await database.read { db in
            let products = try Affordable.rows(cents, person, db).map { row in
                JSON.values(["id": .id(row[0]), "name": .text(row[1]), "image": .image(row[4]), "price_cents": .number(row[3])])
            }
            return (products, try Affordable.cheapest(person, db))
        }
        let message = products.isEmpty ? MoneyPages.nothing(cents, cheapest: cheapest, words(person)) : nil
        return .json(.values(["cents": .number(cents), "items": .list(products), "message": .optional(message)]))
    }

    func time(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let (words, zone, now) = (words(person), person.guest.timeZone, Date.now)
        let time = CivilTime(now, in: zone)
        let spoken = SpokenTime(hour: time.hour, minute: time.minute)
        let style = Date.ISO8601FormatStyle(timeZone: zone)
        let json = JSON.values([
            "now": .moment(now), "zone": .text(zone.identifier), "offset_seconds": .number(zone.secondsFromGMT(for: now)),
            "date": .text(now.formatted(style.year().month().day())),
            "time": .text(ClockPages.digits(time.hour, time.minute, hours: 24)),
            "sentence": .text(spoken.sentence(words.language, hours: person.preferences.number(.clockHours))),
            "part_of_day": .text(words("clock.\(spoken.dayPart)")),
        ])
        return .json(json, headers: [.cacheControl: "no-store"])
    }

    /// The program itself compares distances; the guest's position is never sent.
    func near(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let shops = try await database.read { db in
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
