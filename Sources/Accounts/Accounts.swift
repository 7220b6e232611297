import GRDB

/// Who may come in: accounts, roles, sessions, sign-in, and the audit log. Read `Migrations.swift` for the tables.
public enum Accounts {
    /// Adds the tables of accounts, sessions and audit.
    public static func migrate(_ migrator: inout DatabaseMigrator) {
        registerMigrations(&migrator)
        AccessToken.migrate(&migrator)
        AuditErasure.migrate(&migrator)
        Country.migrate(&migrator)
        Guesses.migrate(&migrator)
        AccessToken.migrateEverything(&migrator)
    }
}
