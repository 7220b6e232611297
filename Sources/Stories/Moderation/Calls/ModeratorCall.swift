import Foundation
import GRDB

/// How a moderator is called by mail; table `moderatorCall`. Without a row they are not called.
struct ModeratorCall: Decodable, FetchableRecord, Equatable, Sendable {
    enum Cases: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible { case severe, all }

    let account: Int64
    let cases: Cases
    /// The hour of a daily message with what is not severe; nil is at once.
    let daily: Int?
    /// The hours from and to which no message leaves; what came in between follows after them.
    let quietFrom: Int?
    let quietTo: Int?

    static func of(_ account: Int64, _ db: Database) throws -> ModeratorCall? {
        try fetchOne(db, sql: "SELECT * FROM moderatorCall WHERE account = ?", arguments: [account])
    }

    static func all(_ db: Database) throws -> [ModeratorCall] {
        let sql = "SELECT * FROM moderatorCall WHERE account IN (\(SecondReviewer.accounts)) ORDER BY account"
        return try fetchAll(db, sql: sql, arguments: [ModerationPages.deciding.rawValue])
    }

    func save(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO moderatorCall (account, cases, daily, quietFrom, quietTo) VALUES (?, ?, ?, ?, ?) ON CONFLICT (account)
                DO UPDATE SET cases = excluded.cases, daily = excluded.daily, quietFrom = excluded.quietFrom, quietTo = excluded.quietTo
                """, arguments: [account, cases, daily, quietFrom, quietTo])
    }

    static func end(_ account: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM moderatorCall WHERE account = ?", arguments: [account])
    }

    func isQuiet(at hour: Int) -> Bool {
        guard let quietFrom, let quietTo else { return false }
        return quietFrom <= quietTo ? (quietFrom..<quietTo).contains(hour) : !(quietTo..<quietFrom).contains(hour)
    }

    /// What this moderator is to be called for at an hour, and was not yet. A severe case does not wait for the daily message.
    func waiting(at hour: Int, _ db: Database) throws -> [CalledSubject] {
        guard !isQuiet(at: hour) else { return [] }
        let severe = try subjects(.severe, "SELECT id FROM moderationCase WHERE state = 'open' AND isSevere = 1", db)
        guard cases == .all, daily == nil || daily == hour else { return severe }
        let others = try subjects(.case, "SELECT id FROM moderationCase WHERE state = 'open' AND isSevere = 0", db)
        return try severe + others + subjects(.appeal, "SELECT id FROM appeal WHERE state = 'open'", db)
    }

    private func subjects(_ kind: CalledSubject.Kind, _ sql: String, _ db: Database) throws -> [CalledSubject] {
        let rest = " AND NOT EXISTS (SELECT 1 FROM moderatorCalled WHERE account = ? AND kind = ? AND subject = id) ORDER BY id LIMIT 50"
        return try Int64.fetchAll(db, sql: sql + rest, arguments: [account, kind]).map { CalledSubject(kind: kind, id: $0) }
    }

    /// Notes that this moderator has been called for it: nothing is told twice.
    func note(_ subjects: [CalledSubject], at now: Date, _ db: Database) throws {
        for subject in subjects {
            // A severe case needs no second message when it is less severe later.
            for kind in subject.kind == .severe ? [CalledSubject.Kind.severe, .case] : [subject.kind] {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO moderatorCalled (account, kind, subject, at) VALUES (?, ?, ?, ?)",
                    arguments: [account, kind, subject.id, now])
            }
        }
    }
}

struct CalledSubject: Equatable, Sendable {
    enum Kind: String, Sendable, DatabaseValueConvertible { case `case`, severe, appeal }

    let kind: Kind
    let id: Int64
}
