import Foundation
import GRDB

/// Automatic moderation: holds fragments by the settings, the watched words and the photos that moderators hid.
enum Screening {
    static func look(at fragment: Fragment, at now: Date, _ db: Database) throws -> Fragment {
        guard let (ground, reason) = try finding(about: fragment, at: now, db) else { return fragment }
        try CaseDecision.hold(fragment, ground, reason, at: now, db)
        return try Fragment.find(fragment.id, db) ?? fragment
    }

    private static func finding(about fragment: Fragment, at now: Date, _ db: Database) throws -> (HoldReason, Reason)? {
        let settings = try StorySettings.current(db)
        if settings.holdPhotos == 1, let photo = fragment.photo, let reason = try HiddenPhotos.rule(like: photo, db) {
            return (.photo, reason)
        }
        let language = try Writer.find(fragment.writer, db)?.language ?? ""
        let texts = [fragment.title, fragment.text, fragment.description]
        if let word = try WatchedWords(for: language, db).first(in: texts) { return (.word, word.reason) }
        let hasLinks = settings.holdLinks == 1 && (Links.areIn(fragment.title) || Links.areIn(fragment.text))
        guard hasLinks || settings.holdFirst > 0 else { return nil }
        let trust = try Trust(fragment.writer, at: now, db)
        guard trust.isNewcomer(settings) else { return nil }
        if hasLinks { return (.link, .spam) }
        return trust.accepted < settings.holdFirst ? (.first, .other) : nil
    }

    /// Holds a reported fragment when enough trusted readers report it. What a moderator has kept or shown again stays visible.
    static func weigh(_ fragment: Fragment, _ known: ModerationCase, at now: Date, _ db: Database) throws {
        let settings = try StorySettings.current(db)
        guard settings.trustedReports > 0 || settings.severeReports > 0, try !wasLooked(at: fragment.id, db) else { return }
        let voices = try Report.all(of: known.id, db).filter { $0.outcome == nil }.map { Voice(writer: $0.writer, reason: $0.reason) }
        guard let (ground, reason) = try Self.ground(in: voices, settings, at: now, db) else { return }
        try CaseDecision.hold(fragment, ground, reason, at: now, db)
    }

    /// A reader's report, whatever it is about.
    struct Voice: Sendable {
        let writer: Int64
        let reason: Reason
    }

    /// Why reports are enough to hold something; nil when they are not.
    static func ground(
        in voices: [Voice], _ settings: StorySettings, at now: Date, _ db: Database
    ) throws -> (HoldReason, Reason)? {
        let trusted = try voices.filter { try !Trust.isNewcomer($0.writer, settings, at: now, db) }
        let severe = trusted.map(\.reason).filter(\.isSevere)
        if settings.severeReports > 0, severe.count >= settings.severeReports, let reason = Reason.mostNamed(among: severe) {
            return (.severe, reason)
        }
        // A reader of whom nothing is known but age and fragments weighs 1, as in the queue.
        let weight = try trusted.reduce(0.0) { sum, voice in try sum + 2 * Reporter(voice.writer, db).accuracy }
        // The smallest difference is that of adding up fractions.
        guard settings.trustedReports > 0, weight > Double(settings.trustedReports) - 0.001 else { return nil }
        return Reason.mostNamed(among: trusted.map(\.reason)).map { (HoldReason.reports, $0) }
    }

    private static func wasLooked(at fragment: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM decision WHERE fragment = ? AND (automatic IN ('reports', 'severe')
              OR automatic IS NULL AND hides = 0 AND undoneAt IS NULL))
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [fragment]) ?? false
    }
}
