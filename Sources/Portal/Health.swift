import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Whether the program can do its work, for monitors: 200 when it can, 503 when it cannot.
struct Health: Sendable {
    let database: any DatabaseWriter
    let data: String
    let backups: Backups

    private struct Report: Codable {
        let status: String
        let version: String
        let database: String
        /// Bytes that are left where the data lies.
        let diskFree: Int?
        /// Age of the newest backup whose rehearsal was good, in seconds; nil when there is none.
        let backupAge: Int?
    }

    @Sendable func report(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let isReadable = (try? await database.read { try Int.fetchOne($0, sql: "SELECT 1") }) == 1
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: data)[.systemFreeSize] as? Int) ?? nil
        let isWell = isReadable && (free ?? .max) > 50 << 20
        let report = Report(
            status: isWell ? "ok" : "failing", version: Version.text, database: isReadable ? "ok" : "unreadable", diskFree: free,
            backupAge: backups.lastGood.map { Int(cutting: Date.now.timeIntervalSince($0.madeAt)) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Response(
            status: isWell ? .ok : .serviceUnavailable,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(report))))
    }
}

/// The version of the program.
public enum Version {
    public static let text = "0.1.0"
}
