import GRDB

extension Accounts {
    /// The one password of all demonstration accounts. It is printed in the README, so `PasswordRules` refuses it for everybody else.
    public static let demoPassword = "portico-demo-account"

    /// Whether demonstration accounts exist.
    public static func hasDemoAccounts(_ db: Database) throws -> Bool {
        // Prepared once: every page of the back office asks.
        let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE isDemo AND deletedAt IS NULL)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
    }

    /// Takes all demonstration accounts out of use and ends their sessions. The rows stay in the trash without password, because
    /// records of other modules may name them.
    public static func removeDemoAccounts(_ db: Database, by actor: Actor) throws -> Int {
        let accounts = try Account.all().kept().filter(Account.Columns.isDemo).fetchAll(db)
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
