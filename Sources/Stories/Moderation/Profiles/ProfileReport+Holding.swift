import Accounts
import Foundation
import GRDB

/// A reported face or name is hidden until a moderator decides, as fragments are, where the settings say so.
extension ProfileReport {
    /// Holds it when enough trusted readers report it. What a moderator has kept or shown again stays visible.
    static func weigh(_ part: ProfilePart, of subject: Int64, at now: Date, _ db: Database) throws {
        let settings = try StorySettings.current(db)
        guard settings.trustedReports > 0 || settings.severeReports > 0, try !wasLooked(part, of: subject, db) else { return }
        let sql = "SELECT * FROM profileReport WHERE subject = ? AND part = ? AND outcome IS NULL"
        let voices = try fetchAll(db, sql: sql, arguments: [subject, part]).map { Screening.Voice(writer: $0.writer, reason: $0.reason) }
        guard let (ground, reason) = try Screening.ground(in: voices, settings, at: now, db) else { return }
        let (measures, actor) = (Sanctions(hidesParts: [part], reason: reason), Actor.system(CaseDecision.deskName))
        let decision = try CaseDecision.insert(measures, nil, nil, subject, by: actor, nil, automatic: ground, at: now, db)
        try decision.take(measures, by: actor, at: now, db)
    }

    /// The automatic decision that hides a face or a name now.
    static func holding(_ part: ProfilePart, of writer: Int64, _ db: Database) throws -> CaseDecision? {
        let sql = """
            SELECT decision.* FROM profileHiding JOIN decision ON decision.id = profileHiding.decision
            WHERE profileHiding.writer = ? AND part = ? AND endedAt IS NULL AND automatic IS NOT NULL
            """
        return try CaseDecision.fetchOne(db.cachedStatement(sql: sql), arguments: [writer, part])
    }

    private static func wasLooked(_ part: ProfilePart, of subject: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM profileReport WHERE subject = :subject AND part = :part AND outcome = 'rejected')
              OR EXISTS (SELECT 1 FROM profileHiding JOIN decision ON decision.id = profileHiding.decision
                WHERE profileHiding.writer = :subject AND part = :part AND automatic IS NOT NULL AND (undoneAt IS NULL
                  OR NOT EXISTS (SELECT 1 FROM decision AS later WHERE later.replaces = decision.id)))
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: ["subject": subject, "part": part]) ?? false
    }
}
