import Foundation
import GRDB
import Web

/// What a house has bought by the week: what finished lists mark as bought, at the prices that products have today.
struct WeeklySpending: Sendable {
    static let weeks = 12

    /// The Mondays, the oldest first.
    let starts: [Date]
    private(set) var cents: [Int]
    private(set) var pieces = 0
    private(set) var unpriced = 0

    init(of house: Int64, until now: Date = .now, in zone: TimeZone, _ db: Database) throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        let monday = calendar.dateInterval(of: .weekOfYear, for: now)?.start ?? now
        starts = (0..<Self.weeks).reversed().compactMap { calendar.date(byAdding: .day, value: -7 * $0, to: monday) }
        cents = Array(repeating: 0, count: starts.count)
        let sql = """
            SELECT shoppingList.doneAt AS doneAt, listItem.quantity AS quantity, product.price AS price FROM shoppingList
            JOIN listItem ON listItem.listID = shoppingList.id JOIN product ON product.id = listItem.product
            WHERE shoppingList.houseID = ? AND state = 'done' AND doneAt >= ? AND bought AND removal IS NULL
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [house, starts.first ?? now]) {
            let (done, quantity, price): (Date, Int, Int?) = (row["doneAt"], row["quantity"], row["price"])
            guard let week = starts.lastIndex(where: { $0 <= done }) else { continue }
            pieces += quantity
            if let price { cents[week] += price * quantity } else { unpriced += quantity }
        }
    }

    var total: Int { cents.reduce(0, +) }

    func chart(_ words: Words, in zone: TimeZone) -> Chart {
        let language = words.language
        let heading = Chart.Heading(
            id: "spending", title: words("house.stock.spending.title"),
            summary: words(
                "house.stock.spending.summary", ["total": language.money(cents: total), "weeks": language.number(Self.weeks)]))
        return .lines(
            heading, points: starts.map { language.date($0, in: zone) }, axis: starts.map { language.shortDay($0, in: zone) },
            corner: words("house.stock.spending.week"),
            [Chart.Series(words("house.stock.spending.spent"), cents.map { Double($0) / 100 })], isWhole: false
        ) { language.money(cents: Int(nearest: $0 * 100)) }
    }
}
