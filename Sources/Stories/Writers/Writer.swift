import Foundation
import GRDB

/// Somebody who registered to write, vote and follow; table `writer`. Not an account of the back office: writers come in by themselves,
/// and nothing they are given may ever open a door there.
struct Writer: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    /// Also the name to sign in with; none of a deleted writer.
    let email: String?
    let nickname: String?
    let firstName: String
    let lastName: String
    let birthYear: Int?
    /// `F`, `M` or not stated.
    let sex: String?
    /// Two letters of ISO 3166.
    let country: String?
    /// Its name in the store of photos.
    let avatar: String?
    let language: String
    let verifiedAt: Date?
    let createdAt: Date
    let deletedAt: Date?

    static func find(_ id: Int64, _ db: Database) throws -> Writer? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM writer WHERE id = ?"), arguments: [id])
    }

    /// Several, by their numbers.
    static func all(_ ids: Set<Int64>, _ db: Database) throws -> [Int64: Writer] {
        let sql = "SELECT * FROM writer WHERE id IN (\(databaseQuestionMarks(count: ids.count)))"
        let found = try fetchAll(db, sql: sql, arguments: StatementArguments(ids))
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    }

    static func named(_ nickname: String, _ db: Database) throws -> Writer? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM writer WHERE nickname = ?"), arguments: [nickname])
    }

    /// Whoever has not proved his address, or is suspended, reads and does nothing else.
    static func mayWrite(_ id: Int64, at now: Date, _ db: Database) throws {
        let sql = "SELECT verifiedAt IS NOT NULL FROM writer WHERE id = ? AND deletedAt IS NULL"
        guard let isVerified = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) else { throw StoryRefusal.loginNeeded }
        if let suspension = try Suspension.active(of: id, at: now, db) { throw StoryRefusal.suspended(until: suspension.until) }
        guard isVerified else { throw StoryRefusal.emailNotVerified }
        if try mustAccept(id, db) { throw StoryRefusal.notAccepted }
    }
}
