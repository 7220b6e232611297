import GRDB

extension Accounts {
    /// The password of all demonstration accounts. The README shows it, so `PasswordRules` refuses it for others.
    public static let demoPassword = "portico-demo-account"

    public static func hasDemoAccounts(_ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE isDemo AND \(Account.notTrashed))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
    }

    /// Moves all demonstration accounts to the trash without password; other records may refer to the rows.
    public static func removeDemoAccounts(_ db: Database, by actor: Actor) throws -> Int {
        let accounts = try Account.all().notDeleted().filter(Account.Columns.isDemo).fetchAll(db)
        for var account in accounts {
            guard let id = account.id else { continue }
            account.isActive = false
            account.passwordHash = nil
            account.deletedAt = try db.transactionDate
            account.updatedAt = try db.transactionDate
            account.version += 1
            try account.update(db)
            try RoleAssignment.of(id).deleteAll(db)
            try AuditEntry.write(db, "account.demo-removed", by: actor, on: ("account", id, account.name))
        }
        return accounts.count
    }
}
