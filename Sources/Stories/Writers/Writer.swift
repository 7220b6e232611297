import Accounts
import Admin
import Foundation
import GRDB

/// A registered writer; table `writer`. Not an account: registration is public, so it must never open the back office.
struct Writer: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    /// Also the sign-in name; nil for a former writer.
    let email: String?
    let nickname: String?
    let firstName: String
    let lastName: String
    let birthYear: Int?
    /// `F`, `M`; nil is not stated.
    let sex: String?
    /// ISO 3166, two letters.
    let country: String?
    let avatar: String?
    let language: String
    let verifiedAt: Date?
    let createdAt: Date
    let deletedAt: Date?

    /// All but former writers, whose rows stay for their fragments and votes.
    static let notErased = RowCondition.notTrashed(in: "writer")
    static let verified = notErased.and("verifiedAt IS NOT NULL")

    static func find(_ id: Int64, _ db: Database) throws -> Writer? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM writer WHERE id = ?"), arguments: [id])
    }

    static func all(_ ids: Set<Int64>, _ db: Database) throws -> [Int64: Writer] {
        let sql = "SELECT * FROM writer WHERE id IN (\(databaseQuestionMarks(count: ids.count)))"
        let found = try fetchAll(db, sql: sql, arguments: StatementArguments(ids))
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    }

    static func named(_ nickname: String, _ db: Database) throws -> Writer? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM writer WHERE nickname = ?"), arguments: [nickname])
    }

    /// Throws unless the writer has proved the address, is not suspended and has accepted the documents.
    static func mayWrite(_ id: Int64, at now: Date, _ db: Database) throws {
        let sql = "SELECT verifiedAt IS NOT NULL FROM writer WHERE id = ? AND \(notErased)"
        guard let isVerified = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) else { throw StoryRefusal.loginNeeded }
        if let suspension = try Suspension.active(of: id, at: now, db) { throw StoryRefusal.suspended(until: suspension.until) }
        guard isVerified else { throw StoryRefusal.emailNotVerified }
        if try mustAccept(id, db) { throw StoryRefusal.notAccepted }
    }
}
