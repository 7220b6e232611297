import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// A start serves what can be served: only a damaged database, or that of a newer program, is refused.
@Suite struct StartingTests {
    private let logger = {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return logger
    }()

    private func configuration(_ folder: TemporaryFolder) throws -> Configuration {
        var configuration = Configuration()
        configuration.templates = TestSite.root + "/Templates"
        configuration.assets = TestSite.root + "/Public"
        configuration.data = folder.path + "/data"
        configuration.databasePatience = 0.05
        configuration.refusalPause = .zero
        // As a program leaves it that was told to end.
        let pool = try Store.open(configuration)
        try pool.write { try $0.execute(sql: "INSERT INTO setting (key, value) VALUES ('systems', 'campus stories')") }
        try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try pool.close()
        return configuration
    }

    private func statuses(_ portal: Portal, _ requests: [(HTTPRequest.Method, String)]) async throws -> [TestResponse] {
        let application = Application(router: portal.router(), logger: logger)
        return try await application.test(.router) { client in
            var answers: [TestResponse] = []
            for (method, path) in requests {
                let headers: HTTPFields =
                    method == .post
                    ? [.contentType: "application/x-www-form-urlencoded", .accept: "text/html", .acceptLanguage: "en"] : [:]
                let body = method == .post ? ByteBuffer(string: "name=anna&password=una+frase+di+prova&email=anna%40example.org") : nil
                answers.append(try await client.execute(uri: path, method: method, headers: headers, body: body))
            }
            return answers
        }
    }

    private static let pages: [(HTTPRequest.Method, String)] = [
        (.get, "/"), (.get, "/campus"), (.get, "/stories"), (.get, "/sign-in"), (.post, "/sign-in"),
    ]

    @Test func servesPagesWhileAnotherProgramHoldsTheDatabase() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(folder)
        let other = try OtherProgram(configuration)
        let portal = try await Portal.open(configuration, logger: logger)
        let answers = try await statuses(portal, Self.pages)
        #expect(answers.map(\.status.code) == [200, 200, 200, 200, 503])
        #expect(answers.last?.headers[.retryAfter] == "5")
        #expect(answers.last.map { String(buffer: $0.body).contains("Nothing can be saved now") } ?? false)
        try other.letGo()
        #expect((try? Store.open(configuration)) != nil, "the server is started again as soon as this goes")
    }

    @Test func servesPagesFromADiskThatCannotBeWritten() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(folder)
        let whole = URL(fileURLWithPath: Store.path(configuration)).path
        var settings = Store.settings
        settings.readonly = true
        let pool = try DatabasePool(path: "file:\(whole)?immutable=1", configuration: settings)
        let before = Set(try FileManager.default.contentsOfDirectory(atPath: configuration.data))
        let portal = try Portal(configuration, database: pool, logger: logger)
        #expect(portal.isReadOnly)
        let answers = try await statuses(portal, Self.pages)
        #expect(answers.map(\.status.code) == [200, 200, 200, 200, 503])
        #expect(answers.last?.headers[.retryAfter] == "5")
        let made = Set(try FileManager.default.contentsOfDirectory(atPath: configuration.data)).subtracting(before)
        #expect(!made.contains { $0.hasPrefix("portico.sqlite") })
    }

    /// The server began with a database that it could only read; as soon as it can be written it asks to be started again.
    @Test(.timeLimit(.minutes(1))) func whatCouldOnlyBeReadIsStartedAgainWhenItCanBeWritten() async throws {
        let folder = try TemporaryFolder()
        var configuration = try configuration(folder)
        configuration.port = 0
        let other = try OtherProgram(configuration)
        let portal = try await Portal.open(configuration, logger: logger)
        #expect(portal.isReadOnly)
        await #expect(throws: RestartNeeded.self) {
            // Let go of only when pages are served.
            try await portal.run(tryingEvery: .milliseconds(2)) {
                do { try other.letGo() } catch { Issue.record(error) }
            }
        }
        let again = try await Portal.open(configuration, logger: logger)
        #expect(!again.isReadOnly)
        let written = try await again.database.write { db in
            try db.execute(sql: "UPDATE setting SET value = 'campus' WHERE key = 'systems'")
            return db.changesCount
        }
        #expect(written == 1)
    }

    /// A disk that was mounted to read only: what SQLite keeps beside the database was opened to read, and stays so in this process when
    /// the disk can be written again. A folder in its place is opened in the same way.
    @Test(.timeLimit(.minutes(1))) func aDiskThatCanBeWrittenAgainIsWrittenByTheNextProcess() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(folder)
        let beside = Store.path(configuration) + "-shm"
        try? FileManager.default.removeItem(atPath: beside)
        try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: false)
        let pool = try ReadOnlyStore.openToServe(configuration)
        #expect(pool.configuration.readonly)
        let systems = try await pool.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE key = 'systems'") }
        #expect(systems == "campus stories")
        try FileManager.default.removeItem(atPath: beside)
        #expect(throws: StartProblems.self) { try Store.open(configuration) }
        // Not before the disk shows that it has changed.
        var looks = 0
        try await ReadOnlyStore.waitForWriting(configuration, every: .zero) {
            looks += 1
            return looks > 3
        }
        #expect(looks == 4)
        try pool.close()
        let again = try ReadOnlyStore.openToServe(configuration)
        #expect(!again.configuration.readonly)
    }

    /// Neither read nor written: another program is just bringing it up to date.
    @Test(.timeLimit(.minutes(5))) func whatCannotBeReadEitherIsWaitedFor() async throws {
        let folder = try TemporaryFolder()
        var configuration = try configuration(folder)
        configuration.port = 0
        let other = try OtherProgram(configuration, isUpdating: true)
        let waiting = try #require(throws: UnavailableSite.self) { try ReadOnlyStore.openToServe(configuration) }
        #expect(waiting.description.contains("held by another program"))
        let application = Application(router: UnavailableSite.router(configuration), logger: logger)
        try await application.test(.router) { client in
            for (method, path) in [(HTTPRequest.Method.get, "/"), (.get, "/campus/news/1"), (.post, "/sign-in"), (.delete, "/api/v1/x")] {
                let answer = try await client.execute(uri: path, method: method)
                #expect(answer.status.code == 503, "\(path)")
                #expect(answer.headers[.retryAfter] == "10")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(String(buffer: answer.body).contains("torna fra poco"))
                #expect(String(buffer: answer.body).contains("back soon"))
            }
        }
        let run = Task { [configuration, logger] in
            try await waiting.run(configuration, tryingEvery: .milliseconds(2), logger: logger)
        }
        try other.letGo()
        let result = await run.result
        #expect(throws: RestartNeeded.self) { try result.get() }
        let pool = try ReadOnlyStore.openToServe(configuration)
        #expect(!pool.configuration.readonly)
    }

    @Test func whatAStartBeginsWithIsTriedAgain() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(configuration(folder), logger: logger)
        let tries = Mutex(0)
        try await portal.later(pause: .zero) {
            let count = tries.withLock { count in
                count += 1
                return count
            }
            if count < 3 { throw DatabaseError(resultCode: count == 1 ? .SQLITE_FULL : .SQLITE_BUSY) }
        }
        #expect(tries.withLock { $0 } == 3)
        await #expect(throws: DatabaseError.self) {
            try await portal.later(pause: .zero) { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        }
    }

    @Test func theFilesOfTheDatabaseAreTheirOwnersAlone() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(folder)
        let path = Store.path(configuration)
        func mode(_ end: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path + end)[.posixPermissions] as? Int)
        }
        chmod(path, 0o644)
        let pool = try Store.open(configuration)
        for end in ["", "-wal", "-shm"] {
            let found = try mode(end)
            #expect(found == 0o600, "\(end)")
        }
        try pool.close()
    }

    @Test func whoCannotBeServedYetIsToldWhenToComeBack() async throws {
        let answer = UnavailableSite.answer
        #expect(answer.status.code == 503)
        #expect(answer.headers[.retryAfter] == "10")
        var problems = StartProblems(["held"])
        #expect(!problems.isPassing)
        problems = try #require(StartProblems(DatabaseError(resultCode: .SQLITE_FULL), opening: "x"))
        #expect(problems.isWorthWaiting)
        problems = try #require(StartProblems(DatabaseError(resultCode: .SQLITE_CORRUPT), opening: "x"))
        #expect(!problems.isPassing)
    }
}

/// Another program that holds the database.
private final class OtherProgram: Sendable {
    private let queue: DatabaseQueue
    private let isUpdating: Bool

    /// - Parameter isUpdating: whether it is about to bring the tables up to date: until then nobody can use them.
    init(_ configuration: Configuration, isUpdating: Bool = false) throws {
        var settings = GRDB.Configuration()
        settings.allowsUnsafeTransactions = true
        self.isUpdating = isUpdating
        queue = try DatabaseQueue(path: Store.path(configuration), configuration: settings)
        try queue.writeWithoutTransaction { db in
            let last = Store.migrator.migrations.last
            if isUpdating { try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [last]) }
            try db.execute(sql: "BEGIN IMMEDIATE")
            if isUpdating { try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [last]) }
        }
    }

    func letGo() throws { try queue.writeWithoutTransaction { try $0.execute(sql: isUpdating ? "COMMIT" : "ROLLBACK") } }
}
