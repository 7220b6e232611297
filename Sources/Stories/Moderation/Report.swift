import Admin
import Foundation
import GRDB
import Web

/// A reader's report that a fragment breaks a rule; table `fragmentReport`. One per reader and fragment: a repeat counts once.
struct Report: Decodable, FetchableRecord, Equatable, Sendable {
    /// Measures were taken, only a message was sent, or the fragment was kept.
    enum Outcome: String, Codable, Sendable, DatabaseValueConvertible { case upheld, noted, rejected }

    let id: Int64
    let fragment: Int64
    let writer: Int64
    let caseID: Int64
    let reason: Reason
    let note: String
    let at: Date
    let outcome: Outcome?

    /// Characters.
    static let longestNote = 500

    @discardableResult
    static func file(
        _ fragment: Int64, _ reason: Reason, note: String = "", by writer: Int64, at now: Date, _ db: Database
    ) throws -> ModerationCase {
        try Writer.mayWrite(writer, at: now, db)
        if let known = try fetchOne(
            db, sql: "SELECT * FROM fragmentReport WHERE writer = ? AND fragment = ?", arguments: [writer, fragment])
        {
            // The first answer may have been lost; other words are not a repeat.
            guard known.reason == reason, known.note == note, let opened = try ModerationCase.find(known.caseID, db) else {
                throw StoryRefusal.alreadyReported
            }
            return opened
        }
        try ActPace.report.check(writer, at: now, db)
        let reported = try Fragment.visible(fragment, db)
        guard reported.writer != writer else { throw StoryRefusal.ownFragment }
        if let flaw = TextRule.flaw(in: note, as: .text) { throw StoryRefusal.content(.unfit(flaw)) }
        guard TextRule.length(note) <= longestNote else { throw StoryRefusal.content(.noteTooLong) }
        if let kept = try CaseDecision.kept(fragment, reason, db), let caseID = kept.caseID {
            return try answer(fragment, reason, note, by: writer, kept, caseID, at: now, db)
        }
        let opened = try ModerationCase.open(for: reported, at: now, db)
        try db.execute(
            sql: "INSERT INTO fragmentReport (fragment, writer, caseID, reason, note, at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [fragment, writer, opened.id, reason, note, now])
        try ModerationCase.weigh(opened.id, db)
        try Screening.weigh(reported, opened, at: now, db)
        try publish(fragment, reason, opened.id, db)
        try ModeratorCalls.announce(db)
        return try ModerationCase.find(opened.id, db)!
    }

    /// Answers a report at once as the moderators did who kept the fragment under the same rule.
    private static func answer(
        _ fragment: Int64, _ reason: Reason, _ note: String, by writer: Int64, _ kept: CaseDecision, _ caseID: Int64, at now: Date,
        _ db: Database
    ) throws -> ModerationCase {
        try db.execute(
            sql: """
                INSERT INTO fragmentReport (fragment, writer, caseID, reason, note, at, outcome, decision) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: [fragment, writer, caseID, reason, note, now, Outcome.rejected, kept.id])
        try publish(fragment, reason, caseID, db)
        try StoryNotice.tell(writer, .reportDecided, of: kept.id, about: fragment, at: now, db)
        return try ModerationCase.find(caseID, db)!
    }

    private static func publish(_ fragment: Int64, _ reason: Reason, _ caseID: Int64, _ db: Database) throws {
        let facts: [(key: String, value: JSON)] = [
            ("case", .number(Int(caseID))), ("post", .number(Int(fragment))), ("reason", .text(reason.rawValue)),
            ("severe", .flag(reason.isSevere)),
        ]
        try WebhookEvent.note("report.created", facts, db)
    }

    static func all(of caseID: Int64, _ db: Database) throws -> [Report] {
        try fetchAll(db, sql: "SELECT * FROM fragmentReport WHERE caseID = ? ORDER BY id", arguments: [caseID])
    }
}
