import Accounts
import Admin
import Foundation
import GRDB
import Web

enum PublicationRefusal: String, Error {
    /// Readers of every language without a translation get the English one, where the site has English.
    case english
    case expired
    case past
    /// No end, or no moment.
    case end
    /// Another bulletin of the same alert is pending.
    case waiting
    /// The author of an emergency cannot approve it.
    case samePerson
    case changed
}

extension Bulletin {
    /// Creates a bulletin. Emergencies and their drills wait for a second person. Without `end` the text says it; a drill always ends.
    static func propose(
        _ alert: Alert, at moment: Date?, until end: Date? = nil, _ db: Database, by actor: Actor, now: Date
    ) throws -> Bulletin {
        let begins = moment ?? now
        let site = try SiteSettings.load(db)
        if site.language != .english, site.languages.contains(.english), !alert.lacking(.english).allSatisfy({ $0 == "position" }) {
            throw PublicationRefusal.english
        }
        if let moment, moment <= now { throw PublicationRefusal.past }
        let ends = end ?? alert.expires ?? (alert.drill ? alert.usualEnd(from: begins) : nil)
        if let ends, ends <= begins { throw PublicationRefusal.expired }
        guard let id = alert.id, alert.category != nil else { throw PublicationRefusal.changed }
        let others = try Bulletin.fetchAll(db, sql: "SELECT * FROM campusBulletin WHERE alert = ? ORDER BY id DESC", arguments: [id])
        if others.contains(where: { [.proposed, .planned].contains($0.state) }) { throw PublicationRefusal.waiting }
        var bulletin = Bulletin(
            seen: alert, in: site.language, replacing: others.first { $0.state == .published }?.id, by: actor, at: now)
        (bulletin.publishAt, bulletin.expiresAt, bulletin.state, bulletin.releasedAt) = (begins, ends, .proposed, nil)
        try bulletin.insert(db)
        try bulletin.copyTargets(of: id, db)
        try bulletin.audit("propose", db, by: actor)
        if alert.severity != .emergency { try bulletin.accept(db, by: actor, now: now) }
        return bulletin
    }

    init(seen alert: Alert, in language: Language, replacing: Int64? = nil, by actor: Actor? = nil, at now: Date) {
        self.init(
            id: nil, alert: alert.id, replaces: replacing, category: alert.category ?? 0, severity: alert.severity.rawValue,
            isDrill: alert.drill,
            language: language.rawValue, title: alert.title, text: alert.text, instruction: alert.instruction, easy: alert.easy,
            position: alert.position, translations: alert.currentTranslations.stored,
            point: alert.point?.text, radius: alert.radius, link: alert.link, publishAt: now, expiresAt: alert.expires,
            state: .published, proposedBy: actor?.accountID, proposedName: actor?.name ?? "", proposedAt: now, approvedName: nil,
            releasedAt: now, endedAt: nil, endedName: nil)
    }

    func copyTargets(of alert: Int64, _ db: Database) throws {
        for kind in TargetKind.allCases {
            try db.execute(
                sql:
                    "INSERT INTO campusBulletinTarget (bulletin, kind, objectID) SELECT ?, ?, other FROM \(kind.linkTable) WHERE alert = ?",
                arguments: [id, kind.rawValue, alert])
        }
    }

    mutating func approve(_ db: Database, by actor: Actor, now: Date) throws {
        guard state == .proposed else { throw PublicationRefusal.changed }
        guard actor.accountID != nil, actor.accountID != proposedBy else { throw PublicationRefusal.samePerson }
        if let expiresAt, expiresAt <= now { throw PublicationRefusal.expired }
        approvedName = actor.name
        try audit("approve", db, by: actor)
        try accept(db, by: actor, now: now)
    }

    private mutating func accept(_ db: Database, by actor: Actor, now: Date) throws {
        guard publishAt > now else { return try release(db, by: actor, now: now) }
        state = .planned
        try update(db)
        try Jobs.enqueue(db, AlertJobs.release, title: LocalizedMessage("campus.jobs.alerts"), at: publishAt, by: actor)
    }

    mutating func release(_ db: Database, by actor: Actor, now: Date) throws {
        try db.execute(
            sql: "UPDATE campusBulletin SET state = 'replaced', endedAt = ?, endedName = ? WHERE alert = ? AND state = 'published'",
            arguments: [now, actor.name, alert])
        (state, releasedAt) = (.published, now)
        try update(db)
        try audit("publish", db, by: actor)
        try AlertNotification.note(self, .published, at: now, db)
    }

    mutating func end(_ how: State, _ db: Database, by actor: Actor, now: Date) throws {
        guard [.published, .planned, .proposed].contains(state) else { throw PublicationRefusal.changed }
        (state, endedAt, endedName) = (releasedAt == nil ? .refused : how, now, actor.name)
        try update(db)
        try audit(state == .refused ? "refuse" : "withdraw", db, by: actor)
        if state == .withdrawn { try AlertNotification.note(self, .withdrawn, at: now, db) }
    }

    private func audit(_ act: String, _ db: Database, by actor: Actor) throws {
        try AuditEntry.write(
            db, "\(Alert.name).\(act)", by: actor, on: (Alert.name, alert ?? 0, title),
            detail: ["severity": severity, "drill": isDrill ? "yes" : "no", "bulletin": String(id ?? 0)])
    }
}
