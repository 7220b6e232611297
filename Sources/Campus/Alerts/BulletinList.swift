import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct BulletinList: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/bulletins"

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(PublicationPages.editing, in: nil) else { throw HTTPError(.notFound) }
            let words = context.words
            let order = "CASE state WHEN 'proposed' THEN 0 WHEN 'planned' THEN 1 WHEN 'published' THEN 2 ELSE 3 END, id DESC"
            let all = try Bulletin.fetchAll(db, sql: "SELECT * FROM campusBulletin WHERE alert IS NOT NULL ORDER BY \(order) LIMIT 200")
            let rows = all.map { bulletin -> Values in
                [
                    "href": PublicationPages.address(bulletin.alert ?? 0), "title": bulletin.headline(words),
                    "state": words("campus.state.\(bulletin.state.rawValue)"), "tone": PublicationSheet.tone(bulletin.state),
                    "severity": words("campus.severity.\(bulletin.severity)"),
                    "when": words.language.moment(bulletin.releasedAt ?? bulletin.publishAt, in: admin.site.zone),
                    "who": [bulletin.proposedName, bulletin.approvedName ?? ""].filter { !$0.isEmpty }.joined(separator: ", "),
                ]
            }
            return (
                "campus/alerts/bulletins",
                [
                    "title": words("campus.bulletins.title"), "breadcrumbs": [Values](), "rows": rows, "none": rows.isEmpty,
                    "new": Alert.address,
                ]
            )
        }
    }

    static func cards(_ db: Database) throws -> [Card] {
        let count = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM campusBulletin
                WHERE state = 'proposed' AND alert IN (SELECT id FROM campusAlert WHERE \(Alert.notTrashed))
                """)
        return [
            Card(
                "campus.cards.approval", count: count ?? 0, address: address, icon: "warn", permission: PublicationPages.editing,
                kind: .bad)
        ]
    }
}
