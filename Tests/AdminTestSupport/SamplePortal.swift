import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Logging
import Synchronization
import Web

/// The back office alone with the sample system, put together as `Portal` does it for the real ones.
public struct SamplePortal: Sendable {
    public static let modules: [any Module.Type] = [Sample.self]
    public static let roles = AdminRoles.all + modules.flatMap { $0.roles }

    public let data: String
    public let database: any DatabaseWriter
    public let admin: AdminContext
    public let jobs: JobRunner
    public let passwords: Passwords
    public let accounts: AccountSettings
    /// Pages for errors, by the first part of the address; the common page without one.
    public var errorFrames: [Substring: any ErrorFrame] = [:]
    private let cleanup: Cleanup
    private let assets: Assets

    static var logger: Logger {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return logger
    }

    /// The templates of the product with those and the texts of the sample system; read once for all tests.
    private static let read = Result {
        let folder = try TemporaryFolder()
        let target = folder.path + "/Templates"
        try FileManager.default.copyItem(atPath: ProjectFolder.path + "/Templates", toPath: target)
        let own = ProjectFolder.path + "/Tests/AdminTestSupport/Templates"
        for path in try FileManager.default.subpathsOfDirectory(atPath: own) where path.contains(".") {
            try folder.write(String(contentsOfFile: "\(own)/\(path)", encoding: .utf8), to: "Templates/" + path)
        }
        return try Templates(folder: target)
    }
    private static let joined = Result { try Assets(folder: ProjectFolder.path + "/Public") }

    /// The pages' templates.
    public static var templates: Templates { get throws { try read.get() } }
    /// The texts of the interface.
    public static var texts: Texts { get throws { try read.get().texts } }

    public init(data: String, database: any DatabaseWriter, publicURL: String? = nil) throws {
        (self.data, self.database) = (data, database)
        let templates = try Self.read.get()
        try templates.check { texts in
            Self.modules.flatMap {
                TextCheck.problems(of: $0.resources, texts) + TextCheck.problems(of: $0.pages, texts)
                    + TextCheck.problems(of: $0.rights, texts)
            }
        }
        assets = try Self.joined.get()
        let site = try SampleSettings(database)
        let pages = Pages(templates: templates, assets: assets.prefix, sheets: assets.sheets) { _ in
            ["siteName": site.current.name, "systems": [Values](), "hasSystems": false]
        }
        var admin = AdminContext(
            database: database, brief: RequestReader(of: database), pages: pages, modules: Self.modules,
            pictures: try PictureStore(folder: data + "/pictures"), backups: Self.backups(data), publicURL: publicURL
        ) { site.current }
        admin.budgets = RequestBudgets(classes: ["admin", "api", "assets", "media", "sign-in", "sign-out"]) { _ in true }
        admin.symbolFolder = ProjectFolder.path + "/Public/images/symbols"
        admin.mailRoute = MailRoute(folder: data + "/mail", key: FactorKey(path: data + "/factor.key"))
        self.admin = admin
        accounts = AccountSettings(
            scryptCost: 4, secureCookie: false, roles: Self.roles, contextWords: ["portico"], publicURL: publicURL,
            factorKey: FactorKey(path: data + "/factor.key"), zone: site.current.zone)
        passwords = Passwords(accounts)
        cleanup = Cleanup(backups: admin.backups, accounts: accounts)
        let own =
            admin.backups.jobs + cleanup.jobs + HistoryJobs.all + [BulkJob.kind, ImportJob.kind, TrashJob.kind, ContentDeletion.kind]
            + WebhookSender.jobs + Outbox(admin.mailRoute).jobs
        jobs = JobRunner(admin: admin, own: own, logger: Self.logger)
    }

    static func backups(_ data: String) -> Backups {
        Backups(
            data: data, folder: nil, version: "1.0.0", migrations: migrator.migrations, resources: modules.flatMap { $0.resources },
            roles: roles, modules: modules)
    }

    private static var migrator: SchemaMigrator {
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        for module in modules { module.migrate(&migrator) }
        Outbox.migrate(&migrator)
        return migrator
    }

    static func migrate(_ database: any DatabaseWriter) throws {
        try migrator.migrate(database)
        try database.write { try SearchIndex.prepare($0, for: modules.flatMap { $0.resources }) }
    }

    public func beginCleanup(_ db: Database) throws { try cleanup.begin(db) }

    /// A reader and writer of seed files for the sample system.
    public var seed: Seed { Seed(modules: Self.modules, words: admin.pages.templates.words(in: .english), accounts: accounts) }

    public func router() -> Router<Visitor> {
        var settings = WebRouter.Settings(publicURL: admin.publicURL)
        settings.budgets = admin.budgets
        settings.language = { [admin] in admin.site.language }
        settings.person = sessions.person
        settings.errorFrames = errorFrames
        return WebRouter.make(settings, pages: admin.pages, assets: assets, logger: Self.logger, routes)
    }

    private var sessions: Sessions {
        Sessions(database: database, brief: admin.brief, settings: accounts, unsent: admin.keepUnsent)
    }

    public var routes: RouteTable {
        let (admin, sessions) = (admin, sessions)
        let signIn = AccountContext(
            database: database, pages: admin.pages, passwords: passwords, settings: accounts, mailbox: admin.accountMailbox
        ) { person, request in try await admin.frame(person, request) }
        let callers = Callers(database: database, brief: admin.brief, settings: accounts, publicURL: admin.publicURL)
        let signedIn: @Sendable (Router<Visitor>) -> RouterGroup<SignedIn> = { router in
            router.group().add(middleware: sessions).group(context: SignedIn.self)
        }
        let programs = LazyRoutes(path: "/api") { router in
            admin.addAPIRoutes(to: router.group("api/v1").add(middleware: callers).add(middleware: Callers.limit()))
            admin.addAPIPages(to: router.group().add(middleware: sessions))
        }
        let backOffice = LazyRoutes(path: "/admin") { router in
            let signedIn = signedIn(router)
            signIn.addSignedInRoutes(signedIn)
            let group = signedIn.group("admin")
            admin.addSharedRoutes(to: group) { RecentProof(signIn, next: $0) }
            admin.addMediaRoutes(to: group)
        }
        return RouteTable(parts: admin.resourceRoutes { signedIn($0).group("admin") } + [programs, backOffice]) { router in
            admin.addPictureRoutes(to: router)
            admin.addPreviewRoutes(to: router)
            signIn.addVisitorRoutes(router.group().add(middleware: sessions))
        }
    }
}

/// The site's settings, read anew when they change.
private final class SampleSettings: Sendable {
    private let known: Mutex<SiteSettings>
    private let observation = Mutex<(any DatabaseCancellable)?>(nil)

    var current: SiteSettings { known.withLock { $0 } }

    init(_ database: any DatabaseWriter) throws {
        known = Mutex(try database.read { try SiteSettings.load($0) })
        let changes = DatabaseRegionObservation(tracking: Table("setting")).start(in: database) { _ in
        } onChange: { [weak self] db in
            guard let fresh = try? SiteSettings.load(db) else { return }
            self?.known.withLock { $0 = fresh }
        }
        observation.withLock { $0 = changes }
    }
}
