import Accounts
import Hummingbird
import Web

/// A module while the portal runs: its routes and what they share.
public protocol RunningModule: Sendable {
    /// Jobs that need what the module keeps; all others are in `Module.jobs`.
    var jobs: [JobKind] { get }
    /// Draws errors, by the first part of the path.
    var errorFrames: [Substring: any ErrorFrame] { get }
    var visits: VisitMeter? { get }
    /// Adds the routes outside `/api` and `/admin` that check their callers themselves.
    func addOpenRoutes(to router: Router<Visitor>, callers: Callers)
    /// Adds the pages for visitors to a group at `/` that knows who is signed in.
    func addVisitorRoutes(to router: RouterGroup<Visitor>)
    func addSignedInRoutes(to router: RouterGroup<SignedIn>)
    /// Adds the back-office pages to a group at `/admin`; `proof` guards acts of power over others.
    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof)
    /// Adds the routes below `/api`, which check their callers themselves.
    func addAPIRoutes(to router: Router<Visitor>, callers: Callers)
    /// Stores what is only in memory, at shutdown.
    func stop() async throws
}

extension RunningModule {
    public var jobs: [JobKind] { [] }
    public var errorFrames: [Substring: any ErrorFrame] { [:] }
    public var visits: VisitMeter? { nil }
    public func addOpenRoutes(to router: Router<Visitor>, callers: Callers) {}
    public func addVisitorRoutes(to router: RouterGroup<Visitor>) {}
    public func addSignedInRoutes(to router: RouterGroup<SignedIn>) {}
    public func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {}
    public func addAPIRoutes(to router: Router<Visitor>, callers: Callers) {}
    public func stop() async throws {}
}

struct ResourcesOnly: RunningModule {}
