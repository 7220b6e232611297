import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum CampusFrame {
    static let services = [
        "people": "people", "degrees": "courses", "courses": "courses", "places": "places", "buildings": "places", "areas": "places",
        "rooms": "places",
        "resources": "resources", "social": "social", "media": "media", "radio": "radio", "alerts": "alerts", "news": "news",
        "calendars": "calendars", "events": "calendars", "exams": "calendars", "agenda": "calendars",
    ]
    private static let roots = ["courses": "/campus/degrees"]

    /// Builds a page with the last act's message and a way back for known visitors; `values` needs a `title`, `seen` is a recent page.
    static func page(
        _ template: String, _ values: Values, _ request: Request, _ visitor: Visitor, _ admin: AdminContext,
        status: HTTPResponse.Status = .ok,
        seen: Bookmark? = nil
    ) async throws -> Response {
        var all: Values = [
            "resume": false, "summary": false, "service": false, "easy": false, "reading": ["isEasy": visitor.isEasy] as Values,
        ]
        let part = request.uri.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let words = admin.pages.words(for: visitor)
        let service = services[part]
        if let service { all["service"] = ["label": words("campus.tiles.\(service)"), "href": root(service)] as Values }
        let reader = try await CampusReader.id(request, admin.database)
        if let reader {
            let title = [values["title"] as? String ?? "", values["q"] as? String ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
            let here = Here(
                service: service, root: root(service ?? ""), path: request.uri.description, title: title, language: words.language)
            let known = try await admin.database.write { db in
                if status == .ok, let seen { try seen.remember(reader, db, at: .now) }
                return (try CampusReader.takeMessage(reader, db), try here.visit(reader, db, isPage: status == .ok))
            }
            if let flash = known.0 { all["flash"] = flash.values }
            if let last = known.1 { all["resume"] = ["href": last.path, "labelHTML": last.title.markedHTML] as Values }
        }
        all.merge(values) { $1 }
        var response = try admin.pages.page(template, all, for: visitor, request: request, status: status)
        if reader != nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    private static func root(_ service: String) -> String { roots[service] ?? "/campus/\(service)" }
}

private struct Here {
    let service: String?
    let root: String
    let path: String
    let title: String
    let language: Language

    /// On a service's first page, returns the last visited page; other pages are recorded.
    func visit(_ reader: Int64, _ db: Database, isPage: Bool) throws -> (path: String, title: String)? {
        // The link would still name a withdrawn alert.
        guard let service, isPage, service != "alerts" else { return nil }
        if path == root {
            let sql = "SELECT path, title, language FROM campusVisitorPath WHERE visitorID = ? AND service = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [reader, service]).map { row in
                // The visitor may use another language now.
                let then = Language(rawValue: row["language"]).flatMap { $0 == language ? nil : $0 }
                let title: String = row["title"]
                return (row["path"], then.map { title.marked(as: $0) } ?? title)
            }
        }
        guard path.utf8.count <= 300, SafePath.local(path) != nil else { return nil }
        let sql = "INSERT OR REPLACE INTO campusVisitorPath (visitorID, service, path, title, language) VALUES (?, ?, ?, ?, ?)"
        try db.execute(sql: sql, arguments: [reader, service, path, title, language.rawValue])
        return nil
    }
}
