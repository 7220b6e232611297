import Admin
import Foundation
import GRDB
import Web

/// Composes messages once for each language and reading level, because thousands receive the same text.
struct NotificationWriter {
    private let admin: AdminContext
    private let db: Database
    private let part: NotificationRun.Part
    private let words: (Language) -> Words
    private var texts: [String: (notification: AlertNotification, text: NotificationText, payload: Data)] = [:]

    init(_ part: NotificationRun.Part, admin: AdminContext, db: Database, words: @escaping (Language) -> Words) {
        (self.part, self.admin, self.db, self.words) = (part, admin, db, words)
    }

    mutating func item(_ delivery: Delivery, _ subscription: Subscription) throws -> NotificationRun.Item {
        let written = try write(delivery.telling, subscription)
        guard let browser = subscription.browser else { throw DatabaseError(message: "a push subscription without keys") }
        let message = WebPushMessage(
            to: browser, payload: written.payload, topic: written.notification.topic, end: written.notification.endsAt,
            isUrgent: written.notification.isUrgent)
        return NotificationRun.Item(delivery: delivery, message: message, end: written.notification.endsAt)
    }

    mutating func post(_ limit: Int, at now: Date) throws -> Int {
        let due = try Delivery.due(part, .mail, limit, at: now, db)
        var handed: Set<Int64> = []
        for (delivery, subscription) in due where handed.insert(delivery.id).inserted {
            let first = try write(delivery.telling, subscription)
            let together =
                subscription.digestHour == nil || first.notification.isUrgent ? [delivery] : try Digest.due(subscription, at: now, db)
            handed.formUnion(together.map(\.id))
            let texts = try together.map { try write($0.telling, subscription).text }
            let origin = try admin.mailOrigin(db)
            let leaving = "\(origin)\(MailLinkPages.leaving)/\(subscription.leavingKey ?? "")"
            let (subject, body, html) = NotificationText.mail(
                texts, words(subscription.language), origin: origin, leaving: leaving, site: admin.site.name)
            let mail = try Mail.enqueue(
                to: subscription.address, of: Campus.name, subject: subject, body: body, html: html, leaving: leaving,
                isUrgent: part == .alerts, at: now, db)
            for one in together { try one.hand(to: mail, db) }
        }
        if !due.isEmpty { try Jobs.enqueue(db, part == .alerts ? Outbox.urgent : Outbox.kind, by: .system("")) }
        return due.count
    }

    private mutating func write(
        _ id: Int64, _ subscription: Subscription
    ) throws -> (notification: AlertNotification, text: NotificationText, payload: Data) {
        let key = "\(id) \(subscription.language.rawValue) \(subscription.easy)"
        if let known = texts[key] { return known }
        guard let notification = try AlertNotification.fetchOne(db, sql: "SELECT * FROM campusTelling WHERE id = ?", arguments: [id]),
            let text = try text(notification, words(subscription.language), isEasy: subscription.easy)
        else { throw DatabaseError(message: "no text for a notification") }
        let made = (notification: notification, text: text, payload: text.payload(notification))
        texts[key] = made
        return made
    }

    private func text(_ notification: AlertNotification, _ words: Words, isEasy: Bool) throws -> NotificationText? {
        if let event = notification.event {
            let rendering = RenderContext(words: words, zone: admin.site.zone, isEasy: isEasy)
            return try NotificationText(event: event, notification: notification.id, rendering, db)
        }
        return try notification.bulletin.flatMap { try Bulletin.find($0, db) }.map {
            NotificationText($0, isWithdrawn: notification.act == .withdrawn, isEasy: isEasy, words)
        }
    }
}
