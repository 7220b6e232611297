import Accounts
import GRDB

extension Campus {
    static func tellingTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 021 alerts that reach people") { db in
            try db.execute(sql: ways)
            try db.execute(sql: tellings)
        }
    }

    static func addEasyNotifications(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 130 messages easy to read") { db in
            try db.execute(sql: "ALTER TABLE campusWay ADD COLUMN easy INTEGER NOT NULL DEFAULT 0 CHECK (easy IN (0, 1))")
        }
    }

    static func distinguishAlerts(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 150 alerts are told apart from the rest") { db in
            try db.execute(
                sql: """
                    DROP TABLE campusSending;
                    -- Who sends alerts (1) and the rest (2) just now, and until when others keep off it.
                    CREATE TABLE campusSending (
                      id INTEGER PRIMARY KEY CHECK (id IN (1, 2)),
                      worker TEXT NOT NULL,
                      until TEXT NOT NULL
                    ) STRICT;
                    -- Links are made from the site's address, not from what a request once said.
                    UPDATE campusWay SET origin = '';
                    """)
        }
    }

    private static let ways = """
        -- A way by which a visitor wants alerts: his browser or a mail address. It goes with the visitor.
        CREATE TABLE campusWay (
          id INTEGER PRIMARY KEY,
          visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
          channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
          address TEXT NOT NULL CHECK (address <> ''),
          publicKey BLOB CHECK (length(publicKey) = 65),
          secret BLOB CHECK (length(secret) = 16),
          -- Of a mail address: the link that confirms it, gone when it has; the word in the link that ends it; where the site was reached.
          confirmHash BLOB UNIQUE,
          leavingKey TEXT UNIQUE,
          origin TEXT NOT NULL DEFAULT '',
          label TEXT NOT NULL DEFAULT '',
          topic TEXT NOT NULL CHECK (topic IN ('all', 'mine', 'emergencies')),
          least TEXT NOT NULL CHECK (least IN ('info', 'warning')),
          -- Hours of the day in the site's zone; none for a visitor who may be told at any time.
          quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
          quietUntil INTEGER CHECK (quietUntil BETWEEN 0 AND 23),
          language TEXT NOT NULL CHECK (language IN ('it', 'en')),
          createdAt TEXT NOT NULL,
          confirmedAt TEXT,
          CHECK ((channel = 'push') = (publicKey IS NOT NULL) AND (channel = 'push') = (secret IS NOT NULL)),
          CHECK ((channel = 'mail') = (leavingKey IS NOT NULL)),
          CHECK ((quietFrom IS NULL) = (quietUntil IS NULL) AND quietFrom IS NOT quietUntil OR quietFrom IS NULL)
        ) STRICT;
        CREATE INDEX campusWay_visitor ON campusWay(visitorID);
        -- Nobody is told twice at one address.
        CREATE UNIQUE INDEX campusWay_address ON campusWay(channel, address) WHERE confirmedAt IS NOT NULL;

        -- How often an address was written to for its confirmation. Not the address itself: it is forgotten with its way, this is not.
        CREATE TABLE campusConfirmation (
          addressHash BLOB NOT NULL,
          at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX campusConfirmation_address ON campusConfirmation(addressHash, at);
        """

    private static let tellings = """
        -- Something to be told: that a bulletin went out, or that it holds no longer. Written with it, so that a restart loses none.
        CREATE TABLE campusTelling (
          id INTEGER PRIMARY KEY,
          bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
          act TEXT NOT NULL CHECK (act IN ('published', 'withdrawn')),
          -- The number of the alert: of what is told of it only the last word counts.
          thread INTEGER NOT NULL,
          isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
          at TEXT NOT NULL,
          endsAt TEXT NOT NULL,
          -- When it was worked out who is told.
          spreadAt TEXT,
          UNIQUE (bulletin, act)
        ) STRICT;
        CREATE INDEX campusTelling_thread ON campusTelling(thread, id);

        CREATE TABLE campusDelivery (
          id INTEGER PRIMARY KEY,
          telling INTEGER NOT NULL REFERENCES campusTelling(id) ON DELETE CASCADE,
          way INTEGER REFERENCES campusWay(id) ON DELETE SET NULL,
          channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
          state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'gone', 'dropped')),
          attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
          nextAt TEXT NOT NULL,
          status INTEGER,
          -- The message in the outbox, which knows what becomes of it.
          mail INTEGER REFERENCES mail(id) ON DELETE SET NULL,
          UNIQUE (telling, way)
        ) STRICT;
        CREATE INDEX campusDelivery_due ON campusDelivery(channel, nextAt) WHERE state = 'waiting';
        CREATE INDEX campusDelivery_way ON campusDelivery(way);
        CREATE INDEX campusDelivery_mail ON campusDelivery(mail) WHERE mail IS NOT NULL;

        -- What became of older deliveries, whose rows are gone.
        CREATE TABLE campusTally (
          telling INTEGER NOT NULL REFERENCES campusTelling(id) ON DELETE CASCADE,
          channel TEXT NOT NULL,
          state TEXT NOT NULL,
          number INTEGER NOT NULL,
          PRIMARY KEY (telling, channel, state)
        ) STRICT, WITHOUT ROWID;

        -- Who sends just now, and until when others keep off it.
        CREATE TABLE campusSending (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          worker TEXT NOT NULL,
          until TEXT NOT NULL
        ) STRICT;
        """
}
