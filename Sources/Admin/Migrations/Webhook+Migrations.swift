import Accounts
import Crypto
import GRDB
import Web

extension Webhook {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin webhooks 001 create webhook") { db in
            try db.execute(
                sql: """
                    CREATE TABLE webhook (
                        id INTEGER PRIMARY KEY,
                        address TEXT NOT NULL CHECK (address LIKE 'http%'),
                        resources TEXT NOT NULL DEFAULT '',
                        acts TEXT NOT NULL DEFAULT '',
                        secret TEXT NOT NULL CHECK (length(secret) >= 32),
                        isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
                        failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
                        lastFailureAt TEXT,
                        gaveUpAt TEXT,
                        createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE webhookDelivery (
                        id INTEGER PRIMARY KEY,
                        webhookID INTEGER NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
                        eventID TEXT NOT NULL CHECK (eventID <> ''),
                        event TEXT NOT NULL CHECK (event <> ''),
                        payload TEXT NOT NULL CHECK (json_valid(payload)),
                        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
                        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                        nextAt TEXT,
                        status INTEGER,
                        answer TEXT NOT NULL DEFAULT '',
                        error TEXT,
                        createdAt TEXT NOT NULL,
                        triedAt TEXT
                    ) STRICT;
                    CREATE INDEX webhookDeliveryOfWebhook ON webhookDelivery (webhookID, id);
                    CREATE INDEX webhookDeliveryByTime ON webhookDelivery (createdAt);
                    """)
        }
    }

    static func migrateSurrender(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin webhooks 002 days of failing, and all as a word of its own") { db in
            try db.execute(
                sql: """
                    ALTER TABLE webhook ADD COLUMN failingSince TEXT;
                    ALTER TABLE webhook ADD COLUMN gaveUpReason TEXT CHECK (gaveUpReason IN ('days', 'gone'));
                    CREATE INDEX webhookDeliveryWaiting ON webhookDelivery (webhookID, createdAt) WHERE state <> 'done';
                    UPDATE webhook SET gaveUpReason = 'days' WHERE gaveUpAt IS NOT NULL;
                    -- Nothing named is nothing from now on.
                    UPDATE webhook SET resources = '*' WHERE resources = '';
                    UPDATE webhook SET acts = '*' WHERE acts = '';
                    """)
        }
    }
}
