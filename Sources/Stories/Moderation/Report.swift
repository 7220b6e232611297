import Foundation
import GRDB
import Web

/// That a reader thinks a fragment breaks a rule; table `fragmentReport`. Each reader says it once of each fragment: the same again is no other.
struct Report: Decodable, FetchableRecord, Equatable, Sendable {
    /// What became of it: something was done about the fragment, only a word was said, or it was kept as it is.
    enum Outcome: String, Codable, Sendable, DatabaseValueConvertible { case upheld, noted, rejected }

    let id: Int64
    let fragment: Int64
    let writer: Int64
    let caseID: Int64
    let reason: Reason
    let note: String
    let at: Date
    let outcome: Outcome?

    /// Characters of a note.
    static let longestNote = 500

    /// Puts a fragment before the moderators, or adds to the case that is already open.
    @discardableResult
    static func file(
        _ fragment: Int64, _ reason: Reason, note: String = "", by writer: Int64, at now: Date, _ db: Database
    ) throws -> ModerationCase {
        try Writer.mayWrite(writer, at: now, db)
        if let known = try fetchOne(
            db, sql: "SELECT * FROM fragmentReport WHERE writer = ? AND fragment = ?", arguments: [writer, fragment])
        {
            // The answer to the first may have been lost; other words are not taken for those.
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
        let opened = try ModerationCase.open(for: reported, at: now, db)
        try db.execute(
            sql: "INSERT INTO fragmentReport (fragment, writer, caseID, reason, note, at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [fragment, writer, opened.id, reason, note, now])
        try ModerationCase.weigh(opened.id, db)
        return try ModerationCase.find(opened.id, db)!
    }

    static func all(of caseID: Int64, _ db: Database) throws -> [Report] {
        try fetchAll(db, sql: "SELECT * FROM fragmentReport WHERE caseID = ? ORDER BY id", arguments: [caseID])
    }
}
