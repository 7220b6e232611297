import Foundation
import GRDB

/// Shows others that a writer continues a fragment; table `lease`. It blocks no one: another continuation starts a branch.
struct Lease: Decodable, FetchableRecord, Equatable, Sendable {
    let fragment: Int64
    let writer: Int64
    let until: Date

    /// Renewed whenever the form is sent or kept.
    static let lasts: TimeInterval = 10 * 60

    static func of(_ fragment: Int64, otherThan writer: Int64, at now: Date, _ db: Database) throws -> Lease? {
        let sql = "SELECT * FROM lease WHERE fragment = ? AND writer <> ? AND until > ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [fragment, writer, now])
    }

    /// Takes or renews a lease; another writer's active one stays.
    static func take(_ fragment: Int64, by writer: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO lease (fragment, writer, until) VALUES (:fragment, :writer, :until) ON CONFLICT (fragment) DO UPDATE
                SET writer = excluded.writer, until = excluded.until WHERE lease.writer = excluded.writer OR lease.until <= :now
                """, arguments: ["fragment": fragment, "writer": writer, "until": now + lasts, "now": now])
    }

    static func giveBack(_ fragment: Int64, by writer: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM lease WHERE fragment = ? AND writer = ?", arguments: [fragment, writer])
    }
}
