import Foundation
import GRDB

/// How a moderator is called; table `moderatorCall`. Without a row they are not called.
struct ModeratorCall: Decodable, FetchableRecord, Equatable, Sendable {
    /// Severe rules only, these and some others, or everything.
    enum Cases: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible { case severe, rules, all }

    let account: Int64
    let cases: Cases
    /// Names of rules, separated by spaces.
    var rules = ""
    var byMail = true
    /// The hour of a daily message with what is not severe; nil is at once.
    let daily: Int?
    /// The hours from and to which no message leaves; what came in between follows after them.
    let quietFrom: Int?
    let quietTo: Int?

    var chosenRules: [Reason] { rules.split(separator: " ").compactMap { Reason(rawValue: String($0)) } }

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
                INSERT INTO moderatorCall (account, cases, rules, byMail, daily, quietFrom, quietTo) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET cases = excluded.cases, rules = excluded.rules, byMail = excluded.byMail,
                  daily = excluded.daily, quietFrom = excluded.quietFrom, quietTo = excluded.quietTo
                """, arguments: [account, cases, rules, byMail, daily, quietFrom, quietTo])
    }

    static func end(_ account: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM moderatorCall WHERE account = ?", arguments: [account])
    }

    func isQuiet(at hour: Int) -> Bool {
        guard let quietFrom, let quietTo else { return false }
        return quietFrom <= quietTo ? (quietFrom..<quietTo).contains(hour) : !(quietTo..<quietFrom).contains(hour)
    }

    /// What this moderator is to be called for at an hour, and was not yet. What is severe does not wait for the daily message.
    func waiting(at hour: Int, _ db: Database) throws -> [ModeratorCallSubject] {
        guard !isQuiet(at: hour) else { return [] }
        let severe = try subjects(.severe, db) + subjects(.severeProfile, db)
        guard cases != .severe, daily == nil || daily == hour else { return severe }
        return try severe + subjects(.case, db) + subjects(.profile, db) + subjects(.appeal, db)
    }

    private func subjects(_ kind: ModeratorCallSubject.Kind, _ db: Database) throws -> [ModeratorCallSubject] {
        let isNarrow = cases == .rules && !kind.isSevere
        let sql = """
            SELECT id FROM (\(kind.open(of: isNarrow))) AS open
            WHERE NOT EXISTS (SELECT 1 FROM moderatorCalled WHERE account = :account AND kind = :kind AND subject = open.id)
            ORDER BY id LIMIT 50
            """
        var arguments: StatementArguments = ["account": account, "kind": kind]
        if isNarrow { arguments += ["rules": rules] }
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { ModeratorCallSubject(kind: kind, id: $0) }
    }

    /// Notes that this moderator has been called for it: nothing is told twice.
    func note(_ subjects: [ModeratorCallSubject], at now: Date, _ db: Database) throws {
        for subject in subjects {
            for kind in subject.kind.told {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO moderatorCalled (account, kind, subject, at) VALUES (?, ?, ?, ?)",
                    arguments: [account, kind, subject.id, now])
            }
        }
    }
}
