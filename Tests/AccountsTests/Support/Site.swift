import Accounts
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing
import Web

/// A small site with its own database in memory, its own clock, and one account: anna, an educator of house 7.
struct Site: Sendable {
    static let password = "viola sasso 91 tramonto"

    /// Worked out once for all tests. The cost is low because libraries in a debug build need 50 ms for 2^10.
    private static let hash = Task { try await Passwords(AccountSettings(scryptCost: 4)).hash(password) }

    let database: DatabaseQueue
    let clock = TestClock()
    var settings: AccountSettings
    var passwords: Passwords

    init(secureCookie: Bool = true) async throws {
        let clock = clock
        var configuration = Configuration()
        configuration.transactionClock = .custom { _ in clock.now }
        database = try DatabaseQueue(configuration: configuration)
        settings = AccountSettings(
            scryptCost: 4, secureCookie: secureCookie,
            roles: [Role("administrator", may: ["*"]), Role("educator", scope: "house", may: ["house.*"])],
            contextWords: ["Casa Serena"], now: { clock.now })
        passwords = Passwords(settings)
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        try migrator.migrate(database)
        try await add("anna", "Anna Bianchi", role: "educator", scope: 7)
    }

    /// The same site with another cost of its hashes.
    func withCost(_ cost: Int) -> Site {
        var site = self
        site.settings.scryptCost = cost
        site.passwords = Passwords(site.settings)
        return site
    }

    @discardableResult
    func add(_ key: String, _ name: String, role: String? = nil, scope: Int64? = nil, isDemo: Bool = false) async throws -> Int64 {
        let hash = try await Self.hash.value
        return try await database.write { [clock] db in
            var account = Account(key: key, name: name, passwordHash: hash, isDemo: isDemo, createdAt: clock.now)
            try account.insert(db)
            if let role { try RoleAssignment(accountID: account.id!, role: role, scopeID: scope).insert(db) }
            return account.id!
        }
    }

    /// Starts the site and hands over a browser; a second run is a restart on the same database.
    func run(_ test: @escaping @Sendable (Browser) async throws -> Void) async throws {
        let pages = AccountContext(database: database, pages: TestPages.shared, passwords: passwords, settings: settings) { person, _ in
            ["desk": person.account.key]
        }
        let router = Router(context: Visitor.self)
        router.add(middleware: AddressOfTests())
        let sessions = Sessions(database: database, brief: RequestReader(of: database), settings: settings)
        let visitors = router.group().add(middleware: Languages()).add(middleware: sessions)
        pages.addVisitorRoutes(visitors)
        visitors.get("language-spoken") { _, visitor in visitor.language.rawValue }
        let admin = visitors.group(context: SignedIn.self)
        pages.addSignedInRoutes(admin)
        admin.get("admin") { _, person in "desk of \(person.account.key) \(person.language.rawValue)" }
        admin.post("admin/things") { _, _ in "made" }
        admin.get("api/v1/things") { _, _ in "[]" }
        admin.get("admin/houses/{id}") { _, person in
            try person.require("house.products.edit", in: person.parameters.get("id", as: Int64.self))
            return "products"
        }
        try await Application(router: router).test(.router) { client in
            let browser = Browser(client)
            browser.device = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"
            try await test(browser)
        }
    }

    func count(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0 }
    }

    func change(_ sql: String, _ arguments: StatementArguments = []) async throws {
        try await database.write { db in try db.execute(sql: sql, arguments: arguments) }
    }

    /// The actions in the audit log, oldest first.
    func audited() async throws -> [String] {
        try await database.read { db in try String.fetchAll(db, sql: "SELECT action FROM audit ORDER BY id") }
    }
}

/// In-memory requests have no address: tests say it in a header.
private struct AddressOfTests: RouterMiddleware {
    typealias Context = Visitor

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        context.client = ClientAddress(request.headers[.init("X-Test-Address")!] ?? "192.0.2.1")
        do {
            return try await next(request, context)
        } catch {
            if !(error is any HTTPResponseError) { Issue.record(error) }
            throw error
        }
    }
}
