import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// Answers 200 or 503. Only administrators, holders of the metrics token and this machine see the details.
struct Health: Sendable {
    let database: any DatabaseWriter
    let configuration: Configuration
    let backups: Backups
    let files: HealthFiles
    let jobs: JobRunner
    let startedAt = Date.now
    let isOpen: @Sendable (Request, Visitor) async -> Bool

    private struct Short: Codable { let status: String }

    private struct Report: Codable {
        let status: String
        let version: String
        /// `primary` or `replica`.
        let role: String
        /// Of a replica: `ok`, `late` when its copy is too old, `unknown` when the primary writes no heartbeat.
        let replica: String?
        /// Seconds since the last heartbeat; nil without one.
        let heartbeatAge: Int?
        let database: String
        let writing: String
        /// `ok`, `stuck` when no job is started, or `failing` when failed jobs have not been reviewed.
        let jobs: String
        let jobsFailed: Int
        /// Free bytes on the data file system.
        let diskFree: Int?
        let disk: String
        /// Seconds since the newest backup with a successful rehearsal; nil without one.
        let backupAge: Int?
    }

    /// What a replica leaves to the primary.
    private static let elsewhere = "primary"

    @Sendable func report(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let report = await report()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let isOpen = await isOpen(request, visitor)
        let body = isOpen ? try encoder.encode(report) : try encoder.encode(Short(status: report.status))
        return Response(
            status: report.status == "ok" ? .ok : .serviceUnavailable,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private func report() async -> Report {
        let isReplica = configuration.isReplica
        // A replica starts again by itself when its file is restored anew.
        let isThere = isReplica || files.isOpenFileInPlace
        let kinds = self.jobs.kindNames
        let found = try? await database.read { db -> (jobs: JobHealth, heartbeat: Date?) in
            _ = try Row.fetchOne(db, sql: "SELECT * FROM account LIMIT 1")
            return (try JobHealth(db, kinds: kinds, since: startedAt, now: .now), try Heartbeat.last(db))
        }
        let jobs = isReplica ? nil : found?.jobs
        let writing = isReplica ? Self.elsewhere : await files.writing(database)
        let age = (found?.heartbeat).map { max(0, Date.now.timeIntervalSince($0)) }
        let replica = isReplica ? age.map { $0 > Double(configuration.replicaLag) ? "late" : "ok" } ?? "unknown" : nil
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: configuration.data)[.systemFreeSize] as? Int) ?? nil
        let disk = free.map { $0 > 50 << 20 ? "ok" : "full" } ?? "unknown"
        let database = found == nil ? "unreadable" : isThere ? "ok" : "replaced"
        let isWell =
            database == "ok" && ["ok", Self.elsewhere].contains(writing) && disk != "full" && jobs?.state != .stuck
            && ["ok", nil].contains(replica)
        return Report(
            status: isWell ? "ok" : "failing", version: ProgramVersion.text, role: isReplica ? "replica" : "primary", replica: replica,
            heartbeatAge: age.map { Int(cutting: $0) }, database: database, writing: writing,
            jobs: jobs?.state.rawValue ?? (isReplica ? Self.elsewhere : "unknown"), jobsFailed: jobs?.failed ?? 0, diskFree: free,
            disk: disk,
            backupAge: backups.lastGood.map { Int(cutting: Date.now.timeIntervalSince($0.madeAt)) })
    }
}

extension Health {
    /// Whether a local program sends the request directly, not through a local proxy.
    static func isLocal(_ request: Request, _ visitor: Visitor) -> Bool {
        let passed = ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"].compactMap { HTTPField.Name($0) }
        guard passed.allSatisfy({ request.headers[$0] == nil }), let host = request.head.authority else { return false }
        return (visitor.client.text.hasPrefix("127.") || visitor.client.text == "::1") && HostCheck.isLoopback(host)
    }
}
