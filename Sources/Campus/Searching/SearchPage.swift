import Admin
import GRDB
import Hummingbird
import Web

extension CampusPages {
    /// `GET /campus/search?q=rossi`: everything, a few of each kind.
    @Sendable func search(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let typed = String(Form(query: request.uri.query ?? "")["q"].prefix(100))
        return try await page("search", request, visitor) { db, look in
            let groups = try FTS5Pattern(matchingAllPrefixesIn: typed.folded).map { try Self.groups($0, typed, look, db) } ?? []
            return [
                "title": look.words("campus.search.title"), "q": typed, "isAsked": !typed.isEmpty, "groups": groups,
                "isNone": groups.isEmpty,
            ]
        }
    }

    private static let size = 6

    /// Each service with what it has; one more than a page shows tells that there is more.
    static func found(_ pattern: FTS5Pattern, _ look: Look, _ db: Database) throws -> [(service: String, hits: [CampusHit])] {
        try Campus.searchables.compactMap { type in
            let hits = try type.hits(pattern, limit: size + 1, look, db)
            return hits.isEmpty ? nil : (type.service, hits)
        }
    }

    private static func groups(_ pattern: FTS5Pattern, _ typed: String, _ look: Look, _ db: Database) throws -> [Values] {
        try found(pattern, look, db).map { service, hits in
            [
                "heading": look.words("campus.tiles.\(service)"), "hits": hits.prefix(size).map(\.values),
                "more": hits.count > size ? "/campus/\(service)?q=\(typed.queryEscaped)" : false,
            ]
        }
    }
}
