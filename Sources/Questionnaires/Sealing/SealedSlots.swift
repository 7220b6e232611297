import Foundation
import GRDB

/// One slot for each database page, prefilled with random bytes and overwritten in random order: pages reveal no order of writing.
enum SealedSlots {
    /// Fits one slot into a database page.
    static let bytes = 4_000
    static let fewest = 64

    private static func taken(_ db: Database) throws -> [UInt8] {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT taken FROM sealedPool")).map { [UInt8]($0) } ?? []
    }

    static func all(_ db: Database) throws -> [Data] {
        let sql = "SELECT bytes FROM sealedSlot WHERE id = ?"
        return try taken(db).enumerated().filter { $0.element == 1 }.compactMap { index, _ in
            try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [index + 1])
        }
    }

    static func isChanged(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT isChanged FROM sealedPool")) ?? false
    }

    static func add(_ sealed: Data, _ db: Database) throws {
        var taken = try taken(db)
        guard let free = taken.indices.filter({ taken[$0] == 0 }).randomElement() else {
            // Growing moves everything to a new place, which hides which answers came earlier.
            try rearrange(all(db) + [sealed], isChanged: true, db)
            return
        }
        taken[free] = 1
        try db.cachedStatement(sql: "UPDATE sealedSlot SET bytes = ? WHERE id = ?").execute(arguments: [sealed, free + 1])
        try db.cachedStatement(sql: "UPDATE sealedPool SET taken = ?, isChanged = 1").execute(arguments: [Data(taken)])
    }

    static func rearrange(_ sealed: [Data], isChanged: Bool = false, _ db: Database) throws {
        var count = fewest
        while count < 2 * sealed.count { count *= 2 }
        let places = Array((0..<count).shuffled().prefix(sealed.count))
        var taken = [UInt8](repeating: 0, count: count)
        let write = try db.cachedStatement(
            sql: """
                INSERT INTO sealedSlot (id, bytes) VALUES (?1, coalesce(?2, randomblob(\(bytes))))
                ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes
                """)
        let content = Dictionary(uniqueKeysWithValues: zip(places, sealed))
        for place in 0..<count {
            taken[place] = content[place] == nil ? 0 : 1
            try write.execute(arguments: [place + 1, content[place]])
        }
        try db.execute(sql: "DELETE FROM sealedSlot WHERE id > ?", arguments: [count])
        try db.execute(
            sql: """
                INSERT INTO sealedPool (id, taken, isChanged) VALUES (1, ?, ?)
                ON CONFLICT (id) DO UPDATE SET taken = excluded.taken, isChanged = excluded.isChanged
                """, arguments: [Data(taken), isChanged])
    }
}
