import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A reader's report that a face or a name breaks a rule; table `profileReport`. Several reports of the same part are one case.
struct ProfileReport: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let subject: Int64
    let part: ProfilePart
    let writer: Int64
    let reason: Reason
    let note: String
    let at: Date
    let outcome: Report.Outcome?

    static func file(
        _ part: ProfilePart, of subject: Int64, _ reason: Reason, note: String, by writer: Int64, at now: Date, _ db: Database
    ) throws {
        try Writer.mayWrite(writer, at: now, db)
        guard subject != writer else { throw StoryRefusal.ownFragment }
        guard let whose = try Writer.find(subject, db), whose.deletedAt == nil, part == .name || whose.avatar != nil else {
            throw StoryRefusal.notFound
        }
        let sql = "SELECT * FROM profileReport WHERE writer = ? AND subject = ? AND part = ? AND outcome IS NULL"
        if let known = try fetchOne(db, sql: sql, arguments: [writer, subject, part]) {
            // The first answer may have been lost; other words are not a repeat.
            guard known.reason == reason, known.note == note else { throw StoryRefusal.alreadyReported }
            return
        }
        try ActPace.profile.check(writer, at: now, db)
        if let flaw = TextRule.flaw(in: note, as: .text) { throw StoryRefusal.content(.unfit(flaw)) }
        guard TextRule.length(note) <= Report.longestNote else { throw StoryRefusal.content(.noteTooLong) }
        try db.execute(
            sql: "INSERT INTO profileReport (subject, part, writer, reason, note, at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [subject, part, writer, reason, note, now])
        let facts: [(key: String, value: JSON)] = [
            ("profile", .number(Int(subject))), ("part", .text(part.rawValue)), ("reason", .text(reason.rawValue)),
            ("severe", .flag(reason.isSevere)),
        ]
        try WebhookEvent.note("report.created", facts, db)
        try weigh(part, of: subject, at: now, db)
        try ModeratorCalls.announce(db)
    }

    static func waiting(_ db: Database) throws -> [ProfileReport] {
        try fetchAll(db, sql: "SELECT * FROM profileReport WHERE outcome IS NULL ORDER BY at, id LIMIT 500")
    }

    /// Decides on a face or name, with or without reports: hides it or keeps it, and tells the writer and those who reported it.
    @discardableResult
    static func decide(
        _ part: ProfilePart, of subject: Int64, hides: Bool, _ reason: Reason?, message: String = "", by actor: Actor, at now: Date,
        _ db: Database
    ) throws -> CaseDecision {
        let measures = hides ? Sanctions(hidesParts: [part], reason: reason, message: message) : .keep
        let held = try holding(part, of: subject, db)
        let decision = try CaseDecision.impose(measures, on: subject, by: actor, held: held, at: now, db)
        let open = "SELECT DISTINCT writer FROM profileReport WHERE subject = ? AND part = ? AND outcome IS NULL"
        let reporters = try Int64.fetchAll(db, sql: open, arguments: [subject, part])
        try db.execute(
            sql: "UPDATE profileReport SET outcome = ?, decision = ? WHERE subject = ? AND part = ? AND outcome IS NULL",
            arguments: [measures.outcome, decision.id, subject, part])
        for reporter in reporters { try StoryNotice.tell(reporter, .reportDecided, of: decision.id, about: nil, at: now, db) }
        let facts: [(key: String, value: JSON)] = [
            ("profile", .number(Int(subject))), ("part", .text(part.rawValue)), ("decision", .number(Int(decision.id))),
            ("outcome", .text(measures.outcome.rawValue)), ("reason", .optional(reason?.rawValue)),
        ]
        try WebhookEvent.note("case.decided", facts, db)
        return decision
    }

    /// Opens the reports again that a decision answered, unless their reporter has reported the same anew.
    static func reopen(_ decision: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE profileReport SET outcome = NULL, decision = NULL WHERE decision = ? AND NOT EXISTS (SELECT 1
                  FROM profileReport AS newer WHERE newer.writer = profileReport.writer AND newer.subject = profileReport.subject
                    AND newer.part = profileReport.part AND newer.outcome IS NULL)
                """, arguments: [decision])
    }
}
