import Admin
import Foundation
import GRDB

/// One message of one subscription; table `campusDelivery`.
struct Delivery: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let telling: Int64
    let way: Int64
    let attempts: Int

    /// Seconds between attempts.
    private static let delays: [TimeInterval] = [60, 300, 1_800, 7_200]

    /// Due deliveries of one channel, urgent first, each with its subscription. Addresses that begin with one of `services` are skipped.
    static func due(
        _ part: NotificationRun.Part, _ channel: Subscription.Channel, _ limit: Int, apartFrom services: Set<String> = [], at now: Date,
        _ db: Database
    ) throws -> [(delivery: Delivery, way: Subscription)] {
        let apart = services.map { _ in " AND substr(w.address, 1, length(?)) <> ?" }.joined()
        let passed: StatementArguments = StatementArguments(services.flatMap { [$0, $0] })
        let found = try fetchAll(
            db,
            sql: """
                SELECT d.id, d.telling, d.way, d.attempts FROM campusDelivery d JOIN campusTelling t ON t.id = d.telling
                JOIN campusWay w ON w.id = d.way
                WHERE d.state = 'waiting' AND d.channel = ? AND d.nextAt <= ? AND \(part.deliveries)\(apart)
                ORDER BY t.isUrgent DESC, d.nextAt, d.id LIMIT ?
                """, arguments: [channel.rawValue, now] + passed + [limit])
        return try found.compactMap { one in
            try Subscription.fetchOne(db.cachedStatement(sql: "SELECT * FROM campusWay WHERE id = ?"), arguments: [one.way]).map {
                (delivery: one, way: $0)
            }
        }
    }

    static func dropUnneeded(at now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE campusDelivery SET state = CASE WHEN way IS NULL THEN 'gone' ELSE 'dropped' END
                WHERE state = 'waiting' AND (way IS NULL OR telling IN (SELECT id FROM campusTelling WHERE endsAt <= ?))
                """, arguments: [now])
    }

    func record(_ outcome: PushOutcome, end: Date, at now: Date, _ db: Database) throws {
        let delay = Self.delays[min(attempts, Self.delays.count - 1)]
        switch outcome.verdict {
        case .sent: try note("sent", outcome.status, db)
        case .refused: try note("refused", outcome.status, db)
        case .gone:
            try note("gone", outcome.status, db)
            try db.execute(sql: "DELETE FROM campusWay WHERE id = ?", arguments: [way])
        case .later(let pause) where now + max(pause ?? 0, delay) < end:
            try db.cachedStatement(sql: "UPDATE campusDelivery SET attempts = attempts + 1, nextAt = ?, status = ? WHERE id = ?")
                .execute(arguments: [now + max(pause ?? 0, delay), outcome.status, id])
        case .later: try note("refused", outcome.status, db)
        }
    }

    private func note(_ state: String, _ status: Int?, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE campusDelivery SET state = ?, status = ?, attempts = attempts + 1 WHERE id = ?")
            .execute(arguments: [state, status, id])
    }

    func hand(to mail: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE campusDelivery SET state = 'sent', mail = ?, attempts = attempts + 1 WHERE id = ?")
            .execute(arguments: [mail, id])
    }
}
