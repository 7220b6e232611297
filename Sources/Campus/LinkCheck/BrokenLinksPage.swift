import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct BrokenLinksPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/broken-links"
    static let seeing: Permission = "campus.links.see"
    private static let most = 300

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("broken-links", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let (words, zone, now) = (context.words, admin.site.zone, Date.now)
            let sql = "\(LinkUses.broken) AND \(Self.open(to: person.grants)) ORDER BY c.brokenSince, u.title LIMIT \(Self.most)"
            let rows = try Row.fetchAll(db, sql: sql).map { row -> Values in
                let resource: String = row["resource"]
                let status = (row["status"] as Int?).map(String.init) ?? ""
                return [
                    "title": row["title"] as String, "kind": words("campus.\(resource).one"), "address": row["address"] as String,
                    "href": "/admin/campus/\(resource)/\(row["id"] as Int64)",
                    "problem": words("campus.links.problem.\(row["error"] as String)", ["status": status]), "isHidden": row["isDead"] == 1,
                    "since": words.language.date(row["brokenSince"], in: zone),
                    "checked": words.language.relativeMoment(row["checkedAt"], now: now, in: zone),
                ]
            }
            let last = try Date.fetchOne(db, sql: "SELECT max(checkedAt) FROM campusLinkCheck")
            let text = last.map { words("campus.links.checked", ["when": words.language.relativeMoment($0, now: now, in: zone)]) }
            return (
                "campus/link-check/index",
                [
                    "title": words("campus.links.broken"), "rows": rows, "none": rows.isEmpty && last != nil, "isUnchecked": last == nil,
                    "last": text ?? words("campus.links.unchecked"),
                ]
            )
        }
    }

    /// SQL that limits an editor to their own links and articles.
    private static func open(to grants: Grants) -> String {
        let (links, articles) = (CampusLink.rows(seeing, grants), Article.rows("campus.articles.see", grants))
        guard links != "1" else { return "1" }
        return """
            (u.resource = 'links' AND u.id IN (SELECT id FROM campusLink WHERE \(links))
              OR u.resource = 'articles' AND u.id IN (SELECT id FROM campusArticle WHERE \(articles)))
            """
    }

    static func cards(_ db: Database) throws -> [Card] {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(LinkUses.broken))") ?? 0
        return [Card("campus.cards.brokenLinks", count: count, address: address, icon: "link", permission: seeing, kind: .warn)]
    }
}
