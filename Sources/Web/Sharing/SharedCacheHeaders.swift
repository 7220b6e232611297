import HTTPTypes
import Hummingbird

/// Says of shared answers that caches in front of the site may keep them for a second, and longer while the site does not answer.
struct SharedCacheHeaders: RouterMiddleware {
    typealias Context = Visitor

    let paths: SharedPaths
    /// Whether caches that know only `Cache-Control` may keep them too.
    let isOpen: Bool

    private static let stale = "stale-while-revalidate=5, stale-if-error=86400"

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let isShared = paths.isShared(request)
        var context = context
        context.links = context.address.map { LanguageLinks(address: $0, paths: paths) }
        var response = try await next(request, context)
        if context.address != nil, !isShared || !response.isForAll || response.isRedirect {
            guard let plain = Self.leading(to: request.uri.description, insteadOf: response) else { return response }
            response = plain
        }
        guard isShared, response.isForAll else { return response }
        mark(&response, request, context)
        return response
    }

    /// Leads from an address with a language to the plain one, where cookies count; nil for faults, which pass.
    private static func leading(to plain: String, insteadOf response: Response) -> Response? {
        guard response.status.code < 500, response.status != .tooManyRequests else { return nil }
        return Response(status: .found, headers: [.location: plain, .cacheControl: "no-cache"])
    }

    private func mark(_ response: inout Response, _ request: Request, _ visitor: Visitor) {
        // What says more itself, such as a picture that never changes, keeps it.
        guard response.headers[.cacheControl]?.contains("max-age") != true else { return }
        response.headers[.cdnCacheControl] = "public, max-age=1, " + Self.stale
        if isOpen { response.headers[.cacheControl] = "public, max-age=0, s-maxage=1, " + Self.stale }
        guard visitor.address == nil else { return }
        response.headers.addVary("Cookie", "Authorization")
        if response.headers[.contentLanguage] != nil || response.status == .notModified {
            response.headers.addVary("Accept-Language")
            response.headers[.contentLocation] = LanguageAddress(visitor.language, isEasy: visitor.isEasy).prefix + request.uri.description
        }
        // Cloudflare knows the field, but not `Vary`.
        response.headers[.cloudflareCacheControl] = "no-store"
    }
}

extension Response {
    fileprivate var isRedirect: Bool { headers[.location] != nil }
}

extension HTTPField.Name {
    /// RFC 9213.
    static let cdnCacheControl = Self("CDN-Cache-Control")!
    static let cloudflareCacheControl = Self("Cloudflare-CDN-Cache-Control")!
    /// The tables that a page was made of, for caches that clear by tag: with commas, and with spaces.
    static let cacheTag = Self("Cache-Tag")!
    static let surrogateKey = Self("Surrogate-Key")!
}
