import Admin
import GRDB
import Web

/// Hits that have some of the words, the best first.
enum SearchRank {
    private static let tables = [
        "person": "person", "course": "course", "building": "campusBuilding", "area": "campusArea", "event": "campusEvent",
        "news": "campusArticle",
    ]
    private static let most = 40

    static func hits(
        of type: any CampusSearchable.Type, _ pattern: SearchPattern, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws -> [CampusHit] {
        // Links have no kind of their own.
        guard !type.kinds.isEmpty else { return try type.hits(pattern, limit: limit, rendering, db) }
        return try Array(type.kinds.flatMap { try hits(of: type, $0, pattern, rendering, db) }.prefix(limit))
    }

    private static func hits(
        of type: any CampusSearchable.Type, _ kind: String, _ pattern: SearchPattern, _ rendering: RenderContext, _ db: Database
    ) throws -> [CampusHit] {
        guard let table = tables[kind] else { return [] }
        let sql = "SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH ? ORDER BY rank LIMIT \(most)"
        let ids = try Int64.fetchAll(db, sql: sql, arguments: [pattern])
        guard !ids.isEmpty else { return [] }
        let found = try type.hits(nil, (kind, ids), limit: ids.count, rendering, db)
        let byID = Dictionary(found.filter { $0.kind == kind }.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }
}
