import Accounts
import GRDB

/// Whether the site has several people who decide on reports, so that a second one can be asked.
enum SecondReviewer {
    /// SQL for the numbers of the accounts that may decide on reports; `?` is that right.
    static let accounts = """
        SELECT accountID FROM roleAssignment JOIN account ON account.id = accountID
        WHERE isActive = 1 AND \(Account.notTrashed) AND scopeID IS NULL AND (role IN ('admin', 'moderator')
          OR role IN (SELECT ownRole.name FROM ownRole JOIN json_each(grants) WHERE json_each.value = ?))
        """

    static func areThere(beside account: Int64?, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM (\(accounts)) WHERE accountID IS NOT ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [ModerationPages.deciding.rawValue, account]) ?? false
    }
}
