import Admin
import Foundation
import GRDB
import Web

extension Campus {
    private static let mostDays = 7.0

    /// The newest alert, the next event of the week, and the newest article. Emergencies are above every public page.
    public static func highlights(for visitor: Visitor, _ admin: AdminContext, _ db: Database) throws -> [Highlight] {
        let (rendering, now) = (RenderContext(visitor, admin), Date.now)
        let (words, zone) = (rendering.words, rendering.zone)
        func about(_ tile: String, _ more: String) -> String { "\(words("campus.tiles.\(tile)")) · \(more)" }
        let notEmergency = "\(AlertAudience.everybody) AND b.severity <> 'emergency'"
        let alerts = try Bulletin.current(db, at: now, where: notEmergency, limit: 1).map { bulletin in
            Highlight(
                bulletin.headline(words),
                note: about("alerts", words.language.relativeMoment(bulletin.releasedAt ?? now, now: now, in: zone)),
                address: AlertDrawing.address(bulletin), icon: AlertDrawing.icon(bulletin.weight))
        }
        let query = AgendaQuery(events: "k.common = 1 AND e.cancelled = 0").first(1)
        let week = DateInterval(start: now, duration: mostDays * 86_400)
        let text = NowText(rendering: rendering, now: now)
        let events = try query.items(in: week, rendering, db).map { item in
            Highlight(
                item.markedTitle, note: [text.span(item), item.place].filter { !$0.isEmpty }.joined(separator: " · "), address: item.href,
                icon: "calendar")
        }
        let news = try NewsQuery().rows(rendering, db, limit: 1).map { row in
            Highlight(
                row["title"], note: about("news", words.language.date(row["posted"], in: zone)),
                address: "\(NewsDrawing.address)/\(row["id"] as Int64)", icon: "list")
        }
        return alerts + events + news
    }
}
