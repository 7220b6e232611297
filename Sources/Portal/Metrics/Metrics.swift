import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

/// `GET /metrics`: the site's metrics for Prometheus; 404 without access.
struct Metrics: Sendable {
    let configuration: Configuration
    let database: any DatabaseWriter
    let backups: Backups
    let accounts: AccountSettings
    let registry: MetricsRegistry
    let startedAt: Date

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard isOpen(to: request, visitor) else { throw HTTPError(.notFound) }
        var page = Exposition()
        addRegistered(&page)
        try await addRows(&page)
        addFiles(&page)
        addProcess(&page)
        return Response(
            status: .ok, headers: [.contentType: Exposition.contentType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: page.text)))
    }

    /// Allows the token, a listed address, or a person with the right to the site's settings.
    func isOpen(to request: Request, _ visitor: Visitor) -> Bool {
        if let token = configuration.metricsToken, let sent = request.headers[.authorization], sent.hasPrefix("Bearer ") {
            // Hashed, so that the comparison's time reveals nothing.
            return SHA256.hash(data: Data(sent.dropFirst(7).utf8)) == SHA256.hash(data: Data(token.utf8))
        }
        if configuration.metricsFrom.contains(visitor.client.text) { return true }
        return (visitor.person as? SignedInPerson)?.grants.may("admin.site.edit", in: nil) ?? false
    }

    /// The figures of this program's own middleware and of libraries.
    private func addRegistered(_ page: inout Exposition) {
        for family in registry.families { page.add(family.name, family.help, type: family.type, family.samples) }
    }

    private func addRows(_ page: inout Exposition) async throws {
        let (sessions, jobs, bytes, heartbeat) = try await database.read { [accounts] db in
            (
                try Session.all().live(accounts).fetchCount(db),
                Dictionary(
                    try Row.fetchAll(db, sql: "SELECT state, count(*) FROM job GROUP BY state").map { ($0[0] as String, $0[1] as Int) }
                ) {
                    $1
                },
                try Int.fetchOne(db, sql: "SELECT p.page_count * s.page_size FROM pragma_page_count p, pragma_page_size s"),
                try Heartbeat.last(db)
            )
        }
        page.add("portico_sessions", "Devices on which somebody is signed in.", Double(sessions))
        page.add(
            "portico_jobs", "Background jobs by state.",
            Job.State.allCases.map {
                .init(labels: [MetricLabel(name: "state", value: $0.rawValue)], value: Double(jobs[$0.rawValue] ?? 0))
            })
        page.add("portico_replica", "1 where only a copy is read, 0 at the primary.", configuration.isReplica ? 1 : 0)
        page.add(
            "portico_heartbeat_age_seconds", "Time since the primary's last heartbeat in this copy.",
            heartbeat.map { max(0, Date.now.timeIntervalSince($0)) })
        page.add("portico_database_bytes", "Size of the database.", bytes.map(Double.init))
    }

    private func addFiles(_ page: inout Exposition) {
        func size(_ path: String) -> Double? {
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int).flatMap { $0 }.map(Double.init)
        }
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: configuration.data)[.systemFreeSize] as? Int) ?? nil
        page.add("portico_database_wal_bytes", "Size of the database's write-ahead log.", size(configuration.data + "/portico.sqlite-wal"))
        page.add("portico_disk_free_bytes", "Room on the disk of the data.", free.map(Double.init))
        let kept = backups.kept()
        let last = kept.first(where: \.isGood)?.madeAt
        page.add("portico_backups", "Kept backups.", Double(kept.count))
        page.add(
            "portico_backup_last_good_timestamp_seconds", "When the newest backup was made that was restored on trial and checked.",
            last?.timeIntervalSince1970.rounded())
        page.add("portico_backup_age_seconds", "Age of that backup.", last.map { Date.now.timeIntervalSince($0).rounded() })
    }

    private func addProcess(_ page: inout Exposition) {
        page.add(
            "portico_build_info", "The program's version.",
            [.init(labels: [MetricLabel(name: "version", value: ProgramVersion.text)], value: 1)])
        page.add("portico_uptime_seconds", "Time since the start.", Date.now.timeIntervalSince(startedAt).rounded())
        page.add("process_start_time_seconds", "When the program started.", startedAt.timeIntervalSince1970.rounded())
        page.add("process_resident_memory_bytes", "Memory in use.", ProcessFigures.residentBytes)
        page.add("process_cpu_seconds_total", "Processor time used.", type: "counter", ProcessFigures.processorSeconds)
        page.add("process_open_fds", "Open files and connections.", ProcessFigures.openFiles)
    }
}
