import Accounts
import Admin
import Foundation
import GRDB
import Web

extension Stories {
    /// The reports that moderators received.
    public static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts? {
        guard person.grants.may(ModerationPages.deciding, in: nil) else { return nil }
        let moments = try Date.fetchAll(context.db, sql: "SELECT at FROM fragmentReport WHERE at >= ?", arguments: [days.begin])
        return DailyCounts("stories.desk.statistics.pulse", days.counts(moments), address: "/admin/stories/statistics")
    }
}

extension Stories {
    /// The newest story.
    public static func highlights(for visitor: Visitor, _ admin: AdminContext, _ db: Database) throws -> [Highlight] {
        let sql = """
            SELECT story.id, first.title, story.language, first.createdAt FROM story JOIN fragment AS first ON first.id = story.id
            WHERE \(StoryCard.isListed) ORDER BY story.createdAt DESC, story.id LIMIT 1
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: ["now": Date.now]) else { return [] }
        let (title, reader) = (row["title"] as String, admin.pages.words(for: visitor).language)
        let language = Language(rawValue: row["language"])
        return [
            Highlight(
                language.map { $0 == reader ? title : title.marked(as: $0) } ?? title,
                note: reader.date(row["createdAt"], in: admin.site.zone), address: "/stories/\(row["id"] as Int64)", icon: "book")
        ]
    }
}
