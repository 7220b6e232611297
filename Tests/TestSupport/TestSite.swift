import Accounts
@_exported import AdminTestSupport
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import Portal
import Web

import struct Portal.Configuration

/// The whole product on a database in memory, with two houses and an account for each role. Everybody's password is `password`.
///
/// `admin` may do everything, `educator` keeps Casa Rossa (1) and Casa Blu (2), `educator-blu` only Casa Blu.
public struct TestSite: Sendable {
    public static let password = "viola sasso 91 tramonto"
    public static let rossa: Int64 = 1
    public static let blu: Int64 = 2

    public let portal: Portal
    public let database: DatabaseQueue
    private let folder: TemporaryFolder
    /// The data folder.
    public var data: String { folder.path }

    /// Worked out once for all tests, at the lowest cost: the cost of passwords is not what these tests are about.
    private static let hash = Task { try await Passwords(AccountSettings(scryptCost: 4)).hash(password) }

    /// The folder of the whole product.
    public static let root = ProjectFolder.path
    /// Read once: a site for each test costs little then.
    private static let templates = Result { try Templates(folder: root + "/Templates") }
    private static let assets = Result { try Assets(folder: root + "/Public", mounts: Portal.mounts) }
    private static let schema = Result { try Store.inMemory() }

    /// The texts of the interface.
    public static var texts: Texts { get throws { try templates.get().texts } }

    /// - Parameters:
    ///   - systems: those that are there, and switched on; the House alone where none is named.
    ///   - neighbours: hosts that it may call although they are not public.
    ///   - environment: what its owner says when it is started.
    ///   - onDisk: whether its database is a file with a write-ahead log, as in the product.
    ///   - pageLifetime: how long shared pages are kept; nil as long as in the product, which a busy machine may need for two requests.
    public init(
        _ systems: String..., neighbours: Set<String> = [], environment: [String: String] = [:], pageLifetime: Duration? = nil,
        onDisk: Bool = false
    ) async throws {
        try await self.init(
            systems.isEmpty ? ["house"] : systems, filled: nil, neighbours: neighbours, environment: environment,
            pageLifetime: pageLifetime,
            onDisk: onDisk)
    }

    /// Every system, and what a database holds; nil where it begins as others do. Addresses that `X-Forwarded-For` names are believed.
    init(copying filled: DatabaseQueue?, pageLifetime: Duration? = nil) async throws {
        let systems = ["house", "registry", "questionnaires", "campus", "stories", "citations"]
        try await self.init(systems, filled: filled, pageLifetime: pageLifetime) { $0.trustedProxies = [""] }
    }

    private init(
        _ systems: [String], filled: DatabaseQueue?, neighbours: Set<String> = [], environment: [String: String] = [:],
        pageLifetime: Duration?, onDisk: Bool = false, adjust: (inout Configuration) -> Void = { _ in }
    ) async throws {
        let root = Self.root
        folder = try TemporaryFolder()
        let folders = ["PORTICO_TEMPLATES": root + "/Templates", "PORTICO_ASSETS": root + "/Public"]
        var configuration = try Configuration(environment: folders.merging(environment) { $1 })
        configuration.data = folder.path
        configuration.scryptCost = 4
        configuration.refusalPause = .zero
        configuration.neighbours = neighbours
        if let pageLifetime { configuration.pageLifetime = pageLifetime }
        adjust(&configuration)
        database =
            try onDisk
            ? DatabaseQueue(path: folder.path + "/portico.sqlite", configuration: Store.settings)
            : DatabaseQueue(configuration: Store.settings)
        try (filled ?? Self.schema.get()).backup(to: database)
        if onDisk { try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") } }
        if filled == nil {
            let hash = try await Self.hash.value
            try await database.write { db in try Self.fill(db, systems.joined(separator: " "), hash) }
        }
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        portal = try Portal(
            configuration, database: database, logger: logger, modules: Portal.modules.filter { systems.contains($0.name) },
            templates: Self.templates.get(), assets: Self.assets.get())
    }

    private static func fill(_ db: Database, _ systems: String, _ hash: String) throws {
        for (key, name) in [("casa-rossa", "Casa Rossa"), ("casa-blu", "Casa Blu")] {
            try db.execute(
                sql: """
                    INSERT INTO house (key, createdAt, updatedAt, folded, words, name)
                    VALUES (?, '2026-01-01', '2026-01-01', ?, ?, ?)
                    """, arguments: [key, name.lowercased(), name.lowercased() + " europe/rome", name])
        }
        try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('systems', ?), ('name', 'Portico di prova')", arguments: [systems])
        // Where links in messages lead, as an administrator confirms it.
        try db.execute(sql: "UPDATE siteIdentity SET address = 'http://localhost'")
        let people: [(key: String, name: String, roles: [(String, Int64?)])] = [
            ("admin", "Amministratrice", [("admin", nil)]),
            ("educator", "Educatrice", [("educator", rossa), ("educator", blu)]),
            ("educator-blu", "Educatore Blu", [("educator", blu)]),
        ]
        for person in people {
            var account = Account(key: person.key, name: person.name, passwordHash: hash, language: .italian, createdAt: .now)
            try account.insert(db)
            for (role, scope) in person.roles {
                try RoleAssignment(accountID: account.id ?? 0, role: role, scopeID: scope).insert(db)
            }
        }
    }

    /// Runs a test with browsers on this site, signed in under the given names; an empty name is a visitor.
    public func browse(as names: String..., test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        try await browse(names, test: test)
    }

    public func browse(_ names: [String], test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        try await browse(names, on: portal, test: test)
    }

    /// The same on what `start` has made.
    public func browse(
        _ names: [String], on portal: Portal, test: @escaping @Sendable ([Browser]) async throws -> Void
    ) async throws {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let application = Application(router: portal.router(), logger: logger)
        try await application.test(.router) { client in
            var browsers: [Browser] = []
            for name in names {
                let browser = Browser(client)
                if !name.isEmpty { try await browser.post("/sign-in", [("name", name), ("password", Self.password)]) }
                browsers.append(browser)
            }
            try await test(browsers)
        }
    }

    /// The same product on another data folder, as a start finds it: the database is brought up to date and compared with its mark.
    public func start(
        on data: String, takesOver: Bool = false, adjust: (inout Configuration) -> Void = { _ in }
    ) async throws -> (portal: Portal, database: DatabasePool) {
        var configuration = portal.configuration
        configuration.data = data
        adjust(&configuration)
        let database = try Store.open(configuration)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let portal = try Portal(
            configuration, database: database, logger: logger, modules: portal.admin.modules, templates: Self.templates.get(),
            assets: Self.assets.get())
        _ = try await portal.compareMark(takesOver: takesOver)
        return (portal, database)
    }

    /// One value from the database.
    public func value<Value: DatabaseValueConvertible & Sendable>(_ sql: String, as type: Value.Type = Value.self) async throws -> Value? {
        try await database.read { try Value.fetchOne($0, sql: sql) }
    }
}
