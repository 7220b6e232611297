import Foundation
import GRDB
import Web

enum NotificationReport {
    private static let states = ["waiting", "sent", "refused", "gone", "dropped"]

    /// The messages of a bulletin in each state, by act and channel: `published.push`.
    static func numbers(_ bulletin: Int64, _ db: Database) throws -> [String: [String: Int]] {
        let sql = """
            SELECT t.act AS act, n.channel AS channel, n.state AS state, sum(n.number) AS number FROM campusTelling t JOIN (
              SELECT d.telling, d.channel,
                CASE m.state WHEN 'waiting' THEN 'waiting' WHEN 'failed' THEN 'refused' ELSE d.state END AS state, count(*) AS number FROM campusDelivery d LEFT JOIN mail m ON m.id = d.mail
                WHERE d.telling IN (SELECT id FROM campusTelling WHERE bulletin = :bulletin) GROUP BY 1, 2, 3
              UNION ALL SELECT telling, channel, state, number FROM campusTally) n ON n.telling = t.id
            WHERE t.bulletin = :bulletin GROUP BY 1, 2, 3
            """
        var numbers: [String: [String: Int]] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: ["bulletin": bulletin]) {
            let (act, channel, state): (String, String, String) = (row["act"], row["channel"], row["state"])
            numbers["\(act).\(channel)", default: [:]][state] = row["number"]
        }
        return numbers
    }

    static func lines(_ bulletin: Int64, _ words: Words, _ db: Database) throws -> [String] {
        let numbers = try numbers(bulletin, db)
        return ["published.push", "published.mail", "withdrawn.push", "withdrawn.mail"].compactMap { key in
            guard let found = numbers[key] else { return nil }
            let said = Dictionary(uniqueKeysWithValues: states.map { ($0, words.language.number(found[$0] ?? 0)) })
            return words("campus.letters.report.\(key)", said)
        }
    }

    /// Replaces details older than a month by totals, and deletes unconfirmed addresses.
    static func sweep(_ db: Database, at now: Date) throws -> Int {
        try db.execute(
            sql: """
                UPDATE campusDelivery SET state = 'refused'
                WHERE mail IN (SELECT id FROM mail WHERE system = 'campus' AND state = 'failed')
                """)
        let before = now - 30 * 86_400
        let old = "telling IN (SELECT id FROM campusTelling WHERE at < ?)"
        try db.execute(
            sql: """
                INSERT INTO campusTally (telling, channel, state, number)
                SELECT telling, channel, state, count(*) FROM campusDelivery WHERE \(old) GROUP BY 1, 2, 3
                ON CONFLICT DO UPDATE SET number = number + excluded.number
                """, arguments: [before])
        try db.execute(sql: "DELETE FROM campusDelivery WHERE \(old)", arguments: [before])
        var count = db.changesCount
        // Event news has no report.
        try db.execute(sql: "DELETE FROM campusTelling WHERE event IS NOT NULL AND at < ?", arguments: [before])
        try db.execute(
            sql: "DELETE FROM campusWay WHERE confirmedAt IS NULL AND createdAt < ?", arguments: [now - MailChannel.patience])
        count += db.changesCount
        try db.execute(sql: "DELETE FROM campusConfirmation WHERE at < ?", arguments: [now - 86_400])
        try db.execute(sql: "DELETE FROM mail WHERE system = 'campus' AND state <> 'waiting' AND createdAt < ?", arguments: [before])
        try Subscription.forgetMail(db)
        return count + db.changesCount
    }
}
