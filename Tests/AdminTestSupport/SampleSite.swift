import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import Web

/// The back office with the sample system on a database in memory, with two libraries. Everybody's password is `password`.
///
/// `admin` may do everything, `librarian` keeps Biblioteca Rossa (1) and Biblioteca Blu (2), `librarian-blu` only Biblioteca Blu.
public struct SampleSite: Sendable {
    public static let password = "viola sasso 91 tramonto"
    public static let rossa: Int64 = 1
    public static let blu: Int64 = 2

    public let portal: SamplePortal
    public let database: DatabaseQueue
    private let folder: TemporaryFolder
    /// The data folder.
    public var data: String { folder.path }

    private static let hash = Task { try await Passwords(AccountSettings(scryptCost: 4)).hash(password) }
    private static var settings: GRDB.Configuration {
        var settings = GRDB.Configuration()
        NameOrder.add(to: &settings)
        return settings
    }

    private static let schema = Result {
        let queue = try DatabaseQueue()
        try SamplePortal.migrate(queue)
        return queue
    }

    /// - Parameter publicURL: what the operator says; nil if nothing.
    public init(publicURL: String? = nil) async throws {
        folder = try TemporaryFolder()
        database = try DatabaseQueue(configuration: Self.settings)
        try Self.schema.get().backup(to: database)
        let hash = try await Self.hash.value
        try await database.write { db in try Self.fill(db, hash) }
        portal = try SamplePortal(data: folder.path, database: database, publicURL: publicURL)
    }

    private static func fill(_ db: Database, _ hash: String) throws {
        for (key, name) in [("biblioteca-rossa", "Biblioteca Rossa"), ("biblioteca-blu", "Biblioteca Blu")] {
            try db.execute(
                sql: """
                    INSERT INTO library (key, createdAt, updatedAt, folded, words, name)
                    VALUES (?, '2026-01-01', '2026-01-01', ?, ?, ?)
                    """, arguments: [key, name.lowercased(), name.lowercased() + " europe/rome", name])
        }
        try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('systems', 'sample'), ('name', 'Portico di prova')")
        // Where links in messages lead, as an administrator confirms it.
        try db.execute(sql: "UPDATE siteIdentity SET address = 'http://localhost'")
        let people: [(key: String, name: String, roles: [(String, Int64?)])] = [
            ("admin", "Amministratrice", [("admin", nil)]),
            ("librarian", "Bibliotecaria", [("librarian", rossa), ("librarian", blu)]),
            ("librarian-blu", "Bibliotecario Blu", [("librarian", blu)]),
        ]
        for person in people {
            var account = Account(key: person.key, name: person.name, passwordHash: hash, language: .italian, createdAt: .now)
            try account.insert(db)
            for (role, scope) in person.roles {
                try RoleAssignment(accountID: account.id ?? 0, role: role, scopeID: scope).insert(db)
            }
        }
    }

    /// Adds an account with the usual password.
    public func addPerson(_ key: String, _ name: String, role: String, scope: Int64? = nil) async throws {
        let hash = try await Self.hash.value
        try await database.write { db in
            var account = Account(key: key, name: name, passwordHash: hash, language: .italian, createdAt: .now)
            try account.insert(db)
            try RoleAssignment(accountID: account.id ?? 0, role: role, scopeID: scope).insert(db)
        }
    }

    /// Runs a test with browsers on this site, signed in under the given names; an empty name is a visitor.
    public func browse(as names: String..., test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        try await browse(names, on: portal, test: test)
    }

    public func browse(_ names: [String], test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        try await browse(names, on: portal, test: test)
    }

    /// The same on what `start` has made.
    public func browse(
        _ names: [String], on portal: SamplePortal, test: @escaping @Sendable ([Browser]) async throws -> Void
    ) async throws {
        let application = Application(router: portal.router(), logger: SamplePortal.logger)
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

    /// The same site on another data folder, as a start finds it: the database is compared with its mark.
    public func start(on data: String, takesOver: Bool = false) async throws -> (portal: SamplePortal, database: DatabasePool) {
        let database = try DatabasePool(path: data + "/portico.sqlite", configuration: Self.settings)
        try SamplePortal.migrate(database)
        let portal = try SamplePortal(data: data, database: database, publicURL: portal.admin.publicURL)
        try await InstanceMark(data: data).compare(database, portal.admin.modules, takesOver: takesOver)
        return (portal, database)
    }

    /// One value from the database.
    public func value<Value: DatabaseValueConvertible & Sendable>(_ sql: String, as type: Value.Type = Value.self) async throws -> Value? {
        try await database.read { try Value.fetchOne($0, sql: sql) }
    }
}
