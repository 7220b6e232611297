import Accounts
import Admin
import Foundation
import GRDB
import Web

struct PublicationSheet {
    let admin: AdminContext
    let words: Words
    let origin: String
    let now: Date

    private var zone: TimeZone { admin.site.zone }

    func values(_ alert: Alert, _ person: SignedIn, _ db: Database) throws -> Values {
        let id = alert.id ?? 0
        let bulletins = try Bulletin.fetchAll(
            db, sql: "SELECT * FROM campusBulletin WHERE alert = ? ORDER BY id DESC LIMIT 50", arguments: [id])
        let live = bulletins.first { $0.state == .published }
        let waits = bulletins.first { [.proposed, .planned].contains($0.state) }
        let kind = alert.severity == .emergency ? "propose" : live == nil ? "publish" : "correct"
        let verb = words("campus.publication.\(alert.drill ? "drill" : "real").\(kind)")
        return [
            "title": words("campus.publication.title", ["title": alert.title]), "heading": alert.title,
            "breadcrumbs": [
                ["label": words("campus.alerts.many"), "href": Alert.address] as Values,
                ["label": alert.title, "href": "\(Alert.address)/\(id)"] as Values,
            ],
            "edit": "\(Alert.address)/\(id)", "action": "\(Alert.address)/\(id)/bulletins", "version": String(alert.stamp.version),
            "isDrill": alert.drill, "isEmergency": alert.severity == .emergency, "button": verb,
            "audience": try audience(alert, db), "fallbacks": fallbacks(alert), "channels": try channels(alert, replacing: live, db),
            "mayPublish": waits == nil,
            "isSame": live.map { isSame($0, alert) } ?? false, "zone": zone.identifier,
            "until": words.language.typed(CivilTime(alert.offeredEnd(live, from: now), in: zone).inputValue),
            "bulletins": try bulletins.map { try row($0, person, db) }, "hasBulletins": !bulletins.isEmpty,
        ]
    }

    private func isSame(_ bulletin: Bulletin, _ alert: Alert) -> Bool {
        bulletin.title == alert.title && bulletin.text == alert.text && bulletin.instruction == alert.instruction
            && bulletin.easy == alert.easy && bulletin.severity == alert.severity.rawValue
            && bulletin.position == alert.position && bulletin.point == alert.point?.text
            && bulletin.language == admin.site.language.rawValue
            && Translations(stored: bulletin.translations) == alert.currentTranslations
    }

    /// What readers of the site's other languages get in another, for each language a sentence.
    private func fallbacks(_ alert: Alert) -> [String] {
        let site = admin.site
        let hasEnglish = site.language != .english && alert.currentTranslations["title", .english] != nil
        return site.languages.filter { $0 != site.language }.compactMap { language in
            let fields = alert.lacking(language).map { words("campus.alerts.fields.\($0)") }
            guard !fields.isEmpty else { return nil }
            let instead = hasEnglish && language != .english ? Language.english : site.language
            return words(
                "campus.publication.fallback",
                [
                    "language": words.name(of: language, "translations.in"), "fields": fields.joined(separator: ", "),
                    "instead": words.name(of: instead, "translations.in"),
                ])
        }
    }

    private func audience(_ alert: Alert, _ db: Database) throws -> String {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM campusVisitor") ?? 0
        let targets =
            alert.faculties + alert.departments + alert.degrees + alert.courses + alert.people + alert.events + alert.buildings
            + alert.areas
        return targets.isEmpty
            ? words("campus.publication.everybody", count: count) : words("campus.publication.targets", count: targets.count)
    }

    /// Previews use the same code that will serve the alert.
    private func channels(_ alert: Alert, replacing live: Bulletin?, _ db: Database) throws -> [Values] {
        var bulletin = Bulletin(seen: alert, in: admin.site.language, replacing: live?.id, at: now)
        bulletin.expiresAt = alert.offeredEnd(live, from: now)
        let both = bulletin.languages.map { admin.pages.templates.words(in: $0) }
        let original = AlertFiles(origin: origin, siteName: admin.site.name, words: both[0])
        let pages = try versions(bulletin, both).map { words, isEasy -> Values in
            var values = try AlertSheet(words: words, zone: zone, now: now, isEasy: isEasy, original: admin.site.language)
                .values(bulletin, db)
            (values["lang"], values["isPage"]) = (words.language.rawValue, true)
            values["label"] = self.words.channel(words.language, isEasy: isEasy)
            return values
        }
        let entry = try original.entry(bulletin, db)
        let feed = Feed(
            address: origin + "/campus/alerts.atom", page: origin + AlertPages.address, title: "", author: admin.site.name,
            language: both[0].language.rawValue,
            updatedAt: now, entries: [entry])
        let ticker = both.map { "\($0.language.rawValue.uppercased()): \(bulletin.headline($0))" }.joined(separator: "\n")
        let files: [(String, String)] = [
            ("ticker", ticker), ("push", versions(bulletin, both).map { pushed(bulletin, $0, isEasy: $1) }.joined(separator: "\n\n")),
            ("mail", versions(bulletin, both).map { mailed(bulletin, $0, isEasy: $1) }.joined(separator: "\n\n")), ("atom", feed.atom),
            ("rss", feed.rss),
            ("cap", try original.cap(bulletin, both, db).xml),
            ("json", try original.json(bulletin, db).compact),
        ]
        return pages
            + files.map { name, text in
                ["label": words("campus.publication.channels.\(name)"), "source": text, "isPage": false, "name": name]
            }
    }

    private func versions(_ bulletin: Bulletin, _ both: [Words]) -> [(Words, Bool)] {
        both.map { ($0, false) } + both.filter { !bulletin.easy(in: $0.language).isEmpty }.map { ($0, true) }
    }

    private func pushed(_ bulletin: Bulletin, _ language: Words, isEasy: Bool) -> String {
        let letter = NotificationText(bulletin, isWithdrawn: false, isEasy: isEasy, language)
        let length = words("campus.publication.length", ["title": String(letter.title.count), "text": String(letter.text.count)])
        return "\(code(language, isEasy)) (\(length))\n\(letter.title)\n\(letter.text)"
    }

    private func code(_ language: Words, _ isEasy: Bool) -> String {
        language.language.rawValue.uppercased() + (isEasy ? ", " + words("campus.publication.easily") : "")
    }

    private func mailed(_ bulletin: Bulletin, _ language: Words, isEasy: Bool) -> String {
        let leaving = "\(origin)\(MailLinkPages.leaving)/…"
        let letter = NotificationText(bulletin, isWithdrawn: false, isEasy: isEasy, language)
        let (subject, body, _) = NotificationText.mail([letter], language, origin: origin, leaving: leaving, site: admin.site.name)
        return "\(code(language, isEasy)): \(subject)\n\n\(body)"
    }

    private func row(_ bulletin: Bulletin, _ person: SignedIn, _ db: Database) throws -> Values {
        let id = bulletin.id ?? 0
        let counts = try AlertReading.counts(bulletin, db)
        let base = "\(Alert.address)/\(bulletin.alert ?? 0)/bulletins/\(id)"
        func when(_ date: Date?) -> String { date.map { words.language.moment($0, in: zone) } ?? "" }
        let isOut = bulletin.releasedAt != nil
        return [
            "number": String(id), "title": bulletin.headline(words), "state": words("campus.state.\(bulletin.state.rawValue)"),
            "tone": Self.tone(bulletin.state), "isDrill": bulletin.isDrill,
            "proposed": words("campus.publication.proposed", ["name": bulletin.proposedName, "when": when(bulletin.proposedAt)]),
            "approved": bulletin.approvedName.map { words("campus.publication.approved", ["name": $0]) } ?? false,
            "planned": bulletin.state == .planned ? words("campus.publication.planned", ["when": when(bulletin.publishAt)]) : false,
            "released": isOut ? words("campus.publication.released", ["when": when(bulletin.releasedAt)]) : false,
            "until": bulletin.endedAt == nil
                ? bulletin.expiresAt.map { words("campus.publication.until", ["when": when($0)]) }
                    ?? words("campus.publication.endless") : false,
            "ended": bulletin.endedAt.map { words("campus.publication.ended", ["when": when($0), "name": bulletin.endedName ?? "–"]) }
                ?? false,
            "reached": isOut
                ? words(
                    "campus.publication.reached",
                    [
                        "audience": words.language.number(try AlertAudience.count(id, db)), "seen": words.language.number(counts.seen),
                        "opened": words.language.number(counts.opened),
                    ]) : false,
            "told": try NotificationReport.lines(id, words, db),
            "isLive": bulletin.state == .published, "page": AlertDrawing.address(bulletin),
            "mayApprove": bulletin.state == .proposed && bulletin.proposedBy != person.account.id, "approval": base + "/approval",
            "awaits": bulletin.state == .proposed && bulletin.proposedBy == person.account.id,
            "mayEnd": [.proposed, .planned, .published].contains(bulletin.state), "withdrawal": base + "/withdrawal",
        ]
    }

    static func tone(_ state: Bulletin.State) -> String {
        switch state {
        case .published: "good"
        case .proposed, .planned: "warn"
        case .withdrawn, .refused: "bad"
        case .replaced, .ended: "info"
        }
    }
}

extension Words {
    func channel(_ language: Language, isEasy: Bool = false) -> String {
        let kind = isEasy ? "easy" : "page"
        return optional("campus.publication.channels.\(kind).\(language.rawValue)")
            ?? self("campus.publication.channels.\(kind).any", ["language": language.ownName])
    }
}
