import Foundation
import GRDB

struct CaseDetails: Sendable {
    struct Complaint: Sendable {
        let report: Report
        let writer: Writer
        let reporter: Reporter
    }

    let known: ModerationCase
    let fragment: Fragment
    let storyTitle: String
    let author: Writer
    let record: WriterRecord
    let suspension: Suspension?
    let complaints: [Complaint]
    let before: [Fragment]
    let after: [Fragment]
    let decisions: [CaseDecision]
    /// The automatic decision that hides the fragment until this case is decided.
    let hold: CaseDecision?

    init?(_ id: Int64, at now: Date, _ db: Database) throws {
        guard let known = try ModerationCase.find(id, db), let fragment = try Fragment.find(known.fragment, db),
            let author = try Writer.find(fragment.writer, db)
        else { return nil }
        (self.known, self.fragment, self.author) = (known, fragment, author)
        storyTitle = try Fragment.find(fragment.story, db)?.title ?? ""
        record = try WriterRecord(author.id, at: now, db)
        suspension = try Suspension.active(of: author.id, at: now, db)
        complaints = try Report.all(of: id, db).compactMap { report in
            guard let writer = try Writer.find(report.writer, db) else { return nil }
            return Complaint(report: report, writer: writer, reporter: try Reporter(report.writer, db))
        }
        hold = try CaseDecision.holding(fragment.id, db)
        let path = try Fragment.path(to: fragment.id, db).dropLast().suffix(3)
        before = try path.compactMap { try Fragment.find($0, db) }
        after = try Fragment.fetchAll(db, sql: "SELECT * FROM fragment WHERE parent = ? ORDER BY id LIMIT 5", arguments: [fragment.id])
        let sql = "SELECT * FROM decision WHERE fragment = ? ORDER BY id DESC LIMIT 10"
        decisions = try CaseDecision.fetchAll(db, sql: sql, arguments: [fragment.id])
    }

    var reason: Reason? { Reason.mostNamed(in: complaints.map(\.report)) ?? hold?.reason ?? known.asked }
}
