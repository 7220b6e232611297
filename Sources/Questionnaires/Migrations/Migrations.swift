import Accounts
import Admin
import GRDB

extension Questionnaires {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        BaseSchema.migrate(&migrator)
        DesignSchema.migrate(&migrator)
        StorageSchema.migrate(&migrator)
        ReviewSchema.migrate(&migrator)
        DesignSchema.migrateCopies(&migrator)
        ResultSchema.migrate(&migrator)
        DesignSchema.migrateTranslations(&migrator)
        TagSchema.migrate(&migrator)
        DesignSchema.migrateMoreTranslations(&migrator)
        OpenResults.migrate(&migrator)
        SealingSchema.migrate(&migrator)
        ImportSchema.migrate(&migrator)
        FormatSchema.migrate(&migrator)
        FormatSchema.migrateRules(&migrator)
        DesignerSchema.migrate(&migrator)
        CampaignSchema.migrate(&migrator)
        DesignerSchema.migrateVisits(&migrator)
        ReminderSchema.migrate(&migrator)
        AnswerFileSchema.migrate(&migrator)
        ImportSchema.migrateAgain(&migrator)
    }
}
