import GRDB

public enum Accounts {
    public static func migrate(_ migrator: inout DatabaseMigrator) {
        registerMigrations(&migrator)
        AccessToken.migrate(&migrator)
        AuditErasure.migrate(&migrator)
        Country.migrate(&migrator)
        Guesses.migrate(&migrator)
        AccessToken.migrateEverything(&migrator)
        AccountEmail.migrate(&migrator)
    }
}
