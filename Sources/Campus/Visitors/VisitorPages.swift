import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// `/campus/mine`: a visitor's own lists. Each act creates the visitor if necessary.
struct VisitorPages: Sendable {
    let campus: CampusPages

    /// - Parameter acts: the limited group at `/campus/mine`.
    func addRoutes(to group: RouterGroup<Visitor>, acts: RouterGroup<Visitor>) {
        group.get("mine", use: mine)
        group.get("mine/data.json", use: exportRecord)
        let forms: [(String, VisitorAct.Act)] = [
            ("favourites", VisitorAct.addFavourite), ("favourites/removal", VisitorAct.removeFavourite),
            ("recents/removal", VisitorAct.forgetRecents), ("courses", VisitorAct.addCourse),
            ("courses/removal", VisitorAct.removeCourse), ("degree", VisitorAct.chooseDegree), ("years", VisitorAct.addYear),
            ("remembering", VisitorAct.remember),
        ]
        for (path, make) in forms { acts.post(RouterPath(path)) { try await act($0, $1, make) } }
        acts.post("removal", use: forget)
    }

    @Sendable private func mine(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let isForgotten = Form(query: request.uri.query ?? "")["forgotten"] == "yes"
        var response = try await campus.page("campus/visitors/index", request, visitor) { db, rendering in
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
            values["ways"] = try Subscription.templateValues(of: rendering.reader, rendering.words, db)
            return values
        }
        response.markPersonal()
        return response
    }

    private func courses(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = "SELECT course, colour FROM campusVisitorCourse WHERE visitorID = ? ORDER BY addedAt DESC, course"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [reader])
        let hits = try Campus.hits(of: rows.map { Bookmark(kind: "course", id: $0["course"]) }, rendering, db)
        let colours = Dictionary(rows.map { ($0["course"] as Int64, $0["colour"] as String) }) { first, _ in first }
        return hits.map { hit in
            let colour = colours[hit.id] ?? OwnCourse.colours[0]
            return hit.values.merging(["hue": colour, "colour": rendering.words("campus.colour.\(colour)")]) { $1 }
        }
    }

    private func degrees(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let chosen = try Int64.fetchOne(db, sql: "SELECT degree FROM campusVisitor WHERE id = ?", arguments: [reader])
        let sql = """
            SELECT id, \(rendering.text("g")) AS name, level FROM degree g WHERE \(Degree.notTrashed("g"))
            ORDER BY name COLLATE portico_names, level
            """
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let label = "\(row["name"] as String) · " + rendering.words("registry.level.\(row["level"] as String)")
            return ["value": String(row["id"] as Int64), "label": label, "selected": row["id"] as Int64 == chosen]
        }
    }

    @Sendable private func forget(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let token = CampusReader.token(in: request) { try await campus.database.write { try VisitorAct.forget(token, $0) } }
        var response = Response.redirect(to: "/campus/mine?forgotten=yes")
        CampusReader.setCookie(nil, in: &response, isSecure: campus.secureCookie)
        return response
    }

    @Sendable private func exportRecord(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let reader = try await CampusReader.id(request, campus.database) else { throw HTTPError(.notFound) }
        let (rendering, origin) = (campus.rendering(for: visitor), campus.admin.origin(of: request))
        let json = try await campus.database.read { try VisitorRecord(reader: reader, rendering: rendering, origin: origin).json($0) }
        var response = AlertPages.file(json.compact, "application/json; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"campus.json\""
        response.markSecret()
        return response
    }

    private func act(_ request: Request, _ visitor: Visitor, _ make: @escaping VisitorAct.Act) async throws -> Response {
        let form = try await Form.read(request)
        let rendering = campus.rendering(for: visitor)
        let token = try await campus.database.write { db -> Token? in
            let reader = try CampusReader.make(request, db)
            let flash = try make(form, reader.id, rendering, db)
            try CampusReader.say(flash.text, kind: flash.kind, to: reader.id, db)
            return reader.token
        }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/campus") ? $0 : nil } ?? "/campus/mine"
        var response = Response.redirect(to: next)
        if let token { CampusReader.setCookie(token, in: &response, isSecure: campus.secureCookie) }
        return response
    }
}
