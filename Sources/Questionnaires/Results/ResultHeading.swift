import Admin
import Foundation
import GRDB
import Web

struct ResultHeading: Sendable {
    let id: Int64
    let title: String
    let threshold: Int
    let isAnonymous: Bool
    let isInterim: Bool
    let closes: Date?
    private let sealed: [Int64: (waiting: Int, lost: Int)]

    var address: String { "/admin/questionnaires/questionnaires/\(id)/results" }

    static func find(_ id: Int64, _ db: Database) throws -> ResultHeading? {
        let sql = "SELECT name, threshold, anonymous, interim, closes FROM questionnaire WHERE id = ? AND \(Questionnaire.notTrashed)"
        return try Row.fetchOne(db, sql: sql, arguments: [id]).map { row in
            ResultHeading(
                id: id, title: row["name"], threshold: row["threshold"], isAnonymous: row["anonymous"], isInterim: row["interim"],
                closes: row["closes"], sealed: try sealed(id, db))
        }
    }

    private static func sealed(_ id: Int64, _ db: Database) throws -> [Int64: (waiting: Int, lost: Int)] {
        let sql = """
            SELECT version, sum(waiting) AS waiting, sum(lost) AS lost FROM sealedCount
            JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version WHERE questionnaire = ? GROUP BY version
            """
        return Dictionary(try Row.fetchAll(db, sql: sql, arguments: [id]).map { ($0["version"], ($0["waiting"], $0["lost"])) }) { $1 }
    }

    func title(in language: Language, _ db: Database) throws -> String { try Headline(id, in: language, db).title }

    /// Whether results may be shown: while answers can be added, comparing before and after would reveal a person's answers.
    func isReady(_ version: QuestionnaireVersion, now: Date) -> Bool { isInterim || isOver(version, now: now) && waiting(version) == 0 }

    func isOver(_ version: QuestionnaireVersion, now: Date) -> Bool { version.state == .closed || closes.map { $0 <= now } ?? false }

    func waiting(_ version: QuestionnaireVersion) -> Int { sealed[version.id]?.waiting ?? 0 }

    func waitingText(_ version: QuestionnaireVersion, now: Date, _ words: Words) -> String {
        isOver(version, now: now)
            ? words("questionnaires.mixing.soon", count: waiting(version)) : words("questionnaires.results.notOver")
    }

    func missing(_ version: QuestionnaireVersion, _ words: Words) -> String? {
        let (waiting, lost) = sealed[version.id] ?? (0, 0)
        let texts: [String] =
            (waiting > 0 ? [words("questionnaires.mixing.waiting", count: waiting)] : [])
            + (lost > 0 ? [words("questionnaires.mixing.lost", count: lost)] : [])
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Offers and sent compilations of all versions. Counting receipts instead would take a second for 100,000 of them.
    func response(_ db: Database) throws -> (offers: Int, sent: Int) {
        let sql = """
            SELECT (SELECT count(*) FROM offer WHERE questionnaire = ?1) AS offers, (
              SELECT coalesce(sum(count), 0) FROM resultGroup JOIN questionnaireVersion ON questionnaireVersion.id = resultGroup.version
              WHERE questionnaireVersion.questionnaire = ?1) AS sent
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return (0, 0) }
        let (offers, sent): (Int, Int) = (row["offers"], row["sent"])
        return (offers, sent + sealed.values.reduce(0) { $0 + $1.waiting + $1.lost })
    }
}
