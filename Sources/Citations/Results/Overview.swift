import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct Overview: Sendable {
    let admin: AdminContext
    static let address = "/admin/citations/overview"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("overview", use: show)
    }

    /// `favourites=yes` shows only favourites, which otherwise come first.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let isFew = Form(query: request.uri.query ?? "")["favourites"] == "yes"
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Citations.seeing, in: nil) else { throw HTTPError(.notFound) }
            let sql = """
                SELECT r.id, r.name, r.preset, r.version, a.id AS authorID, a.name AS authorName, o.version AS computed, o.computedAt,
                  o.h, o.allH, o.counted, o.state, o.least, o.most
                FROM citationRun r JOIN citationAuthor a ON a.id = r.author LEFT JOIN citationOutcome o ON o.runID = r.id
                LEFT JOIN citationFavourite f ON f.authorID = a.id AND f.accountID = :account
                WHERE \(Run.notTrashed("r")) AND (f.accountID IS NOT NULL OR NOT :few)
                  AND \(Run.rows(Citations.seeing, person.grants, as: "r"))
                ORDER BY f.accountID IS NULL, a.folded, a.id, o.computedAt DESC, r.id DESC LIMIT 200
                """
            let favourites = try Favourites.all(of: person, db)
            let found = try Row.fetchAll(db, sql: sql, arguments: ["account": person.accountID, "few": isFew])
            let trends = Self.trends(found)
            let rows = try found.enumerated().map { index, row -> Values in
                let author: Int64 = row["authorID"]
                let isFirst = index == 0 || found[index - 1]["authorID"] != author
                var values = try self.row(row, context).merging(
                    isFirst ? Self.star(author, favourites.contains(author)) : ["favourite": false]
                ) { $1 }
                values["trendHTML"] = false
                if isFirst, let trend = trends[author] { values["trendHTML"] = trend }
                return values
            }
            return (
                "citations/results/overview",
                [
                    "title": context.words("citations.overview.menu"), "rows": rows, "none": rows.isEmpty && !isFew,
                    "few": favourites.isEmpty && !isFew ? false : ["isFew": isFew, "address": Self.address] as Values,
                    "mayEdit": person.grants.may(Citations.editing, in: nil), "new": NewRunPages.address,
                ]
            )
        }
    }

    /// The h of each author's runs from the oldest to the newest, where there are several.
    private static func trends(_ rows: [Row]) -> [Int64: String] {
        let byAuthor = Dictionary(grouping: rows) { $0["authorID"] as Int64 }
        return byAuthor.compactMapValues { rows in
            let computed = rows.compactMap { row -> (at: Date, h: Int)? in
                guard let at: Date = row["computedAt"], let h: Int = row["h"] else { return nil }
                return (at, h)
            }
            return computed.count > 1 ? Chart.sparkline(computed.sorted { $0.at < $1.at }.map { Double($0.h) }) : nil
        }
    }

    private static func star(_ author: Int64, _ isKept: Bool) -> Values {
        ["favourite": ["action": "\(Author.address)/\(author)/favourite", "isKept": isKept, "id": "a\(author)"] as Values]
    }

    private func row(_ row: Row, _ context: FormContext) throws -> Values {
        let words = context.words
        let id: Int64 = row["id"]
        var values: Values = [
            "name": row["name"] as String, "author": row["authorName"] as String,
            "history": ComparisonPages.address + "?author=\(row["authorID"] as Int64)", "href": RunResultPages.address(id),
            "preset": words("citations.preset.\(row["preset"] as String)"), "h": "–", "all": "–", "works": "–", "when": "–",
            "state": words("citations.overview.new"), "tone": "",
        ]
        guard let computedAt: Date = row["computedAt"], let figures = try figures(row, context.db) else { return values }
        let isStale = row["computed"] as Int != row["version"] as Int
        values.merge([
            "h": figures.localized(words), "all": figures.formattedIndexOfAll, "works": words.language.number(figures.counted),
            "when": words.language.relativeMoment(computedAt, now: .now, in: context.zone),
            "state": words(isStale ? "citations.overview.stale" : "citations.overview.done"), "tone": isStale ? "warn" : "good",
        ]) { $1 }
        return values
    }

    private func figures(_ row: Row, _ db: Database) throws -> Outcome.Figures? {
        if let figures = Outcome.Figures(row) { return figures }
        return try Outcome.of(row["id"], db)?.figures(db)
    }
}
