import Admin
import GRDB
import Hummingbird
import Web

extension CampusPages {
    @Sendable func mine(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let isForgotten = Form(query: request.uri.query ?? "")["forgotten"] == "yes"
        return try await page("mine", request, visitor) { db, rendering in
            var values: Values = [
                "title": rendering.words("campus.tiles.mine"), "isForgotten": isForgotten, "isKnown": rendering.reader != nil,
            ]
            let reader = rendering.reader ?? 0
            for (list, name) in [("favourite", "favourites"), ("recent", "recents")] {
                values[name] = try Campus.hits(of: Bookmark.all(list, of: reader, db), rendering, db).map(\.values)
            }
            values["favouritesLimit"] = rendering.words("campus.mine.limit", ["limit": String(Bookmark.favourites)])
            values["courses"] = try courses(of: reader, rendering, db)
            values["degrees"] = try degrees(of: reader, rendering, db)
            values["following"] = try Campus.hits(of: Following.marks(of: rendering.reader, db), rendering, db).map(\.values)
            values["ways"] = try Subscription.drawn(of: rendering.reader, rendering.words, db)
            return values
        }
    }

    private func courses(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = "SELECT course, colour FROM campusVisitorCourse WHERE visitorID = ? ORDER BY addedAt DESC, course"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [reader])
        let hits = try Campus.hits(of: rows.map { Bookmark(kind: "course", id: $0[0]) }, rendering, db)
        let colours = Dictionary(rows.map { ($0[0] as Int64, $0[1] as String) }) { first, _ in first }
        return hits.map { hit in
            let colour = colours[hit.id] ?? OwnCourse.colours[0]
            return hit.values.merging(["hue": colour, "colour": rendering.words("campus.colour.\(colour)")]) { $1 }
        }
    }

    private func degrees(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let chosen = try Int64.fetchOne(db, sql: "SELECT degree FROM campusVisitor WHERE id = ?", arguments: [reader])
        let sql =
            "SELECT id, \(rendering.text("g")) AS name, level FROM degree g WHERE deletedAt IS NULL ORDER BY name COLLATE NOCASE, level"
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let label = "\(row["name"] as String) · " + rendering.words("registry.level.\(row["level"] as String)")
            return ["value": String(row["id"] as Int64), "label": label, "selected": row["id"] as Int64 == chosen]
        }
    }
}
