import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// A database that Litestream copies, and a process that only reads such a copy.
@Suite struct ReplicationTests {
    /// Keeps the number of a request, which error pages show.
    private let logger: Logger = {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return logger
    }()

    private func configuration(_ folder: TemporaryFolder, isReplica: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.isReplica = isReplica
        configuration.templates = TestSite.root + "/Templates"
        configuration.assets = TestSite.root + "/Public"
        configuration.data = folder.path + "/data"
        configuration.metricsToken = "a-token-for-the-test-alone"
        return configuration
    }

    /// A site's database as a restore leaves it: its header names a write-ahead log, and there is none.
    private func restored(_ folder: TemporaryFolder, as name: String = "portico.sqlite") async throws -> Configuration {
        var configuration = configuration(folder, isReplica: true)
        // Only what the file says makes a page new.
        configuration.pageLifetime = .seconds(600)
        try FileManager.default.createDirectory(atPath: configuration.data, withIntermediateDirectories: true)
        let path = configuration.data + "/" + name
        let site = try await TestSite("campus")
        let copy = try DatabaseQueue(path: path)
        try site.database.backup(to: copy)
        try copy.close()
        let header = try #require(FileHandle(forUpdatingAtPath: path))
        try header.seek(toOffset: 18)
        try header.write(contentsOf: Data([2, 2]))
        try header.close()
        return configuration
    }

    /// Changes the file as another program does.
    private func write(_ configuration: Configuration, _ change: @Sendable (Database) throws -> Void) throws {
        try DatabaseQueue(path: Store.path(configuration)).write(change)
    }

    private struct Answer {
        let status: Int
        let headers: HTTPFields
        let text: String
    }

    private func ask(
        _ portal: Portal, _ address: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:], form: String? = nil
    ) async throws -> Answer {
        var headers = headers
        headers[.acceptLanguage] = "it"
        headers[.accept] = "text/html"
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        return try await Application(router: portal.router(), logger: logger).test(.router) { [headers] client in
            let answer = try await client.execute(
                uri: address, method: method, headers: headers, body: form.map { ByteBuffer(string: $0) })
            return Answer(status: answer.status.code, headers: answer.headers, text: String(buffer: answer.body))
        }
    }

    private static let token: HTTPFields = [.authorization: "Bearer a-token-for-the-test-alone"]

    // MARK: The replica's connections

    @Test func noConnectionOfAReplicaKeepsPagesOrLooksForALog() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(try await restored(folder), logger: logger)
        let pool = try await portal.database.read { db in
            (try Int.fetchOne(db, sql: "PRAGMA cache_size"), try String.fetchOne(db, sql: "PRAGMA journal_mode"))
        }
        #expect(pool.0 == RequestReader.noPages)
        #expect(pool.1 == "delete")
        #expect(try portal.admin.brief.read { try Int.fetchOne($0, sql: "PRAGMA cache_size") } == RequestReader.noPages)
        #expect(portal.isReadOnly)
        let refused = await #expect(throws: DatabaseError.self) {
            try await portal.database.write { try $0.execute(sql: "UPDATE setting SET value = ''") }
        }
        #expect(refused?.resultCode == .SQLITE_READONLY)
        #expect(!FileManager.default.fileExists(atPath: Store.path(portal.configuration) + "-wal"))
    }

    /// Litestream writes pages without the counter by which SQLite knows a changed file.
    @Test func whatIsWrittenInPlaceIsReadAlsoAfterAChangeOfTheSchema() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        let portal = try await Portal.open(configuration, logger: logger)
        func last() async throws -> String? {
            try await portal.database.read { try String.fetchOne($0, sql: "SELECT at FROM heartbeat") }
        }
        #expect(try await last() == nil)
        try write(configuration) { db in
            try db.execute(sql: "INSERT INTO heartbeat (id, at) VALUES (1, '2001-02-03 04:05:06.789'); CREATE TABLE later (x)")
        }
        #expect(try await last() == "2001-02-03 04:05:06.789")
        let path = Store.path(configuration)
        let place = try #require(try Data(contentsOf: URL(fileURLWithPath: path)).firstRange(of: Data("2001-02-03 04:05:06.789".utf8)))
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: UInt64(place.lowerBound))
        try file.write(contentsOf: Data("2002".utf8))
        try file.close()
        #expect(try await last() == "2002-02-03 04:05:06.789")
    }

    @Test func aFolderThatLitestreamHasNotFilledIsWaitedFor() async throws {
        let folder = try TemporaryFolder(["data/portico.sqlite": ""])
        let configuration = configuration(folder, isReplica: true)
        let waiting = await #expect(throws: UnavailableSite.self) { try await Portal.open(configuration, logger: logger) }
        #expect(waiting?.description.contains("litestream restore -f") == true)
    }

    @Test(arguments: ["portico.sqlite-wal", "instance"]) func theFolderOfAPrimaryIsRefused(_ file: String) async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        try Data("of a primary".utf8).write(to: URL(fileURLWithPath: configuration.data + "/" + file))
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains("folder of its own") == true)
    }

    // MARK: As new as its file

    @Test func settingsAndSharedPagesAreAsNewAsTheFile() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        let portal = try await Portal.open(configuration, logger: logger)
        let before = try await ask(portal, "/")
        #expect(before.text.contains("Portico di prova"))
        try write(configuration) { try $0.execute(sql: "UPDATE setting SET value = 'Nome nuovo' WHERE key = 'name'") }
        let kept = try await ask(portal, "/")
        #expect(kept.text.contains("Portico di prova"))
        try await portal.takeOverChanges()
        let after = try await ask(portal, "/")
        #expect(after.text.contains("Nome nuovo"))
        #expect(!after.text.contains("Portico di prova"))
    }

    @Test func aMovedFileIsNoticedWithoutBeingAsked() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        let portal = try await Portal.open(configuration, logger: logger)
        let following = Task { try await portal.followFile(since: portal.openedFile, every: .milliseconds(5)) }
        // Tables of another version end the wait for a change that was noticed.
        try write(configuration) { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('house 999 of next year')") }
        await #expect(throws: RestartNeeded.self) { try await following.value }
        let waiting = await #expect(throws: UnavailableSite.self) { try await Portal.open(configuration, logger: logger) }
        #expect(waiting?.description.contains("another version") == true)
    }

    @Test func aFileThatIsRestoredAnewStartsTheReplicaAgain() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        let portal = try await Portal.open(configuration, logger: logger)
        _ = try await restored(folder, as: "anew.sqlite")
        #expect(rename(configuration.data + "/anew.sqlite", Store.path(configuration)) == 0)
        await #expect(throws: RestartNeeded.self) { try await portal.followFile(since: portal.openedFile, every: .milliseconds(5)) }
    }

    // MARK: What is left to the primary

    @Test func changesAndPeoplesPagesAreLeftToThePrimary() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(try await restored(folder), logger: logger)
        let open: [(String, HTTPFields)] = [
            ("/", [:]), ("/", [.cookie: "language=it; easy-to-read=yes"]), ("/campus", [.cookie: "theirs=1"]), ("/health", Self.token),
            ("/assets/none", [.cookie: "portico=x"]), ("/media/none", [.cookie: "portico=x"]),
        ]
        for (address, headers) in open {
            let answer = try await ask(portal, address, .get, headers)
            #expect(answer.status != 503 || address == "/health", "\(address) \(headers)")
        }
        let refused: [(String, HTTPRequest.Method, HTTPFields)] = [
            ("/", .get, [.cookie: "portico=x"]), ("/campus", .get, [.cookie: "language=it; portico-campus=x"]),
            ("/stories", .get, [.cookie: "__Host-portico-writer=x"]), ("/api/v1/house/products", .get, Self.token),
            ("/sign-in", .post, [:]), ("/campus/mine", .post, [:]), ("/admin/jobs", .delete, [:]), ("/health", .post, [:]),
        ]
        for (address, method, headers) in refused {
            let answer = try await ask(portal, address, method, headers)
            #expect(answer.status == 503, "\(method) \(address)")
            #expect(answer.headers[.retryAfter] == "5", "\(method) \(address)")
        }
    }

    @Test func whatIsTypedIsKeptOnTheRefusal() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(try await restored(folder), logger: logger)
        let answer = try await ask(portal, "/campus/alerts/subscription", .post, form: "address=vera%40example.org&kind=mail")
        #expect(answer.status == 503)
        #expect(answer.text.contains("Adesso si può solo leggere"))
        #expect(answer.text.contains("value=\"vera@example.org\""))
        #expect(answer.text.contains("Invia di nuovo"))
    }

    // MARK: Health

    @Test(arguments: [(1.0, 200, "ok"), (31.0, 503, "late"), (nil, 503, "unknown")] as [(Double?, Int, String)])
    func aReplicaSaysHowOldItsCopyIs(_ age: Double?, status: Int, said: String) async throws {
        let folder = try TemporaryFolder()
        let configuration = try await restored(folder)
        if let age { try write(configuration) { try Heartbeat.beat($0, at: .now - age) } }
        let portal = try await Portal.open(configuration, logger: logger)
        let stranger = try await ask(portal, "/health")
        #expect(stranger.status == status)
        #expect(!stranger.text.contains("replica"))
        let known = try await ask(portal, "/health", .get, Self.token)
        #expect(known.text.contains(#""role":"replica""#))
        #expect(known.text.contains(#""replica":"\#(said)""#))
        #expect(known.text.contains(#""writing":"primary""#))
        #expect(known.text.contains("heartbeatAge") == (age != nil))
        let metrics = try await ask(portal, "/metrics", .get, Self.token)
        #expect(metrics.text.contains("portico_replica 1"))
        #expect(metrics.text.contains("portico_heartbeat_age_seconds") == (age != nil))
    }

    // MARK: The primary

    @Test func aReplicatedSiteBeatsUntilItIsNoLongerOne() async throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(folder)
        let quiet = try await Portal.open(configuration, logger: logger)
        configuration.heartbeat = 5
        let portal = try await Portal.open(configuration, logger: logger)
        let beating = Task { try await portal.beat() }
        let beats = ValueObservation.tracking { try Heartbeat.last($0) }.values(in: portal.database)
        var first: Date?
        for try await beat in beats where beat != nil {
            first = beat
            break
        }
        beating.cancel()
        _ = await beating.result
        let seen = try #require(first)
        #expect(abs(seen.timeIntervalSinceNow) < 60)
        let health = try await ask(portal, "/health", .get, Self.token)
        #expect(health.text.contains(#""role":"primary""#))
        #expect(health.text.contains("heartbeatAge"))
        try await quiet.beat()
        #expect(try await quiet.database.read { try Heartbeat.last($0) } == nil)
    }

    /// Emptying the log takes the right to write and waits for Litestream's reader, which never ends.
    @Test func theLogOfAReplicatedSiteIsNotEmptied() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        let pool = try Store.open(configuration)
        let log = Store.path(configuration) + "-wal"
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0 }
        try await pool.write { try Heartbeat.beat($0, at: .now) }
        let isEmptied = await pool.emptyLog()
        #expect(!isEmptied)
        #expect(try size() > 0)
        try await pool.write { try Heartbeat.end($0) }
        let isEmptiedNow = await pool.emptyLog()
        #expect(isEmptiedNow)
        #expect(try size() == 0)
    }

    // MARK: Settings and starts

    @Test(arguments: [("yes", 5, "yes"), ("no", 0, "no"), ("60", 60, "60"), ("1", 1, "1")])
    func replicationHasAPace(_ text: String, seconds: Int, shown: String) throws {
        let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]
        let read = try Configuration(environment: folders.merging(["PORTICO_REPLICATED": text, "PORTICO_REPLICA_LAG": "90"]) { $1 })
        #expect(read.heartbeat == seconds)
        #expect(read.replicaLag == 90)
        #expect(read.described.contains("replicated = \(shown) "))
    }

    @Test(arguments: [("PORTICO_REPLICATED", "3601"), ("PORTICO_REPLICATED", "often"), ("PORTICO_REPLICA_LAG", "0")])
    func anImpossiblePaceIsRefused(_ name: String, _ value: String) {
        let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]
        let refused = #expect(throws: StartProblems.self) { try Configuration(environment: folders.merging([name: value]) { $1 }) }
        #expect(refused?.problems.first?.contains(name) == true)
    }

    @Test func aFailedRestoreIsNoExistingSite() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        func refusal() -> CommandRefusal? { #expect(throws: CommandRefusal.self) { try Store.requireExistingSite(configuration) } }
        #expect(refusal() == CommandRefusal("existing.missing", ["folder": configuration.data]))
        try FileManager.default.createDirectory(atPath: configuration.data, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: Store.path(configuration), contents: Data()))
        #expect(refusal() == CommandRefusal("existing.empty", ["folder": configuration.data]))
        let pool = try Store.open(configuration)
        #expect(refusal() == CommandRefusal("existing.empty", ["folder": configuration.data]))
        try await pool.write { db in
            var account = Account(key: "vera", name: "Vera", passwordHash: "scrypt$x", language: .italian, createdAt: .now)
            try account.insert(db)
        }
        try pool.close()
        try Store.requireExistingSite(configuration)
    }
}
