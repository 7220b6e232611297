import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// The only documented address of the first portal, in the shape that its app reads.
struct LegacyAppAPI: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<Visitor>, callers: LegacyAppCallers, pictures: GuestOrEducatorCallers) {
        // The lists point to pictures at this address.
        router.group("media").add(middleware: pictures).get("{file}", use: GuestPictureAPI(guests: guests).picture)
        // A group's middleware also guards what is registered after it.
        let address = router.add(middleware: RateLimit(limit: 120, per: .seconds(60))).add(middleware: callers)
        address.get("index.php", use: products)
        address.post("index.php", use: products)
    }

    /// Returns one row for each product in each of its categories; rows of one product are adjacent.
    @Sendable private func products(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var query = Form(query: request.uri.query ?? "")
        // The first app sends its parameters in the address or, by POST, in a form.
        if request.method == .post, !query.has("task") { query = try await Form.read(request) }
        guard query["option"] == "com_casaplus", query["task"] == "products.get_product",
            let present = visitor.person as? GuestPageVisitor,
            let house = present.guest?.houseID ?? present.device?.houseID ?? present.openHouse
        else { throw HTTPError(.notFound) }
        let products = try await guests.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT product.id, product.name, category.name AS category, product.price, picture.file FROM product
                    LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
                    LEFT JOIN (productCategory JOIN category ON category.id = productCategory.category
                      AND \(Category.published)) ON productCategory.product = product.id
                    WHERE \(Product.published.in("?"))
                    ORDER BY product.id, category.ordering, category.id
                    """, arguments: [house]
            ).map(Self.oldRow)
        }
        // Sent as HTML, so it must not contain markup.
        let json = JSON.values(["products": .list(products)]).compact.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
            .replacing("&", with: "\\u0026")
        let headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json)))
    }

    private static func oldRow(_ row: Row) -> JSON {
        // The app reads a number. An unknown price is null, because the first portal could not distinguish it from 0.
        let price = (row["price"] as Int?).map { JSON.decimal(Double($0) / 100) } ?? .null
        let file: String? = row["file"]
        return .values([
            "id": .id(row["id"]), "nome": .text(row["name"]), "categoria": .text(row["category"] ?? ""), "prezzo": price,
            "img": .text(file.map { Picture.address(file: $0, .medium) } ?? ""),
        ])
    }
}
