import Foundation
import GRDB
import Web

/// What the pages of results need to know of a questionnaire.
struct ResultHeading: Sendable {
    let id: Int64
    let title: String
    let threshold: Int
    let isAnonymous: Bool
    let isInterim: Bool
    let closes: Date?

    var address: String { "/admin/questionnaires/questionnaires/\(id)/results" }

    static func find(_ id: Int64, _ db: Database) throws -> ResultHeading? {
        let sql = "SELECT name, threshold, anonymous, interim, closes FROM questionnaire WHERE id = ? AND deletedAt IS NULL"
        return try Row.fetchOne(db, sql: sql, arguments: [id]).map { row in
            ResultHeading(
                id: id, title: row["name"], threshold: row["threshold"], isAnonymous: row["anonymous"], isInterim: row["interim"],
                closes: row["closes"])
        }
    }

    /// The title as a reader of a language reads it.
    func title(in language: Language, _ db: Database) throws -> String { try Headline(id, in: language, db).title }

    /// Whether the results of a version may be looked at: once nobody can add to them any more, because whoever sees them before and after
    /// somebody's answers knows those answers.
    func isReady(_ version: Version, now: Date) -> Bool {
        version.state == .closed || isInterim || closes.map { $0 <= now } ?? false
    }

    /// How many were asked, and how many have sent something, whatever version. `OfferJob` sees to it that those who never looked count too.
    /// What was sent is counted, and not its receipts, which lie in the order of their offers: a hundred thousand would take a second.
    func response(_ db: Database) throws -> (offers: Int, sent: Int) {
        let sql = """
            SELECT (SELECT count(*) FROM offer WHERE questionnaire = ?1), (
              SELECT coalesce(sum(count), 0) FROM resultGroup JOIN questionnaireVersion ON questionnaireVersion.id = resultGroup.version
              WHERE questionnaireVersion.questionnaire = ?1)
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return (0, 0) }
        return (row[0], row[1])
    }
}
