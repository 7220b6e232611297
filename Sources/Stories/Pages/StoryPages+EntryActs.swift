import Accounts
import Admin
import Foundation
import GRDB
import Web

/// What pages and the web service do alike for somebody who comes in, and for a writer's password.
extension StoryPages {
    /// Why nobody was registered.
    struct RegistrationRefusal: Sendable {
        var problems: [String: Registration.Problem] = [:]
        var password: PasswordRules.Problem?
    }

    /// Makes a writer and writes them the message with the link. Where somebody has the address already, the same answer and the same work
    /// come of it, and the owner of the address gets a message.
    /// - Returns: everything that is wrong at once; nil when it is done.
    func register(
        _ registration: Registration, password: String, again: String, words: Words
    ) async throws -> RegistrationRefusal? {
        let zone = admin.site.zone
        let names = [registration.nickname, registration.firstName, registration.lastName, registration.email]
        let refusal = RegistrationRefusal(
            problems: try await database.read { try registration.problems(at: .now, in: zone, $0) }.withoutKnownAddress,
            password: PasswordRules(accounts).problem(password, again: again, names: names))
        guard refusal.problems.isEmpty, refusal.password == nil else { return refusal }
        let hash = try await passwords.hash(password)
        let taken = try await database.write { db -> [String: Registration.Problem] in
            // Asked again, as another may have taken the name while the password was worked on.
            let problems = try registration.problems(at: .now, in: zone, db)
            guard problems.withoutKnownAddress.isEmpty else { return problems.withoutKnownAddress }
            if problems["email"] == .taken {
                try tellOwner(of: registration.email, words: words, db)
                return [:]
            }
            _ = try registration.register(
                passwordHash: hash, edition: DocumentEdition.accepted(db), origin: admin.mailOrigin(db), words: words, at: .now, db)
            try Jobs.enqueue(db, Outbox.kind, by: .system("registration"))
            return [:]
        }
        return taken.isEmpty ? nil : RegistrationRefusal(problems: taken)
    }

    /// Tells the owner of an address that it was given for another account.
    func tellOwner(of email: String, words: Words, _ db: Database) throws {
        guard let writer = try owner(of: email, db) else { return }
        let values = try ["name": writer.firstName, "link": admin.mailOrigin(db) + "/stories/recovery"]
        try Mail.enqueue(
            to: email, writer: writer.id, subject: words("stories.mail.known.subject"), body: words("stories.mail.known.body", values),
            at: .now, db)
        try Jobs.enqueue(db, Outbox.kind, by: .system("registration"))
    }

    /// The writer with an address; nil too where it got a few messages within the hour: a letter box is not to be filled by strangers.
    private func owner(of email: String, _ db: Database) throws -> Writer? {
        let recent = "SELECT count(*) FROM mail WHERE system = 'stories' AND recipient = ? COLLATE NOCASE AND createdAt > ?"
        guard try Int.fetchOne(db, sql: recent, arguments: [email, Date.now - 3600]) ?? 0 < 3 else { return nil }
        return try Writer.fetchOne(db, sql: "SELECT * FROM writer WHERE email = ?", arguments: [email])
    }

    /// Sends the link for a new password to the owner of an address; nothing tells whether there is anybody.
    func sendRecovery(to email: String, words: Words) async throws {
        try await database.write { db in
            guard let writer = try owner(of: email, db) else { return }
            try WriterLink.send(.reset, to: writer, origin: admin.mailOrigin(db), words: words, at: .now, db)
            try Jobs.enqueue(db, Outbox.kind, by: .system("recovery"))
        }
    }

    func passwordProblem(_ password: String, again: String, of writer: Writer) -> PasswordRules.Problem? {
        let names = [writer.nickname, writer.firstName, writer.lastName, writer.email].compactMap { $0 }
        return PasswordRules(accounts).problem(password, again: again, names: names)
    }

    /// - Parameter session: the one that goes on; everybody else is signed out.
    func setPassword(_ password: String, of writer: Int64, keeping session: Int64?) async throws {
        let hash = try await passwords.hash(password)
        try await database.write { db in
            try db.execute(sql: "UPDATE writer SET passwordHash = ? WHERE id = ? AND deletedAt IS NULL", arguments: [hash, writer])
            try db.execute(sql: "DELETE FROM writerSession WHERE writer = ? AND id IS NOT ?", arguments: [writer, session])
        }
    }

    /// A new password by a link.
    /// - Returns: whether the link was still good.
    func reset(_ token: Token, of writer: Writer, to password: String) async throws -> Bool {
        let hash = try await passwords.hash(password)
        return try await database.write { db in
            guard try WriterLink.reset(token, passwordHash: hash, at: .now, db) != nil else { return false }
            try Attempts.forget("stories writer " + (writer.email ?? "").folded, db)
            return true
        }
    }
}

extension [String: Registration.Problem] {
    /// What may be told to people who have not proved that the address is theirs.
    var withoutKnownAddress: Self { filter { $0.key != "email" || $0.value != .taken } }
}
