import Foundation
import GRDB
import Web

/// Who has the designer of a draft open. Nothing stays of it.
enum DesignVisit {
    /// Seconds after which a person who is not heard from is gone.
    static let span: TimeInterval = 60
    /// Seconds after which a person is noted again.
    private static let renewal: TimeInterval = 20

    static func isDue(_ account: Int64, at version: Int64, now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM designVisit WHERE version = ? AND account = ? AND at > ?)"
        return try Bool.fetchOne(
            db.cachedStatement(sql: sql), arguments: [version, account, now.addingTimeInterval(-renewal)]) ?? true
    }

    static func note(_ account: Int64, at version: Int64, now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM designVisit WHERE at <= ?", arguments: [now.addingTimeInterval(-span)])
        let sql = """
            INSERT INTO designVisit (version, account, at) VALUES (?, ?, ?) ON CONFLICT (version, account) DO UPDATE SET at = excluded.at
            """
        try db.cachedStatement(sql: sql).execute(arguments: [version, account, now])
    }

    /// The names of the others, in a sentence; nil without others.
    static func sentence(at version: Int64, except account: Int64, now: Date, _ words: Words, _ db: Database) throws -> String? {
        let sql = """
            SELECT account.name FROM designVisit JOIN account ON account.id = designVisit.account
            WHERE designVisit.version = ? AND designVisit.account <> ? AND designVisit.at > ? ORDER BY account.name
            """
        let names = try String.fetchAll(
            db.cachedStatement(sql: sql), arguments: [version, account, now.addingTimeInterval(-span)])
        guard !names.isEmpty else { return nil }
        return words("questionnaires.design.present", ["names": names.joined(separator: ", ")], count: names.count)
    }
}
