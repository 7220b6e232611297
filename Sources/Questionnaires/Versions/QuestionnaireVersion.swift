import Foundation
import GRDB

/// One version of a questionnaire: draft, active or closed. Published versions never change: even a corrected word makes a new version.
struct QuestionnaireVersion: Codable, Sendable, Equatable, FetchableRecord {
    enum State: String, Codable, Sendable { case draft, active, closed }

    let id: Int64
    let questionnaire: Int64
    let number: Int
    let state: State
    /// Raised by every change of a draft, to detect concurrent edits.
    let edition: Int
    let activatedAt: Date?
    let closedAt: Date?

    static let columns = "id, questionnaire, number, state, edition, activatedAt, closedAt"

    static func find(_ id: Int64, _ db: Database) throws -> QuestionnaireVersion? {
        try fetchOne(db, sql: "SELECT \(columns) FROM questionnaireVersion WHERE id = ?", arguments: [id])
    }

    static func all(of questionnaire: Int64, _ db: Database) throws -> [QuestionnaireVersion] {
        let sql = "SELECT \(columns) FROM questionnaireVersion WHERE questionnaire = ? ORDER BY number DESC"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [questionnaire])
    }

    static func active(of questionnaire: Int64, _ db: Database) throws -> QuestionnaireVersion? {
        try all(of: questionnaire, db).first { $0.state == .active }
    }

    static func draft(of questionnaire: Int64, _ db: Database) throws -> QuestionnaireVersion? {
        try all(of: questionnaire, db).first { $0.state == .draft }
    }

    /// Number of sent compilations, including those still sealed or lost.
    func compilations(_ db: Database) throws -> Int {
        let sealed = try SealedPool.counts(of: id, db)
        let mixed = try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation WHERE version = ?", arguments: [id]) ?? 0
        return mixed + sealed.waiting + sealed.lost
    }
}
