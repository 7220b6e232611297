import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// How much the guests of a house use aids, of those who agreed that it is counted.
struct IndependenceOverviewPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/house/living/independence"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("living/independence", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.requireScope(person, House.living, db)
            let drawn = try chart(of: house, words, db)
            let values: Values = [
                "title": words("living.desk.independence.overview.title"), "chart": drawn?.values ?? false, "isNone": drawn == nil,
                "guests": Guest.address,
            ]
            return ("house/independence/overview", values)
        }
    }

    /// A row for each guest and a column for each week; nil where none agreed.
    private func chart(of house: Int64, _ words: Words, _ db: Database) throws -> Chart? {
        let sql = """
            SELECT guest.id FROM guest JOIN independence ON independence.guestID = guest.id
            WHERE agreedAt IS NOT NULL AND \(Guest.active.in("?")) ORDER BY guest.folded
            """
        let guests = try Int64.fetchAll(db, sql: sql, arguments: [house]).compactMap { try Inhabitant.find($0, db) }
        let counted = try guests.map { (guest: $0, weeks: try Independence.counts(of: $0, now: .now, db)) }
        guard let weeks = counted.first?.weeks else { return nil }
        let names = weeks.map { words.language.shortDay(Date(timeIntervalSince1970: Double($0.monday) * 86_400), in: .gmt) }
        let rows = counted.map { guest, weeks in
            (label: guest.name, values: weeks.map { Optional(Double($0.counts.values.reduce(0, +))) })
        }
        let heading = Chart.Heading(
            id: "independence", title: words("living.desk.independence.overview.chart"),
            summary: words("living.desk.independence.overview.summary", count: rows.count))
        return .heatMap(heading, columns: names, corner: words("house.guests.one"), rows) { words.language.number(Int(nearest: $0)) }
    }
}
