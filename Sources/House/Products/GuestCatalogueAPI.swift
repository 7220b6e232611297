import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestCatalogueAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "categories", "categories", .guest { try await Self(guests: $0).shelf(Category.self, $1, $2) }) {
            $0.answer = Shape.items(shelfShape)
            $0.answered = #"{"items": [{"id": 4, "name": "Verdura", "image": "/media/21"}]}"#
        },
        GuestRoute(.get, "positions", "positions", .guest { try await Self(guests: $0).shelf(Position.self, $1, $2) }) {
            $0.answer = Shape.items(shelfShape)
            $0.answered = #"{"items": [{"id": 2, "name": "Dispensa, sportello 1", "image": null}]}"#
        },
        GuestRoute(.get, "stores", "stores", .guest { try await Self(guests: $0).stores($1, $2) }) {
            $0.answer = Shape.items(
                Shape.object([
                    "id": Shape.whole, "name": Shape.text, "address": Shape.text, "phone": Shape.text, "lat": Shape.orNull("number"),
                    "lon": Shape.orNull("number"), "radius_m": Shape.whole,
                ]))
            $0.answered = """
                {"items": [{"id": 1, "name": "Gallucci", "address": "Via Roma 5", "phone": "", "lat": 42.3512, "lon": 13.399, "radius_m": 300}]}
                """
        },
        GuestRoute(.get, "recipe-categories", "recipeCategories", .guest { try await Self(guests: $0).shelf(RecipeCategory.self, $1, $2) })
        {
            $0.answer = Shape.items(shelfShape)
            $0.answered = #"{"items": [{"id": 1, "name": "Primi", "image": null}]}"#
        },
        GuestRoute(.get, "products", "products", .guest { try await Self(guests: $0).products($1, $2) }) {
            $0.query = [
                ("category", Shape.id), ("q", Shape.text(0...200)), ("store", Shape.id), ("max_cents", .whole(1, MoneyPages.limit)),
                ("since", Shape.moment),
            ]
            $0.answer = Shape.object(
                ["items": Shape.list(.reference("schemas", "guest.product")), "as_of": Shape.moment, "removed": Shape.list(Shape.whole)],
                optional: ["removed"])
            $0.answered = #"{"items": [\#(productExample)], "as_of": "2026-11-21T10:00:00Z"}"#
        },
        GuestRoute(.get, "products/{id}", "product", .guest { try await Self(guests: $0).product($1, $2) }) {
            $0.answer = .reference("schemas", "guest.product")
            $0.answered = productExample
        },
    ]

    private static let shelfShape = Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image])

    static let productShape = Shape.object([
        "id": Shape.whole, "name": Shape.text, "image": Shape.image, "price_cents": Shape.cents, "stock": Shape.whole,
        "position": Shape.orNull(Shape.named), "categories": Shape.list(Shape.named), "stores": Shape.list(Shape.named),
        "in_list": Shape.orNull("integer"), "updated_at": Shape.moment,
    ]).describing(ShownFields<Product>.self)

    private static let productExample = """
        {"id": 12, "name": "Riso", "image": "/media/9", "price_cents": 160, "stock": 1, "position": {"id": 2, "name": "Dispensa, sportello 1"}, \
        "categories": [{"id": 5, "name": "Pasta"}], "stores": [{"id": 1, "name": "Gallucci"}], "in_list": 2, "updated_at": "2026-11-20T08:30:00Z"\
        \(ShownFields<Product>.example)}
        """

    private func shelf(_ kind: any Resource.Type, _ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let shown = (kind as? any Publishable.Type)?.published ?? kind.notTrashed
        let sql = """
            SELECT t.id, \(person.language.localizedSQL("t", "name")) AS name, picture.id AS picture FROM \(kind.table) AS t
            LEFT JOIN picture ON picture.id = t.picture AND \(Picture.notTrashed)
            WHERE \(shown.in("?")("t")) ORDER BY t.ordering, t.folded
            """
        let things = try await guests.database.read { db in
            try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID]).map {
                JSON.values(["id": .id($0["id"]), "name": .text($0["name"]), "image": .image($0["picture"])])
            }
        }
        return .json(.items(things))
    }

    private func stores(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let sql = """
            SELECT id, name, address, phone, place, radius FROM shop WHERE \(Shop.published.in("?")) ORDER BY folded
            """
        let stores = try await guests.database.read { try Row.fetchAll($0, sql: sql, arguments: [person.guest.houseID]).map(Self.store) }
        return .json(.items(stores))
    }

    private static func store(_ row: Row) -> JSON {
        let text: String = row["place"] ?? ""
        let place = text.split(separator: ",").compactMap { Double(finite: $0.trimmingCharacters(in: .whitespaces)) }
        return .values([
            "id": .id(row["id"]), "name": .text(row["name"]), "address": .text(row["address"]), "phone": .text(row["phone"]),
            "lat": place.count == 2 ? .decimal(place[0]) : .null, "lon": place.count == 2 ? .decimal(place[1]) : .null,
            "radius_m": .number(row["radius"]),
        ])
    }

    private func products(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let query = APIQuery(request)
        var wanted = CatalogueProduct.Wanted()
        wanted.category = try query.number("category", in: APIQuery.ids)
        wanted.store = try query.number("store", in: APIQuery.ids)
        wanted.cents = try query.number("max_cents", in: 1...Int64(MoneyPages.limit))
        wanted.words = query["q"].flatMap { $0.isEmpty ? nil : $0 }
        if let since = query["since"] {
            let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
            guard let date = styles.lazy.compactMap({ try? $0.parse(since) }).first else { throw Problem.parameter("since") }
            wanted.since = date
        }
        return try await guests.database.read { [wanted] db in
            let now = Date.now
            var json = JSON.items(try CatalogueProduct.all(wanted, person, db).map(\.json))
            json["as_of"] = .moment(now)
            if let since = wanted.since {
                json["removed"] = .list(try CatalogueProduct.removed(since: since, person, db).map(JSON.id))
            }
            return .json(json)
        }
    }

    private func product(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var wanted = CatalogueProduct.Wanted()
        wanted.id = try person.id()
        let found = try await guests.database.read { [wanted] in try CatalogueProduct.all(wanted, person, $0).first }
        guard let found else { throw HTTPError(.notFound) }
        return .json(found.json)
    }
}
