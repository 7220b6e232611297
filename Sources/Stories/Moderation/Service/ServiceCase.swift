import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum ServiceCase {
    static func short(_ known: ModerationCase, at now: Date, _ db: Database) throws -> JSON {
        let sql = """
            SELECT fragment.story, first.title, fragment.writer, count(fragmentReport.id) AS reports,
              group_concat(DISTINCT fragmentReport.reason) AS reasons
            FROM fragment JOIN fragment AS first ON first.id = fragment.story LEFT JOIN fragmentReport ON fragmentReport.caseID = ?
            WHERE fragment.id = ?
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [known.id, known.fragment])!
        let (story, title, writer): (Int64, String, Int64) = (row["story"], row["title"], row["writer"])
        let (reports, reasons): (Int, String?) = (row["reports"], row["reasons"])
        let isClaimed = known.isClaimed(byOtherThan: nil, at: now)
        let claimant = "SELECT name FROM account WHERE id = ?"
        let name = try isClaimed ? String.fetchOne(db.cachedStatement(sql: claimant), arguments: [known.claimant]) : nil
        let named = (reasons ?? "").split(separator: ",").map { JSON.text(String($0)) }
        let what: [(key: String, value: JSON)] = [
            ("id", .number(Int(known.id))), ("version", .number(known.version)), ("state", .text(known.state.rawValue)),
            ("post", .number(Int(known.fragment))), ("story", .object([("ID", .number(Int(story))), ("title", .text(title))])),
            ("type", .text(known.photo == nil ? "text" : "photo")), ("title", .text(known.title)), ("text_content", .text(known.text)),
            ("photo", photo(of: known.fragment, known.photo)),
        ]
        let claim: [(key: String, value: JSON)] = [
            ("author", try person(writer, db)), ("reports", .number(reports)), ("reasons", .list(named)),
            ("severe", .flag(known.isSevere)), ("openedAt", .text(PostElement.stamp(known.openedAt))), ("claimedBy", .optional(name)),
            ("claimedUntil", isClaimed ? moment(known.claimedUntil) : .null),
        ]
        return .object(what + claim)
    }

    static func whole(_ id: Int64, at now: Date, _ db: Database) throws -> JSON {
        guard let dossier = try CaseDetails(id, at: now, db), case .object(let pairs) = try short(dossier.known, at: now, db) else {
            throw HTTPError(.notFound)
        }
        let record = dossier.record
        let more: [(key: String, value: JSON)] = [
            ("hidden", .flag(dossier.fragment.isHidden)), ("position", .number(dossier.fragment.depth + 1)),
            ("weight", .number(dossier.fragment.weight)), ("before", .list(dossier.before.map(fragment))),
            ("after", .list(dossier.after.map(fragment))),
            (
                "record",
                .object([
                    ("fragments", .number(record.fragments)), ("hidden", .number(record.hidden)), ("strikes", .number(record.strikes)),
                    ("suspensions", .number(record.suspensions)), ("upheldAgainst", .number(record.upheldAgainst)),
                    ("decidedAgainst", .number(record.decidedAgainst)),
                ])
            ),
            ("complaints", .list(dossier.complaints.map(complaint))), ("decisions", .list(dossier.decisions.map(decision))),
            ("notes", .list(try ModeratorNote.all(on: .aCase(id), db).map(note))),
        ]
        return .object(pairs + more)
    }

    private static func fragment(_ fragment: Fragment) -> JSON {
        .object([
            ("ID", .number(Int(fragment.id))), ("text_content", .text(fragment.text)), ("photo", photo(of: fragment.id, fragment.photo)),
            ("hidden", .flag(fragment.isHidden)),
        ])
    }

    private static func photo(of fragment: Int64, _ file: String?) -> JSON {
        file == nil ? .null : .text("/api/admin/post/\(fragment)/foto")
    }

    private static func complaint(_ complaint: CaseDetails.Complaint) -> JSON {
        .object([
            ("reason", .text(complaint.report.reason.rawValue)), ("note", .text(complaint.report.note)),
            ("at", .text(PostElement.stamp(complaint.report.at))), ("by", person(complaint.writer)),
            ("upheld", .number(complaint.reporter.upheld)), ("rejected", .number(complaint.reporter.rejected)),
        ])
    }

    private static func note(_ note: ModeratorNote) -> JSON {
        .object([("by", .text(note.authorName)), ("at", .text(PostElement.stamp(note.at))), ("text", .text(note.text))])
    }

    static func decision(_ decision: CaseDecision) -> JSON {
        .object([
            ("id", .number(Int(decision.id))), ("by", .text(decision.moderatorName)), ("at", .text(PostElement.stamp(decision.at))),
            ("hides", .flag(decision.hides)), ("warns", .flag(decision.warns)), ("suspends", .flag(decision.suspends)),
            ("reason", .optional(decision.reason?.rawValue)), ("undone", .flag(decision.undoneAt != nil)),
            ("unvotes", .flag(decision.unvotes)), ("automatic", .optional(decision.automatic?.rawValue)),
        ])
    }

    static func suspension(_ suspension: Suspension, _ db: Database) throws -> JSON {
        let decision = try CaseDecision.find(suspension.decision, db)
        return .object([
            ("id", .number(Int(suspension.id))), ("writer", try person(suspension.writer, db)),
            ("since", .text(PostElement.stamp(suspension.since))), ("until", moment(suspension.until)),
            ("proposed", .flag(try SecondOpinion.of(suspension.id, db)?.state == .open)), ("unlists", .flag(suspension.unlists)),
            ("reason", .optional(decision?.reason?.rawValue)), ("decision", .number(Int(suspension.decision))),
            ("by", .text(decision?.moderatorName ?? "")),
        ])
    }

    private static func person(_ id: Int64, _ db: Database) throws -> JSON { try Writer.find(id, db).map(person) ?? .null }

    /// With the number, which suspensions need; a former writer has no name.
    private static func person(_ writer: Writer) -> JSON {
        .object([("ID", .number(Int(writer.id))), ("nickname", .optional(writer.nickname))])
    }

    private static func moment(_ date: Date?) -> JSON { .optional(date.map(PostElement.stamp)) }
}
