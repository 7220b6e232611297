import Admin
import GRDB
import Hummingbird
import Logging
import Web

struct CampusSearchPages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("search", use: search)
    }

    @Sendable private func search(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let typed = String(Form(query: request.uri.query ?? "")["q"].prefix(100))
        return try await campus.page("campus/searching/index", request, visitor) { db, rendering in
            let found = SearchPattern(typed).map { Self.found($0, rendering, db, visitor.logger) } ?? Found()
            let failed = found.failed.map { rendering.words("campus.tiles.\($0)") }.joined(separator: ", ")
            return [
                "title": rendering.words("campus.search.title"), "q": typed, "isAsked": !typed.isEmpty,
                "groups": Self.groups(found, typed, rendering), "isNone": found.groups.isEmpty && failed.isEmpty,
                "failed": failed.isEmpty ? false : rendering.words("campus.search.failed", ["parts": failed]),
            ]
        }
    }

    private static let size = 6

    struct Found {
        /// Hits by service; one more than shown indicates further results.
        var groups: [(service: String, hits: [CampusHit])] = []
        var failed: [String] = []
    }

    static func found(_ pattern: SearchPattern, _ rendering: RenderContext, _ db: Database, _ logger: Logger) -> Found {
        var found = Found()
        for type in Campus.searchables {
            do {
                let hits = try type.hits(pattern, limit: size + 1, rendering, db)
                if !hits.isEmpty { found.groups.append((type.service, hits)) }
            } catch {
                logger.error("a part cannot be searched", metadata: ["part": "\(type.service)", "error": "\(error)"])
                found.failed.append(type.service)
            }
        }
        return found
    }

    private static func groups(_ found: Found, _ typed: String, _ rendering: RenderContext) -> [Values] {
        found.groups.map { service, hits in
            [
                "heading": rendering.words("campus.tiles.\(service)"), "hits": hits.prefix(size).map(\.values),
                "more": hits.count > size ? "/campus/\(service)?q=\(typed.queryEscaped)" : false,
            ]
        }
    }
}
