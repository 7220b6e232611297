import Foundation
import GRDB
import Hummingbird
import Synchronization

/// The site's settings as the program knows them now. Every page needs them, so they are kept; two programs may serve one file, so
/// what is kept is read again after a second.
public final class CurrentSite: Sendable {
    private let known: Mutex<(settings: SiteSettings, readAt: ContinuousClock.Instant?)>

    public init(_ settings: SiteSettings = SiteSettings()) { known = Mutex((settings, nil)) }

    public var settings: SiteSettings { known.withLock { $0.settings } }

    /// Reads the settings, unless that was done within the last second.
    public func refresh(_ db: Database) throws {
        if isStale { try reload(db) }
    }

    var isStale: Bool { known.withLock { $0.readAt.map { $0.duration(to: .now) > .seconds(1) } ?? true } }

    /// Reads the settings now; after they were changed here.
    func reload(_ db: Database) throws {
        let settings = try SiteSettings.load(db)
        known.withLock { $0 = (settings, .now) }
    }
}

/// Hides what belongs to a system while the system is switched off: its addresses are then not there.
public struct SystemSwitch<Context: RequestContext>: RouterMiddleware {
    let system: String
    let database: any DatabaseReader
    let site: CurrentSite

    public init(_ system: String, database: any DatabaseReader, site: CurrentSite) {
        (self.system, self.database, self.site) = (system, database, site)
    }

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        if site.isStale { try await database.read { try site.refresh($0) } }
        guard site.settings.isOn(system) else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}
