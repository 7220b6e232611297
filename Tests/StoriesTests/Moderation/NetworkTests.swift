import Foundation
import GRDB
import Testing

@testable import Stories

@Suite struct NetworkTests {
    @Test func accountsOfOneNetworkAndDayAreNeighbours() throws {
        let shelf = try Bookshelf(writers: 4)
        let day = shelf.now
        try shelf.write { db in
            try WriterNetwork.note(1, from: "192.0.2.10", at: day, db)
            try WriterNetwork.note(1, from: "192.0.2.10", at: day + 60, db)
            try WriterNetwork.note(2, from: "192.0.2.200", at: day + 120, db)
            try WriterNetwork.note(3, from: "198.51.100.10", at: day, db)
            try WriterNetwork.note(4, from: "192.0.2.10", at: day + 2 * 86_400, db)
        }
        let neighbours = try shelf.read { try WriterNetwork.neighbours(of: 1, at: day + 300, $0) }
        #expect(neighbours.map(\.writer) == [2])
        #expect(neighbours.map(\.days) == [1])
        // The same network on another day has another hash.
        #expect(try shelf.read { try WriterNetwork.neighbours(of: 4, at: day + 3 * 86_400, $0) } == [])
        let hashes: Int? = try shelf.value("SELECT count(DISTINCT network) FROM writerNetwork")
        #expect(hashes == 3)
        _ = try shelf.write { try Stories.sweep($0, at: day + 33 * 86_400) }
        let left: Int? = try shelf.value("SELECT (SELECT count(*) FROM writerNetwork) + (SELECT count(*) FROM networkKey)")
        #expect(left == 0)
    }

    @Test func onlyThePrefixOfAnAddressCounts() {
        #expect(WriterNetwork.prefix(of: "192.0.2.10") == "192.0.2")
        #expect(WriterNetwork.prefix(of: "2001-db8-0-0-0-0-0-0/64") == "2001-db8-0-0-0-0-0-0/64")
    }
}
