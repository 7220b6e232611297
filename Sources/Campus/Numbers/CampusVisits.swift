import Admin
import Foundation
import GRDB
import Web

/// Visits for each service and day, without any other data; table `campusVisits`.
public struct CampusVisits: Sendable {
    public let meter = VisitMeter(subject: Self.service)

    private static let further = ["search": "search", "emergency": "emergency", "mine": "mine"]
    static let services = ["home", "search", "emergency"] + Campus.tiles.map(\.name)
    private static let kept = 800.0

    public init() {}

    /// Periodically stores the counts.
    public var kind: JobKind {
        JobKind(name: "campus-visits", title: "campus.jobs.visits", every: .hours(0.25)) { work in
            try await keep(work.admin)
            return [:]
        }
    }

    /// Stores the counts at shutdown.
    public func keep(_ admin: AdminContext) async throws {
        let (counts, day) = (meter.take(), AgendaSpan.text(.now, admin.site.zone))
        guard !counts.isEmpty else { return }
        try await admin.database.write { try Self.add(counts, on: day, $0) }
    }

    static func add(_ counts: [String: Int], on day: String, _ db: Database) throws {
        for (service, number) in counts {
            try db.execute(
                sql: """
                    INSERT INTO campusVisits (day, service, number) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET number = number + excluded.number
                    """, arguments: [day, service, number])
        }
    }

    static func service(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.first == "campus", parts.last?.contains(".") == false else { return nil }
        guard parts.count > 1 else { return "home" }
        return further[String(parts[1])] ?? CampusFrame.services[String(parts[1])]
    }

    static func sweep(_ db: Database, at now: Date) throws -> Int {
        try db.execute(sql: "DELETE FROM campusVisits WHERE day < ?", arguments: [AgendaSpan.text(now - kept * 86_400, .gmt)])
        return db.changesCount
    }
}
