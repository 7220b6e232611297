import Accounts
import GRDB

/// A secret link to the preview of a draft, for people who may not see the back office. It stores no answers.
enum DesignTrial {
    static func key(of version: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT key FROM designTrial WHERE version = ?", arguments: [version])
    }

    /// Keeps a link that is there.
    static func begin(_ version: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO designTrial (version, key) VALUES (?, ?) ON CONFLICT (version) DO NOTHING",
            arguments: [version, Token().text])
    }

    static func end(_ version: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM designTrial WHERE version = ?", arguments: [version])
    }

    static func find(_ sent: String, _ db: Database) throws -> QuestionnaireVersion? {
        guard let token = Token(sent: sent) else { return nil }
        let sql = """
            SELECT designTrial.version FROM designTrial JOIN questionnaireVersion ON questionnaireVersion.id = designTrial.version
            JOIN questionnaire ON questionnaire.id = questionnaireVersion.questionnaire
            WHERE designTrial.key = ? AND questionnaireVersion.state <> 'closed' AND \(Questionnaire.notTrashed)
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [token.text]).flatMap { try QuestionnaireVersion.find($0, db) }
    }
}
