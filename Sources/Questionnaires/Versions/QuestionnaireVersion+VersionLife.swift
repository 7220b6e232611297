import Accounts
import Admin
import Foundation
import GRDB

enum VersionRefusal: Error, Equatable {
    case gone, isNotDraft, isNotActive, hasErrors, hasBeenUsed, changedMeanwhile, tooLarge, tooLong, noPlace
}

extension QuestionnaireVersion {
    static func beginDraft(of questionnaire: Int64, now: Date, _ db: Database) throws -> QuestionnaireVersion {
        if let draft = try draft(of: questionnaire, db) { return draft }
        let before = try all(of: questionnaire, db).first
        try db.execute(
            sql: "INSERT INTO questionnaireVersion (questionnaire, number, createdAt) VALUES (?, ?, ?)",
            arguments: [questionnaire, (before?.number ?? 0) + 1, now])
        let id = db.lastInsertedRowID
        if let before { try StructureStore.write(StructureStore.read(before.id, db).renumbered, into: id, db) }
        guard let draft = try find(id, db) else { throw VersionRefusal.gone }
        return draft
    }

    /// Publishes a draft and closes the previous version. Unsent answers are carried over when the student returns.
    func activate(_ heading: Heading, now: Date, _ db: Database) throws {
        guard state == .draft else { throw VersionRefusal.isNotDraft }
        guard CheckReport(StructureOutline(try StructureStore.read(id, db)), heading).isClean else { throw VersionRefusal.hasErrors }
        try db.execute(
            sql: "UPDATE questionnaireVersion SET state = 'closed', closedAt = ? WHERE questionnaire = ? AND state = 'active'",
            arguments: [now, questionnaire])
        try db.execute(
            sql: "UPDATE questionnaireVersion SET state = 'active', activatedAt = :now, asksFrom = :now WHERE id = :id",
            arguments: ["now": now, "id": id])
        try DesignStep.forget(id, db)
        // Response rates count everyone who can answer at once.
        try Jobs.enqueue(db, OfferJob.name, by: .system("portico"))
        try Self.scheduleMixing(questionnaire, db)
    }

    func close(now: Date, _ db: Database) throws {
        guard state == .active else { throw VersionRefusal.isNotActive }
        try db.execute(sql: "UPDATE questionnaireVersion SET state = 'closed', closedAt = ? WHERE id = ?", arguments: [now, id])
        try Self.scheduleMixing(questionnaire, db)
    }

    /// Schedules the move of waiting answers, after which results are shown.
    private static func scheduleMixing(_ questionnaire: Int64, _ db: Database) throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM sealedCount JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version
              WHERE questionnaire = ? AND state = 'closed' AND waiting > 0)
            """
        guard try Bool.fetchOne(db, sql: sql, arguments: [questionnaire]) ?? false else { return }
        try Jobs.enqueue(db, TraceJob.name, by: .system("portico"))
    }

    /// Turns an active version back into a draft, until the first student begins it.
    func withdraw(_ db: Database) throws {
        guard state == .active else { throw VersionRefusal.isNotActive }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM compilation WHERE version = :id) OR EXISTS (SELECT 1 FROM filling WHERE version = :id)
              OR EXISTS (SELECT 1 FROM sealedCount WHERE version = :id)
            """
        guard try Bool.fetchOne(db, sql: sql, arguments: ["id": id]) == false, try QuestionnaireVersion.draft(of: questionnaire, db) == nil
        else {
            throw VersionRefusal.hasBeenUsed
        }
        try db.execute(sql: "UPDATE questionnaireVersion SET state = 'draft', activatedAt = NULL WHERE id = ?", arguments: [id])
    }

    /// - Parameter keepsStep: whether the change is a step of its own, which can be undone.
    func save(_ structure: Structure, keepsStep: Bool = true, _ db: Database) throws {
        guard state == .draft else { throw VersionRefusal.isNotDraft }
        try db.execute(
            sql: "UPDATE questionnaireVersion SET edition = edition + 1 WHERE id = ? AND edition = ? AND state = 'draft'",
            arguments: [id, edition])
        guard db.changesCount == 1 else { throw VersionRefusal.changedMeanwhile }
        if keepsStep { try DesignStep.record(StructureStore.read(id, db), of: id, db) }
        try StructureStore.write(structure, into: id, db)
    }
}
