import Accounts
import Admin
import Campus
import Citations
import Foundation
import GRDB
import House
import Hummingbird
import Logging
import NIOCore
import Questionnaires
import Registry
import Stories
import Web

public struct Portal: Sendable {
    public static let modules: [any Module.Type] = [
        House.self, Registry.self, Questionnaires.self, Campus.self, Stories.self, Citations.self,
    ]

    /// System folders served among the assets.
    public static let mounts = ["leaflet": InstalledFiles.path("leaflet", otherwise: "/usr/share/javascript/leaflet")]

    public static let roles = AdminRoles.all + modules.flatMap { $0.roles }

    public let configuration: Configuration
    public let database: any DatabaseWriter
    public let admin: AdminContext
    public let passwords: Passwords
    public let jobs: JobRunner
    let running: [any RunningModule]
    let sweeps: Cleanup
    let metrics: Metrics
    let meter: RequestMeter
    let healthFiles: HealthFiles
    let assets: Assets
    let cache: PageCache
    let purge: CachePurge?
    let sharedPaths: Set<String>
    let site: Site
    let banners: [SystemBanners]
    let changes: ChangedTables
    /// Of a replica: the file that its connections have.
    private(set) var openedFile: ReplicaFile?
    let accounts: AccountSettings
    let setup = SetupDoor()
    let logger: Logger

    /// Prepares everything for requests; throws `StartProblems`. Tests share `templates` and `assets` and use fewer `modules`.
    public init(
        _ configuration: Configuration, database: any DatabaseWriter, logger: Logger, modules: [any Module.Type] = Portal.modules,
        templates read: Templates? = nil, assets joined: Assets? = nil
    ) throws {
        self.configuration = configuration
        self.database = database
        self.logger = logger
        let templates =
            try read
            ?? Templates(
                folder: configuration.templates, siteTexts: configuration.textFolders.site, reloads: configuration.isDevelopment)
        try templates.check { texts in
            modules.flatMap {
                TextCheck.problems(of: $0.resources, texts) + TextCheck.problems(of: $0.pages, texts)
                    + TextCheck.problems(of: $0.rights, texts) + TextCheck.problems(of: $0.area, $0.menu, texts)
            }
                + Screens.problems(texts)
        }
        assets = try joined ?? Assets(folder: configuration.assets, mounts: Self.mounts, reloads: configuration.isDevelopment)
        site = try Site(database: database)
        banners = try modules.compactMap { module in try module.banners(database).map { (module.name, $0) } }
        // After the site's settings and banners, which must be current before their change counts.
        // The empty path is the start page.
        sharedPaths = Set([""] + modules.flatMap { $0.sharedPaths })
        purge = CachePurge(configuration)
        changes = ChangedTables(of: database, purge: purge)
        cache = PageCache(paths: sharedPaths, sources: changes, lifetime: configuration.pageLifetime, isTagged: purge != nil)
        let pages = Pages(templates: templates, assets: assets.prefix, sheets: assets.sheets, site: site.values(templates, banners))
        let pictures = try PictureStore(folder: configuration.data + "/pictures")
        var admin = AdminContext(
            database: database, brief: RequestReader(of: database), pages: pages, modules: modules, pictures: pictures,
            backups: Self.backups(configuration), publicURL: configuration.url, site: site.settings)
        admin.allowsPrivateWebhooks = configuration.allowsPrivateWebhooks
        admin.webPush = configuration.push.web
        admin.speech = SpeechMaker(folder: configuration.data + "/cache/speech")
        admin.symbols = Symbols.read(folder: assets.folder + "/images/symbols")
        admin.neighbours = configuration.neighbours
        admin.mailRoute = configuration.mailRoute
        admin.unsentHomes = modules.flatMap { $0.unsentHomes }
        let classes = Set(
            ["admin", "api", "assets", "health", "media", "metrics", "setup", "sign-in", "sign-out", "ws"] + Self.modules.map { $0.name })
        admin.budgets = RequestBudgets(classes: classes) { !["/health", "/metrics"].contains($0.uri.path) }
        self.admin = admin
        accounts = AccountSettings(
            scryptCost: configuration.scryptCost, secureCookie: configuration.url?.hasPrefix("https://") ?? false, roles: Self.roles,
            contextWords: ["portico"], publicURL: configuration.url, factorKey: FactorKey(path: configuration.data + "/factor.key"),
            zone: site.settings().zone, byTheDay: modules.flatMap { $0.rightsByTheDay })
        passwords = Passwords(accounts)
        let context = ModuleContext(
            admin: admin, passwords: passwords, accounts: accounts, assets: assets, settings: configuration.moduleSettings)
        running = try modules.map { try $0.start(context) }
        healthFiles = HealthFiles(configuration, database)
        sweeps = Cleanup(backups: admin.backups, accounts: accounts)
        metrics = Metrics(
            configuration: configuration, database: database, backups: admin.backups, accounts: accounts,
            registry: MetricsRegistry(help: RequestMeter.help), startedAt: .now)
        meter = RequestMeter(classes: classes, factory: metrics.registry)
        let own =
            admin.backups.jobs + sweeps.jobs + HistoryJobs.all + [BulkJob.kind, ImportJob.kind, TrashJob.kind, Emptying.kind]
            + running.flatMap { $0.jobs } + WebhookSender.jobs
            + Outbox(admin.mailRoute).jobs
        let caches = purge.map { [$0.job] } ?? []
        jobs = JobRunner(admin: admin, own: own + caches, logger: logger)
    }

    /// Opens the database and reads templates and assets in parallel, so a start takes as long as the slowest.
    public static func open(
        _ configuration: Configuration, logger: Logger, noting note: (UpdateProgress) -> Void = { _ in }
    ) async throws -> Portal {
        FreedMemory.shareAmongThreads()
        async let templates = Templates(
            folder: configuration.templates, siteTexts: configuration.textFolders.site, reloads: configuration.isDevelopment,
            kept: configuration.data + "/cache/texts")
        async let assets = Assets(folder: configuration.assets, mounts: mounts, reloads: configuration.isDevelopment)
        // Before it is opened: a file that comes in between is then noticed.
        let file = configuration.isReplica ? ReplicaFile(Store.path(configuration)) : nil
        let database =
            try configuration.isReplica ? ReplicaStore.open(configuration) : ReadOnlyStore.openToServe(configuration, noting: note)
        var portal = try await Portal(configuration, database: database, logger: logger, templates: templates, assets: assets)
        portal.openedFile = file
        return portal
    }

    public static func backups(_ configuration: Configuration) -> Backups {
        Backups(
            data: configuration.data, folder: configuration.backups, version: ProgramVersion.text, migrations: Store.migrator.migrations,
            resources: modules.flatMap { $0.resources }, roles: roles, shelves: modules.flatMap { $0.shelves },
            modules: modules)
    }

    public func router() -> Router<Visitor> {
        var settings = WebRouter.Settings(publicURL: configuration.url)
        settings.meter = meter
        settings.budgets = admin.budgets
        settings.isReplica = configuration.isReplica
        settings.visits = configuration.isReplica ? nil : running.lazy.compactMap { $0.visits }.first
        settings.cache = configuration.isDevelopment ? nil : cache
        (settings.sharedPaths, settings.isSharedCacheOpen) = (sharedPaths, configuration.isSharedCacheOpen)
        settings.siteMaps = { [admin] in admin.modulesOn.flatMap { $0.siteMaps } }
        settings.language = { admin.site.language }
        settings.confidential = admin.modules.flatMap { $0.confidentialPaths }
        settings.trustedProxies = configuration.trustedProxies
        settings.person = sessions.person
        settings.storage = Store.status
        settings.refusalPause = { [pause = configuration.refusalPause] in try? await Task.sleep(for: pause) }
        settings.closed = SetupGate(door: setup, database: database, pages: admin.pages).answer
        settings.errorFrames = Dictionary(uniqueKeysWithValues: running.flatMap { $0.errorFrames })
        settings.errorFrames["admin"] = DeskErrorPages(admin)
        settings.imageSources = admin.site.tiles.tileOrigin.map { [$0] } ?? []
        let routes = routeTable
        Task { routes.prepare() }
        return WebRouter.make(settings, pages: admin.pages, assets: assets, logger: logger, routes)
    }

    public var routes: [Route] { routeTable.all }

    private var sessions: Sessions { Sessions(database: database, brief: admin.brief, settings: accounts, unsent: admin.keepUnsent) }

    /// Routes are protected where they are mounted.
    private var routeTable: RouteTable {
        let (sessions, running) = (sessions, running)
        let signIn = AccountContext(
            database: database, pages: admin.pages, passwords: passwords, settings: accounts, mailbox: admin.accountMailbox
        ) { person, request in try await admin.frame(person, request) }
        let callers = Callers(database: database, brief: admin.brief, settings: accounts, publicURL: configuration.url)
        // Closed: the context requires sign-in.
        let signedIn: @Sendable (Router<Visitor>) -> RouterGroup<SignedIn> = { router in
            router.group().add(middleware: sessions).group(context: SignedIn.self)
        }

        // For programs: closed, by token or session.
        let programs = LazyRoutes(path: "/api") { router in
            admin.addAPIRoutes(to: router.group("api/v1").add(middleware: callers).add(middleware: Callers.limit()))
            for module in running { module.addAPIRoutes(to: router, callers: callers) }
            admin.addAPIPages(to: router.group().add(middleware: sessions))
        }
        let backOffice = LazyRoutes(path: "/admin") { router in
            let signedIn = signedIn(router)
            signIn.addSignedInRoutes(signedIn)
            let group = signedIn.group("admin")
            admin.addSharedRoutes(to: group) { RecentProof(signIn, next: $0) }
            admin.addMediaRoutes(to: group)
            for module in running { module.addAdminRoutes(to: group, proof: RecentProof(signIn)) }
        }
        return RouteTable(parts: admin.resourceRoutes { signedIn($0).group("admin") } + [programs, backOffice]) { router in
            router.get("health", use: health(sessions).report)
            DoctorPages(configuration).addRoutes(to: router)
            SetupPages(portal: self, accounts: signIn).addRoutes(to: router)
            admin.addPictureRoutes(to: router)
            admin.addPreviewRoutes(to: router)
            for module in running { module.addOpenRoutes(to: router, callers: callers) }

            let visitors = router.group().add(middleware: sessions)
            Home(admin: admin).addRoutes(to: visitors)
            visitors.get("metrics", use: metrics.show)
            signIn.addVisitorRoutes(visitors)
            for module in running { module.addVisitorRoutes(to: visitors) }
            let person = signedIn(router)
            for module in running { module.addSignedInRoutes(to: person) }
        }
    }

    /// Detects a database copied from elsewhere, before anything runs; see `InstanceMark`.
    public func compareMark(takesOver: Bool) async throws -> InstanceMark.Finding {
        try await InstanceMark(data: configuration.data).compare(database, admin.modules, takesOver: takesOver)
    }

    private func health(_ sessions: Sessions) -> Health {
        Health(
            database: database, configuration: configuration, backups: admin.backups, files: healthFiles, jobs: jobs
        ) { request, visitor in
            if Health.isLocal(request, visitor) { return true }
            var visitor = visitor
            visitor.person = await sessions.person(of: request)
            return metrics.isOpen(to: request, visitor)
        }
    }

    /// Whether nothing can be saved until the server restarts.
    public var isReadOnly: Bool { database.configuration.readonly }

    public func beginSweeps(_ db: Database) throws { try sweeps.begin(db) }
}

extension String {
    /// The origin of the tile address, such as `https://tiles.example.org`, for the content policy.
    var tileOrigin: String? {
        guard let parts = URLComponents(string: replacing("{", with: "").replacing("}", with: "")), let scheme = parts.scheme,
            let host = parts.host
        else { return nil }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }
}
