import Accounts
import Foundation
import GRDB

/// Which site a database is of: how often it was taken up anew, where it is reached, and whether it may speak; the one row of table
/// `siteIdentity`.
public struct SiteIdentity: Codable, FetchableRecord, Sendable, Equatable {
    /// Why a site is quiet.
    public enum Reason: String, Codable, Sendable, DatabaseValueConvertible {
        /// `portico restore` made it from a backup.
        case restored
        /// The database came to this folder in another way.
        case copied
    }

    /// One more whenever the database was taken up from a copy: what was asked for before belongs to another course of events.
    public let generation: Int
    /// The mark that lies beside the database too, see `InstanceMark`; nil before the first start.
    let instance: String?
    /// JSON of the `InstancePlace` of the last start; nil before the first one.
    let place: String?
    /// Where the site is reached, as an administrator confirmed it in the browser; without a slash at its end.
    public let address: String?
    /// Since when nothing leaves the site; nil while it speaks.
    public let quietSince: Date?
    let quietReason: Reason?

    var notedPlace: InstancePlace? { place.flatMap { try? JSONDecoder().decode(InstancePlace.self, from: Data($0.utf8)) } }

    public static func current(_ db: Database) throws -> SiteIdentity {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM siteIdentity"))
            ?? SiteIdentity(generation: 1, instance: nil, place: nil, address: nil, quietSince: nil, quietReason: nil)
    }

    static func generation(_ db: Database) throws -> Int { try current(db).generation }

    /// Whether nothing may leave the site.
    public static func isQuiet(_ db: Database) throws -> Bool { try current(db).quietSince != nil }

    // MARK: Taking up

    /// Ends what was under way in the copy, and has the site speak only when somebody says so. What a timetable repeats begins anew by it.
    static func takeUp(_ reason: Reason, instance: String, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        try begin(instance, db)
        try db.execute(sql: "UPDATE siteIdentity SET quietSince = ?, quietReason = ?", arguments: [now, reason])
        let ended = """
            UPDATE job SET state = 'cancelled', worker = NULL, leaseUntil = NULL, endedAt = ?, error = ?
            WHERE recurs = 0 AND state IN ('waiting', 'running')
            """
        try db.execute(sql: ended, arguments: [now, LocalizedMessage("jobs.errors.restored").json])
        // The person looks at the trial again; what a bulk act has not reached stays as it is.
        try db.execute(sql: "UPDATE importFile SET state = 'waiting' WHERE state = 'working'")
        try db.execute(sql: "UPDATE bulkAct SET state = 'cancelled' WHERE state = 'waiting'")
        try db.execute(sql: "DELETE FROM bulkItem")
        try Schedules.arrange(db)
        for module in modules { try module.takenUp(db, at: now) }
        try AuditEntry.write(db, "site.quiet", by: .system("portico"), detail: ["why": reason.rawValue])
    }

    /// The same where this machine goes on in place of the one that wrote the database: only what takes away has to be asked for anew.
    static func takeOver(instance: String, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        let wasQuiet = try isQuiet(db)
        try begin(instance, db)
        if wasQuiet { try speak(sending: true, modules, at: now, db) }
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

    // MARK: Speaking

    static func confirm(_ address: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE siteIdentity SET address = ?", arguments: [address])
    }

    /// Lets the site speak again.
    /// - Parameter sending: whether what waited in the copy goes out too; else it is put aside, because the original may have sent it.
    static func speak(sending: Bool, _ modules: [any Module.Type], at now: Date, _ db: Database) throws {
        guard let since = try current(db).quietSince else { return }
        try db.execute(sql: "UPDATE siteIdentity SET quietSince = NULL, quietReason = NULL")
        if !sending {
            try Mail.putAside(before: since, db)
            try WebhookDelivery.putAside(before: since, db)
        }
        for module in modules { try module.spoken(sending: sending, since: since, db, at: now) }
        try Webhooks.resume(db)
        try Outbox.wake(db)
    }

    /// How much waits in the copy, by kind.
    static func waiting(_ db: Database) throws -> (mails: Int, deliveries: Int) {
        guard let since = try current(db).quietSince else { return (0, 0) }
        return (
            try Int.fetchOne(db, sql: "SELECT count(*) FROM mail WHERE state = 'waiting' AND createdAt < ?", arguments: [since]) ?? 0,
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM webhookDelivery WHERE state = 'waiting' AND createdAt < ?", arguments: [since]) ?? 0
        )
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin identity 001 which site it is") { db in
            try db.execute(
                sql: """
                    CREATE TABLE siteIdentity (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        generation INTEGER NOT NULL DEFAULT 1 CHECK (generation > 0),
                        instance TEXT,
                        address TEXT CHECK (address LIKE 'http%'),
                        quietSince TEXT,
                        quietReason TEXT CHECK (quietReason IN ('restored', 'copied')),
                        CHECK ((quietSince IS NULL) = (quietReason IS NULL))
                    ) STRICT;
                    INSERT INTO siteIdentity (id) VALUES (1);
                    """)
        }
        migrator.registerMigration("admin identity 002 where its folder is") { db in
            try db.execute(sql: "ALTER TABLE siteIdentity ADD COLUMN place TEXT CHECK (place IS NULL OR json_valid(place))")
        }
    }
}

extension JobWork {
    /// Refuses to take away anything from a database that is older than the request.
    func requireGeneration() async throws {
        let now = try await admin.database.read { try SiteIdentity.generation($0) }
        guard job.generation == now else { throw JobFailure("jobs.errors.older", mayRetry: false) }
    }
}

extension AdminContext {
    /// What stands before a path in a message: the address that the operator set or an administrator confirmed, never what a request
    /// says of itself. Without either it is `Mail.unknownOrigin`, and the message waits.
    public func mailOrigin(_ db: Database) throws -> String { try knownOrigin(db) ?? Mail.unknownOrigin }

    /// Where the site is reached, as far as that is sure.
    func knownOrigin(_ db: Database) throws -> String? { try publicURL ?? SiteIdentity.current(db).address }
}
