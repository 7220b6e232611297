import GRDB

/// Whether the site has several people who decide on reports, so that a second one can be asked.
enum SecondReviewer {
    static func areThere(beside account: Int64?, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM roleAssignment JOIN account ON account.id = accountID
              WHERE accountID IS NOT ? AND isActive = 1 AND deletedAt IS NULL AND scopeID IS NULL AND (role IN ('admin', 'moderator')
                OR role IN (SELECT ownRole.name FROM ownRole JOIN json_each(grants) WHERE json_each.value = ?)))
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [account, ModerationPages.deciding.rawValue]) ?? false
    }
}
