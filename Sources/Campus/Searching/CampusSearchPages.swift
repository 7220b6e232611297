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
            let search = StudentSearch(typed)
            let found = search.map { Self.results($0, rendering, db, visitor.logger) } ?? Found()
            let answers = search.map { SearchAnswers(search: $0, rendering: rendering, db: db).lines() } ?? []
            let failed = found.failed.map { rendering.words("campus.tiles.\($0)") }.joined(separator: ", ")
            return [
                "title": rendering.words("campus.search.title"), "q": typed, "isAsked": !typed.isEmpty,
                "answers": answers, "groups": Self.groups(found, typed, rendering),
                "isNone": found.groups.isEmpty && failed.isEmpty && answers.isEmpty,
                "failed": failed.isEmpty ? false : rendering.words("campus.search.failed", ["parts": failed]),
            ]
        }
    }

    private static let size = 6
    /// With so many hits those that have only some of the words would be in the way.
    private static let enough = 3

    struct Found {
        /// Hits by service; one more than shown indicates further results.
        var groups: [(service: String, hits: [CampusHit])] = []
        var failed: [String] = []
    }

    /// What has all of the words; with few such hits, also what has some of them, the best first.
    static func results(_ search: StudentSearch, _ rendering: RenderContext, _ db: Database, _ logger: Logger) -> Found {
        let strict = results(rendering, logger) { try $0.hits(search.strict, limit: size + 1, rendering, db) }
        guard let pattern = search.loose, strict.groups.map(\.hits.count).reduce(0, +) < enough else { return strict }
        let known = Set(strict.groups.map(\.service) + strict.failed)
        let loose = results(rendering, logger) { type in
            known.contains(type.service) ? [] : try SearchRank.hits(of: type, pattern, limit: size + 1, rendering, db)
        }
        return Found(groups: strict.groups + loose.groups, failed: strict.failed)
    }

    private static func results(
        _ rendering: RenderContext, _ logger: Logger, _ hits: (any CampusSearchable.Type) throws -> [CampusHit]
    ) -> Found {
        var found = Found()
        for type in Campus.searchables {
            do {
                let hits = try hits(type)
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
