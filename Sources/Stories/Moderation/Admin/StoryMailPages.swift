import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryMailPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("mail", use: showMail)
        router.post("mail/{id}/sending", use: sendAgain)
    }

    @Sendable private func showMail(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.keeping)
        return try await moderation.admin.page(person, request) { db, context in
            let words = context.words
            let sql = "SELECT * FROM mail WHERE system = 'stories' ORDER BY id DESC LIMIT 200"
            let rows = try Mail.fetchAll(db, sql: sql).map { mail -> Values in
                [
                    "id": String(mail.id), "recipient": mail.recipient, "subject": mail.subject,
                    "state": words("stories.desk.mail.states.\(mail.state.rawValue)"),
                    "kind": ["sent": "good", "failed": "bad", "kept": "warn"][mail.state.rawValue] ?? "info",
                    "error": mail.trouble(words) ?? false,
                    "body": mail.state == .kept ? mail.body : false,
                    "maySend": mail.state != .sent, "when": words.language.relativeMoment(mail.createdAt, now: .now, in: context.zone),
                ]
            }
            let values: Values = ["title": words("stories.desk.mail.title"), "rows": rows, "hasRows": !rows.isEmpty]
            return ("stories/moderation/admin/mail", values)
        }
    }

    @Sendable private func sendAgain(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.keeping)
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/mail") { words, db in
            guard try Mail.retry(id, at: .now, db) else { return Flash(words("stories.desk.mail.gone"), kind: .info) }
            try Jobs.enqueue(db, Outbox.kind, by: person.actor)
            try AuditEntry.write(db, "stories.mail.send", by: person.actor)
            return Flash(words("stories.desk.mail.again"))
        }
    }
}
