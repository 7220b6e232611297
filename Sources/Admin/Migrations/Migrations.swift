import Accounts
import GRDB
import Web

public enum AdminSchema {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin 001 settings") { db in
            try db.execute(sql: "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID")
        }
        AuditSearch.migrate(&migrator)
        migrator.registerMigration("admin 002 history") { db in
            try db.execute(
                sql: """
                    CREATE TABLE act (
                      id INTEGER PRIMARY KEY,
                      text TEXT NOT NULL,
                      kind TEXT NOT NULL,
                      scopeID INTEGER,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      at TEXT NOT NULL,
                      undoneAt TEXT
                    ) STRICT;

                    CREATE TABLE revision (
                      id INTEGER PRIMARY KEY,
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      version INTEGER NOT NULL,
                      act TEXT NOT NULL,
                      at TEXT NOT NULL,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      actor TEXT NOT NULL,
                      actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
                      scopeID INTEGER,
                      title TEXT NOT NULL,
                      fields TEXT NOT NULL CHECK (json_valid(fields))
                    ) STRICT;
                    CREATE INDEX revisionOfRecord ON revision(kind, recordID, id);
                    CREATE INDEX revisionOfAct ON revision(actID) WHERE actID IS NOT NULL;
                    CREATE INDEX revisionOfAccount ON revision(accountID) WHERE accountID IS NOT NULL;
                    """)
        }
        Jobs.migrate(&migrator)
        ListSchema.migrate(&migrator)
        SearchIndex.migrate(&migrator)
        AccountPreferences.migrate(&migrator)
        HistorySchema.migrate(&migrator)
        Webhook.migrate(&migrator)
        ImportFileSchema.migrate(&migrator)
        AuditSearch.follow(&migrator)
        AuditSearch.wait(&migrator)
        SiteIdentity.migrate(&migrator)
        JobReceiver.migrate(&migrator)
        Webhook.migrateSurrender(&migrator)
        SeedMemory.migrate(&migrator)
        StagedImport.migrate(&migrator)
        Heartbeat.migrate(&migrator)
        MailServer.migrate(&migrator)
    }
}
