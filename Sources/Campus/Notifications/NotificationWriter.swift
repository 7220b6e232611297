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
    private var letters: [String: (telling: AlertNotification, letter: NotificationText, payload: Data)] = [:]

    init(_ part: NotificationRun.Part, admin: AdminContext, db: Database, words: @escaping (Language) -> Words) {
        (self.part, self.admin, self.db, self.words) = (part, admin, db, words)
    }

    mutating func item(_ delivery: Delivery, _ way: Subscription) throws -> NotificationRun.Item {
        let written = try write(delivery.telling, way)
        guard let browser = way.browser else { throw DatabaseError(message: "a way by push without keys") }
        let letter = WebPushMessage(
            to: browser, payload: written.payload, topic: written.telling.topic, end: written.telling.endsAt,
            isUrgent: written.telling.isUrgent)
        return NotificationRun.Item(delivery: delivery, letter: letter, end: written.telling.endsAt)
    }

    mutating func post(_ limit: Int, at now: Date) throws -> Int {
        let due = try Delivery.due(part, .mail, limit, at: now, db)
        var handed: Set<Int64> = []
        for (delivery, way) in due where handed.insert(delivery.id).inserted {
            let first = try write(delivery.telling, way)
            let together = way.digestHour == nil || first.telling.isUrgent ? [delivery] : try Digest.due(way, at: now, db)
            handed.formUnion(together.map(\.id))
            let letters = try together.map { try write($0.telling, way).letter }
            let origin = try admin.mailOrigin(db)
            let leaving = "\(origin)\(MailLinkPages.leaving)/\(way.leavingKey ?? "")"
            let (subject, body, html) = NotificationText.mail(
                letters, words(way.language), origin: origin, leaving: leaving, site: admin.site.name)
            let mail = try Mail.enqueue(
                to: way.address, of: Campus.name, subject: subject, body: body, html: html, leaving: leaving,
                isUrgent: part == .alerts, at: now, db)
            for one in together { try one.hand(to: mail, db) }
        }
        if !due.isEmpty { try Jobs.enqueue(db, part == .alerts ? Outbox.urgent : Outbox.kind, by: .system("")) }
        return due.count
    }

    private mutating func write(
        _ id: Int64, _ way: Subscription
    ) throws -> (telling: AlertNotification, letter: NotificationText, payload: Data) {
        let key = "\(id) \(way.language.rawValue) \(way.easy)"
        if let known = letters[key] { return known }
        guard let telling = try AlertNotification.fetchOne(db, sql: "SELECT * FROM campusTelling WHERE id = ?", arguments: [id]),
            let letter = try letter(telling, words(way.language), isEasy: way.easy)
        else { throw DatabaseError(message: "nothing to tell") }
        let made = (telling: telling, letter: letter, payload: letter.payload(telling))
        letters[key] = made
        return made
    }

    private func letter(_ telling: AlertNotification, _ words: Words, isEasy: Bool) throws -> NotificationText? {
        if let event = telling.event {
            let rendering = RenderContext(words: words, zone: admin.site.zone, isEasy: isEasy)
            return try NotificationText(event: event, telling: telling.id, rendering, db)
        }
        return try telling.bulletin.flatMap { try Bulletin.find($0, db) }.map {
            NotificationText($0, isWithdrawn: telling.act == .withdrawn, isEasy: isEasy, words)
        }
    }
}
