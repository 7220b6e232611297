import Admin
import Foundation
import GRDB

/// Checks outgoing links: a few addresses every hour, one at a time with pauses.
struct LinkCheck: Sendable {
    let admin: AdminContext
    var patience = Duration.seconds(20)

    private static let (anHour, pause) = (40, Duration.seconds(2))
    /// Days between checks; broken links are checked daily.
    private static let (everyDays, brokenEveryDays) = (7.0, 1.0)

    static let kind = JobKind(name: "campus-links", title: "campus.jobs.links", lane: .delivery, reachesOut: true, every: .hours(1)) {
        work in
        let addresses = try await work.admin.database.read { try LinkCheck.due($0, now: .now) }
        for (index, address) in addresses.enumerated() {
            try await work.progress(index, of: addresses.count)
            if index > 0 { try await Task.sleep(for: pause) }
            try await LinkCheck(admin: work.admin).check(at: address)
        }
        try await work.admin.database.write { db in
            try db.execute(sql: "DELETE FROM campusLinkCheck WHERE address NOT IN (SELECT address FROM (\(LinkUses.sql)))")
        }
        return ["text": String(addresses.count)]
    }

    /// Never checked addresses first, then the oldest checks.
    static func due(_ db: Database, now: Date) throws -> [String] {
        let sql = """
            SELECT DISTINCT u.address, c.checkedAt FROM (\(LinkUses.sql)) u LEFT JOIN campusLinkCheck c ON c.address = u.address
            WHERE c.checkedAt IS NULL OR c.checkedAt < CASE WHEN c.brokenSince IS NULL THEN :good ELSE :broken END
            ORDER BY coalesce(c.checkedAt, ''), u.address LIMIT \(anHour)
            """
        let arguments: StatementArguments = ["good": now - everyDays * 86_400, "broken": now - brokenEveryDays * 86_400]
        return try String.fetchAll(db, sql: sql, arguments: arguments)
    }

    func check(at address: String, now: Date = .now) async throws {
        let outgoing = Outgoing(allowsPrivate: false, neighbours: admin.neighbours)
        let headers = [("Accept", "*/*"), ("User-Agent", "Portico-Links")]
        var document = await outgoing.read(address, asking: headers, limit: 1 << 16, patience: patience, isHead: true)
        // Some servers do not support HEAD.
        if document.error == "status" {
            document = await outgoing.read(address, asking: headers, limit: 1 << 16, patience: patience)
        }
        let (status, error) = (document.status, Self.error(document, address))
        try Task.checkCancellation()
        try await admin.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO campusLinkCheck (address, checkedAt, status, error, failures, brokenSince)
                    VALUES (:address, :now, :status, :error, :error <> '', iif(:error <> '', :now, NULL))
                    ON CONFLICT (address) DO UPDATE SET checkedAt = :now, status = :status, error = :error,
                      failures = iif(:error = '', 0, failures + 1), brokenSince = iif(:error = '', NULL, coalesce(brokenSince, :now))
                    """, arguments: ["address": address, "now": now, "status": status, "error": error])
        }
    }

    /// Empty when the server answers, even with "sign in", and when a request is not permitted.
    private static func error(_ document: Outgoing.Document, _ address: String) -> String {
        let isThere = document.error == "status" && [401, 403, 405, 429].contains(document.status)
        let isUnasked = document.error == "private" || Outgoing.url(String(address.prefix { $0 != "#" })) == nil
        return isThere || isUnasked || document.error == "size" ? "" : document.error ?? ""
    }
}
