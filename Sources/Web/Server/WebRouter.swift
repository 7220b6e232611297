import Hummingbird
import Logging

public enum WebRouter {
    public struct Settings: Sendable {
        /// The site's public address, such as `https://portal.example.org`; nil for local use.
        public var publicURL: String?
        public var hosts: [String] = []
        public var trustedProxies: [String] = []
        public var imageSources: [String] = []

        public var meter = RequestMeter()

        public var budgets = RequestBudgets()

        public var visits: VisitMeter?

        /// Whether changes and people's own pages are left to the primary.
        public var isReplica = false

        public var language: @Sendable () -> Language = { .english }

        public var cache: PageCache?

        /// The first parts of addresses with shared pages; see `SharedPaths`.
        public var sharedPaths: Set<String> = []

        /// Whether any cache in front of the site may keep shared pages.
        public var isSharedCacheOpen = false

        /// Paths of site maps for search engines.
        public var siteMaps: @Sendable () -> [String] = { [] }

        public var errorFrames: [Substring: any ErrorFrame] = [:]

        /// Path prefixes whose access log entries omit the visitor.
        public var confidential: [String] = []

        /// The status of a database error; nil for an internal error.
        public var storage: @Sendable (any Error) -> HTTPResponse.Status? = { _ in nil }

        public var person: @Sendable (Request) async -> (any VisitorIdentity)? = { _ in nil }

        public var refusalPause: @Sendable () async -> Void = {}

        /// Answers in place of the site as long as there is none; it returns nil to let a request through.
        public var closed: (@Sendable (Request, Visitor) async throws -> Response?)?

        public init(publicURL: String? = nil) { self.publicURL = publicURL }

        public var https: Bool { publicURL?.lowercased().hasPrefix("https://") ?? false }
    }

    /// Returns a router with all middlewares. The order matters: each one sees only the answers of those after it.
    public static func make(
        _ settings: Settings = .init(), pages: Pages, assets: Assets, logger: Logger, _ routes: RouteTable
    ) -> Router<Visitor> {
        let (router, shared) = (Router(context: Visitor.self), SharedPaths(settings.sharedPaths))
        router.addMiddleware {
            ThrottlePenalty(pause: settings.refusalPause)  // outside of the meter, which measures work
            SecurityHeaders(https: settings.https, imageSources: settings.imageSources)  // outside of all answers, including errors
            CookiePrefixCheck(https: settings.https)  // before anything that reads a cookie
            ClientAddresses(trustedProxies: settings.trustedProxies)  // the log and the limits use it; cannot fail
            LanguageAddresses(paths: shared)  // before all that looks at the address
            settings.meter  // beside the access log
            settings.budgets  // outside of all refusals
            AccessLog(logger: logger, confidential: settings.confidential)  // sees the final status; only headers change outside of it
            Languages(fallback: settings.language)  // error pages use it; cannot fail
            SharedCacheHeaders(paths: shared, isOpen: settings.isSharedCacheOpen)  // outside of the cached pages: it also sees the others
            if let visits = settings.visits { visits }  // before the cached pages
            if let cache = settings.cache { cache }  // outside of all expensive work; stores compressed pages
            Compression()  // outside of all text, including error pages
            ErrorPages(pages: pages, frames: settings.errorFrames, storage: settings.storage, person: settings.person)
            if settings.isReplica { ReplicaRequests() }  // before any work; inside of what explains refusals
            ConcurrencyLimit()
            HostCheck(publicURL: settings.publicURL, others: settings.hosts)
            ConditionalRequests()  // inside Compression: tags do not depend on it
            RobotsFile(assets: assets, publicURL: settings.publicURL, siteMaps: settings.siteMaps)  // before the file that names none
            assets  // before anything that costs a query
            SameOrigin(publicOrigin: settings.publicURL)  // before the routes that change data
            if let closed = settings.closed { SiteGate(answer: closed) }  // outside of all routes, inside of what guards them
            MethodCheck(routes: routes)
            routes
        }
        return router
    }
}
