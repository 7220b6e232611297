import Hummingbird
import NIOCore

/// Names the site maps in `robots.txt` (sitemaps.org), where the site has no file of its own.
struct RobotsFile: RouterMiddleware {
    typealias Context = Visitor

    let assets: Assets
    /// The site's public address; without one, that of the request counts, which `HostCheck` validates.
    let publicURL: String?
    /// Their paths.
    let siteMaps: @Sendable () -> [String]

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard request.uri.path == "/robots.txt", request.method == .get || request.method == .head, !assets.has("robots.txt") else {
            return try await next(request, context)
        }
        let origin = publicURL ?? "http://" + (request.head.authority ?? "localhost")
        let lines = siteMaps().map { "Sitemap: \(origin)\($0)\n" }
        return assets.robots(Assets.robots + lines.joined(), for: request)
    }
}
