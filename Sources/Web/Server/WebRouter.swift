import Hummingbird
import Logging

/// Puts the middlewares of the whole application in order.
public enum WebRouter {
    /// What differs from site to site.
    public struct Settings: Sendable {
        /// Where visitors reach the site, such as `https://portal.example.org`; nil when it is only used where it runs.
        public var publicURL: String?
        /// Further host names it answers to.
        public var hosts: [String] = []
        /// Addresses of proxies whose `X-Forwarded-For` is believed.
        public var trustedProxies: [String] = []
        /// Other hosts that pictures may come from.
        public var imageSources: [String] = []

        /// What counts the requests.
        public var meter = RequestMeter()

        /// What gives requests their budgets, and remembers which were cut.
        public var budgets = RequestBudgets()

        /// What counts the pages that visitors open.
        public var visits: VisitMeter?

        /// The language for visitors who ask for none of ours.
        public var language: @Sendable () -> Language = { .english }

        /// Keeps what all visitors share; nil makes every page anew.
        public var cache: PageCache?

        /// Parts of the site with error pages of their own, by the first part of their addresses.
        public var errorFrames: [Substring: any ErrorFrame] = [:]

        /// How addresses begin of which the access log must not say who was there.
        public var confidential: [String] = []

        /// What an error of the database means to visitors; nil where it is nobody's but ours.
        public var storage: @Sendable (any Error) -> HTTPResponse.Status? = { _ in nil }

        /// Who is signed in, for error pages of addresses that no route has.
        public var person: @Sendable (Request) async -> (any Person)? = { _ in nil }

        /// Returns when whoever asks too often has waited long enough for the answer that says so.
        public var refusalPause: @Sendable () async -> Void = {}

        public init(publicURL: String? = nil) { self.publicURL = publicURL }

        /// Whether visitors come by HTTPS.
        public var https: Bool { publicURL?.lowercased().hasPrefix("https://") ?? false }
    }

    /// A router with all middlewares in front of these routes.
    ///
    /// Order is meaning: each one sees only what those after it answer.
    public static func make(
        _ settings: Settings = .init(), pages: Pages, assets: Assets, logger: Logger, _ routes: RouteTable
    ) -> Router<Visitor> {
        let router = Router(context: Visitor.self)
        router.addMiddleware {
            ThrottlePenalty(pause: settings.refusalPause)  // outside of what measures how long the work takes
            SecurityHeaders(https: settings.https, imageSources: settings.imageSources)  // outside of all that answers: errors get them too
            OwnCookies(https: settings.https)  // before all that looks at a cookie
            ClientAddresses(trustedProxies: settings.trustedProxies)  // the log and the limits count by it; cannot fail
            settings.meter  // as the access log, which stands beside it
            settings.budgets  // outside of all that refuses
            AccessLog(logger: logger, confidential: settings.confidential)  // sees the final status; only headers change outside of it
            Languages(fallback: settings.language)  // error pages are written in it; cannot fail
            if let visits = settings.visits { visits }  // in front of the pages that are kept
            if let cache = settings.cache { cache }  // outside of all that costs; keeps packed pages
            Compression()  // outside of all that makes text, error pages too
            // Everything below may throw.
            ErrorPages(pages: pages, frames: settings.errorFrames, storage: settings.storage, person: settings.person)
            ConcurrencyLimit()
            HostCheck(publicURL: settings.publicURL, others: settings.hosts)
            Conditional()  // inside Compression: tags are made of what a page says, not of how it is packed
            assets  // before anything that costs a query
            SameOrigin(publicOrigin: settings.publicURL)  // before the routes that change something
            MethodCheck(routes: routes)
            routes
        }
        return router
    }
}
