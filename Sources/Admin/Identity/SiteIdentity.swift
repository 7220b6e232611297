import Accounts
import Foundation
import GRDB

/// The identity of a site: its generation, its address, and whether it may send; the only row of table `siteIdentity`.
public struct SiteIdentity: Codable, FetchableRecord, Sendable, Equatable {
    public enum Reason: String, Codable, Sendable, DatabaseValueConvertible {
        /// Restored from a backup by `portico restore`.
        case restored
        /// The database file was copied here in another way.
        case copied
    }

    /// Incremented whenever a copy of the database is taken up; older requests belong to another history.
    public let generation: Int
    /// The mark in the file as well, see `InstanceMark`; nil before the first start.
    let instance: String?
    /// JSON of the `InstancePlace` of the last start; nil before the first one.
    let place: String?
    /// Where the site is reached, as an administrator confirmed it in the browser; without a slash at its end.
    public let address: String?
    /// When the site became quiet; nil if it sends.
    public let quietSince: Date?
    let quietReason: Reason?

    var notedPlace: InstancePlace? { place.flatMap { try? JSONDecoder().decode(InstancePlace.self, from: Data($0.utf8)) } }

    public static func current(_ db: Database) throws -> SiteIdentity {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM siteIdentity"))
            ?? SiteIdentity(generation: 1, instance: nil, place: nil, address: nil, quietSince: nil, quietReason: nil)
    }

    static func generation(_ db: Database) throws -> Int { try current(db).generation }

    public static func isQuiet(_ db: Database) throws -> Bool { try current(db).quietSince != nil }

    /// Ends running work of the copy and keeps the site quiet until a person confirms. Timetables restart.
    static func enterQuietMode(_ reason: Reason, instance: String, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        try begin(instance, db)
        try db.execute(sql: "UPDATE siteIdentity SET quietSince = ?, quietReason = ?", arguments: [now, reason])
        let ended = """
            UPDATE job SET state = 'cancelled', worker = NULL, leaseUntil = NULL, endedAt = ?, error = ?
            WHERE recurs = 0 AND state IN ('waiting', 'running')
            """
        try db.execute(sql: ended, arguments: [now, LocalizedMessage("jobs.errors.restored").json])
        // The person checks the trial again; unfinished records of a bulk act stay unchanged.
        try db.execute(
            sql: """
                UPDATE stagedImport SET state = CASE state WHEN 'working' THEN 'checked' ELSE 'choosing' END
                WHERE state IN ('working', 'checking')
                """)
        try db.execute(sql: "UPDATE bulkAct SET state = 'cancelled' WHERE state = 'waiting'")
        try db.execute(sql: "DELETE FROM bulkItem")
        try Schedules.arrange(db)
        for module in modules { try module.prepareCopy(db, at: now) }
        try AuditEntry.write(db, "site.quiet", by: .system("portico"), detail: ["why": reason.rawValue])
    }

    /// Does the same on a machine that replaces the original; only destructive work must be requested again.
    static func takeOver(instance: String, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        let wasQuiet = try isQuiet(db)
        try begin(instance, db)
        if wasQuiet { try leaveQuietMode(sending: true, modules, at: now, db) }
        try AuditEntry.write(db, "site.takeover", by: .system("portico"))
    }

    private static func begin(_ instance: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE siteIdentity SET generation = generation + 1, instance = ?, place = NULL", arguments: [instance])
        // Timetables make theirs again, in the new generation.
        try db.execute(sql: "DELETE FROM job WHERE recurs = 1 AND state IN ('waiting', 'running')")
        try db.execute(sql: "DELETE FROM jobReceiver")
    }

    static func mark(_ instance: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE siteIdentity SET instance = ?", arguments: [instance])
    }

    static func note(_ place: InstancePlace, _ db: Database) throws {
        try db.execute(sql: "UPDATE siteIdentity SET place = ?", arguments: [Jobs.json(place)])
    }

    static func confirm(_ address: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE siteIdentity SET address = ?", arguments: [address])
    }

    /// Ends the quiet state. `sending` also sends what waited in the copy; if false it is set aside: the original may have sent it.
    static func leaveQuietMode(sending: Bool, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        guard let since = try current(db).quietSince else { return }
        try db.execute(sql: "UPDATE siteIdentity SET quietSince = NULL, quietReason = NULL")
        if !sending {
            try Mail.putAside(before: since, db)
            try WebhookDelivery.putAside(before: since, db)
        }
        for module in modules { try module.leaveQuietMode(sending: sending, since: since, db, at: now) }
        try Webhooks.resume(db)
        try Outbox.wake(db)
    }

    static func waiting(_ db: Database) throws -> (mails: Int, deliveries: Int) {
        guard let since = try current(db).quietSince else { return (0, 0) }
        return (
            try Int.fetchOne(db, sql: "SELECT count(*) FROM mail WHERE state = 'waiting' AND createdAt < ?", arguments: [since]) ?? 0,
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM webhookDelivery WHERE state = 'waiting' AND createdAt < ?", arguments: [since]) ?? 0
        )
    }
}

extension JobWork {
    func requireGeneration() async throws {
        let now = try await admin.database.read { try SiteIdentity.generation($0) }
        guard job.generation == now else { throw JobFailure("jobs.errors.older", mayRetry: false) }
    }
}

extension AdminContext {
    /// The origin for messages: set by the operator or confirmed, never from a request; else `Mail.unknownOrigin`, and they wait.
    public func mailOrigin(_ db: Database) throws -> String { try knownOrigin(db) ?? Mail.unknownOrigin }

    func knownOrigin(_ db: Database) throws -> String? { try publicURL ?? SiteIdentity.current(db).address }
}
