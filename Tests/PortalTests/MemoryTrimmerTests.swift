import Foundation
import GRDB
import TestSupport
import Testing

@testable import Portal

struct MemoryTrimmerTests {
    @Test func idleReadersAreClosedAndOthersGoOn() throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.path + "/portico.sqlite")
        func cacheSize(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA cache_size") }
        let usual = try pool.read(cacheSize)
        // Known by its cache.
        try pool.read { try $0.execute(sql: "PRAGMA cache_size = 7") }
        #expect(try pool.read(cacheSize) == 7)
        let during = try pool.read { db in
            MemoryTrimmer.freeConnections(of: pool)
            return try cacheSize(db)
        }
        #expect(during == 7)
        #expect(try pool.read(cacheSize) == usual)
        try pool.write { try $0.execute(sql: "CREATE TABLE sea (name TEXT)") }
    }
}
