import Admin
import GRDB

enum LinkUses {
    static let sql = """
        SELECT 'links' AS resource, l.id, l.name AS title, l.url AS address FROM campusLink l WHERE \(CampusLink.published("l"))
        UNION ALL
        SELECT 'events', e.id, e.title, l.url FROM campusEventLink l JOIN campusEvent e ON e.id = l.event
          WHERE \(Event.notTrashed("e")) AND e.ends > datetime('now')
        UNION ALL
        SELECT 'articles', a.id, a.title, a.link FROM \(NewsQuery.tables) WHERE a.link <> '' AND \(Article.published("a"))
        """

    /// Broken: certainly gone, or no answer more than once.
    static let broken = """
        SELECT u.resource, u.id, u.title, u.address, c.status, c.error, c.brokenSince, c.checkedAt, c.isDead
        FROM (\(sql)) u JOIN campusLinkCheck c ON c.address = u.address
        WHERE c.brokenSince IS NOT NULL AND (c.failures > 1 OR c.status IN (404, 410))
        """

    /// SQL: whether an address works. A site without any answer is not hidden: the fault may be in this network.
    static func leads(_ address: String) -> String { "\(address) NOT IN (SELECT address FROM campusLinkCheck WHERE isDead = 1)" }
}
