import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private struct WebhookReplay: Sendable {
    var since: Date

    static let fields: [Field<WebhookReplay>] = [.moment("since", \.since)]

    init(_ webhook: Webhook, now: Date) { since = webhook.failingSince ?? webhook.gaveUpAt ?? now - 86_400 }
}

struct WebhookReplayPages: Sendable {
    let hooks: WebhookPages

    func addRoutes(to acts: RouterGroup<SignedIn>) {
        acts.post("{id}/repetitions", use: resendSince)
    }

    /// `POST /admin/webhooks/3/repetitions` with `since`: resends missed deliveries, oldest first.
    @Sendable func resendSince(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = hooks.admin.words(person)
        let (errors, flash) = try await hooks.admin.database.write { db -> (FieldErrors, Flash?) in
            let (webhook, context) = (try hooks.find(db, person), try hooks.admin.context(person, db))
            var (replay, errors) = (WebhookReplay(webhook, now: try db.transactionDate), FieldErrors())
            for field in WebhookReplay.fields {
                field.read(&replay, Entry(name: field.name, form: form, context: context, texts: WebhookDraft.texts), &errors)
            }
            guard errors.isEmpty else { return (errors, nil) }
            guard webhook.isOn else { return (errors, Flash(words("webhooks.replayOff"), kind: .info)) }
            let count = try WebhookDelivery.sendAgain(since: replay.since, to: webhook, db)
            guard count > 0 else { return (errors, Flash(words("webhooks.replayNothing"), kind: .info)) }
            try hooks.audit("resend", webhook, db, person)
            return (errors, Flash(words("webhooks.replayed", count: count)))
        }
        guard errors.isEmpty else {
            return try await hooks.admin.page(person, request, status: .unprocessableContent) { db, context in
                var context = context
                context.errors = errors
                return (
                    "admin/webhooks/form", try WebhookFormPages(hooks: hooks).formPage(hooks.find(db, person), nil, context, replay: form)
                )
            }
        }
        return try await hooks.admin.redirect(
            person, to: WebhookPages.address(try await hooks.admin.database.read { try hooks.find($0, person) }), flash)
    }

    func replayForm(_ webhook: Webhook, _ form: Form?, _ context: FormContext) throws -> any Sendable {
        let sql = "SELECT count(*) FROM webhookDelivery WHERE webhookID = ? AND state = 'failed'"
        let count = try Int.fetchOne(context.db, sql: sql, arguments: [webhook.id]) ?? 0
        guard count > 0 else { return false }
        let replay = WebhookReplay(webhook, now: try context.db.transactionDate)
        return [
            "action": WebhookPages.address(webhook) + "/repetitions", "text": context.words("webhooks.undelivered", count: count),
            "fields": try WebhookReplay.fields.map {
                try $0.templateValues(replay, prefix: "", context: context, form: form, texts: WebhookDraft.texts)
            },
        ] as Values
    }
}
