import Admin
import GRDB

enum NewsHits: CampusSearchable {
    static let service = "news"
    static let kinds = ["news"]

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        let query = HitQuery(
            kind: "news", icon: "list", address: NewsDrawing.address, table: "campusArticle", alias: "a", shown: Article.published,
            columns: "\(rendering.localizedSQL("a", "title")) AS title, \(rendering.localizedSQL("s")) AS detail, a.posted AS at",
            rendering: rendering,
            joins: "JOIN campusNewsSource s ON s.id = a.source AND \(NewsSource.active("s"))",
            order: "a.posted DESC, a.id DESC")
        return try query.run(pattern, ids?.ids, limit: limit, db)
    }
}
