import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Registration, passwords and their links, for the pages and the web service.
struct WriterAccounts: Sendable {
    let admin: AdminContext
    let passwords: Passwords
    let accounts: AccountSettings

    private var database: any DatabaseWriter { admin.database }

    struct RegistrationRefusal: Sendable {
        var problems: [String: Registration.Problem] = [:]
        var password: PasswordRules.Problem?
    }

    /// For a known address, answer and work are the same, and its owner gets a message. Returns all problems; nil on success.
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
            // Checked again, because another writer may have taken the name during password hashing.
            let problems = try registration.problems(at: .now, in: zone, db)
            guard problems.withoutKnownAddress.isEmpty else { return problems.withoutKnownAddress }
            if problems["email"] == .taken {
                try notifyOwner(of: registration.email, words: words, db)
                return [:]
            }
            _ = try registration.register(
                passwordHash: hash, edition: DocumentEdition.accepted(db), origin: admin.mailOrigin(db), words: words, at: .now, db)
            try Jobs.enqueue(db, Outbox.kind, by: .system("registration"))
            return [:]
        }
        return taken.isEmpty ? nil : RegistrationRefusal(problems: taken)
    }

    private func notifyOwner(of email: String, words: Words, _ db: Database) throws {
        guard let writer = try owner(of: email, db) else { return }
        let values = try ["name": writer.firstName, "link": admin.mailOrigin(db) + "/stories/recovery"]
        try Mail.enqueue(
            to: email, writer: writer.id, subject: words("stories.mail.known.subject"), body: words("stories.mail.known.body", values),
            at: .now, db)
        try Jobs.enqueue(db, Outbox.kind, by: .system("registration"))
    }

    /// Nil also when the address got several messages within the hour, so that strangers cannot flood a mailbox.
    private func owner(of email: String, _ db: Database) throws -> Writer? {
        let recent = "SELECT count(*) FROM mail WHERE system = 'stories' AND recipient = ? COLLATE NOCASE AND createdAt > ?"
        guard try Int.fetchOne(db, sql: recent, arguments: [email, Date.now - 3600]) ?? 0 < 3 else { return nil }
        return try Writer.fetchOne(db, sql: "SELECT * FROM writer WHERE email = ?", arguments: [email])
    }

    /// Sends the link for a new password; the answer does not reveal whether the address is known.
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

    /// `session` stays valid; all others end.
    func setPassword(_ password: String, of writer: Int64, keeping session: Int64?) async throws {
        let hash = try await passwords.hash(password)
        try await database.write { db in
            try db.execute(sql: "UPDATE writer SET passwordHash = ? WHERE id = ? AND \(Writer.notErased)", arguments: [hash, writer])
            try db.execute(sql: "DELETE FROM writerSession WHERE writer = ? AND id IS NOT ?", arguments: [writer, session])
        }
    }

    func reset(_ token: Token, of writer: Writer, to password: String) async throws -> Bool {
        let hash = try await passwords.hash(password)
        return try await database.write { db in
            guard try WriterLink.reset(token, passwordHash: hash, at: .now, db) != nil else { return false }
            try Attempts.forget("stories writer " + (writer.email ?? "").folded, db)
            return true
        }
    }

    func passwordRefusal(_ typed: String, of writer: Writer, _ visitor: Visitor) async throws -> String? {
        let words = admin.pages.words(for: visitor)
        do {
            return try await isPassword(typed, of: writer, visitor) ? nil : words("stories.more.wrongPassword")
        } catch StoryRefusal.tooFast(let seconds) {
            return words("stories.entry.wait", count: max(1, (seconds + 59) / 60))
        }
    }

    /// Attempts are counted as at sign-in, so that a person at an open browser cannot guess freely. Throws `StoryRefusal.tooFast` at the limit.
    func isPassword(_ typed: String, of writer: Writer, _ visitor: Visitor) async throws -> Bool {
        let name = "stories writer " + (writer.email ?? "").folded
        let verdict = try await database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        if case .wait(let seconds, _) = verdict { throw StoryRefusal.tooFast(seconds: seconds) }
        guard case .allowed(let attempt) = verdict else { return false }
        let sql = "SELECT passwordHash FROM writer WHERE id = ?"
        let hash = try await database.read { try String.fetchOne($0, sql: sql, arguments: [writer.id]) }
        let isRight = try await passwords.verify(typed, against: hash)
        try await database.write { db in
            if isRight { return try Attempts.withdraw(attempt, db) }
            try FailedAttemptLog.note(.writer, name, on: WriterTarget.of(writer.id), by: visitor, at: .now, db)
        }
        return isRight
    }

    func auditLimit(of visitor: Visitor, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        try AuditEntry.write(db, "sign-in.limited", by: actor)
    }
}

extension [String: Registration.Problem] {
    /// Problems that may be shown to people who have not proved the address.
    var withoutKnownAddress: Self { filter { $0.key != "email" || $0.value != .taken } }
}
