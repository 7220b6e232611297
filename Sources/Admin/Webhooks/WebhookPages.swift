import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct WebhookPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/webhooks"

    func addRoutes(to hooks: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = hooks.group().add(middleware: proof)
        hooks.get("", use: index)
        WebhookFormPages(hooks: self).addRoutes(to: hooks, acts)
        acts.post("{id}/test", use: test)
        acts.post("{id}/secret", use: changeSecret)
        acts.post("{id}/removal", use: remove)
        WebhookReplayPages(hooks: self).addRoutes(to: acts)
        acts.post("{id}/deliveries/{delivery}/repetition", use: resend)
    }

    static func cards(_ db: Database) throws -> [Card] {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM webhook WHERE isOn = 0 AND gaveUpAt IS NOT NULL") ?? 0
        return [Card("webhooks.cards.off", count: count, address: address, icon: "warn", permission: "admin.site.edit", kind: .bad)]
    }

    func find(_ db: Database, _ person: SignedIn) throws -> Webhook {
        guard let id = person.parameters.recordID("id"), let webhook = try Webhook.fetchOne(db, key: id) else {
            throw HTTPError(.notFound)
        }
        return webhook
    }

    static func address(_ webhook: Webhook) -> String { "\(address)/\(webhook.id ?? 0)" }

    func audit(_ act: String, _ webhook: Webhook, _ db: Database, _ person: SignedIn) throws {
        try AuditEntry.write(
            db, "webhook.\(act)", by: person.actor, on: ("webhook", webhook.id ?? 0, webhook.host), detail: ["address": webhook.host])
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let hooks = try Webhook.order(Column("id")).fetchAll(db)
            let names = Dictionary(uniqueKeysWithValues: WebhookDraft.resources(admin, context.words).map { ($0.value, $0.label) })
            let heading = context.words("webhooks.title")
            return (
                "admin/webhooks/index",
                [
                    "title": heading, "heading": heading, "newHref": Self.address + "/new", "hasRows": !hooks.isEmpty,
                    "rows": try hooks.map { try row($0, names, context) },
                ]
            )
        }
    }

    private func row(_ webhook: Webhook, _ names: [String: String], _ context: FormContext) throws -> Values {
        let words = context.words
        let draft = WebhookDraft(webhook)
        let last = try Date.fetchOne(
            context.db, sql: "SELECT triedAt FROM webhookDelivery WHERE webhookID = ? ORDER BY triedAt DESC LIMIT 1",
            arguments: [webhook.id])
        let parts = [
            draft.resources.compactMap { names[$0] }.joined(separator: ", "),
            draft.acts.map { words("webhooks.acts.\($0)") }.joined(separator: ", "),
        ]
        let events = parts.filter { !$0.isEmpty }.joined(separator: ": ")
        return [
            "href": Self.address(webhook), "address": webhook.address, "events": events.isEmpty ? words("webhooks.allEvents") : events,
            "state": words(webhook.isOn ? "webhooks.isOn" : "webhooks.isOff"), "isOn": webhook.isOn, "trouble": trouble(webhook, words),
            "last": last.map { words.language.relativeMoment($0, now: .now, in: context.zone) } ?? words("webhooks.never"),
        ]
    }

    func trouble(_ webhook: Webhook, _ words: Words) -> any Sendable {
        if !webhook.isOn, let reason = webhook.gaveUpReason {
            return words("webhooks.switchedOff.\(reason.rawValue)", count: Webhook.failingDays)
        }
        return webhook.failures == 0 ? false : words("webhooks.failing", count: webhook.failures)
    }

    @Sendable func test(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(person, "test", "webhooks.tested") { webhook, db in try Webhooks.test(webhook, db) }
    }

    @Sendable func resend(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("delivery")
        return try await act(person, "resend", "webhooks.resent") { webhook, db in
            guard let delivery = try id.flatMap({ try WebhookDelivery.fetchOne(db, key: $0) }), delivery.webhookID == webhook.id else {
                throw HTTPError(.notFound)
            }
            guard delivery.state != .waiting else { return }
            try JobReceiver.answered(webhook.receiver, db)
            try delivery.sendAgain(to: webhook, db)
        }
    }

    private func act(
        _ person: SignedIn, _ name: String, _ text: String, _ change: @escaping @Sendable (Webhook, Database) throws -> Void
    ) async throws -> Response {
        let webhook = try await admin.database.write { db in
            let webhook = try find(db, person)
            try change(webhook, db)
            try audit(name, webhook, db, person)
            return webhook
        }
        return try await admin.redirect(person, to: Self.address(webhook), Flash(admin.words(person)(text)))
    }

    /// Also deletes its log.
    @Sendable func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.database.write { db in
            let webhook = try find(db, person)
            try webhook.delete(db)
            try audit("delete", webhook, db, person)
        }
        return try await admin.redirect(person, to: Self.address, Flash(admin.words(person)("webhooks.removed")))
    }

    @Sendable func changeSecret(_ request: Request, _ person: SignedIn) async throws -> Response {
        let webhook = try await admin.database.write { db in
            var webhook = try find(db, person)
            webhook.secret = Webhook.freshSecret()
            try webhook.update(db)
            try audit("secret", webhook, db, person)
            return webhook
        }
        return try await secretPage(webhook, "webhooks.newSecret", request, person)
    }

    func secretPage(_ webhook: Webhook, _ heading: String, _ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.secretPage(
            person, request, heading: admin.words(person)(heading), secret: webhook.secret, text: "webhooks.once",
            back: (Self.address(webhook), webhook.host), example: nil)
    }
}
