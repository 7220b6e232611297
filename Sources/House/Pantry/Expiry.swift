import Admin
import Foundation
import GRDB
import Web

/// A product at home that is no longer good, or not for much longer.
struct Expiry: Equatable, Sendable {
    let product: Int64
    let name: String
    let day: String

    /// Days before the end in which a product is named.
    static let notice = 7

    private static let isHome = "\(Product.notTrashed.in(":house")) AND stock > 0"

    static func soon(in house: Int64, at now: Date, _ zone: TimeZone, _ db: Database) throws -> [Expiry] {
        let sql = "SELECT id, name, expires FROM product WHERE \(isHome) AND expires <= :last ORDER BY expires, folded"
        return try Row.fetchAll(db, sql: sql, arguments: ["house": house, "last": day(notice, after: now, zone)]).map {
            Expiry(product: $0["id"], name: $0["name"], day: $0["expires"])
        }
    }

    func templateValues(_ words: Words) -> Values {
        let day = DayFieldType.formatted(day, words.language)
        return ["href": "\(Product.address)/\(product)", "label": words("living.desk.filling.expires", ["name": name, "day": day])]
    }

    /// Counts what is over and what soon will be; a day is good until its end.
    static func cards(of house: Int64?, at now: Date, _ db: Database) throws -> [Card] {
        guard let house else { return [] }
        let name = try String.fetchOne(db, sql: "SELECT zone FROM house WHERE id = ?", arguments: [house])
        let zone = name.flatMap(TimeZone.init(identifier:)) ?? .gmt
        let (before, today, last) = (day(-1, after: now, zone), day(0, after: now, zone), day(notice, after: now, zone))
        let sql = """
            SELECT count(*) FILTER (WHERE expires <= :before) AS expired, count(*) FILTER (WHERE expires > :before) AS expiring
            FROM product WHERE \(isHome) AND expires <= :last
            """
        let arguments: StatementArguments = ["house": house, "before": before, "last": last]
        guard let counts = try Row.fetchOne(db, sql: sql, arguments: arguments) else { return [] }
        let expired = Product.address.appendingQuery([("expires.to", before), ("stock", "present")])
        return [
            Card(
                "house.cards.expired", count: counts["expired"], address: expired, icon: "warning", permission: "house.products.see",
                kind: .warn),
            Card(
                "house.cards.expiring", count: counts["expiring"], Product.self,
                query: [("expires.from", today), ("expires.to", last), ("stock", "present")], icon: "product"),
        ]
    }

    private static func day(_ days: Int, after now: Date, _ zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.date(byAdding: .day, value: days, to: now) ?? now
        return String(CivilTime(date, in: zone).inputValue.prefix(10))
    }
}
