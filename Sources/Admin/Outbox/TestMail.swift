import Accounts
import Foundation
import GRDB
import Web

enum TestMail {
    static let name = "mailTrial"

    private struct Asked: Codable {
        let recipient: String
        let language: String
    }

    static func kind(_ outbox: Outbox) -> JobKind {
        JobKind(name: name, attempts: 1, reachesOut: true) { work in
            let asked: Asked = try work.payload()
            let admin = work.admin
            let sender = try await admin.database.read { db in try outbox.route.current(db) }
            let words = admin.pages.templates.words(in: Language(rawValue: asked.language) ?? admin.site.language)
            let failure = await outbox.trySending(
                to: asked.recipient, subject: words("mail.trial.subject", ["site": admin.site.name]),
                body: words("mail.trial.body", ["site": admin.site.name]), by: sender)
            if let failure { throw JobFailure(failure.saying, mayRetry: false) }
            let taken = LocalizedMessage("mail.trial.taken", ["address": asked.recipient, "server": sender.name ?? ""])
            return ["saying": taken.json]
        }
    }

    static func enqueue(to recipient: String, _ language: Language, _ db: Database, by actor: Actor) throws {
        try Jobs.enqueue(db, name, payload: Asked(recipient: recipient, language: language.rawValue), attempts: 1, by: actor)
    }

    static func last(_ db: Database) throws -> Job? {
        try Job.fetchOne(db, sql: "SELECT * FROM job WHERE kind = ? ORDER BY id DESC LIMIT 1", arguments: [name])
    }
}
