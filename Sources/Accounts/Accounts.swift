import GRDB
import Web

public enum Accounts {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        registerMigrations(&migrator)
        AccessToken.migrate(&migrator)
        AuditErasure.migrate(&migrator)
        Country.migrate(&migrator)
        FailedAttemptLog.migrate(&migrator)
        AccessToken.migrateEverything(&migrator)
        Language.migrateAccounts(&migrator)
        AccountEmail.migrate(&migrator)
    }
}
