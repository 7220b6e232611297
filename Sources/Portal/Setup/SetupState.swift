import Accounts
import Foundation
import GRDB

/// What the first-run wizard has been told; one row of table `setting`, which goes when there is a site.
struct SetupState: Codable, Sendable {
    /// SHA-256 of the secret in the link.
    var link: Data
    var endsAt: Date
    /// SHA-256 of the cookie of the one browser that may go on; nil before the first answer.
    var browser: Data?
    /// The fields as they were typed, also wrong ones, but no password.
    var typed: [String: [String]] = [:]
    var passwordHash: String?
    /// The names that the password was compared with.
    var passwordNames: [String] = []
    /// The seed file that was written, as long as no site was made from it.
    var file: String?

    /// One day, as for other one-time links.
    static let lifetime: TimeInterval = 86400
    private static let key = "setup"

    static func load(_ db: Database) throws -> SetupState? {
        let text = try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])
        return text.flatMap { try? JSONDecoder().decode(SetupState.self, from: Data($0.utf8)) }
    }

    func save(_ db: Database) throws {
        let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        try db.execute(
            sql: "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            arguments: [Self.key, text])
    }

    static func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [key])
    }

    /// Whether there is a site: an account, an applied seed file or a name.
    static func hasSite(_ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM seedApplication)
                OR EXISTS (SELECT 1 FROM setting WHERE key = 'name')
            """
        return try Bool.fetchOne(db, sql: sql) ?? true
    }

    /// Makes a new link, which ends the one before, and returns its path. Answers stay; after a day their browser and password do not.
    static func begin(at now: Date, _ db: Database) throws -> String {
        let token = Token()
        var state = try load(db) ?? SetupState(link: token.hash, endsAt: now)
        if state.endsAt <= now { (state.browser, state.passwordHash) = (nil, nil) }
        (state.link, state.endsAt) = (token.hash, now.addingTimeInterval(lifetime))
        try state.save(db)
        try AuditEntry.write(db, "setup.link", by: .system("portico"))
        return "/setup/" + token.text
    }

    /// Returns the state of a wizard that may go on; nil when it has ended or there is a site.
    static func current(at now: Date, _ db: Database) throws -> SetupState? {
        guard let state = try load(db), state.endsAt > now, try !hasSite(db) else { return nil }
        return state
    }
}
