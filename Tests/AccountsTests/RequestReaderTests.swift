import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts

@Suite struct RequestReaderTests {
    private let folder: TemporaryFolder
    private let pool: DatabasePool

    init() throws {
        folder = try TemporaryFolder([:])
        var settings = Configuration()
        settings.maximumReaderCount = 1
        pool = try DatabasePool(path: folder.path + "/portico.sqlite", configuration: settings)
        try pool.write { db in try db.execute(sql: "CREATE TABLE thing (name TEXT)") }
    }

    @Test func theyDoNotWaitForTheReadersOfPages() throws {
        let brief = RequestReader(of: pool)
        let count = try pool.read { _ in try brief.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } }
        #expect(count == 0)
    }

    @Test func theySeeWhatWasJustWritten() throws {
        let brief = RequestReader(of: pool)
        for number in 1...3 {
            try pool.write { db in try db.execute(sql: "INSERT INTO thing VALUES ('one')") }
            #expect(try brief.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == number)
        }
    }

    @Test func theyCannotWrite() throws {
        let brief = RequestReader(of: pool)
        #expect(throws: DatabaseError.self) { try brief.read { try $0.execute(sql: "DELETE FROM thing") } }
    }

    @Test func inMemoryTheyReadTheSameDatabase() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in try db.execute(sql: "CREATE TABLE thing (name TEXT)") }
        #expect(try RequestReader(of: queue).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 0)
    }
}
