import Foundation
import GRDB

/// Slots of one size, each a page of the file: filled with chance before they are needed, and overwritten in place in random order. So the pages
/// say neither which was written first nor, without the key, what is in any.
enum SealedSlots {
    /// A page of the database holds one.
    static let bytes = 4_000
    static let fewest = 64

    /// Which slots are taken: a byte for each.
    private static func taken(_ db: Database) throws -> [UInt8] {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT taken FROM sealedPool")).map { [UInt8]($0) } ?? []
    }

    /// What the taken slots hold.
    static func all(_ db: Database) throws -> [Data] {
        let sql = "SELECT bytes FROM sealedSlot WHERE id = ?"
        return try taken(db).enumerated().filter { $0.element == 1 }.compactMap { index, _ in
            try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [index + 1])
        }
    }

    /// Whether anything came since the last rearrangement.
    static func isChanged(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT isChanged FROM sealedPool")) ?? false
    }

    static func add(_ sealed: Data, _ db: Database) throws {
        var taken = try taken(db)
        guard let free = taken.indices.filter({ taken[$0] == 0 }).randomElement() else {
            // More of them, and everything to a new place: else who came before the new ones would show.
            try rearrange(all(db) + [sealed], isChanged: true, db)
            return
        }
        taken[free] = 1
        try db.cachedStatement(sql: "UPDATE sealedSlot SET bytes = ? WHERE id = ?").execute(arguments: [sealed, free + 1])
        try db.cachedStatement(sql: "UPDATE sealedPool SET taken = ?, isChanged = 1").execute(arguments: [Data(taken)])
    }

    /// Puts these in random slots and chance into all others.
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
