import Accounts
import Foundation
import GRDB
import Web

/// A crash of the server; table `crash`.
struct Crash: Codable, FetchableRecord, Sendable {
    let at: Date
    let signal: Int
    let served: Bool
    let jobs: String

    var titles: [LocalizedMessage] {
        ((try? JSON(parsing: jobs.utf8))?.list ?? []).compactMap { $0.text.map(LocalizedMessage.init(json:)) }
    }

    static func latest(_ count: Int, _ db: Database) throws -> [Crash] {
        try fetchAll(db, sql: "SELECT at, signal, served, jobs FROM crash ORDER BY at DESC, id DESC LIMIT ?", arguments: [count])
    }
}

/// Reads `crashes.log`, written by the parent process: time in seconds, signal, run name, and whether it served.
public enum CrashNotes {
    /// Stores new crashes, suspends the jobs that were running, and returns the number of new crashes.
    @discardableResult
    public static func take(_ text: String, _ db: Database, now: Date = .now) throws -> Int {
        var count = 0
        for line in text.split(separator: "\n").suffix(200) {
            let parts = line.split(separator: " ")
            guard parts.count == 4, let second = Int(parts[0], in: 0...4_000_000_000), let signal = Int(parts[1], in: .whole) else {
                continue
            }
            let run = String(parts[2])
            let isKnown = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM crash WHERE run = ?)", arguments: [run]) ?? false
            guard !isKnown else { continue }
            let jobs = try CrashedJobs.putAside(run, db, now: now)
            let titles = JSON.list(jobs.map { .text($0.title) }).compact
            try db.execute(
                sql: "INSERT INTO crash (at, signal, run, served, jobs) VALUES (?, ?, ?, ?, ?)",
                arguments: [Date(timeIntervalSince1970: Double(second)), signal, run, parts[3] == "1", titles])
            let names = jobs.map { "\($0.kind) \($0.id ?? 0)" }.joined(separator: ", ")
            try AuditEntry.write(
                db, "server.crashed", by: .system("start"),
                detail: ["signal": String(signal)].merging(names.isEmpty ? [:] : ["jobs": names]) { $1 })
            count += 1
        }
        return count
    }
}
